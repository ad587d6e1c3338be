package lifetime

import "math"

// State is jobs that run now, or will from a known moment on. Reset it before
// use. It is used by one goroutine.
type State struct {
	model Model
	least int // benefactors from which on predictor A predicts
	placed
	share       int64 // of processors that jobs of one step of the line need
	empty, open mark  // before the line, and before its last step
}

// placed is the jobs of a State and what is known of them.
type placed struct {
	jobs    []ageGroup
	sizes   []int64 // of all jobs
	largest int64   // of the sizes
	end     float64 // when all have ended for certain, seconds from now

	// the last solution by B: the processors, and how many become free in a
	// second about then
	needed, pace float64

	// of Queue
	queued, steps int     // jobs, and the steps in which they start
	beyond        int64   // processors that they need beyond the free ones
	lastStart     float64 // when the last of them starts, seconds from now
}

// ageGroup is jobs of one age. They end independently of each other.
type ageGroup struct {
	age            float64 // seconds; -x for jobs that will start in x seconds
	base, slope    float64 // the probability of an end by age x is (ln x - base) * slope
	sizes          []int64 // processors of each, a part of State.sizes
	procs, squares float64 // sums of their processors and of the squares
}

// The numbers of benefactors from which on predictor A predicts, and B below.
const (
	OnlyA = 0           // A has no prediction without a benefactor
	Usual = 2           // the paper's
	OnlyB = math.MaxInt // no state has as many
)

// Reset empties the state. It sets the distribution of run times, and the
// number of benefactors from which on predictor A predicts.
func (s *State) Reset(m Model, least int) {
	*s = State{model: m, least: least, placed: placed{jobs: s.jobs[:0], sizes: s.sizes[:0]}}
}

// Add puts a job of a size in processors and an age in seconds on the machine.
// A job that will start in x seconds has the age -x.
func (s *State) Add(procs int64, age float64) {
	if n := len(s.jobs); n == 0 || s.jobs[n-1].age != age {
		base := s.model.logMin
		if age > s.model.min {
			base = ln(age)
		}
		s.jobs = append(s.jobs, ageGroup{age: age, base: base, slope: 1 / (s.model.logMax - base)})
		s.end = max(s.end, s.model.max-age)
	}
	s.sizes = append(s.sizes, procs)
	j := &s.jobs[len(s.jobs)-1]
	j.sizes = s.sizes[len(s.sizes)-len(j.sizes)-1:]
	j.procs += float64(procs)
	j.squares += float64(procs) * float64(procs)
	s.largest = max(s.largest, procs)
}

// ended returns the probability that one of some jobs ends within t seconds.
func (m *Model) ended(j *ageGroup, t float64) float64 {
	switch x := j.age + t; {
	case j.age >= m.max || x >= m.max:
		return 1
	case x <= m.min:
		return 0
	default:
		return (ln(x) - j.base) * j.slope
	}
}

// Combined returns the time, at least from, within which n processors become
// free with probability p: by predictor A where enough jobs are benefactors,
// which have n processors each, else by B. If the jobs have fewer than n, it is
// the time when all of them have ended. It is +Inf where A alone has no
// benefactor. Times are in seconds.
func (s *State) Combined(n, p, from float64) float64 {
	switch found := s.benefactors(n); {
	case n <= 0 || math.IsInf(from, 1):
		return from
	case s.least == OnlyA && found == 0:
		return math.Inf(1)
	case found >= s.least:
		return s.predictorA(n, p, from)
	default:
		return s.predictorB(n, p, from)
	}
}

// benefactors counts the jobs with n processors or more, up to the number from
// which on predictor A predicts.
func (s *State) benefactors(n float64) (found int) {
	for i := 0; i < len(s.sizes) && float64(s.largest) >= n && found < max(s.least, 1); i++ {
		if float64(s.sizes[i]) >= n {
			found++
		}
	}
	return found
}

// predictorA is Combined by predictor A.
func (s *State) predictorA(n, p, from float64) float64 {
	time, _ := s.solve(from, from, func(t float64) (excess, slope float64) {
		left := 1.0
		for i := range s.jobs {
			j := &s.jobs[i]
			benefactors := 0
			for _, procs := range j.sizes {
				if float64(procs) >= n {
					benefactors++
				}
			}
			if benefactors == 0 {
				continue
			}
			ended := s.model.ended(j, t)
			for range benefactors {
				left *= 1 - ended
			}
			if ended > 0 {
				slope += float64(benefactors) * j.slope / ((j.age + t) * (1 - ended))
			}
		}
		return math.Log((1 - p) / left), slope
	})
	return time
}

// predictorB is Combined by predictor B.
func (s *State) predictorB(n, p, from float64) float64 {
	z := math.Sqrt2 * math.Erfinv(2*p-1)
	guess := from
	if s.pace > 0 {
		guess += (n - s.needed) / s.pace
	}
	time, pace := s.solve(from, guess, func(t float64) (excess, slope float64) {
		var mean, variance, grows float64
		for i := range s.jobs {
			j := &s.jobs[i]
			x := j.age + t // from here as ended, whose calls take a fifth of the time
			if x <= s.model.min {
				continue
			}
			if x >= s.model.max || j.age >= s.model.max {
				mean += j.procs
				continue
			}
			ended := (ln(x) - j.base) * j.slope
			mean += float64(j.procs * ended)
			if ended == 0 || ended == 1 {
				continue
			}
			rate := j.slope / x
			slope += float64(j.procs * rate)
			if z != 0 { // medians take half the time without
				variance += float64(j.squares * ended * (1 - ended))
				grows += float64(j.squares * rate * (1 - 2*ended))
			}
		}
		if variance > 0 {
			deviation := math.Sqrt(variance)
			mean -= float64(z * deviation)
			slope -= float64(z * grows / (2 * deviation))
		}
		return mean - n, slope
	})
	s.needed, s.pace = n, pace
	return time
}

const (
	tolerance = 1e-7 // largest error of a solution, of 1 + t
	patience  = 20   // steps by Newton's method before all others are by bisection
)

// solve returns the time, at least from, at which an excess reaches zero, and
// the slope about there: by Newton's method from a guess on, and by bisection
// in ln(1+t) where that leads away.
func (s *State) solve(from, guess float64,
	excess func(t float64) (excess, slope float64)) (time, slope float64) {
	low, high := from, max(s.end, from)
	t := guess
	if t < low || t >= high {
		t = low
	}
	triedFrom := t == from // has been visited
	for n := 0; high-low > tolerance*(1+low); n++ {
		v, slope := excess(t)
		if v < 0 {
			low = t
		} else {
			high = t
		}
		next := t - v/slope
		if math.Abs(next-t) <= tolerance*(1+t) {
			return min(max(next, low), high), slope
		}
		switch {
		case next <= from && low == from && !triedFrom:
			next, triedFrom = from, true
		case !(low < next && next < high) || n >= patience:
			next = math.Sqrt((1+low)*(1+high)) - 1
		}
		t = next
	}
	return high, 0
}
