package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Heat is a table of values as coloured cells, with the value written in each: a share by queue
// (row) and processor range (column), with a panel per method. Colours turn to orange below a
// target and to blue above it; values below it are also bold, for print in grey.
type Heat struct {
	Title  string
	XLabel string
	YLabel string

	Rows    []string // from top to bottom
	Columns []string
	Panels  []Panel // values by [row][column]; NaN is missing, drawn as a dash on grey

	// Target is where colours change, and Spread, above 0, the distance from it at which they are
	// full; values farther away have the same.
	Target, Spread float64

	Digits int    // after the point
	Note   string // text under the plot
	Width  Width
}

func (h *Heat) heading() string { return h.Title }

// Room in a heat map, in points.
const (
	heatRow    vg.Length = 13
	heatTall   vg.Length = 44 // of a panel, at least
	leastCell  vg.Length = 16
	mostCell   vg.Length = 60
	longestRow vg.Length = 90 // name of a row
)

func (h *Heat) sheet() *sheet {
	panels := h.Panels
	if len(panels) == 0 {
		panels = []Panel{{}}
	}
	cell := leastCell
	for _, p := range panels {
		for _, v := range slices.Concat(p.Values...) {
			cell = max(cell, boldText.Width(h.written(v))+5)
		}
	}
	n := vg.Length(max(1, len(h.Columns)))
	s, wide := newSheet(h.Width, h.Title, h.XLabel, h.YLabel, len(panels), n*cell, min(longestRow, widest(tickText, h.Rows))+4)
	s.tall, s.most = max(heatTall, vg.Length(len(h.Rows))*heatRow), max(n*mostCell, 80)
	for _, panel := range panels {
		s.place(h.plot(panel, min(wide, s.most)), &frame{name: panel.Name, empty: len(panel.Values) == 0 || len(h.Columns) == 0})
	}
	return s.finish(nil, h.notes(), h.data)
}

// cells is the values of a panel, row 0 lowest. It implements plotter.GridXYZ.
type cells [][]float64

func (g cells) Dims() (columns, rows int) { return len(g[0]), len(g) }
func (g cells) X(column int) float64      { return float64(column) }
func (g cells) Y(row int) float64         { return float64(row) }
func (g cells) Z(column, row int) float64 { return g[row][column] }

// plot draws a panel of about the given width.
func (h *Heat) plot(panel Panel, wide vg.Length) *plot.Plot {
	p, rows := newPlot(), len(h.Rows)
	categories(&p.X, h.Columns, wide)
	p.Y.Tick.Length = 0
	p.X.Min, p.X.Max = p.X.Min-edge, p.X.Max+edge
	p.Y.Min, p.Y.Max = -0.5-edge, float64(max(1, rows))-0.5+edge
	var names plot.ConstantTicks
	for j, name := range h.Rows {
		names = append(names, plot.Tick{Value: float64(rows - 1 - j), Label: shorten(tickText, name, longestRow)})
	}
	p.Y.Tick.Marker = names
	if len(panel.Values) == 0 || len(h.Columns) == 0 {
		return p
	}
	grid := slices.Clone(cells(panel.Values))
	slices.Reverse(grid)
	colours := around.Colors()
	m := plotter.NewHeatMap(grid, around)
	m.Min, m.Max = h.Target-h.Spread, h.Target+h.Spread
	m.Underflow, m.Overflow, m.NaN = colours[0], colours[len(colours)-1], areaColor
	words := &plotter.Labels{}
	for j, row := range grid {
		for k, v := range row {
			words.XYs = append(words.XYs, plotter.XY{X: float64(k), Y: float64(j)})
			words.Labels = append(words.Labels, h.written(v))
			words.TextStyle = append(words.TextStyle, h.style(v))
		}
	}
	add(p, m, paint(func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		edges := draw.LineStyle{Color: white, Width: 0.8}
		for k := 1; k < len(h.Columns); k++ {
			c.StrokeLine2(edges, x(float64(k)-0.5), c.Min.Y, x(float64(k)-0.5), c.Max.Y)
		}
		for j := 1; j < rows; j++ {
			c.StrokeLine2(edges, c.Min.X, y(float64(j)-0.5), c.Max.X, y(float64(j)-0.5))
		}
	}), words)
	return p
}

// edge is how far frames reach beyond cells: a heat map leaves out cells that rounding puts
// outside.
const edge = 1e-6

// style is how a value is written on its colour.
func (h *Heat) style(v float64) draw.TextStyle {
	s := aligned(smallText, draw.XCenter, draw.YCenter)
	if v < h.Target {
		s = aligned(boldText, draw.XCenter, draw.YCenter)
	}
	if math.Abs(v-h.Target) > 0.85*h.Spread { // the colour is dark
		s.Color = white
	}
	return s
}

// written is a value with its digits.
func (h *Heat) written(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return minus(strconv.FormatFloat(v, 'f', h.Digits, 64))
}

// notes say what colours and dashes mean.
func (h *Heat) notes() []string {
	notes := []string{h.Note, fmt.Sprintf("Orange below the target of %v, blue above it, in full colour from %v on; bold: below.", h.Target, h.Spread)}
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
