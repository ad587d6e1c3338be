package lifetime

import (
	"cmp"
	"slices"

	"waitbench/methods/internal/stat"
)

// Limits of the convolution.
const (
	most = 4096 // counts of processors that are told apart
	bins = 256  // where there would be more

	negligible = 1e-30 // probability of a count
)

// convolution is how the exact distribution is found for one number of processors. Of the
// processors freed and those kept the fewer are counted, as
//
//	F >= n  exactly where not F <= n-1, and where total - F <= total - n
//
// and no counts above the limit: all that matters is the probability of staying within it. Counts
// are in units of the greatest common divisor of the sizes. Where that leaves more than 4096 counts
// they are in 256ths of the limit, the sizes being rounded up or down such that their sums are off
// by half a unit at most.
type convolution struct {
	order []int     // of the jobs by size
	units []int     // size of each job of order
	keeps bool      // kept processors are counted, not freed ones
	top   int       // the limit in units
	part  float64   // of the count above the limit that still lies within it
	dist  []float64 // probability of each count
}

// Exact is the time within which n processors are free with probability p by the exact
// distribution, from a given time on. A guess saves time.
func (s *State) Exact(n int64, p, from, guess float64) float64 {
	if n <= 0 {
		return from
	}
	s.prepare(n)
	return solve(func(t float64) float64 { return s.chance(t) - p }, from, guess, s.end)
}

// prepare sets the convolution up for n, which must not be more than the jobs have.
func (s *State) prepare(n int64) {
	limit := n - 1
	if s.keeps = s.total-n < limit; s.keeps {
		limit = s.total - n
	}
	s.order = s.order[:0]
	for i := range s.jobs {
		s.order = append(s.order, i)
	}
	slices.SortFunc(s.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.jobs[a].procs, s.jobs[b].procs), a-b)
	})
	var unit int64
	for _, i := range s.order {
		if procs := s.jobs[i].procs; procs <= limit {
			unit = divisor(procs, unit)
		}
	}
	if unit = max(unit, 1); limit/unit < most {
		s.top, s.part = int(limit/unit), 0
		s.measure(limit, unit)
		return
	}
	unit = (limit + bins - 1) / bins
	middle := (float64(limit)+0.5)/float64(unit) - 0.5
	s.top = int(middle)
	s.part = middle - float64(s.top)
	s.measure(limit, unit)
}

// measure gives the jobs their sizes in units. What rounding takes from one job it adds to the
// next.
func (s *State) measure(limit, unit int64) {
	s.units = s.units[:0]
	var passed, given int64
	for _, i := range s.order {
		procs := s.jobs[i].procs
		if procs > limit {
			s.units = append(s.units, s.top+2)
			continue
		}
		passed += procs
		u := (passed+unit/2)/unit - given
		given += u
		s.units = append(s.units, int(u))
	}
}

// divisor is the greatest common divisor; that of 0 and x is x.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// chance is P[F >= n] within t, for the n that was prepared. Counts at either end whose probability is
// below 1e-30, which no sum shows, are left out. Cost: jobs times the others, some 25 standard deviations.
func (s *State) chance(t float64) float64 {
	s.dist = append(s.dist[:0], make([]float64, s.top+2)...)
	s.dist[0] = 1
	within := 1.0     // that no job goes above the limit by itself
	low, high := 0, 0 // the least and the greatest count so far
	for k, i := range s.order {
		p := s.model.ended(&s.jobs[i], t)
		if s.keeps {
			p = 1 - p
		}
		u := s.units[k]
		switch {
		case p == 0 || u == 0:
		case u > s.top+1:
			within *= 1 - p
		default:
			high = min(high+u, s.top+1)
			convolve(s.dist[low:high+1], u, p)
			for ; low < high && s.dist[low] < negligible; low++ {
				s.dist[low] = 0
			}
			for ; high > low && s.dist[high] < negligible; high-- {
				s.dist[high] = 0
			}
		}
	}
	within *= stat.Sum(s.dist[:s.top+1]) + float64(s.part*s.dist[s.top+1])
	if s.keeps {
		return within
	}
	return 1 - within
}

// convolve adds u to the counts with probability p.
func convolve(dist []float64, u int, p float64) {
	if u < len(dist) {
		to := dist[u:]
		from, q := dist[:len(to)], 1-p
		for k := len(to) - 1; k >= 0; k-- {
			to[k] = float64(to[k]*q) + float64(from[k]*p)
		}
	}
	for k := range dist[:min(u, len(dist))] {
		dist[k] *= 1 - p
	}
}
