package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Coverage is a plot of the share of waits covered over the last so many jobs, as time goes on: a
// panel per queue, a line per method, and at the foot of each frame a row per method with a tick
// for every miss. Misses in bursts show as dips of the lines and as dark spots in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string // in the legend
	Looks  []int    // as for Dots
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

// CoveragePanel is a panel of a Coverage. Both lists are by series.
type CoveragePanel struct {
	Name   string
	Shares []Covered
	Misses [][]float64 // times, not decreasing
}

// Covered is a share as it was after each of some times.
type Covered struct {
	Times  []float64 // not decreasing
	Values []float64
}

const (
	coverageRow  vg.Length = 84 // frame without rows of misses
	coverageTall vg.Length = 140
	missRow      vg.Length = 5 // of the ticks of a method
)

func (v *Coverage) sheet() (*sheet, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	panels := v.Panels
	if len(panels) == 0 {
		panels = []CoveragePanel{{}}
	}
	rows := missRow*vg.Length(len(v.Series)) + 2
	b := &body{width: v.Width.length() - 2*margin, yLabel: v.YLabel, frame: vg.Point{Y: coverageRow + rows}}
	if len(panels) == 1 {
		b.frame.Y = coverageTall + rows
	}
	var left vg.Length
	var ups []*axis
	for _, p := range panels {
		values := []float64{v.Target, v.Low}
		for _, s := range p.Shares {
			values = append(values, s.Values...)
		}
		up := shareAxis(values...)
		up.roomBelow = rows
		ups, left = append(ups, up), max(left, widestMark(up)+tickLength+3)
	}
	b.fold(len(panels), b.width, b.width, left, 0, 6)
	from, to := v.timeRange()
	across := newTimeAxis(from, to, v.Elapsed, v.Location, b.frame.X)
	b.xLabel = across.label
	for i, panel := range panels {
		p := newPlot()
		across.on(p)
		ups[i].on(&p.Y, b.frame.Y)
		if i+1 < len(panels) {
			unlabelled(&p.X)
		}
		v.draw(p, panel, ups[i], (across.to-across.from)*float64(columnWidth/b.frame.X))
		b.plots = append(b.plots, p)
	}
	data := func() [][]string { return v.data(across.from, across.to) }
	return newSheet(v.Width, v.Title, b, v.legend(), v.notes(), data), nil
}

func (v *Coverage) check() error {
	for _, p := range v.Panels {
		if len(p.Shares) != len(v.Series) || len(p.Misses) != len(v.Series) {
			return fmt.Errorf("panel %q has %d lines and %d rows, want %d", p.Name, len(p.Shares), len(p.Misses), len(v.Series))
		}
		for i, s := range p.Shares {
			if len(s.Times) != len(s.Values) {
				return fmt.Errorf("panel %q, %s: %d times and %d shares", p.Name, v.Series[i], len(s.Times), len(s.Values))
			}
			if !slices.IsSorted(s.Times) || !slices.IsSorted(p.Misses[i]) {
				return fmt.Errorf("panel %q, %s: times decrease", p.Name, v.Series[i])
			}
			for _, x := range s.Values {
				if !(x >= 0 && x <= 1) {
					return fmt.Errorf("panel %q, %s: share %v", p.Name, v.Series[i], x)
				}
			}
		}
	}
	if !(v.Low <= v.Target && v.Target <= v.High) {
		return fmt.Errorf("band from %v to %v around %v", v.Low, v.High, v.Target)
	}
	return nil
}

// timeRange is from the first time of all panels to the last.
func (v *Coverage) timeRange() (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, p := range v.Panels {
		for i, s := range p.Shares {
			for _, times := range [][]float64{s.Times, p.Misses[i]} {
				if n := len(times); n > 0 {
					from, to = min(from, times[0]), max(to, times[n-1])
				}
			}
		}
	}
	return from, to
}

