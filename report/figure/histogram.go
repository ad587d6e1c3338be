package figure

import (
	"math"
	"slices"
)

// histogram counts the jobs of one panel in cells. Row and column 0 hold values
// below 1 s; cell i > 0 starts at (i-1)/perDecade decades above the lowest.
type histogram struct {
	name   string
	x, y   []float64 // what has a place; below 1 s became 0
	counts [][]int   // [column][row]
	most   int       // largest count

	zeroX, zeroY int // jobs in column 0, in row 0
	missing      int // jobs with a NaN
	lost         int // jobs negative or infinite in x or y

	small bool // some value is below 1 s without being 0
	whole bool // waits from 1 s to 10 s, if any, are whole seconds
}

// newHistogram takes the jobs of p that have a place on the axes.
func newHistogram(p DensityPanel) *histogram {
	h := &histogram{name: p.Name, whole: true}
	for i, x := range p.X {
		y := p.Y[i]
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			h.missing++
			continue
		case !drawable(x, true) || !drawable(y, true):
			h.lost++
			continue
		}
		if x < 1 {
			h.small = h.small || x > 0
			x = 0
			h.zeroX++
		}
		if y < 1 {
			h.small = h.small || y > 0
			y = 0
			h.zeroY++
		}
		h.whole = h.whole && (y > 10 || y == math.Floor(y))
		h.x, h.y = append(h.x, x), append(h.y, y)
	}
	return h
}

// pair is the part of a note on a panel.
func (h *histogram) pair(a, b int) string {
	s := thousands(a) + ", " + thousands(b)
	if h.name != "" {
		return h.name + ": " + s
	}
	return s
}

// fill counts jobs in cells of perDecade to a decade between the decades lo and
// hi (base-10 logarithms).
func (h *histogram) fill(lo, hi float64, perDecade int) {
	n := int(math.Ceil((hi-lo)*float64(perDecade))) + 1
	h.counts = make([][]int, n+1)
	for i := range h.counts {
		h.counts[i] = make([]int, n+1)
	}
	for i, x := range h.x {
		column, row := cell(x, lo, perDecade), cell(h.y[i], lo, perDecade)
		h.counts[column][row]++
		h.most = max(h.most, h.counts[column][row])
	}
}

// cell is the row or column of a value: 0 for zero. The slack puts 1000 s, whose
// logarithm may come out below 3, into the cell that starts there.
func cell(v, lo float64, perDecade int) int {
	if v == 0 {
		return 0
	}
	return 1 + max(0, int((math.Log10(v)-lo)*float64(perDecade)+1e-9))
}

// leastInColumn is how many jobs a mean or median needs.
const leastInColumn = 10

// column is what the waits of jobs with about the same prediction are like.
type column struct {
	index        int // as of cells: 0 holds predictions below 1 s
	mean, median float64
}

// columns are those with enough jobs, from left to right; they are as cells
// starting at the decade lo.
func (h *histogram) columns(lo float64, perDecade int) []column {
	waits := map[int][]float64{}
	for i, x := range h.x {
		c := cell(x, lo, perDecade)
		waits[c] = append(waits[c], h.y[i])
	}
	var out []column
	for index, ys := range waits {
		if len(ys) >= leastInColumn {
			out = append(out, column{index, geometricMean(ys), median(ys)})
		}
	}
	slices.SortFunc(out, func(a, b column) int { return a.index - b.index })
	return out
}

// geometricMean takes values below 1 as 1.
func geometricMean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += math.Log(max(v, 1))
	}
	return math.Exp(sum / float64(len(values)))
}

// median sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
