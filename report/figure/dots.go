package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots is a plot of one value per category and series, with bars for intervals:
// the correct share or the median ratio per queue (category) and method
// (series). Panels share both axes. Markers of one category are side by side.
type Dots struct {
	Title  string
	XLabel string
	YLabel string // with the unit

	Categories []string // along the horizontal axis
	Series     []string // in the legend
	Panels     []Panel  // more than one make small multiples

	// Target is a dashed line at this value; NaN or 0 draws none.
	Target float64

	// Log makes the vertical axis logarithmic, with zeros at its lower end.
	// Otherwise it is linear and ends at 1, or above if a value is larger.
	Log bool

	// Note is part of the caption, for example why values are missing.
	Note string
}

// Panel holds the values of one panel. A panel with Values nil is empty.
type Panel struct {
	Name      string      // above the panel; may be empty in a figure of one
	Values    [][]float64 // [series][category]; NaN is missing and left blank
	Low, High [][]float64 // ends of intervals around the values, NaN for none; nil: none at all
}

func (d *Dots) heading() string { return d.Title }

// hasTarget reports whether the figure has a target line.
func (d *Dots) hasTarget() bool { return d.Target != 0 && scaleOf(d.Log).drawable(d.Target) }

func (d *Dots) layout() *layout {
	l := &layout{title: d.Title, xLabel: d.XLabel, yLabel: d.YLabel, width: TwoColumn.length(), panelHeight: 160, columns: 1}
	var values []float64
	for _, p := range d.Panels {
		values = append(values, slices.Concat(slices.Concat(p.Values, p.Low, p.High)...)...)
	}
	if d.hasTarget() {
		values = append(values, d.Target)
	}
	if !d.Log {
		values = append(values, 1)
	}
	var turned vg.Length
	for _, panel := range d.Panels {
		p := newPanel(panel.Name)
		zero := scaleOf(d.Log).set(&p.Y, values...)
		turned = categories(&p.X, d.Categories, l.width-40)
		p.Add(plotFunc(stripes), &plotter.Grid{Horizontal: gridLine})
		if d.hasTarget() {
			p.Add(level(d.Target, targetLine))
		}
		if !d.draw(p, panel, zero, (l.width-40)/vg.Length(max(1, len(d.Categories)))) {
			p.Title.Text += " " + noData
		}
		l.panels = append(l.panels, p)
	}
	if len(l.panels) == 0 {
		l.panels = append(l.panels, newPanel(noData))
	}
	l.panelHeight += turned
	for i, name := range d.Series {
		l.explain(shorten(name), &plotter.Scatter{GlyphStyle: glyphOf(i)})
	}
	if d.hasTarget() {
		l.explain(fmt.Sprint("target ", d.Target), level(d.Target, targetLine))
	}
	return l
}

// stripes shades every other category of a panel.
func stripes(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.SetColor(paleGrey)
	for at := 1.0; at < p.X.Max; at += 2 {
		c.Fill(vg.Rectangle{Min: vg.Point{X: x(at - 0.5), Y: c.Min.Y}, Max: vg.Point{X: x(at + 0.5), Y: c.Max.Y}}.Path())
	}
}

// draw draws the values of a panel whose categories are slot wide. Zeros on a
// logarithmic axis are drawn at the value zero. It reports whether it drew any.
func (d *Dots) draw(p *plot.Plot, panel Panel, zero float64, slot vg.Length) (some bool) {
	at, s := func(v float64) float64 { return v }, scaleOf(d.Log)
	if d.Log {
		at = func(v float64) float64 { return max(v, zero) }
	}
	step := min(1/float64(len(d.Series)+1), float64(4*radius/slot)) // between series
	for i, row := range panel.Values {
		glyph := glyphOf(i)
		glyph.Radius = max(0.9, min(radius, vg.Length(step)*slot/2.5))
		offset := (float64(i) - float64(len(d.Series)-1)/2) * step
		marks := &plotter.Scatter{GlyphStyle: glyph}
		bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: glyph.Color, Width: 0.8}, CapWidth: 1.6 * glyph.Radius}
		for j, v := range row {
			if !s.drawable(v) {
				continue
			}
			point := plotter.XY{X: float64(j) + offset, Y: at(v)}
			marks.XYs = append(marks.XYs, point)
			if panel.Low != nil && s.drawable(panel.Low[i][j]) && s.drawable(panel.High[i][j]) {
				bars.XYs = append(bars.XYs, point)
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{point.Y - at(panel.Low[i][j]), at(panel.High[i][j]) - point.Y})
			}
		}
		if p.Add(bars, marks); len(marks.XYs) > 0 {
			some = true
		}
	}
	return some
}

func (d *Dots) notes() []string {
	var t tally
	for _, p := range d.Panels {
		for _, v := range slices.Concat(p.Values...) {
			t.count(scaleOf(d.Log), v)
		}
	}
	return append([]string{d.Note}, t.notes(scaleOf(d.Log))...)
}

func (d *Dots) data() [][]string {
	lines := [][]string{{"panel", "category", "series", "value", "low", "high"}}
	for _, p := range d.Panels {
		for i, row := range p.Values {
			for j, v := range row {
				low, high := math.NaN(), math.NaN()
				if p.Low != nil {
					low, high = p.Low[i][j], p.High[i][j]
				}
				lines = append(lines, []string{p.Name, d.Categories[j], d.Series[i], number(v), number(low), number(high)})
			}
		}
	}
	return lines
}
