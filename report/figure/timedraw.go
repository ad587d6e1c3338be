package figure

import (
	"image/color"
	"math"
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
	for i, areas := range t.areas {
		c.SetColor(tint(palette[0], 0.12+0.1*float64(i)))
		for _, area := range areas {
			c.Fill(area)
		}
	}
	f.rules(c)
	t.axis.draw(c, f, t.x)
	lines(c, faces().label, ink, (f.Min.X+f.Max.X)/2, f.Min.Y-t.axis.height(), center, t.xLabel)
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
	f.units(c)
	yLabel(c, t.yLabel, 0, (f.Min.Y+f.Max.Y)/2)
}

// tint mixes a colour with white, of which there is 1 - share.
func tint(c color.NRGBA, share float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(255 - math.Round(share*float64(255-v))) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 0xFF}
}

// draw draws the time axis below a frame, with light vertical lines in it. x
// is the place of a time.
func (a timeAxis) draw(c *draw.Canvas, f frame, x func(at float64) vg.Length) {
	for _, tick := range a.ticks {
		c.StrokeLine2(draw.LineStyle{Color: gridColor, Width: hairline}, x(tick.at), f.Min.Y, x(tick.at), f.Max.Y)
	}
	a.drawLabels(c, f, x)
}

// drawLabels draws tick marks and their labels below a frame.
func (a timeAxis) drawLabels(c *draw.Canvas, f frame, x func(at float64) vg.Length) {
	face := faces().tick
	for _, tick := range a.ticks {
		x := x(tick.at)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, x, f.Min.Y-tickLength, x, f.Min.Y)
		y := f.Min.Y - tickLength - 1 - face.Font.Size
		text(c, face, ink, vg.Point{X: x, Y: y}, center, 0, tick.label)
		text(c, face, ink, vg.Point{X: x, Y: y - lineHeight(face)}, center, 0, tick.below)
	}
}

// unit is a length of time.
type unit struct {
	name    string
	seconds float64
}

// units are those marked on axes of seconds, the most useful first.
var units = []unit{
	{"1 s", 1}, {"1 min", 60}, {"1 h", hour}, {"1 d", day}, {"1 week", 7 * day},
	{"10 s", 10}, {"10 min", 600}, {"6 h", 6 * hour}, {"30 d", 30 * day}, {"1 y", 365 * day},
}

// units marks units of time at the right of the frame, as many as fit.
func (f frame) units(c *draw.Canvas) {
	face := faces().tick
	if f.scale.zero && f.scale.rest == "" {
		f.unit(c, "0 s", f.y(0))
	}
	for _, u := range f.unitsThatFit(func(string) vg.Length { return lineHeight(face) }) {
		f.unit(c, u.name, f.y(u.seconds))
	}
}

// unit writes a name at the right of the frame.
func (f frame) unit(c *draw.Canvas, name string, y vg.Length) {
	face := faces().tick
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, f.Max.X, y, f.Max.X+tickLength, y)
	text(c, face, ink, vg.Point{X: f.Max.X + tickLength + 2, Y: y - middle(face)}, left, 0, name)
}

// unitsThatFit are units on the scale, the most useful first, whose names, of a
// size along the axis, keep clear of those before and of the line for zero.
func (f frame) unitsThatFit(size func(name string) vg.Length) []unit {
	type stretch struct{ at, half vg.Length }
	var taken []stretch
	if f.scale.zero {
		taken = append(taken, stretch{f.y(0), size("0 s") / 2})
	}
	var out []unit
	for _, u := range units {
		s := stretch{f.y(u.seconds), size(u.name) / 2}
		if s.at < f.height(f.scale.lo)-0.01 || s.at > f.height(f.scale.hi)+0.01 {
			continue
		}
		near := func(other stretch) bool {
			return s.at-other.at < s.half+other.half && other.at-s.at < s.half+other.half
		}
		if !slices.ContainsFunc(taken, near) {
			taken = append(taken, s)
			out = append(out, u)
		}
	}
	return out
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
