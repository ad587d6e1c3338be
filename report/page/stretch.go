package page

import (
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay/arrowio"
)

// mostRows is how many jobs of a series are kept to draw from. Of longer ones it is a sample, those
// with the shortest and longest wait of every part; what is counted is counted of all.
const mostRows = 1 << 19

// stretch is a series with the bounds of several methods.
type stretch struct {
	jobs  int // of the series
	size  int // consecutive jobs that are counted together
	level methods.Level
	epoch float64 // seconds between refits

	arrowio.Block         // the jobs kept; Bound is not used
	place         []int64 // of these among all
	lines         []*lineOf
}

// lineOf is the bounds of a method.
type lineOf struct {
	*stretch
	bounds           []float64 // of the jobs kept
	bounded, covered []int64   // scored jobs of every size jobs that have a bound, and those it covers
	low, high        []float64 // where bounds depend on the job: see takeBand
	varies           bool      // bounds depend on the job

	last          struct{ submit, bound float64 } // of the job before
	procs         int64                           // likewise
	pairs, differ [2]int                          // of jobs of one size, and of different sizes
	changes       int
	chunk         []float64 // bounds of the jobs that are counted together
}

// mostStretches is how many parts of a series are counted each on its own, and leastStretch how many
// jobs they have at least.
const mostStretches, leastStretch = 500, 20

func newStretch(jobs int, l methods.Level, epoch float64) *stretch {
	return &stretch{jobs: jobs, size: max(leastStretch, (jobs+mostStretches-1)/mostStretches), level: l, epoch: epoch}
}

func (s *stretch) addLine() *lineOf {
	l := &lineOf{stretch: s, bounds: make([]float64, 0, len(s.place))}
	l.last.bound = math.NaN()
	s.lines = append(s.lines, l)
	return l
}

// takeJobs keeps jobs, the first of which has a place among all.
func (s *stretch) takeJobs(b *arrowio.Block, place int) {
	keep := func(i int) {
		s.JobID, s.Submit, s.Wait = append(s.JobID, b.JobID[i]), append(s.Submit, b.Submit[i]), append(s.Wait, b.Wait[i])
		s.Procs, s.Scored, s.place = append(s.Procs, b.Procs[i]), append(s.Scored, b.Scored[i]), append(s.place, int64(place+i))
	}
	if n := len(b.Wait); s.jobs <= mostRows {
		s.JobID, s.Procs, s.Scored = append(s.JobID, b.JobID...), append(s.Procs, b.Procs...), append(s.Scored, b.Scored...)
		s.Submit, s.Wait, s.place = append(s.Submit, b.Submit...), append(s.Wait, b.Wait...), slices.Grow(s.place, n)
		for i := range n {
			s.place = append(s.place, int64(place+i))
		}
		return
	}
	part := 2 * (s.jobs + mostRows - 1) / mostRows
	for first := 0; first < len(b.Wait); first += part {
		waits := b.Wait[first:min(first+part, len(b.Wait))]
		at := []int{0, 0}
		for i, w := range waits {
			if w < waits[at[0]] {
				at[0] = i
			}
			if w > waits[at[1]] {
				at[1] = i
			}
		}
		slices.Sort(at)
		for _, i := range slices.Compact(at) {
			keep(first + i)
		}
	}
}

// take takes up the bounds of jobs, the first of which has a place among all.
func (l *lineOf) take(b *arrowio.Block, place int) {
	near := max(1, l.epoch/10) // so that few of them have a refit between
	for i, bound := range b.Bound {
		at := place + i
		if at%l.size == 0 {
			l.bounded, l.covered = append(l.bounded, 0), append(l.covered, 0)
		}
		if b.Scored[i] && !math.IsNaN(bound) {
			l.bounded[at/l.size]++
			if l.level.Covers(b.Wait[i], bound) {
				l.covered[at/l.size]++
			}
		}
		if k := len(l.bounds); k < len(l.place) && l.place[k] == int64(at) {
			l.bounds = append(l.bounds, bound)
		}
		if before := l.last.bound; !math.IsNaN(before) && !math.IsNaN(bound) {
			if before != bound {
				l.changes++
			}
			if b.Submit[i]-l.last.submit <= near {
				sizes := 0
				if b.Procs[i] != l.procs {
					sizes = 1
				}
				l.pairs[sizes]++
				if before != bound {
					l.differ[sizes]++
				}
			}
		}
		l.last.submit, l.last.bound, l.procs = b.Submit[i], bound, b.Procs[i]
	}
}

