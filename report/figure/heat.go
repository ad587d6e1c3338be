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
)

// Heat is a table of values as coloured cells, with the value written in each: a share by queue
// (row) and processor range (column), with a panel per method. Colours turn to orange below a
// target and to blue above it; values below it are also bold, for print in grey.
type Heat struct {
	Title  string
	XLabel string
	YLabel string
	Label  string // at the key to colours: what the values are, with the unit

	Rows    []string // from top to bottom
	Columns []string
	Panels  []HeatPanel

	// Target is where colours change, and Spread, above 0, the distance from it at which they are
	// full; values farther away have the same.
	Target, Spread float64

	Digits int    // after the point; 0 stands for 2
	Note   string // text under the plot
	Width  Width
}

// HeatPanel holds the values of one panel. A panel with Values nil is empty.
type HeatPanel struct {
	Name   string
	Values [][]float64 // [row][column]; NaN is missing, drawn as a dash on grey
}

// Room in a heat map, in points.
const (
	heatRow    vg.Length = 13
	heatTall   vg.Length = 44 // of a panel, at least
	leastCell  vg.Length = 16
	mostCell   vg.Length = 60
	longestRow vg.Length = 90 // name of a row
)

func (h *Heat) sheet() (*sheet, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	panels := h.Panels
	if len(panels) == 0 {
		panels = []HeatPanel{{}}
	}
	b := &body{width: h.Width.length() - 2*margin, xLabel: h.XLabel, yLabel: h.YLabel}
	b.frame.Y = max(heatTall, vg.Length(len(h.Rows))*heatRow)
	b.side, b.key = h.key(min(barTall, b.frame.Y)), wrap(labelText, h.Label, min(barTall, b.frame.Y)+20)
	cell := leastCell
	for _, p := range panels {
		for _, row := range p.Values {
			for _, v := range row {
				cell = max(cell, boldText.Width(h.written(v))+5)
			}
		}
	}
	n := vg.Length(max(1, len(h.Columns)))
	b.fold(len(panels), n*cell, max(n*mostCell, 80), min(longestRow, widest(tickText, h.Rows))+4, panelGap+3, 1)
	for i, panel := range panels {
		p := h.plot(panel, b.frame.X/n)
		if i%b.columns > 0 {
			unlabelled(&p.Y)
		}
		if i+b.columns < len(panels) {
			unlabelled(&p.X)
		}
		b.plots = append(b.plots, p)
	}
	return newSheet(h.Width, h.Title, b, nil, h.notes(), h.data), nil
}

// check tells whether values have the shape [row][column].
func (h *Heat) check() error {
	if !drawable(h.Target, false) || !drawable(h.Spread, false) || h.Spread <= 0 {
		return fmt.Errorf("target %v with a spread of %v", h.Target, h.Spread)
	}
	for i, p := range h.Panels {
		if p.Values != nil && len(p.Values) != len(h.Rows) {
			return fmt.Errorf("panel %d (%s) has values of %d rows, want %d", i, p.Name, len(p.Values), len(h.Rows))
		}
		for j, row := range p.Values {
			if len(row) != len(h.Columns) {
				return fmt.Errorf("panel %d (%s) has values of %d columns in row %q, want %d", i, p.Name, len(row), h.Rows[j], len(h.Columns))
			}
		}
	}
	return nil
}

// cells is values by row and column, the lowest row first, as a heat map wants them.
type cells [][]float64

// Dims implements plotter.GridXYZ.
func (g cells) Dims() (c, r int) { return len(g[0]), len(g) }

// X implements plotter.GridXYZ.
func (g cells) X(c int) float64 { return float64(c) }

// Y implements plotter.GridXYZ.
func (g cells) Y(r int) float64 { return float64(r) }

// Z implements plotter.GridXYZ.
func (g cells) Z(c, r int) float64 { return g[r][c] }

// colors is the map of a grid; farther from the target than the spread colours are the same.
func (h *Heat) colors(g cells) *plotter.HeatMap {
	c := around.Colors()
	return &plotter.HeatMap{
		GridXYZ: g, Palette: around, Underflow: c[0], Overflow: c[len(c)-1], NaN: missingColor,
		Min: h.Target - h.Spread, Max: h.Target + h.Spread,
	}
}

// edge is how far frames reach beyond cells: a heat map leaves out cells that rounding puts
// outside.
const edge = 1e-6

