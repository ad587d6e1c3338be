package figure

import (
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots is a dot plot of one value per category and series: the correct share
// or the median ratio per queue (category) and method (series), with one panel
// per processor range. Panels share both axes; their number per row follows
// from the number of categories. Markers of one category stand side by side.
type Dots struct {
	Title  string // may be long; no-break spaces keep words on one line
	XLabel string
	YLabel string // with the unit

	Categories []string // along the horizontal axis
	Series     []string // in the legend
	Panels     []Panel  // at least one; more make small multiples

	// Target is a dashed line at this value; NaN or 0 draws none.
	Target float64

	// Log makes the vertical axis logarithmic, with zero on a line of its own.
	// Otherwise it is linear and ends at 1, or above where a value is larger.
	Log bool

	// Note is text under the plot, for example why values are missing.
	Note  string
	Width Width
}

// Panel holds the values of one panel. A panel with Values nil is empty.
type Panel struct {
	Name   string      // above the panel; may be empty in a figure of one
	Values [][]float64 // [series][category]; NaN is missing and left blank
}

func (d *Dots) page() (*page, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	g := d.grid()
	p := newPage(d.Width, d.Title, d.legend(), d.notes())
	p.body = g.draw
	p.data = d.data
	p.bodyHeight = g.height()
	return p, nil
}

// check tells whether values have the shape [series][category].
func (d *Dots) check() error {
	for i, panel := range d.Panels {
		if panel.Values == nil {
			continue
		}
		if len(panel.Values) != len(d.Series) {
			return fmt.Errorf("panel %d (%s) has values of %d series, want %d", i, panel.Name, len(panel.Values), len(d.Series))
		}
		for j, row := range panel.Values {
			if len(row) != len(d.Categories) {
				return fmt.Errorf("panel %d (%s), series %q has %d values, want %d", i, panel.Name, d.Series[j], len(row), len(d.Categories))
			}
		}
	}
	return nil
}

// values are those of all panels, missing ones included.
func (d *Dots) values() []float64 {
	var all []float64
	for _, panel := range d.Panels {
		all = append(all, slices.Concat(panel.Values...)...)
	}
	return all
}

// hasTarget tells whether the target line is to be drawn.
func (d *Dots) hasTarget() bool {
	return d.Target != 0 && drawable(d.Target, d.Log)
}

// scale covers all values and the target.
func (d *Dots) scale() scale {
	values := d.values()
	if d.hasTarget() {
		values = append(values, d.Target)
	}
	return newScale(values, d.Log)
}

// notes are the caller's note and the number of values without a place.
func (d *Dots) notes() []string {
	lost := 0
	for _, v := range d.values() {
		if v == v && !drawable(v, d.Log) {
			lost++
		}
	}
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	if lost > 0 {
		why := "infinite or beyond 10^12"
		if d.Log {
			why = "infinite or negative"
		}
		notes = append(notes, fmt.Sprintf("%s not drawn (%s).", count(lost, "value"), why))
	}
	return notes
}

// legend names the series and the target.
func (d *Dots) legend() []entry {
	var entries []entry
	for i, name := range d.Series {
		l := lookOf(i)
		entries = append(entries, entry{name, markWidth, func(c *draw.Canvas, p vg.Point) { l.mark(c, p, maxRadius) }})
	}
	if d.hasTarget() {
		name := "target " + strconv.FormatFloat(d.Target, 'g', -1, 64)
		entries = append(entries, entry{name, lineWidth, lineSample(targetLine)})
	}
	return entries
}

var targetLine = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{4, 2}}
