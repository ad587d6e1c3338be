package figure

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table of values as coloured cells, with the value written in each:
// a share by queue (row) and processor range (column), with a panel per method.
// Colours turn to orange below a target and to blue above it; values below it
// are also bold, for print in grey.
type Heat struct {
	Title  string
	XLabel string
	YLabel string
	Label  string // at the colour bar: what the values are, with the unit

	Rows    []string // from top to bottom
	Columns []string
	Panels  []HeatPanel

	// Target is where colours change.
	Target float64

	// Spread is the distance from the target at which colours are full; values
	// farther away have the same. 0 stands for the farthest value.
	Spread float64

	Digits int    // after the point; 0 stands for 2
	Note   string // text under the plot
	Width  Width
}

// HeatPanel holds the values of one panel. A panel with Values nil is empty.
type HeatPanel struct {
	Name   string
	Values [][]float64 // [row][column]; NaN is missing, drawn as a dash on grey
	Counts [][]int     // [row][column] jobs, written small below values; nil: none
}

func (h *Heat) page() (*page, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	t := newHeatTable(h)
	p := newPage(h.Width, h.Title, nil, t.notes())
	p.body = t.draw
	p.data = t.data
	p.bodyHeight = t.array.height()
	return p, nil
}

// check tells whether values and counts have the shape [row][column].
func (h *Heat) check() error {
	if !drawable(h.Target, false) || !drawable(h.Spread, false) || h.Spread < 0 {
		return fmt.Errorf("target %v with a spread of %v", h.Target, h.Spread)
	}
	for i, p := range h.Panels {
		if err := shape(len(p.Values), h.Rows, func(j int) int { return len(p.Values[j]) }, len(h.Columns)); err != nil {
			return fmt.Errorf("panel %d (%s) has values of %w", i, p.Name, err)
		}
		if err := shape(len(p.Counts), h.Rows, func(j int) int { return len(p.Counts[j]) }, len(h.Columns)); err != nil {
			return fmt.Errorf("panel %d (%s) has counts of %w", i, p.Name, err)
		}
	}
	return nil
}

// shape tells whether n rows, if any, have names and the right length.
func shape(n int, names []string, length func(row int) int, want int) error {
	if n == 0 {
		return nil
	}
	if n != len(names) {
		return fmt.Errorf("%d rows, want %d", n, len(names))
	}
	for j := range n {
		if length(j) != want {
			return fmt.Errorf("%d columns in row %q, want %d", length(j), names[j], want)
		}
	}
	return nil
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
	if v != 0 && math.Abs(v) >= 1e5 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return minus(strconv.FormatFloat(v, 'f', digits, 64))
}

// values are those of all panels that colours are scaled by: neither missing
// nor infinite.
func (h *Heat) values() []float64 {
	var all []float64
	for _, p := range h.Panels {
		for _, row := range p.Values {
			for _, v := range row {
				if drawable(v, false) {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// notes say what bold and dashes mean where there are some.
func (t *heatTable) notes() []string {
	var notes []string
	if t.Note != "" {
		notes = append(notes, t.Note)
	}
	missing, bold, counts := 0, false, false
	for _, p := range t.Panels {
		for _, row := range p.Values {
			for _, v := range row {
				if math.IsNaN(v) {
					missing++
				}
				bold = bold || v < t.Target
			}
		}
		counts = counts || p.Counts != nil
	}
	if bold {
		notes = append(notes, "Bold: below the target of "+strconv.FormatFloat(t.Target, 'g', -1, 64)+".")
	}
	if counts {
		notes = append(notes, "Small: jobs.")
	}
	if missing > 0 {
		notes = append(notes, "Dash: no value, in "+count(missing, "cell")+".")
	}
	return notes
}

// heatTable is a Heat laid out.
type heatTable struct {
	*Heat
	array  array
	panels []HeatPanel
	rows   []string
	names  categoryLabels
	spread float64
	bar    colorBar
	tall   vg.Length // height of a row
}

// Room in a heat map, in points.
const (
	heatRow      vg.Length = 13
	heatHeight   vg.Length = 44 // of a panel, at least
	heatCountRow vg.Length = 20 // with jobs below the value
	leastCell    vg.Length = 16
	mostCell     vg.Length = 60
	longestRow   vg.Length = 90 // name of a row
)

// draw draws the body of the page into r.
func (t *heatTable) draw(c *draw.Canvas, r vg.Rectangle) {
	t.array.draw(c, r, func(i int, at place) {
		t.drawCells(c, at.Rectangle, t.panels[i])
		f := frame{Rectangle: at.Rectangle}
		if t.panels[i].Values == nil || len(t.Rows)*len(t.Columns) == 0 {
			f.noData(c)
		}
		f.outline(c)
		if at.first {
			for j, name := range t.rows {
				p := vg.Point{X: at.Min.X - 4, Y: at.Max.Y - (vg.Length(j)+0.5)*t.tall - middle(faces().tick)}
				text(c, faces().tick, ink, p, right, 0, name)
			}
		}
		if at.lowest {
			t.names.draw(c, f)
		}
	})
	all := t.array.places(r)
	end, bottom := all[t.array.columns-1], all[len(all)-1].Min.Y
	t.bar.draw(c, end.Max.X+t.array.right-t.bar.width(), bottom, end.Max.Y)
}
