package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots is a plot of one value per category and series, with bars for intervals:
// the share covered or the median ratio per queue (category) and method
// (series). Categories are rows. Markers of one row are below each other.
type Dots struct {
	Title string
	Label string // of the values, with the unit

	Categories []string // from top to bottom
	Series     []string // in the legend

	// Styles are by series, as [Styles] returns, or -1 (black) and -2 (grey) for
	// series that are not methods.
	Styles map[string]int

	Values    [][]float64 // [series][category]; NaN is missing and left blank
	Low, High [][]float64 // ends of intervals around the values, NaN for none; nil: none at all

	// Target is a dashed line at this value; 0 draws none. TargetName is its name
	// in the legend, empty for the value.
	Target     float64
	TargetName string

	// Log makes the axis logarithmic, with zeros at its lower end. Otherwise it is
	// linear and ends at 1, or above if a value is larger, and values farther
	// below the target than 2 (1 - Target) are in a strip at the left end.
	Log bool

	// Note is part of the caption, for example why values are missing.
	Note string
}

func (v *Dots) heading() string { return v.Title }

func (v *Dots) draw(width string) *drawing {
	const tallest = 540 // the height of all rows that leaves space for the rest of a page
	rows, series := vg.Length(max(1, len(v.Categories))), vg.Length(max(1, len(v.Series)))
	height := max(9, min(6*series+5, tallest/rows)) // of a row
	step := min(2*radius+0.8, (height-3)/series)    // between series
	d := newDrawing(width, v.Title, v.Note, 36+rows*height, "category", "series", "value", "low", "high")
	p := d.panel("")
	p.X.Label.Text, p.X.Label.TextStyle = v.Label, aligned(labelText, draw.XCenter, draw.YBottom)
	p.X.Label.Padding = 2
	floor, strip := v.setAxis(&p.X)
	shown := func(value float64) float64 {
		switch {
		case v.Log:
			return max(value, p.X.Min)
		case value < floor:
			return floor - strip/2
		}
		return value
	}
	categories(&p.Y, v.Categories)
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	v.drawBackground(p, floor)
	t := tally{scale: v.scale()}
	some := false
	for i, row := range v.Values {
		glyph := glyphOf(v.Styles[v.Series[i]])
		offset := (float64(i) - float64(len(v.Series)-1)/2) * float64(step/height)
		marks := &plotter.Scatter{GlyphStyle: glyph}
		bars := &plotter.XErrorBars{CapWidth: min(1.6*radius, step)}
		bars.LineStyle = draw.LineStyle{Color: glyph.Color, Width: 0.8}
		for j, value := range row {
			low, high := math.NaN(), math.NaN()
			if v.Low != nil {
				low, high = v.Low[i][j], v.High[i][j]
			}
			d.rows.Add(v.Categories[j], v.Series[i], value, low, high)
			if !t.count(value) {
				continue
			}
			point := plotter.XY{X: shown(value), Y: float64(j) + offset}
			marks.XYs = append(marks.XYs, point)
			if t.drawable(low) && t.drawable(high) && value >= floor {
				bars.XYs = append(bars.XYs, point)
				ends := struct{ Low, High float64 }{point.X - max(shown(low), floor), shown(high) - point.X}
				bars.XErrors = append(bars.XErrors, ends)
			}
		}
		p.Add(bars, marks)
		d.explain(v.Series[i], marks)
		some = some || len(marks.XYs) > 0
	}
	if !some {
		p.Title.Text = noData
	}
	if v.Target != 0 {
		d.explain(cmp.Or(v.TargetName, fmt.Sprint("target ", v.Target)), horizontal(v.Target, targetLine))
	}
	d.notes = append(d.notes, t.notes()...)
	if strip > 0 {
		d.notes = append(d.notes, fmt.Sprintf("Values below %.4g are in the strip.", floor))
	}
	return d
}

func (v *Dots) scale() scale {
	if v.Log {
		return logarithmic
	}
	return linear
}

// setAxis sets the axis of the values. Values below floor, which is -Inf for
// none, are in a strip of some width at the left end.
func (v *Dots) setAxis(a *plot.Axis) (floor, strip float64) {
	values := slices.Concat(slices.Concat(v.Values, v.Low, v.High)...)
	if v.Target != 0 {
		values = append(values, v.Target)
	}
	if !v.Log {
		values = append(values, 1)
	}
	floor = 3*v.Target - 2
	below := func(value float64) bool { return value < floor && linear.drawable(value) }
	if v.Log || floor <= 0 || v.Target >= 1 || !slices.ContainsFunc(values, below) {
		v.scale().set(a, values...)
		return math.Inf(-1), 0
	}
	strip = (1 - floor) / 6
	linear.set(a, append(slices.DeleteFunc(values, below), floor)...)
	a.Min = floor - strip
	a.Tick.Marker = append(linearTicks(floor, a.Max, 0),
		plot.Tick{Value: floor - strip/2, Label: "less"})
	return floor, strip
}

// drawBackground draws what is behind the values: a stripe behind every other
// category, the grid, the strip and the target.
func (v *Dots) drawBackground(p *plot.Plot, floor float64) {
	stripes := &plotter.Polygon{Color: paleGrey}
	for i := 1.0; i < float64(len(v.Categories)); i += 2 {
		stripes.XYs = append(stripes.XYs, box(p.X.Min, p.X.Max, i-0.5, i+0.5))
	}
	p.Add(stripes, &plotter.Grid{Vertical: gridLine})
	if p.X.Min < floor {
		p.Add(&plotter.Polygon{Color: lightGrey,
			XYs: []plotter.XYs{box(p.X.Min, floor, p.Y.Min, p.Y.Max)}})
	}
	if v.Target != 0 {
		ends := plotter.XYs{{X: v.Target, Y: p.Y.Min}, {X: v.Target, Y: p.Y.Max}}
		p.Add(&plotter.Line{XYs: ends, LineStyle: targetLine})
	}
}
