package lifetime

import (
	"math"
)

// State is jobs that run now, or will from a known moment on. Its zero value must be Reset before
// use.
type State struct {
	model Model
	jobs  []job
	extent
	convolution          // what Exact needs
	levels      [][]node // sums of jobs
	window      window   // the mean freed about the last start
	answers     []answer
	sums        []sum // room
}

// extent is what is known of all jobs together.
type extent struct {
	count           int64   // jobs
	total           int64   // processors
	largest, second int64   // sizes of the two largest jobs
	end             float64 // when all have ended for certain, seconds from now
}

// Saved is a copy of jobs of a state.
type Saved struct {
	from  int // the first of them
	model Model
	jobs  []job
	extent
	levels [][]node
}

// Reset empties the state and sets the distribution of run times.
func (s *State) Reset(m Model) {
	s.model = m
	s.jobs = s.jobs[:0]
	s.extent = extent{}
	s.window.half = 0
	for l := range s.levels {
		s.levels[l] = s.levels[l][:0]
	}
	for i := range s.answers {
		s.answers[i].jobs, s.answers[i].spread.jobs = 0, 0
	}
}

// Forget lets go of past answers, about which the next ones are searched for.
func (s *State) Forget() {
	for i := range s.answers {
		s.answers[i].from, s.answers[i].at, s.answers[i].guess = 0, 0, 0
	}
}

// Add puts a number of jobs of a size and an age on the machine. A negative age is that of jobs which
// will start.
func (s *State) Add(procs int64, count int, age float64) {
	s.jobs = append(s.jobs, s.model.job(procs, int64(count), age))
	s.join(procs, count, s.model.max-age)
}

// join takes up jobs of a size that have ended for certain at a time.
func (e *extent) join(procs int64, count int, end float64) {
	e.count += int64(count)
	e.total += procs * int64(count)
	for range min(count, 2) {
		e.second = max(e.second, min(procs, e.largest))
		e.largest = max(e.largest, procs)
	}
	e.end = max(e.end, end)
}

// Save copies jobs of the state, from one on, to be loaded by another that has those before. The slices
// of the copy are used again. It returns how many jobs there are.
func (s *State) Save(to *Saved, from int) int {
	to.from, to.model, to.extent = from, s.model, s.extent
	to.jobs = append(to.jobs[:0], s.jobs[from:]...)
	if from > 0 {
		return len(s.jobs)
	}
	for len(to.levels) < len(s.levels) {
		to.levels = append(to.levels, nil)
	}
	for l := range to.levels {
		to.levels[l] = to.levels[l][:0]
		if l < len(s.levels) {
			to.levels[l] = append(to.levels[l], s.levels[l]...)
		}
	}
	return len(s.jobs)
}

// Yield is Save of all jobs, which the state loses.
func (s *State) Yield(to *Saved) {
	to.from, to.model, to.extent = 0, s.model, s.extent
	s.jobs, to.jobs = to.jobs, s.jobs
	s.levels, to.levels = to.levels, s.levels
	s.Reset(s.model)
}

// Load makes the jobs of the state those of another that were saved, after those before them.
func (s *State) Load(saved *Saved) {
	if saved.from > 0 {
		s.jobs, s.extent = append(s.jobs[:saved.from], saved.jobs...), saved.extent
		return
	}
	s.Reset(saved.model)
	s.extent = saved.extent
	s.jobs, saved.jobs = saved.jobs, s.jobs
	s.levels, saved.levels = saved.levels, s.levels
}

// unhelped is the probability that no benefactor of a job that needs n processors ends within t, by
// how much its logarithm falls a second, and a room as of flows.
func (s *State) unhelped(n int64, t float64) (product, slope, room float64) {
	product, room = 1.0, math.Inf(1)
	bend := 0.0
	m := &s.model
	for i := range s.jobs {
		j := &s.jobs[i]
		if j.procs < n {
			continue
		}
		switch x, count := j.age+t, float64(j.count); {
		case x <= m.min:
			room = least(room, m.min-x)
		case x >= m.max:
			return 0, 0, 0
		default:
			left := m.logMax - ln(x)
			for range j.count {
				product *= left * j.slope
			}
			rate := 1 / (x * left)
			slope += float64(count * rate)
			bend += float64(count * rate * rate * math.Abs(1-left))
			room = least(room, x-m.min)
		}
	}
	return product, slope, least(room, slope/bend)
}

// A is predictor A of the time within which n processors are free with probability p, from a given
// time on. There must be a benefactor.
func (s *State) A(n int64, p, from float64) float64 {
	at, _ := s.reach(func(t float64) (excess, slope, room float64) {
		product, slope, room := s.unhelped(n, t)
		return math.Log((1 - p) / product), slope, room
	}, from, from, tolerance)
	return at
}

// B is predictor B of the time within which n processors are free with probability p, from a given
// time on. The jobs must have that many.
func (s *State) B(n int64, p, from float64) float64 {
	z := normal(p)
	return s.settle(kind{p: p}, n, from, from, func(a *answer) float64 {
		if mean, _ := s.freed(from); mean >= float64(n) && !s.varies(from, (mean-float64(n))/z) {
			return from
		}
		return a.about(s, from, func(t float64) (excess, slope, room float64) {
			mean, slope := s.freed(t)
			variance, grows := a.variance(t)
			deviation := math.Sqrt(variance)
			if deviation > 0 {
				slope -= z * grows / (2 * deviation)
			}
			return mean - float64(n) - float64(z*deviation), slope, 0
		})
	})
}

// Combined is the paper's choice between A and B: A where at least two jobs are benefactors.
func (s *State) Combined(n int64, p, from float64) float64 {
	switch {
	case n <= 0:
		return from
	case s.second >= n:
		return s.A(n, p, from)
	default:
		return s.B(n, p, from)
	}
}
