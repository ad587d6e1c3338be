package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curves is a plot of quantities that depend on another one: lines, or single
// points, over two linear axes.
type Curves struct {
	Title  string
	XLabel string // with the unit
	YLabel string // with the unit

	Series []Curve

	// Low and High are values that the vertical axis has to cover besides those
	// of the series; where both are 0 it covers those of the series alone.
	Low, High float64

	Note  string // text under the plot
	Width Width
}

// Curve is one line through (X[i], Y[i]) in the order given. A NaN is missing
// and cuts the line.
type Curve struct {
	Name  string
	X, Y  []float64
	Marks bool // markers at the points, and no line
}

const curvesHeight vg.Length = 165

// curves is a Curves laid out.
type curves struct {
	*Curves
	array   array
	across  scale
	up      scale
	missing int
	lost    int // points that cannot be drawn
}

func (v *Curves) page() (*page, error) {
	for _, s := range v.Series {
		if len(s.X) != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d places and %d values", s.Name, len(s.X), len(s.Y))
		}
	}
	if !drawable(v.Low, false) || !drawable(v.High, false) {
		return nil, fmt.Errorf("vertical axis from %v to %v", v.Low, v.High)
	}
	d := newCurves(v)
	p := newPage(v.Width, v.Title, d.legend(), d.notes())
	p.body = d.draw
	p.data = d.data
	p.bodyHeight = d.array.height()
	return p, nil
}

func newCurves(v *Curves) *curves {
	d := &curves{Curves: v}
	var xs, ys []float64
	for _, s := range v.Series {
		for i := range s.X {
			switch {
			case math.IsNaN(s.X[i]) || math.IsNaN(s.Y[i]):
				d.missing++
			case !s.has(i):
				d.lost++
			default:
				xs, ys = append(xs, s.X[i]), append(ys, s.Y[i])
			}
		}
	}
	if v.Low != 0 || v.High != 0 {
		ys = append(ys, v.Low, v.High)
	}
	d.across, d.up = linearScale(xs), linearScale(ys)
	a := &d.array
	a.width = v.Width.length() - 2*margin
	a.names = []string{""}
	a.size.Y = curvesHeight
	a.xLabel = v.XLabel
	a.yLabel = wrap(faces().label, v.YLabel, curvesHeight*1.1)
	a.left = yLabelWidth(a.yLabel) + d.up.leftWidth()
	a.right = 8 // the middle of the last label may stand at the edge of the frame
	a.below = bottomHeight
	a.fold(a.width, a.width)
	d.across = d.across.sparse(a.size.X)
	return d
}

// has tells whether point i can be drawn.
func (s *Curve) has(i int) bool { return drawable(s.X[i], false) && drawable(s.Y[i], false) }

func (d *curves) legend() []entry {
	var entries []entry
	for i, s := range d.Series {
		l := lookOf(i)
		if s.Marks {
			entries = append(entries, entry{s.Name, markWidth, func(c *draw.Canvas, p vg.Point) { l.mark(c, p, maxRadius) }})
		} else {
			entries = append(entries, entry{s.Name, lineWidth, lineSample(l.line())})
		}
	}
	return entries
}

func (d *curves) notes() []string {
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	if d.missing > 0 {
		notes = append(notes, count(d.missing, "missing point")+" left out.")
	}
	if d.lost > 0 {
		notes = append(notes, count(d.lost, "point")+" not drawn (infinite or beyond 10^12).")
	}
	return notes
}

// draw draws the body of the page into r.
func (d *curves) draw(c *draw.Canvas, r vg.Rectangle) {
	d.array.draw(c, r, func(_ int, at place) {
		p := plane{frame{at.Rectangle, d.up}, d.across}
		p.rules(c)
		p.verticals(c)
		some := false
		for i := range d.Series {
			some = d.drawSeries(c, p, i) || some
		}
		if !some {
			p.noData(c)
		}
		p.outline(c)
		p.leftTicks(c, true)
		p.bottomTicks(c, true)
	})
}

// drawSeries draws one series and tells whether there was anything to draw.
func (d *curves) drawSeries(c *draw.Canvas, p plane, i int) (some bool) {
	s, l := &d.Series[i], lookOf(i)
	var line []vg.Point
	finish := func() {
		if len(line) > 1 {
			c.SetLineStyle(l.line())
			for _, path := range pieces(downsampleLine(line, columnWidth)) {
				c.Stroke(path)
			}
		}
		line = nil
	}
	for k := range s.X {
		if !s.has(k) {
			finish()
			continue
		}
		some = true
		at := vg.Point{X: p.x(s.X[k]), Y: p.y(s.Y[k])}
		if s.Marks {
			l.mark(c, at, maxRadius)
			continue
		}
		line = append(line, at)
	}
	finish()
	return some
}
