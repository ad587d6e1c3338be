package replay

import (
	"math"

	"waitbench/methods"
	"waitbench/methods/heap"
	"waitbench/replay/backtest"
)

// LeastMonth is the number of bounded jobs that a month needs to be the worst:
// with fewer, a few misses would decide.
const LeastMonth = 100

// wilsonConfidence is the confidence of correct_lo and correct_hi.
const wilsonConfidence = 0.95

// Scorer compares waits with bounds of one level, job by job in order of
// submission. It serves one series.
type Scorer struct {
	level    methods.Level
	months   months
	sequence backtest.Sequence
	settled  settled
	ratios   []float64 // max(wait, 1 s) / max(bound, 1 s)
	bounds   []float64
	sum      struct{ pinball, logPinball, bound, over float64 }
}

// NewScorer returns a scorer for at most so many jobs of a log with the given
// clock. Bounds were refitted at multiples of epoch, in seconds, or for every
// job where that is 0.
func NewScorer(level methods.Level, clock Clock, epoch float64, most int) *Scorer {
	return &Scorer{
		level: level, months: months{clock: clock}, settled: settled{epoch: epoch, tick: math.Inf(-1)},
		ratios: make([]float64, 0, most), bounds: make([]float64, 0, most),
	}
}

// Add adds the next job, submitted at a time in seconds of the log. It leaves
// out one whose bound is NaN.
func (s *Scorer) Add(submit, wait, bound float64) {
	if math.IsNaN(bound) {
		return
	}
	covered := s.level.Covers(wait, bound)
	ratio := max(wait, 1) / max(bound, 1)
	s.sequence.Add(!covered)
	s.settled.add(submit, submit+min(wait, bound), !covered)
	s.months.add(submit, covered)
	s.ratios = append(s.ratios, ratio)
	s.bounds = append(s.bounds, bound)
	s.sum.pinball += backtest.Pinball(wait-bound, s.level.Quantile)
	s.sum.logPinball += backtest.Pinball(math.Log(ratio), s.level.Quantile)
	s.sum.bound += bound
	s.sum.over += max(bound-wait, 0)
}

// Fill writes the results into a score, from Bounded to MeanOver. The scorer
// must not be used again.
func (s *Scorer) Fill(to *Score) {
	n, misses := s.sequence.Jobs, s.sequence.Misses
	count, missed := float64(n), 1-s.level.Target()
	to.Bounded = n
	to.Coverage = float64(n-misses) / count
	to.CorrectLow, to.CorrectHigh = backtest.Wilson(n-misses, n, wilsonConfidence)
	to.MedianRatio = median(s.ratios)
	to.Kupiec = backtest.Kupiec(n, misses, missed)
	to.Independence = s.sequence.Independence()
	to.ConditionalCoverageLR = s.sequence.ConditionalCoverage(missed)
	to.MissAfterMiss = s.sequence.AfterMiss()
	to.SettledIndependence = s.settled.pairs.Independence()
	to.MissAfterSettled = s.settled.pairs.AfterMiss()
	to.LongestMisses = s.sequence.Longest
	if n == 0 {
		to.LongestMisses = -1
	}
	to.WorstMonth, to.WorstMonthAt = s.months.worst()
	to.Pinball = s.sum.pinball / count
	to.LogPinball = s.sum.logPinball / count
	to.MeanBound = s.sum.bound / count
	to.MedianBound = median(s.bounds)
	to.MeanOver = s.sum.over / count
}

// settled pairs each job with the job that was settled last at the tick at or
// before its submission, or at the submission itself without an epoch. A job is
// settled at
//
//	submission + min(wait, bound)
//
// when it starts or outlives its bound. Of jobs settled at the same time the
// one submitted last counts. Jobs submitted at a tick are not known at that
// tick. A job is in no pair before the first is settled.
type settled struct {
	epoch float64 // seconds
	tick  float64 // at which jobs were settled last
	jobs  int
	open  heap.Heap[settling] // jobs not settled at the tick, or submitted after it
	last  settling            // the job settled last; the 0th for none
	pairs backtest.Pairs
}

// settling is a job with a bound.
type settling struct {
	at     float64 // when it is settled, on the clock of the log
	number int     // among the jobs with a bound, counted from 1
	missed bool
}

func (a settling) Before(b settling) bool { return a.at < b.at || a.at == b.at && a.number < b.number }

// add adds the next job, submitted and settled at the given times.
func (s *settled) add(submit, at float64, missed bool) {
	tick := submit
	if s.epoch > 0 {
		tick = tickBefore(submit, s.epoch)
	}
	if tick > s.tick || s.epoch == 0 {
		for s.tick = tick; len(s.open) > 0 && s.open[0].at <= tick; {
			s.last = s.open.Pop()
		}
	}
	if s.last.number > 0 {
		s.pairs.Add(s.last.missed, missed)
	}
	s.jobs++
	s.open.Push(settling{at, s.jobs, missed})
}

// months counts covered jobs by calendar month. Jobs come in order of
// submission. A share that holds over years may hide bad months behind good
// ones.
type months struct {
	clock Clock
	until float64 // end of the last month of the list
	list  []month
}

// month counts the jobs submitted in a calendar month.
type month struct {
	name          string // 2000-01
	jobs, covered int    // with a bound
}

func (m *months) add(submit float64, covered bool) {
	if !m.clock.Dated {
		return
	}
	if len(m.list) == 0 || submit >= m.until {
		_, m.until = m.clock.Month(submit)
		m.list = append(m.list, month{name: m.clock.Date(submit).Format("2006-01")})
	}
	last := &m.list[len(m.list)-1]
	last.jobs++
	if covered {
		last.covered++
	}
}

// worst returns the smallest covered share of a month with enough jobs, and the
// first month that has it; NaN and "" where there is none.
func (m *months) worst() (share float64, name string) {
	share = math.NaN()
	for _, month := range m.list {
		now := float64(month.covered) / float64(month.jobs)
		if month.jobs >= LeastMonth && !(now >= share) {
			share, name = now, month.name
		}
	}
	return share, name
}
