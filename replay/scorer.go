package replay

import (
	"math"

	"waitbench/methods"
	"waitbench/replay/backtest"
)

// LeastMonth is the number of bounded jobs that a month needs to be the worst: with fewer, a few
// misses would decide.
const LeastMonth = 100

// wilsonConfidence is that of correct_lo and correct_hi.
const wilsonConfidence = 0.95

// Scorer compares waits with bounds of one level, job by job in order of submission. It serves one
// series.
type Scorer struct {
	level    methods.Level
	months   months
	sequence backtest.Sequence
	ratios   []float64 // max(wait, 1 s) / max(bound, 1 s)
	bounds   []float64
	sum      struct{ pinball, logPinball, bound, over float64 }
}

// NewScorer makes a scorer for at most so many jobs of a log with the given clock.
func NewScorer(level methods.Level, clock Clock, most int) *Scorer {
	return &Scorer{level: level, months: months{clock: clock}, ratios: make([]float64, 0, most), bounds: make([]float64, 0, most)}
}

// Add takes up the next job, submitted at a time in seconds of the log; one whose bound is NaN is
// left out.
func (s *Scorer) Add(submit, wait, bound float64) {
	if math.IsNaN(bound) {
		return
	}
	covered := s.level.Covers(wait, bound)
	ratio := max(wait, 1) / max(bound, 1)
	s.sequence.Add(!covered)
	s.months.add(submit, covered)
	s.ratios = append(s.ratios, ratio)
	s.bounds = append(s.bounds, bound)
	s.sum.pinball += backtest.Pinball(wait-bound, s.level.Quantile)
	s.sum.logPinball += backtest.Pinball(math.Log(ratio), s.level.Quantile)
	s.sum.bound += bound
	s.sum.over += max(bound-wait, 0)
}

// Fill writes what came out into a score, from Bounded to MeanOver. The scorer must not be used
// again.
func (s *Scorer) Fill(to *Score) {
	n, misses := s.sequence.Jobs(), s.sequence.Misses()
	count, missed := float64(n), 1-s.level.Target()
	to.Bounded = n
	to.Correct = float64(n-misses) / count
	to.CorrectLow, to.CorrectHigh = backtest.Wilson(n-misses, n, wilsonConfidence)
	to.MedianRatio = median(s.ratios)
	to.Kupiec = backtest.Kupiec(n, misses, missed)
	to.Independence = s.sequence.Independence()
	to.ConditionalCoverage = s.sequence.ConditionalCoverage(missed)
	to.MissAfterMiss = s.sequence.AfterMiss()
	to.LongestMisses = s.sequence.Longest()
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

// months counts covered jobs by calendar month, as long as jobs come in order of submission. A share
// that holds over years may come of good months that pay for bad ones.
type months struct {
	clock Clock
	until float64 // end of the last month of the list
	list  []month
}

// month is how bounds did among the jobs submitted in a calendar month.
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

// worst gives the smallest covered share of a month with enough jobs, and the first month in which
// that was; NaN and "" where there is none.
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
