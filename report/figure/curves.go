package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Curves is a plot of shares, or of another number, that depend on a quantity:
// lines, single points, or achieved against requested shares. The vertical axis
// covers 0 to 1.
type Curves struct {
	Title  string
	XLabel string // with the unit
	YLabel string // with the unit

	Series []Curve

	// Diagonal, if not empty, names a dashed line of equal values of both axes,
	// in a square.
	Diagonal string

	Note string // part of the caption
}

// Curve is one line through (X[i], Y[i]) in the order given. A point with NaN
// is left out.
type Curve struct {
	Name   string
	X, Y   []float64
	Marks  bool // markers at the points
	NoLine bool // only the markers

	// Low and High are the ends of intervals around Y; nil for none.
	Low, High []float64

	// Pair is the number of the series, from 1, that this one is compared with:
	// it has the colour of that one, and a dashed line. 0 is none.
	Pair int
}

func (v *Curves) heading() string { return v.Title }

func (v *Curves) draw(width string) *drawing {
	d := newDrawing(width, v.Title, v.Note, 185, "series", "x", "y")
	d.xLabel, d.yLabel = v.XLabel, v.YLabel
	p := d.panel("")
	p.Add(grid())
	if v.Diagonal != "" {
		p.Add(across(itself, targetLine))
	}
	var xs, ys []float64
	missing := 0
	for i := range v.Series {
		c := &v.Series[i]
		points, bars, heights := c.place(d)
		missing += len(c.X) - len(points)
		for _, at := range points {
			xs = append(xs, at.X)
		}
		ys = append(ys, heights...)
		bars.LineStyle = draw.LineStyle{Color: colourOf(i), Width: 0.6}
		p.Add(bars)
		d.explain(c.Name, c.join(p, points, i)...)
	}
	if len(xs) == 0 {
		p.Title.Text = noData
	}
	ys = append(ys, 0, 1)
	if v.Diagonal != "" {
		d.panelHeight, d.width = 225, inches[OneColumn]
		xs = append(xs, ys...)
		ys = xs
		d.explain(v.Diagonal, horizontal(0, targetLine))
	}
	linear.set(&p.X, xs...)
	linear.set(&p.Y, ys...)
	if missing > 0 {
		d.notes = append(d.notes, output.Counted(missing, "point")+
			" left out: missing, infinite or beyond 10^12.")
	}
	return d
}

// place returns the points of a curve that can be drawn, the intervals around
// them, and the heights that both reach. It adds all points to the rows.
func (c *Curve) place(d *drawing) (points plotter.XYs, bars *plotter.YErrorBars, ys []float64) {
	bars = &plotter.YErrorBars{CapWidth: 2 * radius}
	for k, x := range c.X {
		y := c.Y[k]
		d.rows.Add(c.Name, x, y)
		if !linear.drawable(x) || !linear.drawable(y) {
			continue
		}
		at := plotter.XY{X: x, Y: y}
		points, ys = append(points, at), append(ys, y)
		if c.Low != nil && linear.drawable(c.Low[k]) && linear.drawable(c.High[k]) {
			ends := struct{ Low, High float64 }{y - c.Low[k], c.High[k] - y}
			bars.XYs, bars.YErrors = append(bars.XYs, at), append(bars.YErrors, ends)
			ys = append(ys, c.Low[k], c.High[k])
		}
	}
	return points, bars, ys
}

// join draws the line and the markers of series i, and returns what they look
// like.
func (c *Curve) join(p *plot.Plot, points plotter.XYs, i int) (looks []plot.Thumbnailer) {
	line, glyph := lineOf(i), glyphOf(i)
	if c.Pair > 0 {
		line, glyph = lineOf(c.Pair-1), glyphOf(c.Pair-1)
		line.Dashes, glyph.Shape = []vg.Length{2, 2}, draw.RingGlyph{}
	}
	if !c.NoLine {
		drawn := &plotter.Line{XYs: points, LineStyle: line}
		p.Add(drawn)
		looks = append(looks, drawn)
	}
	if c.Marks || c.NoLine {
		marks := &plotter.Scatter{XYs: points, GlyphStyle: glyph}
		p.Add(marks)
		looks = append(looks, marks)
	}
	return looks
}
