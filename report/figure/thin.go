package figure

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// columnWidth is below the pixel of a screen or of 180 dots per inch.
const columnWidth vg.Length = 0.25

// thinLine drops points of a line that no eye can tell: of consecutive points within one column of
// the given width it keeps the first, the lowest, the highest and the last, in their order. x must
// not decrease. The result uses the memory of line.
func thinLine(line plotter.XYs, column float64) plotter.XYs {
	out := line[:0]
	for start := 0; start < len(line); {
		cell := math.Floor(line[start].X / column)
		end, low, high := start+1, start, start
		for end < len(line) && math.Floor(line[end].X/column) == cell {
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

// thinPoints gives the places of at most maxPoints of the points, in their order. It lays a grid of
// cells of a width and a height over them, as fine as the limit allows, and keeps the first point
// of every cell and the lowest and highest of every column. Cost: a pass over the points for each
// size of the grid.
func thinPoints(points plotter.XYs, wide, tall float64) []int {
	if len(points) <= maxPoints {
		all := make([]int, len(points))
		for i := range all {
			all[i] = i
		}
		return all
	}
	for size := 1.0; ; size *= 1.2 {
		if kept := onGrid(points, wide*size, tall*size); len(kept) <= maxPoints {
			return kept
		}
	}
}

// onGrid thins points with cells of the given size, and gives the places of those that stay.
func onGrid(points plotter.XYs, wide, tall float64) []int {
	type cell struct{ column, row int }
	taken := map[cell]bool{}
	type limits struct{ low, high int }
	columns := map[int]limits{}
	keep := make([]bool, len(points))
	for i, p := range points {
		at := cell{int(math.Floor(p.X / wide)), int(math.Floor(p.Y / tall))}
		keep[i] = !taken[at]
		taken[at] = true
		l, ok := columns[at.column]
		if !ok {
			l = limits{i, i}
		}
		if p.Y < points[l.low].Y {
			l.low = i
		}
		if p.Y > points[l.high].Y {
			l.high = i
		}
		columns[at.column] = l
	}
	for _, l := range columns {
		keep[l.low], keep[l.high] = true, true
	}
	var kept []int
	for i := range points {
		if keep[i] {
			kept = append(kept, i)
		}
	}
	return kept
}
