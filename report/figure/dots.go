package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots is a plot of one value per category and series, with bars for intervals:
// the correct share or the median ratio per queue (category) and method
// (series). Markers of one category are side by side.
type Dots struct {
	Title  string
	XLabel string
	YLabel string // with the unit

	Categories []string // along the horizontal axis
	Series     []string // in the legend

	Styles map[string]int // by series, as report.Styles; nil for the order of Series

	Values    [][]float64 // [series][category]; NaN is missing and left blank
	Low, High [][]float64 // ends of intervals around the values, NaN for none; nil: none at all

	// Target is a dashed line at this value; NaN or 0 draws none. TargetName is
	// its name in the legend, empty for the value.
	Target     float64
	TargetName string

	// Log makes the vertical axis logarithmic, with zeros at its lower end.
	// Otherwise it is linear and ends at 1, or above if a value is larger, and
	// values farther below the target than 2 (1 - Target) are in a strip below it.
	Log bool

	// Note is part of the caption, for example why values are missing.
	Note string
}

func (v *Dots) heading() string { return v.Title }

func (v *Dots) draw() *drawing {
	d := newDrawing(v.Title, v.Note, 160, "category", "series", "value", "low", "high")
	d.xLabel, d.yLabel = v.XLabel, v.YLabel
	up := linear
	if v.Log {
		up = logarithmic
	}
	hasTarget := v.Target != 0 && up.drawable(v.Target)
	values := slices.Concat(slices.Concat(v.Values, v.Low, v.High)...)
	if hasTarget {
		values = append(values, v.Target)
	}
	if !v.Log {
		values = append(values, 1)
	}
	p := d.panel("")
	floor, strip := math.Inf(-1), 0.0 // the strip is that high
	if hasTarget && !v.Log && 3*v.Target > 2 && v.Target < 1 {
		f := 3*v.Target - 2
		below := func(v float64) bool { return v < f && up.drawable(v) }
		if slices.ContainsFunc(values, below) {
			floor, strip = f, (1-f)/8
			values = append(slices.DeleteFunc(values, below), floor-strip)
		}
	}
	zero := up.set(&p.Y, values...)
	at := func(value float64) float64 {
		switch {
		case v.Log:
			return max(value, zero)
		case value < floor:
			return floor - strip/2
		}
		return value
	}
	if strip > 0 {
		p.Y.Tick.Marker = stripTicks(floor, strip)
	}
	width := d.width - 40
	d.panelHeight += categories(&p.X, v.Categories, width)
	stripes := &plotter.Polygon{Color: paleGrey} // behind every other category
	for i := 1.0; i < float64(len(v.Categories)); i += 2 {
		stripes.XYs = append(stripes.XYs, box(i-0.5, i+0.5, p.Y.Min, p.Y.Max))
	}
	p.Add(stripes, &plotter.Grid{Horizontal: gridLine})
	if strip > 0 {
		p.Add(&plotter.Polygon{Color: lightGrey,
			XYs: []plotter.XYs{box(p.X.Min, p.X.Max, p.Y.Min, floor)}})
	}
	if hasTarget {
		p.Add(level(v.Target, targetLine))
	}
	var t tally
	slot := width / vg.Length(max(1, len(v.Categories)))
	step := min(1/float64(len(v.Series)+1), float64(4*radius/slot)) // between series
	some := false
	for i, row := range v.Values {
		glyph := glyphOf(styleOf(v.Styles, v.Series[i], i))
		glyph.Radius = max(0.9, min(radius, vg.Length(step)*slot/2.5))
		offset := (float64(i) - float64(len(v.Series)-1)/2) * step
		marks := &plotter.Scatter{GlyphStyle: glyph}
		bars := &plotter.YErrorBars{CapWidth: 1.6 * glyph.Radius}
		bars.LineStyle = draw.LineStyle{Color: glyph.Color, Width: 0.8}
		for j, value := range row {
			low, high := math.NaN(), math.NaN()
			if v.Low != nil {
				low, high = v.Low[i][j], v.High[i][j]
			}
			d.row(v.Categories[j], v.Series[i], value, low, high)
			if !t.count(up, value) {
				continue
			}
			point := plotter.XY{X: float64(j) + offset, Y: at(value)}
			marks.XYs = append(marks.XYs, point)
			if up.drawable(low) && up.drawable(high) && value >= floor {
				bars.XYs = append(bars.XYs, point)
				ends := struct{ Low, High float64 }{point.Y - max(at(low), floor), at(high) - point.Y}
				bars.YErrors = append(bars.YErrors, ends)
			}
		}
		p.Add(bars, marks)
		some = some || len(marks.XYs) > 0
	}
	if !some {
		p.Title.Text = noData
	}
	for i, name := range v.Series {
		d.explain(name, &plotter.Scatter{GlyphStyle: glyphOf(styleOf(v.Styles, name, i))})
	}
	if hasTarget {
		d.explain(cmp.Or(v.TargetName, fmt.Sprint("target ", v.Target)), level(v.Target, targetLine))
	}
	d.notes = append(d.notes, t.notes(up)...)
	if strip > 0 {
		d.notes = append(d.notes, fmt.Sprintf("Values below %.4g are in the strip.", floor))
	}
	return d
}
