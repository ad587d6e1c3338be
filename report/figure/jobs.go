package figure

import (
	"math"
	"slices"
)

// jobs are those of one panel of a Density, and how many of them there are in cells.
type jobs struct {
	name   string
	x, y   []float64 // what has a place; below 1 s became 0
	counts [][]int   // [column][row]; 0 is for values below 1 s
	most   int       // largest count

	zeroX, zeroY int // jobs in column 0, in row 0
	missing      int // jobs with a NaN
	lost         int // jobs negative or infinite in x or y

	small bool // some value is below 1 s without being 0
}

// newJobs takes the jobs of p that have a place on the axes.
func newJobs(p DensityPanel) *jobs {
	j := &jobs{name: p.Name}
	below := func(v float64, zeros *int) float64 {
		if v >= 1 {
			return v
		}
		j.small = j.small || v > 0
		*zeros++
		return 0
	}
	for i, x := range p.X {
		y := p.Y[i]
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			j.missing++
			continue
		case !drawable(x, true) || !drawable(y, true):
			j.lost++
			continue
		}
		x, y = below(x, &j.zeroX), below(y, &j.zeroY)
		j.x, j.y = append(j.x, x), append(j.y, y)
	}
	return j
}

// pair is the part of a note on a panel.
func (j *jobs) pair(a, b int) string {
	s := thousands(a) + ", " + thousands(b)
	if j.name != "" {
		return j.name + ": " + s
	}
	return s
}

// fill counts jobs in the cells of a figure.
func (j *jobs) fill(m *density) {
	n := int(math.Ceil((m.up.hi-m.up.lo)*float64(m.perDecade))) + 1
	j.counts = make([][]int, n+1)
	for i := range j.counts {
		j.counts[i] = make([]int, n+1)
	}
	for i, x := range j.x {
		column, row := m.across.cell(x, m.perDecade), m.up.cell(j.y[i], m.perDecade)
		j.counts[column][row]++
		j.most = max(j.most, j.counts[column][row])
	}
}

// leastInColumn is how many jobs a mean or median needs.
const leastInColumn = 10

// column is what the waits of jobs with about the same prediction are like.
type column struct {
	index        int // as of cells: 0 holds predictions below 1 s
	mean, median float64
}

// columns are those with enough jobs, from left to right.
func (j *jobs) columns(a *axis, perDecade int) []column {
	waits := map[int][]float64{}
	for i, x := range j.x {
		c := a.cell(x, perDecade)
		waits[c] = append(waits[c], j.y[i])
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
