package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// height is that of frame and time axis.
func (t *timeline) height() vg.Length { return t.frame.Max.Y }

// height is the room for tick marks and their labels below the frame.
func (a timeAxis) height() vg.Length {
	line := lineHeight(faces().tick)
	if slices.ContainsFunc(a.ticks, func(t timeTick) bool { return t.below != "" }) {
		return tickLength + 2*line
	}
	return tickLength + line
}

// draw draws the body of the page into r.
func (t *timeline) draw(c *draw.Canvas, r vg.Rectangle) {
	c.Push()
	defer c.Pop()
	c.Translate(r.Min)
	f := t.frame
	f.rules(c)
	t.drawTicks(c)
	for i, points := range t.points {
		t.looks[i].points(c, points)
	}
	for i, paths := range t.lines {
		style := lookOf(i).line()
		if len(slices.Concat(paths...)) > 1500 { // so dense that a line fills in
			style.Width = thin
		}
		c.SetLineStyle(style)
		for _, path := range paths {
			c.Stroke(path)
		}
	}
	if t.empty {
		f.noData(c)
	}
	f.outline(c)
	f.leftTicks(c, true)
	t.drawUnits(c)
	yLabel(c, t.yLabel, 0, (f.Min.Y+f.Max.Y)/2)
}

// drawTicks draws the time axis, with light vertical lines in the frame.
func (t *timeline) drawTicks(c *draw.Canvas) {
	f, face := t.frame, faces().tick
	for _, tick := range t.axis.ticks {
		x := t.x(tick.at)
		c.StrokeLine2(draw.LineStyle{Color: gridColor, Width: hairline}, x, f.Min.Y, x, f.Max.Y)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, x, f.Min.Y-tickLength, x, f.Min.Y)
		y := f.Min.Y - tickLength - 1 - face.Font.Size
		text(c, face, ink, vg.Point{X: x, Y: y}, center, 0, tick.label)
		text(c, face, ink, vg.Point{X: x, Y: y - lineHeight(face)}, center, 0, tick.below)
	}
	lines(c, faces().label, ink, (f.Min.X+f.Max.X)/2, f.Min.Y-t.axis.height(), center, t.xLabel)
}

// units are lengths of time marked at the right, the most useful first.
var units = []struct {
	name    string
	seconds float64
}{
	{"1 s", 1}, {"1 min", 60}, {"1 h", hour}, {"1 d", day}, {"1 week", 7 * day},
	{"10 s", 10}, {"10 min", 600}, {"6 h", 6 * hour}, {"30 d", 30 * day}, {"1 y", 365 * day},
}

// drawUnits marks units of time at the right of the frame, as many as fit.
func (t *timeline) drawUnits(c *draw.Canvas) {
	f, face := t.frame, faces().tick
	var taken []vg.Length
	mark := func(name string, y vg.Length) {
		for _, other := range taken {
			if y-other < lineHeight(face) && other-y < lineHeight(face) {
				return
			}
		}
		taken = append(taken, y)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, f.Max.X, y, f.Max.X+tickLength, y)
		text(c, face, ink, vg.Point{X: f.Max.X + tickLength + 2, Y: y - middle(face)}, left, 0, name)
	}
	if f.scale.zero {
		mark("0 s", f.y(0))
	}
	for _, u := range units {
		if y := f.y(u.seconds); y >= f.height(f.scale.lo)-0.01 && y <= f.height(f.scale.hi)+0.01 {
			mark(u.name, y)
		}
	}
}

// layers is how many points on one another still darken.
const layers = 6

// points draws translucent squares, smaller and fainter the more there are. A
// square is a stroke as long as it is wide, which needs the fewest bytes of
// SVG, and the points are dealt out to a few paths: within one path overlaps do
// not darken, between paths they do.
func (l look) points(c *draw.Canvas, points []vg.Point) {
	size, alpha := vg.Length(2.2), uint8(0xB0)
	switch n := len(points); {
	case n > 2000:
		size, alpha = 1.4, 0x59
	case n > 300:
		size, alpha = 1.8, 0x70
	}
	clr := l.color
	clr.A = alpha
	c.SetLineStyle(draw.LineStyle{Color: clr, Width: size})
	for layer := range min(layers, len(points)) {
		var path vg.Path
		for i := layer; i < len(points); i += layers {
			p := points[i]
			path.Move(vg.Point{X: p.X - size/2, Y: p.Y})
			path.Line(vg.Point{X: p.X + size/2, Y: p.Y})
		}
		c.Stroke(path)
	}
}

// pointSample is the sample of points in a legend.
func (l look) pointSample(c *draw.Canvas, p vg.Point) {
	l.points(c, []vg.Point{p.Add(vg.Point{X: -5, Y: 1}), p.Add(vg.Point{Y: -1.5}), p.Add(vg.Point{X: 5, Y: 1.5})})
}
