package figure

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// TestTextFits draws every sample and checks that no text is outside the page
// and no two texts touch.
func TestTextFits(t *testing.T) {
	for name, f := range samples() {
		t.Run(name, func(t *testing.T) {
			p := f.sheet()
			rec := &recorder{stack: []affine{{a: 1, d: 1}}}
			height := p.height()
			p.draw(draw.NewCanvas(rec, p.width, height))
			for i, box := range rec.boxes {
				for _, q := range box.corners {
					if q.X < 0 || q.Y < 0 || q.X > p.width || q.Y > height {
						t.Errorf("%q reaches outside the page: %v", box.text, q)
						break
					}
				}
				for _, other := range rec.boxes[:i] {
					if overlap(box.corners, other.corners) {
						t.Errorf("%q and %q overlap", box.text, other.text)
					}
				}
			}
			for _, q := range rec.points {
				if q.X < -0.01 || q.Y < -0.01 || q.X > p.width+0.01 || q.Y > height+0.01 {
					t.Errorf("something is drawn outside the page: %v", q)
					break
				}
			}
		})
	}
}

// overlap tells whether two convex quadrilaterals have an area in common: they
// have none where a line along one of their sides parts them.
func overlap(p, q [4]vg.Point) bool {
	for _, sides := range [][4]vg.Point{p, q} {
		for i := range sides {
			side := sides[(i+1)%4].Sub(sides[i])
			normal := vg.Point{X: -side.Y, Y: side.X}
			pMin, pMax := along(p, normal)
			qMin, qMax := along(q, normal)
			if pMax <= qMin || qMax <= pMin {
				return false
			}
		}
	}
	return true
}

// along is the extent of corners in a direction.
func along(corners [4]vg.Point, direction vg.Point) (low, high vg.Length) {
	low, high = vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
	for _, c := range corners {
		low, high = min(low, c.Dot(direction)), max(high, c.Dot(direction))
	}
	return low, high
}

// recorder is a canvas that notes where text and paths are.
type recorder struct {
	stack  []affine
	boxes  []textBox
	points []vg.Point
}

type textBox struct {
	text    string
	corners [4]vg.Point
}

// affine maps (x, y) to (ax+cy+x0, bx+dy+y0).
type affine struct{ a, b, c, d, x0, y0 vg.Length }

func (m affine) apply(p vg.Point) vg.Point {
	return vg.Point{X: m.a*p.X + m.c*p.Y + m.x0, Y: m.b*p.X + m.d*p.Y + m.y0}
}

func (r *recorder) top() *affine { return &r.stack[len(r.stack)-1] }

func (r *recorder) SetLineWidth(vg.Length)              {}
func (r *recorder) SetLineDash([]vg.Length, vg.Length)  {}
func (r *recorder) SetColor(color.Color)                {}
func (r *recorder) DrawImage(vg.Rectangle, image.Image) {}
func (r *recorder) Push()                               { r.stack = append(r.stack, *r.top()) }
func (r *recorder) Pop()                                { r.stack = r.stack[:len(r.stack)-1] }
func (r *recorder) Scale(x, y float64)                  { panic("not used by figures") }

func (r *recorder) Translate(p vg.Point) {
	q := r.top().apply(p)
	r.top().x0, r.top().y0 = q.X, q.Y
}

func (r *recorder) Rotate(angle float64) {
	m, sin, cos := *r.top(), vg.Length(math.Sin(angle)), vg.Length(math.Cos(angle))
	r.top().a, r.top().c = m.a*cos+m.c*sin, m.c*cos-m.a*sin
	r.top().b, r.top().d = m.b*cos+m.d*sin, m.d*cos-m.b*sin
}

func (r *recorder) Stroke(p vg.Path) { r.Fill(p) }

func (r *recorder) Fill(p vg.Path) {
	for _, part := range p {
		if part.Type == vg.MoveComp || part.Type == vg.LineComp {
			r.points = append(r.points, r.top().apply(part.Pos))
		}
	}
}

// FillString notes the box of a text: its width, from 0.2 below to 0.72 above
// the baseline in font sizes, the reach of Liberation Sans's letters.
func (r *recorder) FillString(f font.Face, p vg.Point, s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	w, low, high := f.Width(s), p.Y-0.2*f.Font.Size, p.Y+0.72*f.Font.Size
	box := textBox{text: s}
	for i, corner := range []vg.Point{{X: p.X, Y: low}, {X: p.X + w, Y: low}, {X: p.X + w, Y: high}, {X: p.X, Y: high}} {
		box.corners[i] = r.top().apply(corner)
	}
	r.boxes = append(r.boxes, box)
}