// draw draws what is in a frame; column is the width that lines and ticks are thinned to.
func (v *Coverage) draw(p *plot.Plot, panel CoveragePanel, up *axis, column float64) {
	add(p, box(p.X.Min, p.X.Max, v.Low, min(v.High, p.Y.Max)), grid(), level(p, up.parting, zeroLine), level(p, v.Target, targetLine))
	empty := true
	for i, s := range panel.Shares {
		var line plotter.XYs
		for k, at := range s.Times {
			if k > 0 { // it holds from its time up to the next
				line = append(line, plotter.XY{X: at, Y: s.Values[k-1]})
			}
			line = append(line, plotter.XY{X: at, Y: s.Values[k]})
		}
		style := lookOf(place(v.Looks, i)).line
		style.Width = thin
		add(p, lines(thinLine(line, column), style)...)
		style.Width, style.Dashes = hairline, nil
		add(p, rug{thinTimes(panel.Misses[i], column), len(v.Series) - 1 - i, style})
		empty = empty && len(s.Times) == 0
	}
	p.Add(&frame{name: panel.Name, empty: empty})
}

// thinTimes leaves times out that are nearer than a column to one before.
func thinTimes(times []float64, column float64) (kept []float64) {
	for _, at := range times {
		if len(kept) == 0 || at-kept[len(kept)-1] >= column {
			kept = append(kept, at)
		}
	}
	return kept
}

// rug is a row of ticks above the foot of a frame.
type rug struct {
	times []float64
	row   int // from the bottom
	draw.LineStyle
}

// Plot implements plot.Plotter.
func (r rug) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	var path vg.Path
	bottom := c.Min.Y + 1 + vg.Length(r.row)*missRow
	for _, at := range r.times {
		path.Move(vg.Point{X: x(at), Y: bottom + missRow - 1})
		path.Line(vg.Point{X: x(at), Y: bottom})
	}
	if len(path) > 0 {
		c.SetLineStyle(r.LineStyle)
		c.Stroke(path)
	}
}

func (v *Coverage) legend() []entry {
	var entries []entry
	for i, name := range v.Series {
		entries = append(entries, entry{name, sample{line: lookOf(place(v.Looks, i)).line}})
	}
	return append(entries, entry{"target " + strconv.FormatFloat(v.Target, 'g', -1, 64), sample{line: targetLine}},
		entry{"band of independent misses", sample{other: &plotter.Polygon{Color: areaColor}}})
}

// notes say how many misses the rows show.
func (v *Coverage) notes() []string {
	var notes []string
	if v.Note != "" {
		notes = append(notes, v.Note)
	}
	for _, p := range v.Panels {
		text := p.Name + ": misses "
		if len(v.Panels) == 1 && p.Name == "" {
			text = "Misses: "
		}
		for i, m := range p.Misses {
			if i > 0 {
				text += ", "
			}
			text += v.Series[i] + " " + thousands(len(m))
		}
		notes = append(notes, text+".")
	}
	return notes
}

// coverageSteps is how many steps the time axis is cut into in the data of a Coverage.
const coverageSteps = 240

// data gives, for each of some steps of time in which something happens, the share at its end, the
// least share in it, and the number of misses.
func (v *Coverage) data(from, to float64) [][]string {
	lines := [][]string{{"panel", "series", timeColumn(v.Elapsed), "share", "least_share", "misses"}}
	length := (to - from) / coverageSteps
	step := func(at float64) int { return min(int((at-from)/length), coverageSteps-1) }
	for _, p := range v.Panels {
		for i, shares := range p.Shares {
			var last, least [coverageSteps]float64
			var misses [coverageSteps]int
			for k := range last {
				last[k], least[k] = math.NaN(), math.NaN()
			}
			for k, at := range shares.Times {
				n, x := step(at), shares.Values[k]
				if last[n] = x; math.IsNaN(least[n]) || x < least[n] {
					least[n] = x
				}
			}
			for _, at := range p.Misses[i] {
				misses[step(at)]++
			}
			for k := range last {
				if !math.IsNaN(last[k]) || misses[k] > 0 {
					lines = append(lines, []string{
						p.Name, v.Series[i], number(math.Round(from + float64(k+1)*length)), number(last[k]), number(least[k]), strconv.Itoa(misses[k]),
					})
				}
			}
		}
	}
	return lines
}
