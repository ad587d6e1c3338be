package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// diagonal is a Reliability laid out.
type diagonal struct {
	*Reliability
	array   array
	points  [][]promise // per series, in order of the requested share
	across  scale
	up      scale
	from    float64 // least requested share
	to      float64 // largest requested share
	missing int     // pairs with NaN
	lost    int     // pairs outside [0, 1]
}

// promise is a requested share, and what the vertical axis shows for it.
type promise struct{ requested, shown float64 }

const (
	reliabilitySquare vg.Length = 205
	reliabilityHeight vg.Length = 150 // of differences
	reliabilityRadius vg.Length = 2
	bandSteps                   = 100
)

// chanceColor fills the band of what chance alone may do.
var chanceColor = gridColor

func newDiagonal(r *Reliability) *diagonal {
	d := &diagonal{Reliability: r}
	var requested, shown []float64
	for _, s := range r.Series {
		points := d.pointsOf(s)
		d.points = append(d.points, points)
		for _, p := range points {
			requested, shown = append(requested, p.requested), append(shown, p.shown)
		}
	}
	d.setScales(requested, shown)
	a := &d.array
	a.names = []string{""}
	a.width = r.Width.length() - 2*margin
	a.xLabel = cmp.Or(r.XLabel, "requested quantile")
	a.below, a.right = bottomHeight, 8
	label, tall, most := "share of waits within the bound", reliabilitySquare, reliabilitySquare
	if r.Difference {
		label, tall, most = "achieved − requested share", reliabilityHeight, a.width
	}
	a.yLabel = wrap(faces().label, cmp.Or(r.YLabel, label), tall*1.1)
	a.left = yLabelWidth(a.yLabel) + d.up.leftWidth()
	a.fold(most, most)
	a.size.Y = min(tall, a.size.X)
	d.across = d.across.sparse(a.size.X)
	return d
}

// setScales gives both axes the same limits, up to 1, or the vertical one those
// of the differences and the band.
func (d *diagonal) setScales(requested, shown []float64) {
	if len(requested) == 0 {
		requested, shown = []float64{0}, []float64{0}
	} else {
		d.from, d.to = slices.Min(requested), slices.Max(requested)
	}
	if !d.Difference {
		d.across = shareScale(slices.Concat(requested, shown))
		d.up = d.across
		return
	}
	d.across = shareScale(requested)
	shown = append(shown, 0)
	if d.Jobs > 0 {
		widest := min(max(0.5, d.from), d.to)
		low, high := band(widest, d.Jobs)
		shown = append(shown, low-widest, high-widest)
	}
	d.up = linearScale(shown)
}

// shareScale is a linear scale that ends at 1.
func shareScale(shares []float64) scale {
	least := slices.Min(shares)
	if least == 1 {
		least = 0
	}
	return linearScale([]float64{least, 1})
}

// pointsOf are the pairs of s that have a place, and counts the others.
func (d *diagonal) pointsOf(s ReliabilitySeries) []promise {
	inside := func(v float64) bool { return v >= 0 && v <= 1 }
	var points []promise
	for i, q := range s.Requested {
		got := s.Achieved[i]
		switch {
		case math.IsNaN(q) || math.IsNaN(got):
			d.missing++
		case !inside(q) || !inside(got):
			d.lost++
		default:
			points = append(points, promise{q, d.onAxis(q, got)})
		}
	}
	slices.SortStableFunc(points, func(a, b promise) int { return cmp.Compare(a.requested, b.requested) })
	return points
}

// onAxis is what the vertical axis shows of an achieved share.
func (d *diagonal) onAxis(requested, achieved float64) float64 {
	if d.Difference {
		return achieved - requested
	}
	return achieved
}

// draw draws the body of the page into r.
func (d *diagonal) draw(c *draw.Canvas, r vg.Rectangle) {
	d.array.draw(c, r, func(_ int, at place) {
		p := plane{frame{at.Rectangle, d.up}, d.across}
		empty := len(slices.Concat(d.points...)) == 0
		if d.Jobs > 0 && !empty {
			d.drawBand(c, p)
		}
		p.rules(c)
		p.verticals(c)
		if empty {
			p.noData(c)
		} else {
			lo := d.across.lo
			c.StrokeLine2(targetLine, p.x(lo), p.y(d.onAxis(lo, lo)), p.x(1), p.y(d.onAxis(1, 1)))
		}
		for i, points := range d.points {
			drawPromises(c, p, lookOf(i), points)
		}
		p.outline(c)
		p.leftTicks(c, true)
		p.bottomTicks(c, true)
	})
}

// drawPromises draws a line through points, and markers on it.
func drawPromises(c *draw.Canvas, p plane, l look, points []promise) {
	var line []vg.Point
	for _, v := range points {
		line = append(line, vg.Point{X: p.x(v.requested), Y: p.y(v.shown)})
	}
	if len(line) > 1 {
		c.StrokeLines(l.line(), line)
	}
	for _, at := range line {
		l.mark(c, at, reliabilityRadius)
	}
}

// drawBand fills what chance alone may do between the least and the largest
// requested share, as far as it is within the frame.
func (d *diagonal) drawBand(c *draw.Canvas, p plane) {
	var low, high []vg.Point
	inside := func(v float64) vg.Length { return min(max(p.y(v), p.Min.Y), p.Max.Y) }
	for i := range bandSteps + 1 {
		// Finer towards both ends, where near 0 and 1 the band closes like a root.
		q := d.from + (d.to-d.from)*(1-math.Cos(math.Pi*float64(i)/bandSteps))/2
		l, h := band(q, d.Jobs)
		low = append(low, vg.Point{X: p.x(q), Y: inside(d.onAxis(q, l))})
		high = append(high, vg.Point{X: p.x(q), Y: inside(d.onAxis(q, h))})
	}
	c.SetColor(chanceColor)
	c.Fill(between(low, high))
}
