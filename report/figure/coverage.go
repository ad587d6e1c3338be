package figure

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Coverage is a plot of the share of waits covered over the last so many jobs, as time goes on: a
// panel per queue, a line per method, and at the foot of each frame a row per method with a tick
// for every miss. Misses in bursts show as dips of the lines and as dark spots in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string // in the legend
	Panels []CoveragePanel

	// Target is a dashed line, and Low to High a band around it in which the share stays nearly
	// always if misses are independent.
	Target    float64
	Low, High float64

	// Elapsed and Location are as for Bounds.
	Elapsed  bool
	Location *time.Location

	Note  string
	Width Width
}

// CoveragePanel is a panel of a Coverage, with what each series covered.
type CoveragePanel struct {
	Name    string
	Covered []Covered
}

// Covered is the share as it was after each of some times, and the times of misses.
type Covered struct {
	Times  []float64 // not decreasing
	Shares []float64
	Misses []float64 // not decreasing
}

func (v *Coverage) heading() string { return v.Title }

const (
	coverageRow  vg.Length = 84 // frame without rows of misses
	coverageTall vg.Length = 140
	missRow      vg.Length = 5 // of the ticks of a method
)

func (v *Coverage) sheet() *sheet {
	panels := v.Panels
	if len(panels) == 0 {
		panels = []CoveragePanel{{}}
	}
	rows := missRow*vg.Length(len(v.Series)) + 2
	s, wide := newSheet(v.Width, v.Title, "", v.YLabel, len(panels), v.Width.length(), 24)
	if s.tall = coverageRow + rows; len(panels) == 1 {
		s.tall = coverageTall + rows
	}
	var times [][]float64
	for _, panel := range panels {
		for _, c := range panel.Covered {
			times = append(times, c.Times, c.Misses)
		}
	}
	from, to := span(times...)
	for _, panel := range panels {
		p := newPlot()
		s.xLabel = timeAxis(&p.X, from, to, v.Elapsed, v.Location, wide)
		values := []float64{v.Target, v.Low, 1}
		for _, c := range panel.Covered {
			if len(c.Shares) > 0 {
				values = append(values, slices.Min(c.Shares), slices.Max(c.Shares))
			}
		}
		ruler{length: s.tall, below: rows}.set(&p.Y, values...)
		column := (p.X.Max - p.X.Min) * float64(columnWidth(len(panels)*len(v.Series), wide)/wide)
		s.place(p, &frame{name: panel.Name, empty: !v.draw(p, panel, column)})
	}
	return s.finish(v.legend(), v.notes(), func() [][]string { return v.data(from, to) })
}

// draw draws what is in a frame, and reports whether there are shares; column is the width that lines
// and ticks are thinned to.
func (v *Coverage) draw(p *plot.Plot, panel CoveragePanel, column float64) (some bool) {
	high := min(v.High, p.Y.Max)
	band := plotter.XYs{{X: p.X.Min, Y: v.Low}, {X: p.X.Max, Y: v.Low}, {X: p.X.Max, Y: high}, {X: p.X.Min, Y: high}}
	add(p, &plotter.Polygon{XYs: []plotter.XYs{band}, Color: areaColor}, grid(), level(p, v.Target, targetLine))
	var line plotter.XYs
	for i, c := range panel.Covered {
		line = slices.Grow(line[:0], 2*len(c.Times))
		for k, at := range c.Times {
			if k > 0 { // it holds from its time up to the next
				line = append(line, plotter.XY{X: at, Y: c.Shares[k-1]})
			}
			line = append(line, plotter.XY{X: at, Y: c.Shares[k]})
		}
		style := lookOf(i).line
		style.Width = 0.8
		add(p, lines(thinLine(line, column), style)...)
		row := vg.Length(len(v.Series)-i) - 0.5
		add(p, paint(func(c draw.Canvas, p *plot.Plot) {
			rug(&c, p, panel.Covered[i].Misses, column/2, c.Min.Y+1+row*missRow, style)
		}))
		some = some || len(line) > 0
	}
	return some
}

// rug draws ticks at some times around a height; those nearer than a column become one.
func rug(c *draw.Canvas, p *plot.Plot, times []float64, column float64, y vg.Length, s draw.LineStyle) {
	var ticks bars
	x, _ := p.Transforms(c)
	for i := 0; i < len(times); {
		last := i
		for last+1 < len(times) && times[last+1]-times[last] < column {
			last++
		}
		ticks.add(x(times[i])-hairline/2, x(times[last])+hairline/2, y)
		i = last + 1
	}
	s.Width, s.Dashes = missRow-1, nil
	ticks.stroke(c, s)
}

// shade is an area in a legend.
var shade = &plotter.Polygon{Color: areaColor}

func (v *Coverage) legend() (entries []entry) {
	for i, name := range v.Series {
		entries = append(entries, entry{name, sample{line: lookOf(i).line}})
	}
	return append(entries, targetEntry(v.Target), entry{"band of independent misses", sample{other: shade}})
}

// notes say how many misses the rows show.
func (v *Coverage) notes() []string {
	notes := []string{v.Note}
	for _, p := range v.Panels {
		var misses []string
		for i, c := range p.Covered {
			misses = append(misses, v.Series[i]+" "+output.Grouped(len(c.Misses)))
		}
		notes = append(notes, strings.TrimPrefix(p.Name+": misses ", ": ")+strings.Join(misses, ", ")+".")
	}
	return notes
}

// coverageSteps is how many steps the time axis is cut into in the data of a Coverage.
const coverageSteps = 240

// data gives, for each of some steps of time in which something happens, the share at its end, the
// least share in it, and the number of misses.
func (v *Coverage) data(from, to float64) [][]string {
	lines := [][]string{{"panel", "series", timeColumn(v.Elapsed), "share", "least_share", "misses"}}
	length := max(1, to-from) / coverageSteps
	end := func(k int) float64 { return math.Round(from + float64(k+1)*length) }
	until := func(times []float64, k int) int { // how many are in the steps up to k
		if k == coverageSteps-1 {
			return len(times)
		}
		return sort.SearchFloat64s(times, from+float64(k+1)*length)
	}
	for _, p := range v.Panels {
		for i, c := range p.Covered {
			first, missed := 0, 0
			for k := range coverageSteps {
				next, misses := until(c.Times, k), until(c.Misses, k)
				last, least := math.NaN(), math.NaN()
				if next > first {
					last, least = c.Shares[next-1], slices.Min(c.Shares[first:next])
				}
				if next > first || misses > missed {
					lines = append(lines, []string{p.Name, v.Series[i], number(end(k)), number(last), number(least), strconv.Itoa(misses - missed)})
				}
				first, missed = next, misses
			}
		}
	}
	return lines
}
