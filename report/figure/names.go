package figure

import (
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// categoryLabels are the names under a frame, one per slot of equal width:
// level where they fit, slanted or upright where they do not, and upright in a
// smaller size where slots are narrower than text is high.
type categoryLabels struct {
	face  font.Face
	names []string
	slot  vg.Length
	angle float64
}

// longestName is the room along a turned name.
const longestName vg.Length = 100

func newCategoryLabels(names []string, frameWidth vg.Length) categoryLabels {
	f := faces().tick
	l := categoryLabels{face: f, slot: frameWidth / vg.Length(max(1, len(names)))}
	switch {
	case widest(f, names)+4 <= l.slot:
		l.angle = 0
	case l.slot*math.Sqrt2/2 >= 1.1*f.Font.Size:
		l.angle = math.Pi / 4
	default:
		l.angle = math.Pi / 2
		l.face.Font.Size = min(f.Font.Size, l.slot)
	}
	for _, name := range names {
		if l.angle != 0 {
			name = shorten(l.face, name, longestName)
		}
		l.names = append(l.names, name)
	}
	return l
}

// height is the room below the frame.
func (l categoryLabels) height() vg.Length {
	size := l.face.Font.Size
	if l.angle == 0 {
		return size + 5
	}
	return (widest(l.face, l.names)+size)*vg.Length(math.Sin(l.angle)) + 5
}

// overhang is how far names reach to the left of the frame.
func (l categoryLabels) overhang() vg.Length {
	if l.angle != math.Pi/4 {
		return 0
	}
	var most vg.Length
	for j, name := range l.names {
		reach := (l.face.Width(name) + l.face.Font.Size) * math.Sqrt2 / 2
		most = max(most, reach-(vg.Length(j)+0.5)*l.slot)
	}
	return most
}

// draw writes the names under a frame.
func (l categoryLabels) draw(c *draw.Canvas, f frame) {
	face := l.face
	drop := middle(face)
	for j, name := range l.names {
		p := vg.Point{X: f.Min.X + (vg.Length(j)+0.5)*l.slot, Y: f.Min.Y - 4}
		switch l.angle {
		case 0:
			p.Y -= face.Font.Size * 0.8
			text(c, face, ink, p, center, 0, name)
		case math.Pi / 2:
			p.X += drop
			text(c, face, ink, p, right, l.angle, name)
		default:
			p.X += drop * math.Sqrt2 / 2
			p.Y -= drop * math.Sqrt2
			text(c, face, ink, p, right, l.angle, name)
		}
	}
}