// plot draws a panel whose cells have the given width.
func (h *Heat) plot(panel HeatPanel, wide vg.Length) *plot.Plot {
	p := newPlot()
	p.X.Tick.Length, p.Y.Tick.Length, p.X.Padding = 0, 0, 3
	rows, columns := len(h.Rows), len(h.Columns)
	p.X.Min, p.X.Max = -0.5-edge, float64(max(1, columns))-0.5+edge
	p.Y.Min, p.Y.Max = -0.5-edge, float64(max(1, rows))-0.5+edge
	var xs, ys plot.ConstantTicks
	for k, name := range labelled(&p.X, h.Columns, wide) {
		xs = append(xs, plot.Tick{Value: float64(k), Label: name})
	}
	for j, name := range h.Rows {
		ys = append(ys, plot.Tick{Value: float64(rows - 1 - j), Label: shorten(tickText, name, longestRow)})
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = xs, ys
	empty := panel.Values == nil || rows*columns == 0
	if !empty {
		var g cells
		words := &plotter.Labels{}
		for j := rows - 1; j >= 0; j-- {
			g = append(g, panel.Values[j])
			for k, v := range panel.Values[j] {
				words.XYs = append(words.XYs, plotter.XY{X: float64(k), Y: float64(rows - 1 - j)})
				words.Labels = append(words.Labels, h.written(v))
				words.TextStyle = append(words.TextStyle, h.style(v))
			}
		}
		add(p, h.colors(g))
		white := draw.LineStyle{Color: white, Width: 0.8}
		for k := 1; k < columns; k++ {
			add(p, upright(p, float64(k)-0.5, white))
		}
		for j := 1; j < rows; j++ {
			add(p, level(p, float64(j)-0.5, white))
		}
		add(p, words)
	}
	p.Add(&frame{name: panel.Name, empty: empty})
	return p
}

// style is how a value is written on its colour.
func (h *Heat) style(v float64) draw.TextStyle {
	s := aligned(smallText, draw.XCenter, draw.YCenter)
	if v < h.Target {
		s = aligned(boldText, draw.XCenter, draw.YCenter)
	}
	const dark = 58 // up to this lightness white reads better
	if !math.IsNaN(v) && lightness(around.at(0.5+(v-h.Target)/h.Spread/2)) < dark {
		s.Color = white
	}
	return s
}

// key is a bar of the colours, at least so tall: the target and round values within the limits, and
// limits that also stand for what lies beyond.
func (h *Heat) key(tall vg.Length) *plot.Plot {
	lo, hi := h.Target-h.Spread, h.Target+h.Spread
	least, most, shares := h.Target, h.Target, true
	for _, p := range h.Panels {
		for _, row := range p.Values {
			for _, v := range row {
				if !math.IsNaN(v) {
					least, most, shares = min(least, v), max(most, v), shares && v >= 0 && v <= 1
				}
			}
		}
	}
	if shares && h.Target >= 0 && h.Target <= 1 {
		lo, hi = max(lo, 0), min(hi, 1)
	}
	exact := func(v float64) string { return minus(strconv.FormatFloat(v, 'g', 4, 64)) }
	ticks := []plot.Tick{{Value: h.Target, Label: exact(h.Target)}}
	if least < lo {
		ticks = append(ticks, plot.Tick{Value: lo, Label: "≤" + exact(lo)})
	}
	if most > hi {
		ticks = append(ticks, plot.Tick{Value: hi, Label: "≥" + exact(hi)})
	}
	step := niceStep((hi - lo) / 5)
	for i := math.Ceil(lo/step - 1e-9); i <= math.Floor(hi/step+1e-9); i++ {
		clear := true
		for _, t := range ticks {
			clear = clear && math.Abs(t.Value-i*step) > (hi-lo)*float64(tickText.Font.Size/tall)
		}
		if clear {
			ticks = append(ticks, plot.Tick{Value: i * step, Label: minus(strconv.FormatFloat(i*step+0, 'f', decimals(step), 64))})
		}
	}
	return colorKey(lo, hi, ticks, func(v float64) color.Color { return around.at(0.5 + (v-h.Target)/h.Spread/2) })
}

// colorKey is a bar of the colours of values between two.
func colorKey(lo, hi float64, ticks []plot.Tick, shade func(float64) color.Color) *plot.Plot {
	p := newPlot()
	p.HideX()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, lo, hi
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	for i := range rampColors {
		step := (hi - lo) / rampColors
		from := lo + float64(i)*step
		strip := box(0, 1, from, hi) // the next covers the rest, so that no seam shows
		strip.Color = shade(from + step/2)
		add(p, strip)
	}
	p.Add(&frame{})
	return p
}

// written is a value with its digits.
func (h *Heat) written(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	}
	digits := h.Digits
	if digits == 0 {
		digits = 2
	}
	if math.Abs(v) >= 1e5 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return minus(strconv.FormatFloat(v, 'f', digits, 64))
}

// notes say what bold and dashes mean where there are some.
func (h *Heat) notes() []string {
	var notes []string
	if h.Note != "" {
		notes = append(notes, h.Note)
	}
	missing, bold := 0, false
	for _, p := range h.Panels {
		for _, row := range p.Values {
			for _, v := range row {
				if math.IsNaN(v) {
					missing++
				}
				bold = bold || v < h.Target
			}
		}
	}
	if bold {
		notes = append(notes, "Bold: below the target of "+strconv.FormatFloat(h.Target, 'g', -1, 64)+".")
	}
	if missing > 0 {
		notes = append(notes, "Dash: no value, in "+count(missing, "cell")+".")
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
