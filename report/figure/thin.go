package figure

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mostCorners is how many corners the lines of a figure have at most, about, which keeps its SVG
// below 150 KB.
const mostCorners = 6500

// columnWidth is the width of the columns, in points, that each of several lines across so many
// points is thinned to: not below a pixel of a screen, and such that all have mostCorners at most.
func columnWidth(lines int, length vg.Length) vg.Length {
	return max(0.4, 2*length*vg.Length(lines)/mostCorners)
}

// thinLine leaves out of a line what no eye can tell: of consecutive points within one column of the
// given width it keeps the lowest and the highest, in their order, and of points at one level the
// first and the last. It keeps both ends. x must not decrease.
func thinLine(line plotter.XYs, column float64) (out plotter.XYs) {
	keep := func(i int) {
		if n := len(out); n > 1 && out[n-1].Y == line[i].Y && out[n-2].Y == line[i].Y {
			out = out[:n-1]
		}
		out = append(out, line[i])
	}
	for start := 0; start < len(line); {
		cell, low, high, end := math.Floor(line[start].X/column), start, start, start+1
		for ; end < len(line) && math.Floor(line[end].X/column) == cell; end++ {
			if line[end].Y < line[low].Y {
				low = end
			}
			if line[end].Y > line[high].Y {
				high = end
			}
		}
		if start == 0 && min(low, high) > 0 {
			keep(0)
		}
		keep(min(low, high))
		if low != high {
			keep(max(low, high))
		}
		if end == len(line) && max(low, high) < end-1 {
			keep(end - 1)
		}
		start = end
	}
	return out
}

// mostInLine is the length of lines that are stroked at once: the time to fill in a stroke's pixels
// grows with the square of its length.
const mostInLine = 150

// lines cuts a long line into some that meet.
func lines(xys plotter.XYs, s draw.LineStyle) (list []plot.Plotter) {
	for len(xys) > 1 {
		n := min(mostInLine, len(xys))
		list = append(list, &plotter.Line{XYs: xys[:n], LineStyle: s})
		xys = xys[n-1:]
	}
	return list
}

// bars are short level strokes, which take the place of rectangles: they need fewer bytes of SVG.
type bars [][2]vg.Point

// add adds a stroke between two places at a height.
func (b *bars) add(from, to, y vg.Length) {
	*b = append(*b, [2]vg.Point{{X: from, Y: y}, {X: to, Y: y}})
}

// stroke draws them, some at once. Within a path overlaps do not darken, between paths they do.
func (b bars) stroke(c *draw.Canvas, s draw.LineStyle) {
	c.SetLineStyle(s)
	for some := range slices.Chunk(b, mostInLine) {
		var path vg.Path
		for _, bar := range some {
			path.Move(bar[0])
			path.Line(bar[1])
		}
		c.Stroke(path)
	}
}

// maxPoints is how many points a figure draws at most, which is what it can show.
const maxPoints = 3000

// thinPoints gives the places of at most most of the points, in their order: of those in a cell of a
// grid of 1 by 1, or of a coarser one where needed, the 1st, the 4th, the 16th and so on, so that
// crowds are still darker.
func thinPoints(points []vg.Point, most int) []int {
	for size := 1.0; ; size *= 1.25 {
		crowd := map[[2]int]int{}
		var kept []int
		for i, p := range points {
			at := [2]int{int(float64(p.X) / size), int(float64(p.Y) / size)}
			crowd[at]++
			if n := bits.TrailingZeros(uint(crowd[at])); len(points) <= most || crowd[at] == 1<<n && n%2 == 0 {
				kept = append(kept, i)
			}
		}
		if len(kept) <= most {
			return kept
		}
	}
}
