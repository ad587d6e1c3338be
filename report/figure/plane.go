package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plane is a frame with a horizontal scale as well. On a logarithmic one zero,
// where present, has a column of its own at the left.
type plane struct {
	frame
	across scale
}

// x is the place of a drawable value along the horizontal axis.
func (p plane) x(v float64) vg.Length { return p.transposed().y(v) }

// transposed is the plane's horizontal axis, stood up: its heights are places
// along the plane.
func (p plane) transposed() frame {
	return frame{vg.Rectangle{
		Min: vg.Point{X: p.Min.Y, Y: p.Min.X},
		Max: vg.Point{X: p.Max.Y, Y: p.Max.X},
	}, p.across}
}

// verticals draws the vertical grid at the labelled ticks, and what parts the
// column for zero from the rest.
func (p plane) verticals(c *draw.Canvas) {
	t := p.transposed()
	rule := func(x vg.Length, s draw.LineStyle) { c.StrokeLine2(s, x, p.Min.Y, x, p.Max.Y) }
	for _, tick := range p.across.ticks {
		if tick.label != "" {
			rule(t.height(tick.at), draw.LineStyle{Color: gridColor, Width: hairline})
		}
	}
	if p.across.zero {
		rule(t.y(0), draw.LineStyle{Color: gridColor, Width: hairline})
		rule(p.Min.X+zeroRow, draw.LineStyle{Color: faded, Width: hairline, Dashes: []vg.Length{1, 2}})
	}
}

// bottomTicks draws the tick marks below and, where asked, their labels.
func (p plane) bottomTicks(c *draw.Canvas, labels bool) {
	style := draw.LineStyle{Color: ink, Width: thin}
	t := p.transposed()
	mark := func(tick tick, x vg.Length) {
		length := tickLength
		if tick.label == "" {
			length /= 2
		}
		c.StrokeLine2(style, x, p.Min.Y-length, x, p.Min.Y)
		if labels {
			tick.draw(c, x+tick.width()/2, p.Min.Y-tickLength-2-0.4*faces().tick.Font.Size)
		}
	}
	for _, tick := range p.across.ticks {
		mark(tick, t.height(tick.at))
	}
	if p.across.zero {
		mark(tick{label: p.across.zeroLabel()}, t.y(0))
	}
}

// bottomHeight is the room for tick marks and one line of labels below a frame.
const bottomHeight = tickLength + 10

// width is that of the label.
func (t tick) width() vg.Length {
	return faces().tick.Width(t.label) + faces().power.Width(t.power)
}

// sparse returns the scale with so few labels that they fit side by side into
// a frame of the given width: all, those at powers of ten, or every so many of
// these.
func (s scale) sparse(width vg.Length) scale {
	f := plane{frame{vg.Rectangle{Max: vg.Point{X: width}}, scale{}}, s}.transposed()
	for every := 0; every <= len(s.ticks); every++ {
		out := s
		out.ticks = nil
		for i, t := range s.ticks {
			if every > 0 && !s.kept(i, every) {
				t.label, t.power = "", ""
			}
			out.ticks = append(out.ticks, t)
		}
		f.scale = out
		if f.labelsFit() {
			return out
		}
	}
	return s
}

// kept tells whether tick i is labelled when only every so many are.
func (s scale) kept(i, every int) bool {
	if !s.log {
		return i%(every+1) == 0
	}
	whole := math.Round(s.ticks[i].at)
	return math.Abs(s.ticks[i].at-whole) < 1e-9 && int(whole)%every == 0
}

// labelsFit tells whether the labels of a horizontal axis stand clear of each
// other.
func (f frame) labelsFit() bool {
	const clear = 4
	last := vg.Length(math.Inf(-1))
	if f.scale.zero {
		last = f.y(0) + faces().tick.Width(f.scale.zeroLabel())/2 - 2
	}
	for _, t := range f.scale.ticks {
		if t.label == "" {
			continue
		}
		at, half := f.height(t.at), t.width()/2
		if at-half < last+clear {
			return false
		}
		last = at + half
	}
	return true
}

// linearScale covers all drawable values and ends at round ones.
func linearScale(values []float64) scale {
	s := scale{lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range values {
		if drawable(v, false) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
	switch {
	case s.lo > s.hi:
		s.lo, s.hi = 0, 1
	case s.lo == s.hi:
		room := max(0.1, math.Abs(s.lo)/10)
		s.lo, s.hi = s.lo-room, s.hi+room
	}
	s.round()
	return s
}
