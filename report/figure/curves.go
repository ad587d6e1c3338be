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
// models, or what was achieved against what was requested.
type Curves struct {
	Title  string
	XLabel string // with the unit
	YLabel string // with the unit

	Series []Curve

	// Log makes the horizontal axis logarithmic, with zeros at its lower end.
	Log bool

	// Diagonal, if not empty, names a dashed line of equal values of both axes,
	// in a square.
	Diagonal string

	// Low and High are values that the vertical axis has to cover besides those
	// of the series; if both are 0 it covers those of the series alone.
	Low, High float64

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

// shareSteps is the number of steps that a distribution function has at most.
const shareSteps = 500

// Shares returns the corners of an empirical distribution function: for every
// value, the share of the values at or below it. Of values less than a step of
// shares apart it keeps the first. NaN is missing and does not count.
func Shares(values []float64) (x, y []float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	n, last := len(sorted), -1
	for next := 0; next < n; {
		v, before := sorted[next], next
		for next < n && sorted[next] == v {
			next++
		}
		if step := next * shareSteps / n; step > last || next == n {
			x, y = append(x, v, v), append(y, float64(before)/float64(n), float64(next)/float64(n))
			last = step
		}
	}
	return x, y
}

// drawable reports whether a point has a position on the axes.
func (v *Curves) drawable(x, y float64) bool { return scaleOf(v.Log).drawable(x) && linear.drawable(y) }

func (v *Curves) layout() *layout {
	l := &layout{title: v.Title, xLabel: v.XLabel, yLabel: v.YLabel, width: TwoColumn.length(), panelHeight: 185, columns: 1}
	var xs, ys []float64
	for _, c := range v.Series {
		for i, x := range c.X {
			if v.drawable(x, c.Y[i]) {
				xs, ys = append(xs, x), append(ys, c.Y[i])
			}
		}
	}
	name := ""
	if len(xs) == 0 {
		name = noData
	}
	if v.Low != 0 || v.High != 0 {
		ys = append(ys, v.Low, v.High)
	}
	p := newPanel(name)
	p.Add(grid())
	if v.Diagonal != "" {
		l.panelHeight, l.columns = 225, 2
		xs = append(xs, ys...)
		ys = xs
		p.Add(&plotter.Function{F: func(x float64) float64 { return x }, Samples: 2, LineStyle: targetLine})
	}
	linear.set(&p.Y, ys...)
	zero := scaleOf(v.Log).set(&p.X, xs...)
	for i := range v.Series {
		v.draw(p, i, zero)
		l.explain(shorten(v.Series[i].Name), v.Series[i].samples(i)...)
	}
	if v.Diagonal != "" {
		l.explain(v.Diagonal, level(0, targetLine))
	}
	l.panels = []*plot.Plot{p}
	return l
}

// draw draws series i; zeros on a logarithmic axis are drawn at the value zero.
func (v *Curves) draw(p *plot.Plot, i int, zero float64) {
	c := &v.Series[i]
	var part plotter.XYs // without missing points
	flush := func() {
		if !c.NoLine && len(part) > 0 {
			p.Add(&plotter.Line{XYs: part, LineStyle: c.line(i)})
		}
		if c.Marks || c.NoLine {
			p.Add(&plotter.Scatter{XYs: part, GlyphStyle: glyphOf(i)})
		}
		part = nil
	}
	for k, x := range c.X {
		if !v.drawable(x, c.Y[k]) {
			flush()
			continue
		}
		if v.Log {
			x = max(x, zero)
		}
		part = append(part, plotter.XY{X: x, Y: c.Y[k]})
	}
	flush()
}

// line returns the line of a curve that is series i.
func (c *Curve) line(i int) draw.LineStyle {
	if c.Model {
		return draw.LineStyle{Color: grey, Width: 1.3, Dashes: []vg.Length{5, 2}}
	}
	return lineOf(i)
}

// samples returns the samples in the legend of a curve that is series i.
func (c *Curve) samples(i int) (list []plot.Thumbnailer) {
	if !c.NoLine {
		list = append(list, &plotter.Line{LineStyle: c.line(i)})
	}
	if c.Marks || c.NoLine {
		list = append(list, &plotter.Scatter{GlyphStyle: glyphOf(i)})
	}
	return list
}

func (v *Curves) notes() []string {
	var t tally
	for _, c := range v.Series {
		for i, x := range c.X {
			if y := c.Y[i]; math.IsNaN(y) || !linear.drawable(y) {
				t.count(linear, y)
			} else {
				t.count(scaleOf(v.Log), x)
			}
		}
	}
	notes := append([]string{v.Note}, t.notes(scaleOf(v.Log))...)
	if t.missing > 0 {
		notes = append(notes, output.Counted(t.missing, "missing point")+" left out.")
	}
	return notes
}

func (v *Curves) data() [][]string {
	lines := [][]string{{"series", "x", "y"}}
	for _, s := range v.Series {
		for i, x := range s.X {
			lines = append(lines, []string{s.Name, number(x), number(s.Y[i])})
		}
	}
	return lines
}
