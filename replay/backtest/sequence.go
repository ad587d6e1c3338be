package backtest

import "math"

// Pairs counts pairs of jobs, an earlier and a later one, by whether each was missed: index 1 is for
// missed. The zero value has none.
type Pairs [2][2]int

// Add counts a pair.
func (p *Pairs) Add(earlier, later bool) { p[index(earlier)][index(later)]++ }

func index(missed bool) int {
	if missed {
		return 1
	}
	return 0
}

// AfterMiss is the share of missed ones among later jobs whose earlier one was missed; NaN if there
// are none. For independent misses it is near the share of all jobs.
func (p *Pairs) AfterMiss() float64 {
	return float64(p[1][1]) / float64(p[1][0]+p[1][1])
}

// Independence gives the likelihood ratio of the test that the later job of a pair is missed with
// the same probability whether or not the earlier one was [Christoffersen98, section 4.2]. With
// n(ij) the number of pairs whose earlier job is in state i, 1 for missed, and the later one in
// state j, and
//
//	a = n01/(n00+n01),  b = n11/(n10+n11),  p = (n01+n11)/(n00+n01+n10+n11)
//
//	LR = -2 ln( (1-p)^(n00+n10) p^(n01+n11) / ((1-a)^n00 a^n01 (1-b)^n10 b^n11) )
//
// where 0^0 is 1: a state that no job comes after adds nothing, so LR is 0 if no earlier or no later
// job was missed. It is distributed as chi-square with 1 degree of freedom where misses are
// independent. NaN for no pairs. It sees dependence within pairs only, and grows as well where
// misses avoid each other.
func (p *Pairs) Independence() float64 {
	if *p == (Pairs{}) {
		return math.NaN()
	}
	alike := logLikelihood(p[0][0]+p[1][0], p[0][1]+p[1][1])
	apart := 0.0
	for _, after := range p {
		if after[0]+after[1] > 0 {
			apart += logLikelihood(after[0], after[1])
		}
	}
	return max(0, 2*(apart-alike))
}

// Sequence follows which jobs were missed, in order of submission. The zero value has seen none.
type Sequence struct {
	Pairs   // of jobs that follow each other
	jobs    int
	misses  int
	last    bool // whether the last job was missed
	run     int  // misses since the last hit
	longest int
}

// Add takes up the next job.
func (s *Sequence) Add(missed bool) {
	s.run++
	if !missed {
		s.run = 0
	}
	s.longest = max(s.longest, s.run)
	if s.jobs > 0 {
		s.Pairs.Add(s.last, missed)
	}
	s.jobs++
	s.misses += index(missed)
	s.last = missed
}

// Jobs is the number of jobs.
func (s *Sequence) Jobs() int { return s.jobs }

// Misses is the number of jobs that were missed.
func (s *Sequence) Misses() int { return s.misses }

// Longest is the number of misses in the longest run of them.
func (s *Sequence) Longest() int { return s.longest }

// ConditionalCoverage gives the likelihood ratio of the test of conditional coverage: that jobs are
// missed with probability p whatever became of the one before [Christoffersen98, section 4.3],
//
//	LR = Kupiec + Independence
//
// distributed as chi-square with 2 degrees of freedom where that is so. The first job counts in the
// first term alone, which is the usual form; the difference to the ratio given the first job
// vanishes with the number of jobs. NaN for fewer than 2 jobs.
func (s *Sequence) ConditionalCoverage(p float64) float64 {
	return Kupiec(s.jobs, s.misses, p) + s.Independence()
}
