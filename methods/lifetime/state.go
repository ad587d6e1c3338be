package lifetime

import "math"

// State is jobs that run now, or will from a known moment on. Its zero value must be Reset before
// use.
type State struct {
	model           Model
	jobs            []job
	total           int64   // processors
	largest, second int64   // sizes of the two largest jobs
	end             float64 // when all have ended for certain, seconds from now
	convolution             // what Exact needs
	rough           []int   // room of a Line's cell
}

// Reset empties the state and sets the distribution of run times.
func (s *State) Reset(m Model) {
	s.model = m
	s.jobs = s.jobs[:0]
	s.total, s.largest, s.second, s.end = 0, 0, 0, 0
}

// Add puts a job of a size and an age on the machine. A negative age is that of a job which will
// start.
func (s *State) Add(procs int64, age float64) {
	s.jobs = append(s.jobs, s.model.job(procs, age))
	s.total += procs
	s.second = max(s.second, min(procs, s.largest))
	s.largest = max(s.largest, procs)
	s.end = max(s.end, s.model.max-age)
}

// spread is the mean and the variance of the number of processors freed within t.
func (s *State) spread(t float64) (mean, variance float64) {
	for i := range s.jobs {
		j := &s.jobs[i]
		p := s.model.ended(j, t)
		procs := float64(j.procs)
		mean += float64(procs * p)
		variance += float64(procs * procs * p * (1 - p))
	}
	return mean, variance
}

// unhelped is the probability that no benefactor of a job that needs n processors ends within t.
func (s *State) unhelped(n int64, t float64) float64 {
	product := 1.0
	for i := range s.jobs {
		if j := &s.jobs[i]; j.procs >= n {
			product *= 1 - s.model.ended(j, t)
		}
	}
	return product
}

// A is predictor A of the time within which n processors are free with probability p, from a given
// time on. There must be a benefactor.
func (s *State) A(n int64, p, from float64) float64 {
	return solve(func(t float64) float64 { return 1 - p - s.unhelped(n, t) }, from, from, s.end)
}

// B is predictor B of the time within which n processors are free with probability p, from a given
// time on. The jobs must have that many.
func (s *State) B(n int64, p, from float64) float64 {
	z := math.Sqrt2 * math.Erfinv(2*p-1)
	return solve(func(t float64) float64 {
		mean, variance := s.spread(t)
		return mean - float64(z*math.Sqrt(variance)) - float64(n)
	}, from, from, s.end)
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
