package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// downsampleLine drops points of a line that no eye can tell: of consecutive points
// within one column of the given width it keeps the first, the lowest, the
// highest and the last, in their order. x must not decrease. The result uses
// the memory of line.
func downsampleLine(line []vg.Point, column vg.Length) []vg.Point {
	out := line[:0]
	for start := 0; start < len(line); {
		cell := math.Floor(float64(line[start].X / column))
		end, low, high := start+1, start, start
		for end < len(line) && math.Floor(float64(line[end].X/column)) == cell {
			if line[end].Y < line[low].Y {
				low = end
			}
			if line[end].Y > line[high].Y {
				high = end
			}
			end++
		}
		last := -1
		for _, i := range []int{start, min(low, high), max(low, high), end - 1} {
			if i > last {
				out = append(out, line[i])
				last = i
			}
		}
		start = end
	}
	return out
}

// maxPoints is how many points of one kind a figure draws at most.
const maxPoints = 10000

// downsamplePoints gives the indexes of at most maxPoints of the points, in their order. It lays a
// grid over them, as fine as the limit allows, and keeps the first point of
// every cell and the lowest and highest of every column. Cost: a pass over the
// points for each size of the grid.
func downsamplePoints(points []vg.Point) []int {
	if len(points) <= maxPoints {
		all := make([]int, len(points))
		for i := range all {
			all[i] = i
		}
		return all
	}
	for size := vg.Length(0.5); ; size *= 1.2 {
		if kept := onGrid(points, size); len(kept) <= maxPoints {
			return kept
		}
	}
}

// onGrid downsamples points with square cells of the given size, and gives the
// indexes of those that stay.
func onGrid(points []vg.Point, size vg.Length) []int {
	area := bounding(points)
	columns := int(area.Size().X/size) + 1
	rows := int(area.Size().Y/size) + 1
	taken := make([]bool, columns*rows)
	low, high := make([]int, columns), make([]int, columns) // index+1, 0: none
	keep := make([]bool, len(points))
	for i, p := range points {
		column := int((p.X - area.Min.X) / size)
		cell := column*rows + int((p.Y-area.Min.Y)/size)
		keep[i] = !taken[cell]
		taken[cell] = true
		if l := low[column]; l == 0 || p.Y < points[l-1].Y {
			low[column] = i + 1
		}
		if h := high[column]; h == 0 || p.Y > points[h-1].Y {
			high[column] = i + 1
		}
	}
	for column := range columns {
		if low[column] > 0 {
			keep[low[column]-1], keep[high[column]-1] = true, true
		}
	}
	var kept []int
	for i := range points {
		if keep[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

// bounding is the smallest rectangle around at least one point.
func bounding(points []vg.Point) vg.Rectangle {
	r := vg.Rectangle{Min: points[0], Max: points[0]}
	for _, p := range points {
		r.Min.X, r.Max.X = min(r.Min.X, p.X), max(r.Max.X, p.X)
		r.Min.Y, r.Max.Y = min(r.Min.Y, p.Y), max(r.Max.Y, p.Y)
	}
	return r
}
