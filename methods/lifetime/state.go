package lifetime

import (
	"math"
	"slices"
)

// State is jobs that run now, or will from a known moment on. Its zero value must be Reset before
// use.
type State struct {
	model           Model
	jobs            []job
	total           int64    // processors
	largest, second int64    // sizes of the two largest jobs
	end             float64  // when all have ended for certain, seconds from now
	convolution              // what Exact needs
	levels          [][]node // sums of jobs
	spread          spread
	answers         []answer // of B, by probability
}

// Reset empties the state and sets the distribution of run times.
func (s *State) Reset(m Model) {
	s.model = m
	s.jobs = s.jobs[:0]
	s.total, s.largest, s.second, s.end = 0, 0, 0, 0
	for l := range s.levels {
		s.levels[l] = s.levels[l][:0]
	}
	s.spread.jobs = 0
	for i := range s.answers {
		s.answers[i].jobs = 0
	}
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
	i := slices.IndexFunc(s.answers, func(a answer) bool { return a.p == p })
	if i < 0 {
		i = len(s.answers)
		s.answers = append(s.answers, answer{p: p, from: from, at: from})
	}
	if a := &s.answers[i]; a.jobs != len(s.jobs) || a.n != n || a.from != from {
		s.grow()
		z, at := math.Sqrt2*math.Erfinv(2*p-1), from
		if mean, _ := s.freed(from); mean < float64(n) || s.varies(from, (mean-float64(n))/z) {
			at, _ = s.reach(float64(n), z, from, (1+a.at)/(1+a.from)*(1+from)-1)
		}
		*a = answer{p, n, from, at, len(s.jobs)}
	}
	return s.answers[i].at
}

// answer is what B said last with a probability. The next one is likely to be as far from its beginning.
type answer struct {
	p        float64
	n        int64
	from, at float64 // seconds
	jobs     int     // of the state then; 0 where that was another one
}

// reach is the time, from a given one on, at which the mean number of processors freed less z of its
// standard deviations is n, and the seconds a processor about then, 0 where that is not known. It is
// found by Newton's method from a guess on, and by bisection in ln(1 + t) where that leads away.
func (s *State) reach(n, z, from, guess float64) (at, pace float64) {
	const enough = 1e-7 // of 1 + t
	end := max(s.end, from)
	a, b := from, end
	t := min(max(guess, a), b)
	for patience := 8; b-a > 1e-10*(1+a); {
		v, slope := s.freed(t)
		if z != 0 {
			if patience == 0 {
				s.spread.jobs = 0
			} else if s.spread.jobs > 0 && math.Abs(t-s.spread.middle) > 20*s.spread.width {
				s.spread.jobs, a, b = 0, from, end
				patience--
			}
			variance, grows := s.spread.at(s, t)
			deviation := math.Sqrt(max(variance, 0))
			v -= float64(z * deviation)
			if deviation > 0 {
				slope -= z * grows / (2 * deviation)
			}
		}
		if v < n {
			a = t
		} else {
			b = t
		}
		step := (n - v) / slope
		if slope > 0 && math.Abs(step) <= enough*(1+t) {
			t = min(max(t+step, a), b)
			if z == 0 || patience == 0 || math.Abs(t-s.spread.middle) <= s.spread.width {
				return t, 1 / slope
			}
			s.spread.jobs, a, b = 0, from, end
			patience--
			continue
		}
		if t += step; !(slope > 0 && t > a && t < b) {
			t = math.Expm1((math.Log1p(a) + math.Log1p(b)) / 2)
		}
	}
	return b, 0
}

// varies reports whether the number of processors freed within t has a standard deviation above one.
func (s *State) varies(t, deviation float64) bool {
	var variance float64
	for i := range s.jobs {
		if j := &s.jobs[i]; variance <= deviation*deviation {
			p, procs := s.model.ended(j, t), float64(j.procs)
			variance += float64(procs * procs * p * (1 - p))
		}
	}
	return deviation >= 0 && variance > deviation*deviation
}

// spread is the variance of the number of processors freed about a time, as a parabola.
type spread struct {
	middle float64    // seconds
	width  float64    // about the middle, within which it is good to 1e-7
	jobs   int        // that are in it
	powers [3]float64 // value and derivatives, the second one halved
}

// at is the variance at a time and its derivative, by the parabola about a time at which it was asked
// for before, unless that was given up by jobs = 0.
func (p *spread) at(s *State, t float64) (variance, slope float64) {
	if p.jobs == 0 {
		*p = spread{middle: t, width: math.Inf(1)}
	}
	for i := range s.jobs[p.jobs:] {
		j := &s.jobs[p.jobs+i]
		x := j.age + p.middle
		p.width = min(p.width, max(0.005*x, s.model.min/100), math.Abs(x-s.model.min), math.Abs(s.model.max-x))
		if x <= s.model.min || x >= s.model.max {
			continue
		}
		square := float64(j.procs) * float64(j.procs)
		left := j.slope * (s.model.logMax - math.Log(x)) // 1 - p
		odd, rate := 2*left-1, j.slope/x                 // 1 - 2p and the derivative of p
		p.powers[0] += float64(square * left * (1 - left))
		p.powers[1] += float64(square * odd * rate)
		p.powers[2] -= square * rate * (odd/x + 2*rate) / 2
	}
	p.jobs = len(s.jobs)
	d := t - p.middle
	slope = p.powers[1] + float64(2*d*p.powers[2])
	return p.powers[0] + float64(d*(p.powers[1]+float64(d*p.powers[2]))), slope
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
