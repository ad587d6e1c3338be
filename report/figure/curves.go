package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Curves is a plot of quantities that depend on another one: lines, single
// points, distribution functions (see [Shares]) with the straight lines of
// models, or achieved against requested shares.
type Curves struct {
	Title  string
	XLabel string // with the unit
	YLabel string // with the unit

	Series []Curve

	// Log makes the horizontal axis logarithmic, with zeros at its lower end.
	Log bool

	// IsShare makes the vertical axis cover 0 to 1.
	IsShare bool

	// Diagonal, if not empty, names a dashed line of equal values of both axes,
	// in a square.
	Diagonal string

	Note string // part of the caption
}

// Curve is one line through (X[i], Y[i]) in the order given. A NaN is missing
// and cuts the line.
type Curve struct {
	Name   string
	X, Y   []float64
	Marks  bool // markers at the points
	NoLine bool // only the markers
	Model  bool // in grey, as it is no data
}

func (v *Curves) heading() string { return v.Title }

// Shares returns the corners of an empirical distribution function: for every
// value, the share of the values at or below it. NaN is missing and does not
// count.
func Shares(values []float64) (x, y []float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	n := float64(len(sorted))
	for i, v := range sorted {
		x, y = append(x, v, v), append(y, float64(i)/n, float64(i+1)/n)
	}
	return x, y
}

func (v *Curves) draw() *drawing {
	d := newDrawing(v.Title, v.Note, 185, "series", "x", "y")
	d.xLabel, d.yLabel = v.XLabel, v.YLabel
	across := scaleOf(v.Log)
	parts := make([][]plotter.XYs, len(v.Series)) // without missing points
	var xs, ys []float64
	var t tally
	for i, c := range v.Series {
		cut := true
		for k, x := range c.X {
			y := c.Y[k]
			d.row(c.Name, x, y)
			if !linear.drawable(y) {
				t.count(linear, y)
			} else {
				t.count(across, x)
			}
			if !across.drawable(x) || !linear.drawable(y) {
				cut = true
				continue
			}
			if cut {
				parts[i] = append(parts[i], nil)
			}
			cut = false
			last := &parts[i][len(parts[i])-1]
			*last, xs, ys = append(*last, plotter.XY{X: x, Y: y}), append(xs, x), append(ys, y)
		}
	}
	p := d.panel("")
	if len(xs) == 0 {
		p.Title.Text = noData
	}
	p.Add(grid())
	if v.IsShare {
		ys = append(ys, 0, 1)
	}
	if v.Diagonal != "" {
		d.panelHeight, d.columns = 225, 2
		xs = append(xs, ys...)
		ys = xs
		p.Add(identity(targetLine))
	}
	linear.set(&p.Y, ys...)
	zero := across.set(&p.X, xs...)
	for i, c := range v.Series {
		c.draw(d, p, i, parts[i], func(x float64) float64 {
			if v.Log {
				return max(x, zero)
			}
			return x
		})
	}
	if v.Diagonal != "" {
		d.explain(v.Diagonal, level(0, targetLine))
	}
	d.notes = append(d.notes, t.notes(across)...)
	if t.missing > 0 {
		d.notes = append(d.notes, output.Counted(t.missing, "missing point")+" left out.")
	}
	return d
}

// draw draws a curve, which is series i, in its parts. at returns the position
// of a value across.
func (c *Curve) draw(d *drawing, p *plot.Plot, i int, parts []plotter.XYs, at func(float64) float64) {
	line := plotter.Line{LineStyle: lineOf(i)}
	if c.Model {
		line.LineStyle = draw.LineStyle{Color: grey, Width: 1.3, Dashes: []vg.Length{5, 2}}
	}
	marks := plotter.Scatter{GlyphStyle: glyphOf(i)}
	var samples []plot.Thumbnailer
	if !c.NoLine {
		samples = append(samples, &line)
	}
	if c.Marks || c.NoLine {
		samples = append(samples, &marks)
	}
	d.explain(c.Name, samples...)
	for _, part := range parts {
		for k := range part {
			part[k].X = at(part[k].X)
		}
		if !c.NoLine {
			p.Add(&plotter.Line{XYs: part, LineStyle: line.LineStyle})
		}
		if c.Marks || c.NoLine {
			p.Add(&plotter.Scatter{XYs: part, GlyphStyle: marks.GlyphStyle})
		}
	}
}
