package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"waitbench/replay/backtest"
	"waitbench/replay/output"
)

// Coverage is a plot of the share of waits covered over the last so many jobs,
// as time goes on: a panel per queue, a line per method, and at the foot of
// each panel a row per method that is filled where it missed jobs. Misses in
// bursts show as dips of the lines and as dark spots in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string       // in the legend
	Styles map[string]int // as in Dots
	Panels []CoveragePanel

	Target float64 // a dashed line

	// Jobs is the number of jobs of which each share is. A band around the line of
	// the first method is the Wilson interval of its share at confidence 0.95.
	Jobs int

	Dates *time.Location // as for Bounds
	Note  string         // part of the caption
}

// CoveragePanel is a panel of a Coverage, with the shares of each series.
type CoveragePanel struct {
	Name    string
	Covered []Covered
}

// Covered is the share as it was after each of some times, and the times of
// misses. Times do not decrease.
type Covered struct{ Times, Shares, Misses []float64 }

// periods is the number of equal parts into which a Coverage cuts its time.
const periods = 240

// period is one of them.
type period struct {
	last, least float64 // shares in it; NaN for none
	misses      int
}

// periods sums up the shares and misses of each period.
func (c *Covered) periods(from, to float64) (list [periods]period) {
	for k := range list {
		list[k] = period{last: math.NaN(), least: math.NaN()}
	}
	at := func(t float64) *period {
		return &list[min(int((t-from)/max(1, to-from)*periods), periods-1)]
	}
	for i, t := range c.Times {
		p := at(t)
		if p.last = c.Shares[i]; !(p.least <= p.last) {
			p.least = p.last
		}
	}
	for _, t := range c.Misses {
		at(t).misses++
	}
	return list
}

// span returns the first and the last time of all panels, or 0 and 0.
func (v *Coverage) span() (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, panel := range v.Panels {
		for _, c := range panel.Covered {
			for _, times := range [][]float64{c.Times, c.Misses} {
				if n := len(times); n > 0 {
					from, to = min(from, times[0]), max(to, times[n-1])
				}
			}
		}
	}
	if from > to {
		return 0, 0
	}
	return from, to
}

func (v *Coverage) heading() string { return v.Title }

func (v *Coverage) draw() *drawing {
	d := newDrawing(v.Title, v.Note, 125, "panel", "series", timeColumn(v.Dates), "share",
		"least_share", "misses")
	d.yLabel = v.YLabel
	if len(v.Panels) == 1 {
		d.panelHeight = 180
	}
	from, to := v.span()
	for _, panel := range v.Panels {
		p := d.panel(panel.Name)
		d.xLabel = timeAxis(&p.X, from, to, v.Dates, d.width)
		v.drawPanel(d, p, panel, from, to)
		var misses []string
		for i, c := range panel.Covered {
			misses = append(misses, v.Series[i]+" "+output.Grouped(len(c.Misses)))
		}
		if len(misses) > 0 {
			d.notes = append(d.notes, "Misses in "+panel.Name+": "+strings.Join(misses, ", ")+".")
		}
	}
	for i, name := range v.Series {
		style := v.Styles[name]
		d.explain(name, &plotter.Line{LineStyle: lineOf(style)})
		if i == 0 {
			d.explain("interval of "+name, &plotter.Polygon{Color: translucent(style, pale)})
		}
	}
	d.explain(fmt.Sprint("target ", v.Target), level(v.Target, targetLine))
	return d
}

// drawPanel draws the lines of a panel, and the rows of misses below them.
func (v *Coverage) drawPanel(d *drawing, p *plot.Plot, panel CoveragePanel, from, to float64) {
	least := 1.0
	for _, c := range panel.Covered {
		for _, share := range c.Shares {
			least = min(least, share)
		}
	}
	low, _ := v.interval(least)
	lowest := math.Floor(min(low, v.Target)*20) / 20
	row := (1 - lowest) / 14
	p.Y.Min, p.Y.Max = lowest-row*float64(len(panel.Covered)), 1
	p.Y.Tick.Marker = linearTicks(lowest, 1, 2)
	p.Add(grid(), level(v.Target, targetLine))
	length := max(1, to-from) / periods
	for i, c := range panel.Covered {
		style := v.Styles[v.Series[i]]
		line := &plotter.Line{LineStyle: lineOf(style)}
		misses := &plotter.Polygon{Color: colourOf(style)}
		line.Width = 0.8
		var below, above plotter.XYs // ends of the intervals

		top, filled := lowest-row*float64(i), -2 // the last period that is filled
		for k, part := range c.periods(from, to) {
			end, share := from+float64(k+1)*length, !math.IsNaN(part.last)
			if share {
				for _, at := range []plotter.XY{{X: end - length/2, Y: part.least}, {X: end, Y: part.last}} {
					low, high := v.interval(at.Y)
					line.XYs = append(line.XYs, at)
					below = append(below, plotter.XY{X: at.X, Y: low})
					above = append(above, plotter.XY{X: at.X, Y: high})
				}
			}
			if part.misses > 0 {
				if filled == k-1 { // one box for both
					last := misses.XYs[len(misses.XYs)-1]
					last[1].X, last[2].X = end, end
				} else {
					misses.XYs = append(misses.XYs, box(end-length, end, top-0.9*row, top-0.1*row))
				}
				filled = k
			}
			if share || part.misses > 0 {
				d.rows.Add(panel.Name, v.Series[i], math.Round(end), part.last, part.least,
					part.misses)
			}
		}
		if slices.Reverse(above); i == 0 {
			band := plotter.Polygon{XYs: []plotter.XYs{append(below, above...)}}
			band.Color = translucent(style, pale)
			p.Add(&band)
		}
		p.Add(line, misses)
	}
}

// interval returns the Wilson interval of a share.
func (v *Coverage) interval(share float64) (low, high float64) {
	return backtest.Wilson(int(math.Round(share*float64(v.Jobs))), v.Jobs, 0.95)
}
