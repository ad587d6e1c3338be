package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/methods/lifetime"
)

// Distributions is a plot of how quantities of jobs are distributed, as figures
// 3 and 4 of [downey]: the share of jobs up to a value, on logarithmic axes, and
// the fitted line b0 + b1 ln x, a panel for each quantity.
type Distributions struct {
	Title  string
	Panels []Distribution

	Note string // part of the caption
}

// Distribution is one panel: numbers above 0, or times in seconds, of which
// those below 1 s count as 1 s. Others are not drawn.
type Distribution struct {
	Label  string // of the horizontal axis
	Times  bool
	Values []float64
}

func (v *Distributions) heading() string { return v.Title }

const (
	shareStep  = 0.002 // the smallest step of a share that is drawn
	labelShare = 0.28  // of an axis between two labels
)

func (v *Distributions) draw(width string) *drawing {
	d := newDrawing(width, v.Title, v.Note, 130, "series", "kind", "value", "share")
	if d.perRow, d.yLabel = 4, "share of jobs"; width == OneColumn {
		d.perRow = 2
	}
	d.explain("jobs", horizontal(0, lineOf(0)))
	d.explain("uniform-log line", horizontal(0, fitLine))
	for _, panel := range v.Panels {
		p, axis := d.panel(""), logarithmic
		if panel.Times {
			axis = waits
		}
		var shown []float64
		var fit lifetime.History
		for _, x := range panel.Values {
			if axis.drawable(x) && (panel.Times || x > 0) {
				shown = append(shown, max(x, 1))
				fit.Insert(max(x, 1))
			}
		}
		p.X.Label.Text = panel.Label
		p.X.Label.TextStyle = aligned(labelText, draw.XCenter, draw.YBottom)
		axis.set(&p.X, shown...)
		p.X.Tick.Marker = plot.TickerFunc(axis.spaced)
		linear.set(&p.Y, 0, 1)
		p.Add(grid(), d.steps(panel.Label, shown, p.X.Min, p.X.Max))
		if b0, b1, ok := fit.Coefficients(); ok {
			p.Title.Text = fmt.Sprintf("%.3g + %.3g ln x", b0, b1)
			p.Add(across(func(x float64) float64 { return b0 + b1*math.Log(x) }, fitLine))
			low, high := -b0/b1, (1-b0)/b1
			d.rows.Add(panel.Label, "fit", math.Exp(low), 0)
			d.rows.Add(panel.Label, "fit", math.Exp(high), 1)
			d.notes = append(d.notes, fmt.Sprintf("%s: %.4f + %.4f ln x, from e^%.2f to e^%.2f.",
				panel.Label, b0, b1, low, high))
		} else if p.Title.Text = "no line"; len(shown) == 0 {
			p.Title.Text = noData
		}
	}
	return d
}

// steps returns the share of values up to each, between the ends of an axis.
func (d *drawing) steps(label string, values []float64, low, high float64) *plotter.Line {
	slices.Sort(values)
	line := &plotter.Line{StepStyle: plotter.PostStep, LineStyle: lineOf(0), XYs: plotter.XYs{{X: low}}}
	share := 0.0
	for i, x := range values {
		at, last := float64(i+1)/float64(len(values)), i+1 == len(values)
		if last || values[i+1] > x && at-share >= shareStep {
			share = at
			line.XYs = append(line.XYs, plotter.XY{X: x, Y: share})
			d.rows.Add(label, "jobs", x, share)
		}
	}
	line.XYs = append(line.XYs, plotter.XY{X: high, Y: share})
	return line
}

// spaced is ticks with labels for a narrow logarithmic axis.
func (s scale) spaced(lo, hi float64) []plot.Tick {
	ticks, before := s.ticks(lo, hi), -1.
	for i, t := range ticks {
		at := math.Log(t.Value/lo) / math.Log(hi/lo)
		if at < 0 || at-before < labelShare {
			ticks[i].Label = ""
		} else if t.Label != "" {
			before = at
		}
	}
	return ticks
}
