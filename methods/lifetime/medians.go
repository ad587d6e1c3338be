package lifetime

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// gridStep is the distance in ln(1+t) of the times at which Medians computes.
const gridStep = 0.08

// Medians finds the medians of the times within which 1, 2, ... processors
// become free, all at once. It computes how many jobs have ended once for each
// time of a grid, and interpolates the medians. Its zero value is ready. It is
// used by one goroutine.
type Medians struct {
	order []sized // the largest first
	// of survivors: products[c] is the probability that none of the c largest
	// jobs has ended
	products []float64
	before   []float64 // the same at the time before
	times    []float64
}

// sized is a job by its size.
type sized struct {
	procs int64
	job   *ageGroup // of its age
}

// Combined returns the times of [State.Combined] for p = 1/2 and n = 1 to most,
// times[n-1] for n, seconds. Times after a limit may be +Inf. The jobs must
// have as many processors. The next call overwrites the slice.
func (m *Medians) Combined(s *State, procs int64, limit float64) (times []float64) {
	m.prepare(s, procs)
	helpers := len(m.order)  // the most benefactors whose median is still to come
	least := max(s.least, 1) // of A
	fluid := int64(1)        // the first n of B
	if s.least == OnlyA {
		fluid = procs + 1
	} else if len(m.order) >= least {
		fluid = m.order[least-1].procs + 1
	}
	end := max(s.end, 0)
	xEnd := math.Log1p(end)
	steps := int(math.Ceil(xEnd / gridStep))
	gridTime := func(k int) (x, t float64) {
		if k >= steps {
			return xEnd, end
		}
		x = float64(k) * gridStep
		return x, math.Expm1(x)
	}
	// The first time that is after the limit or not before the first median.
	begin := sort.Search(steps, func(k int) bool {
		_, t := gridTime(k)
		return t > limit || m.survivors(s, t) >= float64(fluid) && fluid <= procs ||
			helpers >= least && m.products[helpers] <= 0.5
	})
	x0, _ := gridTime(max(begin-1, 0))
	freedBefore := 0.0
	for k := max(begin-1, 0); k <= steps; k++ {
		x1, t := gridTime(k)
		freed := m.survivors(s, t)
		for ; helpers >= least && m.products[helpers] <= 0.5; helpers-- {
			m.fill(helpers, crossing(x0, m.before[helpers], x1, m.products[helpers], 0.5))
		}
		for ; fluid <= procs && float64(fluid) <= freed; fluid++ {
			m.times[fluid-1] = crossing(x0, freedBefore, x1, freed, float64(fluid))
		}
		m.before, m.products, freedBefore = m.products, m.before, freed
		if helpers < least && fluid > procs || t > limit {
			break
		}
		x0 = x1
	}
	return m.times
}

// prepare orders the jobs and makes all times +Inf.
func (m *Medians) prepare(s *State, procs int64) {
	m.order = m.order[:0]
	for i := range s.jobs {
		for _, procs := range s.jobs[i].sizes {
			m.order = append(m.order, sized{procs, &s.jobs[i]})
		}
	}
	slices.SortStableFunc(m.order, func(a, b sized) int { return cmp.Compare(b.procs, a.procs) })
	m.products = append(m.products[:0], make([]float64, len(m.order)+1)...)
	m.before = append(m.before[:0], m.products...)
	m.times = m.times[:0]
	for range procs {
		m.times = append(m.times, math.Inf(1))
	}
}

// survivors computes the products at time t, and returns the mean number of
// processors freed by then.
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

// crossing returns the time at which a quantity that is linear in ln(1+t)
// between two times reaches a level.
func crossing(x0, y0, x1, y1, level float64) float64 {
	if y0 == y1 {
		return math.Expm1(x1)
	}
	return math.Expm1(x0 + float64((x1-x0)*((level-y0)/(y1-y0))))
}

// fill sets the time of all n that have a number of benefactors, 1 or more.
func (m *Medians) fill(helpers int, at float64) {
	above := int64(0) // size of the next smaller job: the n above it have one benefactor less
	if helpers < len(m.order) {
		above = m.order[helpers].procs
	}
	for n := above + 1; n <= m.order[helpers-1].procs && n <= int64(len(m.times)); n++ {
		m.times[n-1] = at
	}
}
