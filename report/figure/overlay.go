package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// overlay collects lines over cells of any colour. They are edged in white, and
// all edges lie under all lines, so that none hides another.
type overlay struct {
	plane
	lines []overlayLine
}

type overlayLine struct {
	style  draw.LineStyle
	points []vg.Point
}

func (o *overlay) add(style draw.LineStyle, points []vg.Point) {
	if len(points) > 1 {
		o.lines = append(o.lines, overlayLine{style, points})
	}
}

// crossing is the part of the axis s over which a line is between the same
// limits, and whether there is one; slope and intercept are those of base-10
// logarithms.
func (s scale) crossing(slope, intercept float64) (lo, hi float64, some bool) {
	lo, hi = s.lo, s.hi
	if slope == 0 {
		return lo, hi, s.lo <= intercept && intercept <= s.hi
	}
	a, b := (s.lo-intercept)/slope, (s.hi-intercept)/slope
	lo, hi = max(lo, min(a, b)), min(hi, max(a, b))
	return lo, hi, lo < hi
}

// straight adds the part of a line within the limits of both axes, which are
// the same.
func (o *overlay) straight(style draw.LineStyle, slope, intercept float64) {
	lo, hi, some := o.across.crossing(slope, intercept)
	if !some {
		return
	}
	at := func(x float64) vg.Point {
		return vg.Point{X: o.transposed().height(x), Y: o.height(intercept + slope*x)}
	}
	o.add(style, []vg.Point{at(lo), at(hi)})
}

// steps adds a value of each column, joined where columns are neighbours.
func (o *overlay) steps(style draw.LineStyle, columns []column, perDecade int, value func(column) float64) {
	var line []vg.Point
	for i, col := range columns {
		if i > 0 && (col.index != columns[i-1].index+1 || columns[i-1].index == 0) {
			o.add(style, line)
			line = nil
		}
		x0, x1 := o.transposed().cellEdges(col.index, perDecade)
		y := o.y(value(col))
		line = append(line, vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y})
	}
	o.add(style, line)
}

// draw draws the edges, then the lines.
func (o *overlay) draw(c *draw.Canvas) {
	for _, l := range o.lines {
		c.StrokeLines(draw.LineStyle{Color: white, Width: l.style.Width + 1}, l.points)
	}
	for _, l := range o.lines {
		c.StrokeLines(l.style, l.points)
	}
}
