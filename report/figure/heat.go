package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Heat is a table of values as coloured cells with the value in each: a share
// by queue (row) and processor range (column), with a panel per method. Colours
// turn to orange below a target and to blue above it; a value below it also has
// a star, for print in grey.
type Heat struct {
	Title  string
	XLabel string
	YLabel string

	Rows    []string // from top to bottom
	Columns []string
	Panels  []Panel // values by [row][column]; NaN is missing, drawn as a dash on grey

	// Target is where colours change. Spread, above 0, is the distance from it
	// from which on colours stay the same.
	Target, Spread float64

	Digits int    // after the point
	Note   string // part of the caption
}

func (h *Heat) heading() string { return h.Title }

func (h *Heat) layout() *layout {
	columns := max(1, min(3, 18/max(1, len(h.Columns))))
	l := &layout{title: h.Title, xLabel: h.XLabel, yLabel: h.YLabel, width: TwoColumn.length(), columns: columns}
	var turned vg.Length
	for _, panel := range h.Panels {
		p := newPanel(panel.Name)
		turned = categories(&p.X, h.Columns, l.width/vg.Length(columns)-60)
		categories(&p.Y, h.Rows, 0)
		p.Y.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		if h.draw(p, panel.Values); len(panel.Values) == 0 {
			p.Title.Text += " " + noData
		}
		l.panels = append(l.panels, p)
	}
	if len(l.panels) == 0 {
		l.panels = append(l.panels, newPanel(noData))
	}
	l.panelHeight = 34 + 13*vg.Length(max(1, len(h.Rows))) + turned
	return l
}

// draw draws the cells of a panel and their values.
func (h *Heat) draw(p *plot.Plot, values [][]float64) {
	edge := draw.LineStyle{Color: color.White, Width: 0.8}
	labels := &plotter.Labels{}
	for j, row := range values {
		for k, v := range row {
			x, y := float64(k), float64(j)
			p.Add(&plotter.Polygon{XYs: []plotter.XYs{box(x-0.5, x+0.5, y-0.5, y+0.5)}, Color: h.colour(v), LineStyle: edge})
			style := aligned(cellText, draw.XCenter, draw.YCenter)
			if math.Abs(v-h.Target) > 0.85*h.Spread { // the colour is dark
				style.Color = color.White
			}
			labels.XYs = append(labels.XYs, plotter.XY{X: x, Y: y})
			labels.Labels = append(labels.Labels, h.text(v))
			labels.TextStyle = append(labels.TextStyle, style)
		}
	}
	p.Add(labels)
}

// colour returns the colour of a value.
func (h *Heat) colour(v float64) color.Color {
	if math.IsNaN(v) {
		return lightGrey
	}
	middle := float64(len(around) / 2)
	return around[int(math.Round(middle+middle*min(max((v-h.Target)/h.Spread, -1), 1)))]
}

// text returns the text of a value.
func (h *Heat) text(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	text := strconv.FormatFloat(v, 'f', h.Digits, 64)
	if v < h.Target {
		text += "*"
	}
	return text
}

func (h *Heat) notes() []string {
	notes := []string{h.Note, fmt.Sprintf("Orange and a star: below the target of %v; blue: above it, in full colour from %v on.", h.Target, h.Spread)}
	missing := 0
	for _, p := range h.Panels {
		for _, v := range slices.Concat(p.Values...) {
			if math.IsNaN(v) {
				missing++
			}
		}
	}
	if missing > 0 {
		notes = append(notes, "Dash: no value, in "+output.Counted(missing, "cell")+".")
	}
	return notes
}

func (h *Heat) data() [][]string {
	lines := [][]string{{"panel", "row", "column", "value"}}
	for _, p := range h.Panels {
		for j, row := range p.Values {
			for k, v := range row {
				lines = append(lines, []string{p.Name, h.Rows[j], h.Columns[k], number(v)})
			}
		}
	}
	return lines
}
