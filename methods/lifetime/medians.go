package lifetime

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// gridStep is the distance of the times at which survivors are computed for many
// numbers of processors at once, in ln(1+t).
const gridStep = 0.08

// Medians finds the medians of the times within which 1, 2, ... processors become
// free, all at once. It computes how many jobs have ended once for each time of a
// grid, and interpolates the medians. Its zero value is ready. It is used by one
// goroutine.
type Medians struct {
	order []sized // the largest first
	// of survivors: products[c] is the probability that none of the c largest jobs has ended
	products []float64
	before   []float64 // the same at the time before
	dist     []float64 // probability of each number of processors freed
	times    []float64
}

// sized is a job by its size.
type sized struct {
	procs int64
	job   *jobs // of its age
}

// crossing returns the time at which something that is linear in ln(1+t) between
// two times reaches a level.
func crossing(x0, y0, x1, y1, level float64) float64 {
	if y0 == y1 {
		return math.Expm1(x1)
	}
	return math.Expm1(x0 + float64((x1-x0)*((level-y0)/(y1-y0))))
}

// Combined returns the times of [State.Combined] for p = 1/2 and n = 1 to most,
// times[n-1] for n, seconds. Those after a limit may be +Inf. The jobs must have
// as many processors. The next call overwrites the slice.
func (m *Medians) Combined(s *State, most int64, limit float64) (times []float64) {
	m.prepare(s, most)
	fluid := s.second + 1 // the first n that has fewer than two benefactors
	helpers := len(m.order)
	m.products = append(m.products[:0], make([]float64, helpers+1)...)
	m.before = append(m.before[:0], m.products...)
	freedBefore := 0.0
	first := func(t float64) bool {
		return m.survivors(s, t) >= float64(fluid) && fluid <= most || helpers >= 2 && m.products[helpers] <= 0.5
	}
	m.walk(s, limit, first, func(x0, x1, t float64) bool {
		freed := m.survivors(s, t)
		for ; helpers >= 2 && m.products[helpers] <= 0.5; helpers-- {
			at := crossing(x0, m.before[helpers], x1, m.products[helpers], 0.5)
			m.fill(helpers, at)
		}
		for ; fluid <= most && float64(fluid) <= freed; fluid++ {
			m.times[fluid-1] = crossing(x0, freedBefore, x1, freed, float64(fluid))
		}
		m.before, m.products, freedBefore = m.products, m.before, freed
		return helpers >= 2 || fluid <= most
	})
	return m.times
}

// Exact is Combined for the medians of the exact distribution of the processors
// freed: a convolution over the jobs, which end independently of each other.
func (m *Medians) Exact(s *State, most int64, limit float64) (times []float64) {
	m.prepare(s, most)
	// the first whose median is still to come
	n := int64(1)
	m.products = append(m.products[:0], make([]float64, most)...) // P[F < n], by n-1
	m.before = append(m.before[:0], m.products...)
	m.dist = append(m.dist[:0], make([]float64, most)...)
	first := func(t float64) bool {
		m.convolve(s, t)
		return m.dist[0] <= 0.5
	}
	m.walk(s, limit, first, func(x0, x1, t float64) bool {
		m.convolve(s, t)
		sum := 0.0
		for k, p := range m.dist {
			sum += p
			m.products[k] = sum
		}
		for ; n <= most && m.products[n-1] <= 0.5; n++ {
			m.times[n-1] = crossing(x0, m.before[n-1], x1, m.products[n-1], 0.5)
		}
		m.before, m.products = m.products, m.before
		return n <= most
	})
	return m.times
}

// prepare orders the jobs and makes all times +Inf.
func (m *Medians) prepare(s *State, most int64) {
	m.order = m.order[:0]
	for i := range s.jobs {
		for _, procs := range s.jobs[i].sizes {
			m.order = append(m.order, sized{procs, &s.jobs[i]})
		}
	}
	slices.SortStableFunc(m.order, func(a, b sized) int { return cmp.Compare(b.procs, a.procs) })
	m.times = m.times[:0]
	for range most {
		m.times = append(m.times, math.Inf(1))
	}
}

// walk visits the times of the grid: from the one before the first median until
// all jobs have ended for certain, the limit is passed or visit returns false.
// first reports whether a time is at or after the first median. A visit gets the
// logarithms ln(1+t) of the time before and of this one.
func (m *Medians) walk(s *State, limit float64, first func(t float64) bool, visit func(x0, x1, t float64) bool) {
	end := max(s.end, 0)
	last := math.Log1p(end)
	steps := int(math.Ceil(last / gridStep))
	at := func(k int) (x, t float64) {
		if k >= steps {
			return last, end
		}
		x = float64(k) * gridStep
		return x, math.Expm1(x)
	}
	begin := sort.Search(steps, func(k int) bool {
		_, t := at(k)
		return t > limit || first(t)
	})
	x0, _ := at(max(begin-1, 0))
	for k := max(begin-1, 0); k <= steps; k++ {
		x1, t := at(k)
		if !visit(x0, x1, t) || t > limit {
			return
		}
		x0 = x1
	}
}

// survivors computes the products at time t, and how many processors are freed by
// then on average.
func (m *Medians) survivors(s *State, t float64) (freed float64) {
	product := 1.0
	for c, j := range m.order {
		p := s.model.ended(j.job, t)
		product *= 1 - p
		m.products[c+1] = product
		freed += float64(float64(j.procs) * p)
	}
	return freed
}

// fill sets the time of all n that have a number of benefactors, 2 or more.
func (m *Medians) fill(helpers int, at float64) {
	above := int64(0) // size of the next smaller job: the n above it have one benefactor less
	if helpers < len(m.order) {
		above = m.order[helpers].procs
	}
	for n := above + 1; n <= m.order[helpers-1].procs && n <= int64(len(m.times)); n++ {
		m.times[n-1] = at
	}
}

// convolve computes the probability of each number of processors freed by time t,
// as far as dist goes.
func (m *Medians) convolve(s *State, t float64) {
	clear(m.dist)
	m.dist[0] = 1
	for i := range s.jobs {
		p := s.model.ended(&s.jobs[i], t)
		for _, procs := range s.jobs[i].sizes {
			if p > 0 {
				convolve(m.dist, int(procs), p)
			}
		}
	}
}

// convolve adds procs to the counts with probability p.
func convolve(dist []float64, procs int, p float64) {
	for k := len(dist) - 1; k >= 0; k-- {
		dist[k] *= 1 - p
		if k >= procs {
			dist[k] += float64(dist[k-procs] * p)
		}
	}
}