// dependsOnJob reports whether bounds differ between jobs submitted one shortly after the other, at
// which the method knows the same: a line through such bounds would join what does not belong
// together.
func (l *lineOf) dependsOnJob() bool {
	const often, enough = 0.15, 20
	for k := range l.pairs {
		if l.pairs[k] >= enough && float64(l.differ[k]) > often*float64(l.pairs[k]) {
			return true
		}
	}
	return l.pairs[0]+l.pairs[1] < enough && 2*l.changes > l.jobs
}

// takeBand sets the 10th and the 90th percentile of the bounds of every size jobs, to three digits,
// NaN where there are no bounds.
func (l *lineOf) takeBand(b *arrowio.Block, place int) {
	for i, bound := range b.Bound {
		if !math.IsNaN(bound) {
			l.chunk = append(l.chunk, bound)
		}
		if at := place + i; (at+1)%l.size != 0 && at+1 < l.jobs {
			continue
		}
		low, high := math.NaN(), math.NaN()
		if n := len(l.chunk); n > 0 {
			slices.Sort(l.chunk)
			low, high = threeDigits(l.chunk[n/10]), threeDigits(l.chunk[n-1-n/10])
		}
		l.low, l.high, l.chunk = append(l.low, low), append(l.high, high), l.chunk[:0]
	}
}

func threeDigits(v float64) float64 {
	if v <= 0 || math.IsInf(v, 0) {
		return v
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return math.Round(v/unit) * unit
}

// downsample gives the positions of at most about limit of the jobs kept: of each of many parts of
// consecutive jobs those with the shortest and longest wait and the lowest and highest bound of
// every method that has a line, and the first.
func (s *stretch) downsample(limit int) []int64 {
	n := len(s.Submit)
	size := 1.0
	if n > limit {
		size = float64(n) / float64(limit) * 2
	}
	for ; ; size *= 1.25 {
		if kept := s.extremes(int(size)); len(kept) <= limit || int(size) >= n {
			return kept
		}
	}
}

// extremes gives the jobs to keep of parts of a size.
func (s *stretch) extremes(size int) []int64 {
	n := len(s.Submit)
	keep := make([]bool, n)
	for first := 0; first < n; first += size {
		last := min(first+size, n)
		keep[first] = true
		markExtremes(keep, s.Wait, first, last)
		for _, l := range s.lines {
			if !l.varies {
				markExtremes(keep, l.bounds, first, last)
			}
		}
	}
	var kept []int64
	for i, k := range keep {
		if k {
			kept = append(kept, int64(i))
		}
	}
	return kept
}

// markExtremes marks the lowest and the highest value from first to before last, and the first
// without one.
func markExtremes(keep []bool, values []float64, first, last int) {
	low, high, none := -1, -1, -1
	for i := first; i < last; i++ {
		switch v := values[i]; {
		case v != v:
			if none < 0 {
				none = i
			}
		default:
			if low < 0 || v < values[low] {
				low = i
			}
			if high < 0 || v > values[high] {
				high = i
			}
		}
	}
	for _, i := range []int{low, high, none} {
		if i >= 0 {
			keep[i] = true
		}
	}
}

func pick[T any](values []T, at []int64) []T {
	out := make([]T, len(at))
	for i, p := range at {
		out[i] = values[p]
	}
	return out
}
