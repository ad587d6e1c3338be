package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// frame is the rectangle around data, with its vertical scale.
type frame struct {
	vg.Rectangle
	scale scale
}

// y is the height of a drawable value.
func (f frame) y(v float64) vg.Length {
	if !f.scale.log {
		return f.height(v)
	}
	if v == 0 {
		return f.Min.Y + zeroRow/2
	}
	return f.height(math.Log10(v))
}

// height is the height of a value, or of its logarithm on a logarithmic scale.
func (f frame) height(at float64) vg.Length {
	bottom, top := f.Min.Y+inset, f.Max.Y-inset
	if f.scale.zero {
		bottom += zeroRow
	}
	share := (at - f.scale.lo) / (f.scale.hi - f.scale.lo)
	return bottom + vg.Length(share)*(top-bottom)
}

// rules draws the horizontal grid at the labelled ticks, and what parts the
// line for zero from the rest.
func (f frame) rules(c *draw.Canvas) {
	for _, t := range f.scale.ticks {
		if t.label != "" {
			f.rule(c, f.height(t.at), draw.LineStyle{Color: gridColor, Width: hairline})
		}
	}
	if f.scale.zero {
		f.rule(c, f.y(0), draw.LineStyle{Color: gridColor, Width: hairline})
		f.rule(c, f.Min.Y+zeroRow, draw.LineStyle{Color: faded, Width: hairline, Dashes: []vg.Length{1, 2}})
	}
}

// rule draws a line across the frame.
func (f frame) rule(c *draw.Canvas, y vg.Length, s draw.LineStyle) {
	c.StrokeLine2(s, f.Min.X, y, f.Max.X, y)
}

// outline draws the border.
func (f frame) outline(c *draw.Canvas) {
	c.SetLineStyle(draw.LineStyle{Color: ink, Width: thin})
	c.Stroke(f.Path())
}

// leftTicks draws the tick marks at the left and, where asked, their labels.
func (f frame) leftTicks(c *draw.Canvas, labels bool) {
	style := draw.LineStyle{Color: ink, Width: thin}
	mark := func(y, length vg.Length) { c.StrokeLine2(style, f.Min.X-length, y, f.Min.X, y) }
	x := f.Min.X - tickLength - 2
	for _, t := range f.scale.ticks {
		y := f.height(t.at)
		if t.label == "" {
			mark(y, tickLength/2)
			continue
		}
		mark(y, tickLength)
		if labels {
			t.draw(c, x, y)
		}
	}
	if f.scale.zero {
		mark(f.y(0), tickLength)
		if labels {
			tick{label: f.scale.zeroLabel()}.draw(c, x, f.y(0))
		}
	}
}

// draw writes the label of a tick, ending at x, its middle at height y.
func (t tick) draw(c *draw.Canvas, x, y vg.Length) {
	face := faces().tick
	p := vg.Point{X: x, Y: y - middle(face)}
	if t.power != "" {
		small := faces().power
		text(c, small, ink, vg.Point{X: x, Y: p.Y + 0.42*face.Font.Size}, right, 0, t.power)
		p.X -= small.Width(t.power)
	}
	text(c, face, ink, p, right, 0, t.label)
}

// leftWidth is the room for tick marks and labels left of a frame.
func (s scale) leftWidth() vg.Length {
	w := faces().tick.Width(s.zeroLabel())
	for _, t := range s.ticks {
		w = max(w, faces().tick.Width(t.label)+faces().power.Width(t.power))
	}
	return w + tickLength + 2
}

// yLabel writes the label of a vertical axis upwards along x, centred on a
// height, on as many lines as it needs.
func yLabel(c *draw.Canvas, label []string, x, y vg.Length) {
	f := faces().label
	for i, s := range label {
		at := vg.Point{X: x + f.Font.Size + vg.Length(i)*lineHeight(f), Y: y}
		text(c, f, ink, at, center, math.Pi/2, s)
	}
}

// yLabelWidth is the room such a label takes.
func yLabelWidth(label []string) vg.Length {
	if len(label) == 0 {
		return 0
	}
	return vg.Length(len(label))*lineHeight(faces().label) + 3
}

// noData writes across an empty frame.
func (f frame) noData(c *draw.Canvas) {
	at := vg.Point{X: (f.Min.X + f.Max.X) / 2, Y: (f.Min.Y + f.Max.Y) / 2}
	text(c, faces().label, faded, at, center, 0, "no data")
}
