package figure

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Heat is a table of shares as coloured cells with the value in each, by queue
// (row) and processor range (column), with a panel per method. Colours turn to
// orange below a target and to blue above it.
type Heat struct {
	Title  string
	XLabel string
	YLabel string

	Rows    []string // from top to bottom
	Columns []string
	Panels  []Panel

	Target float64 // where colours change
	Note   string  // part of the caption
}

// Panel holds the values of one panel. A panel with Values nil is empty.
type Panel struct {
	Name   string
	Values [][]float64 // by [row][column]; NaN is missing, drawn as a dash on grey
	Short  [][]bool    // which of them have a star; nil for none
}

// heatSpread is the distance from the target from which on colours stay the
// same.
const heatSpread = 0.05

func (h *Heat) heading() string { return h.Title }

func (h *Heat) draw(width string) *drawing {
	d := newDrawing(width, h.Title, h.Note, 34+13*vg.Length(max(1, len(h.Rows))), "panel", "row", "column",
		"value")
	d.xLabel, d.yLabel = h.XLabel, h.YLabel
	missing := 0
	for _, panel := range h.Panels {
		p := d.panel(panel.Name)
		cell := max(23, categories(&p.X, h.Columns)+4)
		table := 20 + categories(&p.Y, h.Rows) + cell*vg.Length(len(h.Columns))
		d.perRow = max(1, min(4, int(d.width/table)))
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		if len(panel.Values) == 0 {
			p.Title.Text += " " + noData
		}
		labels := &plotter.Labels{}
		for j, row := range panel.Values {
			for k, v := range row {
				d.rows.Add(panel.Name, h.Rows[j], h.Columns[k], v)
				if math.IsNaN(v) {
					missing++
				}
				x, y := float64(k), float64(j)
				text, colour := h.cell(v)
				if panel.Short != nil && panel.Short[j][k] {
					text += "*"
				}
				p.Add(&plotter.Polygon{XYs: []plotter.XYs{box(x-0.5, x+0.5, y-0.5, y+0.5)},
					Color: colour, LineStyle: draw.LineStyle{Color: color.White, Width: 0.8}})
				style := aligned(cellText, draw.XCenter, draw.YCenter)
				if math.Abs(v-h.Target) > 0.85*heatSpread { // the colour is dark
					style.Color = color.White
				}
				labels.XYs = append(labels.XYs, plotter.XY{X: x, Y: y})
				labels.Labels = append(labels.Labels, text)
				labels.TextStyle = append(labels.TextStyle, style)
			}
		}
		p.Add(labels)
	}
	d.notes = append(d.notes, fmt.Sprintf("Orange: below the target of %v, blue: above it, in full "+
		"colour from %v on. Star: short, below it by more than chance.", h.Target, heatSpread))
	if missing > 0 {
		d.notes = append(d.notes, "Dash: no value, in "+output.Counted(missing, "cell")+".")
	}
	return d
}

// cell returns the text and the colour of a value.
func (h *Heat) cell(v float64) (string, color.Color) {
	if math.IsNaN(v) {
		return "-", lightGrey
	}
	middle := float64(len(around) / 2)
	return strconv.FormatFloat(v, 'f', 3, 64), around[int(math.Round(middle+middle*min(max((v-h.Target)/heatSpread, -1), 1)))]
}
