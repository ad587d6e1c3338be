package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Distributions is a plot of how quantities of jobs are distributed, as figures
// 3 and 4 of [downey]: the share of jobs up to a value, on logarithmic axes, a
// panel for each quantity.
type Distributions struct {
	Title  string
	Panels []Distribution

	Note string // part of the caption
}

// Distribution is one panel. Values are numbers above 0, or times in seconds,
// of which those below 1 s count as 1 s.
type Distribution struct {
	Label  string // of the horizontal axis
	Times  bool
	Values []float64

	// The fitted line, Intercept + Slope ln x; NaN for none.
	Intercept, Slope float64
}

func (v *Distributions) heading() string { return v.Title }

// shareStep is the smallest step of a share that is drawn.
const shareStep = 0.002

func (v *Distributions) draw(width string) *drawing {
	d := newDrawing(width, v.Title, v.Note, 130, "series", "kind", "value", "share")
	if d.perRow, d.yLabel = 4, "share of jobs"; width == OneColumn {
		d.perRow = 2
	}
	cdf, fitted := &plotter.Line{LineStyle: lineOf(0)}, &plotter.Line{LineStyle: fitLine}
	d.explain("jobs", cdf)
	d.explain("fitted uniform-log line", fitted)
	for _, panel := range v.Panels {
		p, axis := d.panel(""), logarithmic
		if panel.Times {
			axis = waits
		}
		p.X.Label.Text = panel.Label
		p.X.Label.TextStyle = aligned(labelText, draw.XCenter, draw.YBottom)
		var shown []float64
		for _, x := range panel.Values {
			if axis.drawable(x) && (panel.Times || x > 0) {
				shown = append(shown, x)
			}
		}
		axis.set(&p.X, shown...)
		p.X.Tick.Marker = spaced{axis, 75} // about its width
		linear.set(&p.Y, 0, 1)
		p.Add(grid())
		if len(shown) == 0 {
			p.Title.Text = noData
			continue
		}
		slices.Sort(shown)
		line := &plotter.Line{StepStyle: plotter.PostStep, LineStyle: cdf.LineStyle}
		line.XYs = plotter.XYs{{X: p.X.Min}}
		for i, x := range shown {
			share := float64(i+1) / float64(len(shown))
			last := i == len(shown)-1
			if last || shown[i+1] > x && share-line.XYs[len(line.XYs)-1].Y >= shareStep {
				line.XYs = append(line.XYs, plotter.XY{X: max(x, p.X.Min), Y: share})
				d.rows.Add(panel.Label, "jobs", x, share)
			}
		}
		line.XYs = append(line.XYs, plotter.XY{X: p.X.Max, Y: 1})
		p.Add(line)
		if slope := panel.Slope; slope > 0 {
			p.Title.Text = fmt.Sprintf("%.3g + %.3g ln x", panel.Intercept, slope)
			line := &plotter.Line{LineStyle: fitted.LineStyle}
			for _, x := range []float64{
				max(p.X.Min, math.Exp(-panel.Intercept/slope)),
				min(p.X.Max, math.Exp((1-panel.Intercept)/slope)),
			} {
				at := plotter.XY{X: x, Y: panel.Intercept + slope*math.Log(x)}
				line.XYs = append(line.XYs, at)
				d.rows.Add(panel.Label, "fit", at.X, at.Y)
			}
			p.Add(line)
		}
	}
	return d
}
