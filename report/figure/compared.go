package figure

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Compared is a plot of the bounds of several methods for the same jobs over
// time, with their waits in grey. At the foot each method has a row with a mark
// for each wait that its bound missed.
type Compared struct {
	Bounds                // a line for each method, all of the same jobs
	Styles map[string]int // as in Dots
	Level  methods.Level  // of the bounds, which says what they miss
	Apart  bool           // a panel for each method, one below the other, with the same axes
}

// missed returns the waits of a line that its bounds do not cover.
func (c *Compared) missed(l *Line) (points plotter.XYs) {
	for k, wait := range l.Waits {
		at, bound := l.Times[k], l.Bound[k]
		if at >= c.From && at <= c.To && !math.IsNaN(bound) && !c.Level.Covers(wait, bound) {
			points = append(points, plotter.XY{X: at, Y: wait})
		}
	}
	return points
}

func (c *Compared) draw(width string) *drawing {
	d, p := c.begin(width)
	if c.Apart {
		d.panelHeight = 135
	}
	s := &sketch{Bounds: &c.Bounds, drawing: d, waits: tally{scale: waits}, bounds: tally{scale: waits}}
	for i := range c.Lines {
		if c.Lines[i].PerJob && !c.Apart {
			s.places++
		}
	}
	points, thinned := s.points(&c.Lines[0])
	d.waitRows("all", "wait", thinned)
	var rows []plotter.XYs // misses, by method
	var above []plot.Plotter
	for i := range c.Lines {
		l := &c.Lines[i]
		style := c.Styles[l.Name]
		if i > 0 && c.Apart {
			p.Add(above...)
			p, above = c.panel(d), nil
		}
		if i == 0 || c.Apart {
			wide := (c.To - c.From) * float64(inches[TwoColumn]/d.width) // squares of one size
			p.Add(squares(thinned, wide, paleWaits))
		}
		solid := lineOf(style)
		solid.Dashes = nil // a gap means that there is no bound
		boxes, lines := s.bound(*l, style, solid)
		rows = append(rows, c.missed(l))
		d.waitRows(l.Name, "miss", rows[i])
		d.explain(l.Name, &plotter.Line{LineStyle: solid},
			&plotter.Scatter{GlyphStyle: c.mark(i)})
		if above = append(above, lines...); l.PerJob {
			p.Add(boxes)
			d.legend[i].thumbnails = append(d.legend[i].thumbnails, boxes)
		}
		if c.Apart {
			p.Title.Text = shorten(l.Name)
		}
		if l.Waits != nil {
			d.legend[i].name += ": " + output.Counted(len(rows[i]), "wait") + " missed"
		}
	}
	p.Add(above...)
	if s.end(p); c.Lines[0].Waits != nil {
		d.explain(output.Counted(len(points), "wait"), &plotter.Scatter{
			GlyphStyle: draw.GlyphStyle{Color: paleWaits, Radius: 1, Shape: draw.BoxGlyph{}}})
		d.notes = append(d.notes, "Marks at the foot are waits that the bound of a method missed, "+
			"in the order of the legend.")
	}
	c.foot(d, rows)
	return d
}

// foot gives all panels the vertical axis of the last one, and below it the rows
// of their misses.
func (c *Compared) foot(d *drawing, rows []plotter.XYs) {
	axis, step := d.panels[len(d.panels)-1].Y, 0.045
	if c.Apart {
		step = 0.07
	}
	ticks := plot.ConstantTicks(waits.ticks(axis.Min, axis.Max))
	at := func(share float64) float64 { return axis.Min * math.Pow(axis.Max/axis.Min, share) }
	for i, misses := range rows {
		p, row := d.panels[0], i
		if c.Apart {
			p, row = d.panels[i], 0
		}
		p.Y.Min, p.Y.Max, p.Y.Scale = at(-step*(float64(row)+1.3)), axis.Max, axis.Scale
		p.Y.Tick.Marker = ticks
		marks := &plotter.Scatter{GlyphStyle: c.mark(i)}
		marks.Color = translucent(c.Styles[c.Lines[i].Name], 0x70) // many are darker
		for _, m := range misses {
			marks.XYs = append(marks.XYs, plotter.XY{X: m.X, Y: at(-step * (float64(row) + 0.7))})
		}
		marks.XYs = thin(marks.XYs, (c.To-c.From)/timeColumns)
		p.Add(marks)
	}
}

// mark is the marker of a miss of a line.
func (c *Compared) mark(line int) draw.GlyphStyle {
	style := glyphOf(c.Styles[c.Lines[line].Name])
	style.Radius *= 0.7
	return style
}
