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
// the correct share or the median ratio per queue (category) and method
// (series). Categories are rows. Markers of one row are below each other.
type Dots struct {
	Title string
	Label string // of the values, with the unit

	Categories []string // from top to bottom
	Series     []string // in the legend

	// Styles are by series, as report.Styles, or -1 (black) and -2 (grey) for
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

func (v *Dots) draw() *drawing {
	const most = 540 // the height of all rows that leaves space for the rest of a page
	rows, series := vg.Length(max(1, len(v.Categories))), vg.Length(max(1, len(v.Series)))
	height := max(9, min(6*series+5, most/rows)) // of a row
	step := min(2*radius+0.8, (height-3)/series) // between series
	d := newDrawing(v.Title, v.Note, 36+rows*height, "category", "series", "value", "low", "high")
	along := linear
	if v.Log {
		along = logarithmic
	}
	hasTarget := v.Target != 0
	values := slices.Concat(slices.Concat(v.Values, v.Low, v.High)...)
	if hasTarget {
		values = append(values, v.Target)
	}
	if !v.Log {
		values = append(values, 1)
	}
	p := d.panel("")
	p.X.Label.Text, p.X.Label.TextStyle = v.Label, aligned(labelText, draw.XCenter, draw.YBottom)
	p.X.Label.Padding = 2
	floor, strip := math.Inf(-1), 0.0 // the strip is that wide
	if hasTarget && !v.Log && 3*v.Target > 2 && v.Target < 1 {
		f := 3*v.Target - 2
		below := func(v float64) bool { return v < f && along.drawable(v) }
		if slices.ContainsFunc(values, below) {
			floor, strip = f, (1-f)/6
			values = append(slices.DeleteFunc(values, below), floor)
		}
	}
	along.set(&p.X, values...)
	at := func(value float64) float64 {
		switch {
		case v.Log:
			return max(value, p.X.Min)
		case value < floor:
			return floor - strip/2
		}
		return value
	}
	if strip > 0 {
		p.X.Min = floor - strip
		p.X.Tick.Marker = append(linearTicks(floor, p.X.Max, 0),
			plot.Tick{Value: floor - strip/2, Label: "less"})
	}
	categories(&p.Y, v.Categories)
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	stripes := &plotter.Polygon{Color: paleGrey} // behind every other category
	for i := 1.0; i < float64(len(v.Categories)); i += 2 {
		stripes.XYs = append(stripes.XYs, box(p.X.Min, p.X.Max, i-0.5, i+0.5))
	}
	p.Add(stripes, &plotter.Grid{Vertical: gridLine})
	if strip > 0 {
		p.Add(&plotter.Polygon{Color: lightGrey,
			XYs: []plotter.XYs{box(p.X.Min, floor, p.Y.Min, p.Y.Max)}})
	}
	if hasTarget {
		ends := plotter.XYs{{X: v.Target, Y: p.Y.Min}, {X: v.Target, Y: p.Y.Max}}
		p.Add(&plotter.Line{XYs: ends, LineStyle: targetLine})
	}
	t := tally{scale: along}
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
			point := plotter.XY{X: at(value), Y: float64(j) + offset}
			marks.XYs = append(marks.XYs, point)
			if along.drawable(low) && along.drawable(high) && value >= floor {
				bars.XYs = append(bars.XYs, point)
				ends := struct{ Low, High float64 }{point.X - max(at(low), floor), at(high) - point.X}
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
	if hasTarget {
		d.explain(cmp.Or(v.TargetName, fmt.Sprint("target ", v.Target)), level(v.Target, targetLine))
	}
	d.notes = append(d.notes, t.notes()...)
	if strip > 0 {
		d.notes = append(d.notes, fmt.Sprintf("Values below %.4g are in the strip.", floor))
	}
	return d
}
