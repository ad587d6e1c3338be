package backtest

import "math"

// Pairs counts pairs of an earlier and a later job by whether each was missed;
// index 1 is for missed.
type Pairs [2][2]int

func (p *Pairs) Add(earlier, later bool) { p[index(earlier)][index(later)]++ }

func index(missed bool) int {
	if missed {
		return 1
	}
	return 0
}

// AfterMiss returns the share of missed jobs among those whose earlier job was
// missed; NaN for none.
func (p *Pairs) AfterMiss() float64 {
	return float64(p[1][1]) / float64(p[1][0]+p[1][1])
}

// Independence returns the likelihood ratio of the test that a later job is
// missed with the same probability whether or not the earlier one was
// [Christoffersen98, section 4.2]. With n(ij) pairs whose earlier job is in
// state i and later job in state j, 1 for missed, and
//
//	a = n01/(n00+n01),  b = n11/(n10+n11),  p = (n01+n11)/(n00+n01+n10+n11)
//
//	LR = -2 ln( (1-p)^(n00+n10) p^(n01+n11) / ((1-a)^n00 a^n01 (1-b)^n10 b^n11) ),  0^0 = 1
//
// For independent misses it has the chi-square distribution with 1 degree of
// freedom. Misses that avoid each other make it larger too. It is NaN for no
// pairs.
func (p *Pairs) Independence() float64 {
	if *p == (Pairs{}) {
		return math.NaN()
	}
	together := logLikelihood(p[0][0]+p[1][0], p[0][1]+p[1][1])
	apart := 0.0
	for _, after := range p {
		if after[0]+after[1] > 0 {
			apart += logLikelihood(after[0], after[1])
		}
	}
	return max(0, 2*(apart-together))
}

// Sequence counts missed jobs in order of submission. The zero value has none.
type Sequence struct {
	Pairs                     // of consecutive jobs
	Jobs, Misses, Longest int // Longest is the longest run of misses

	missedLast bool // whether the last job was missed
	run        int  // misses since the last hit
}

func (s *Sequence) Add(missed bool) {
	s.run++
	if !missed {
		s.run = 0
	}
	s.Longest = max(s.Longest, s.run)
	if s.Jobs > 0 {
		s.Pairs.Add(s.missedLast, missed)
	}
	s.Jobs++
	s.Misses += index(missed)
	s.missedLast = missed
}

// ConditionalCoverage returns the likelihood ratio of the test that jobs are
// missed with probability p whatever the outcome of the job before
// [Christoffersen98, section 4.3]: Kupiec + Independence. Under it the ratio
// has the chi-square distribution with 2 degrees of freedom. It is NaN for
// fewer than 2 jobs.
func (s *Sequence) ConditionalCoverage(p float64) float64 {
	return Kupiec(s.Jobs, s.Misses, p) + s.Independence()
}
