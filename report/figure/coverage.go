package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"waitbench/replay/output"
)

// Coverage is a plot of the share of waits covered over the last so many jobs,
// as time goes on: a panel per queue, a line per method, and at the foot of
// each panel a row per method that is filled where it missed jobs. Misses in
// bursts show as dips of the lines and as dark spots in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string // in the legend
	Panels []CoveragePanel

	// Target is a dashed line, and Low to High a band around it in which the
	// share stays nearly always if misses are independent.
	Target    float64
	Low, High float64

	// Elapsed and Location are as for Bounds.
	Elapsed  bool
	Location *time.Location

	Note string // part of the caption
}

// CoveragePanel is a panel of a Coverage, with what each series covered.
type CoveragePanel struct {
	Name    string
	Covered []Covered
}

// Covered is the share as it was after each of some times, and the times of
// misses.
type Covered struct {
	Times  []float64 // not decreasing
	Shares []float64
	Misses []float64 // not decreasing
}

// period is one of the equal parts into which a Coverage cuts its time.
type period struct {
	end         float64
	last, least float64 // shares in it; NaN for none
	misses      int
}

// periods is the number of periods of a Coverage.
const periods = 240

// periods sums up the shares and misses by period; it leaves out the periods in
// which nothing happens.
func (c *Covered) periods(from, to float64) []period {
	length := max(1, to-from) / periods
	list := make([]period, periods)
	for k := range list {
		list[k] = period{end: math.Round(from + float64(k+1)*length), last: math.NaN(), least: math.NaN()}
	}
	at := func(t float64) *period { return &list[min(int((t-from)/length), periods-1)] }
	for i, t := range c.Times {
		p := at(t)
		if p.last = c.Shares[i]; !(p.least <= p.last) {
			p.least = p.last
		}
	}
	for _, t := range c.Misses {
		at(t).misses++
	}
	return slices.DeleteFunc(list, func(p period) bool { return math.IsNaN(p.last) && p.misses == 0 })
}

func (v *Coverage) heading() string { return v.Title }

// span returns the first and last time of the figure.
func (v *Coverage) span() (from, to float64) {
	var times [][]float64
	for _, panel := range v.Panels {
		for _, c := range panel.Covered {
			times = append(times, c.Times, c.Misses)
		}
	}
	return span(times...)
}

func (v *Coverage) layout() *layout {
	l := &layout{title: v.Title, yLabel: v.YLabel, width: TwoColumn.length(), panelHeight: 125, columns: 1}
	panels := v.Panels
	if len(panels) == 0 {
		panels = []CoveragePanel{{Name: noData}}
	}
	if len(panels) == 1 {
		l.panelHeight = 180
	}
	for _, panel := range panels {
		p := newPanel(panel.Name)
		from, to := v.span()
		l.xLabel = timeAxis(&p.X, from, to, v.Elapsed, v.Location, l.width)
		v.draw(p, panel, from, to)
		l.panels = append(l.panels, p)
	}
	for i, name := range v.Series {
		l.explain(shorten(name), &plotter.Line{LineStyle: lineOf(i)})
	}
	l.explain(fmt.Sprint("target ", v.Target), level(v.Target, targetLine))
	l.explain("band of independent misses", &plotter.Polygon{Color: lightGrey})
	return l
}

// draw draws the lines of a panel, and the rows of misses below them.
func (v *Coverage) draw(p *plot.Plot, panel CoveragePanel, from, to float64) {
	lowest := v.Low
	series := make([][]period, len(panel.Covered))
	for i := range series {
		series[i] = panel.Covered[i].periods(from, to)
		for _, part := range series[i] {
			if part.least < lowest {
				lowest = part.least
			}
		}
	}
	lowest = math.Floor(lowest*20) / 20
	row := (1 - lowest) / 14
	p.Y.Min, p.Y.Max = lowest-row*float64(len(series)), 1
	p.Y.Tick.Marker = plot.ConstantTicks(plot.DefaultTicks{}.Ticks(lowest, 1))
	p.Add(&plotter.Polygon{XYs: []plotter.XYs{box(p.X.Min, p.X.Max, v.Low, min(v.High, 1))}, Color: lightGrey})
	p.Add(grid(), level(v.Target, targetLine))
	length := (p.X.Max - p.X.Min) / periods
	for i, parts := range series {
		line, misses := &plotter.Line{LineStyle: lineOf(i)}, &plotter.Polygon{Color: colourOf(i)}
		line.Width = 0.8
		top := lowest - row*float64(i)
		for _, part := range parts {
			if !math.IsNaN(part.last) {
				line.XYs = append(line.XYs, plotter.XY{X: part.end - length/2, Y: part.least}, plotter.XY{X: part.end, Y: part.last})
			}
			if n := len(misses.XYs); part.misses > 0 && n > 0 && misses.XYs[n-1][1].X > part.end-1.5*length {
				misses.XYs[n-1][1].X, misses.XYs[n-1][2].X = part.end, part.end // the period before is filled too
			} else if part.misses > 0 {
				misses.XYs = append(misses.XYs, box(part.end-length, part.end, top-0.9*row, top-0.1*row))
			}
		}
		p.Add(line, misses)
	}
}

// notes say how many misses the rows show.
func (v *Coverage) notes() []string {
	notes := []string{v.Note}
	for _, p := range v.Panels {
		var misses []string
		for i, c := range p.Covered {
			misses = append(misses, v.Series[i]+" "+output.Grouped(len(c.Misses)))
		}
		notes = append(notes, "Misses in "+p.Name+": "+strings.Join(misses, ", ")+".")
	}
	return notes
}

// data returns the periods of each panel and series.
func (v *Coverage) data() [][]string {
	lines := [][]string{{"panel", "series", timeColumn(v.Elapsed), "share", "least_share", "misses"}}
	from, to := v.span()
	for _, p := range v.Panels {
		for i, c := range p.Covered {
			for _, part := range c.periods(from, to) {
				lines = append(lines, []string{p.Name, v.Series[i], number(part.end), number(part.last), number(part.least), strconv.Itoa(part.misses)})
			}
		}
	}
	return lines
}
