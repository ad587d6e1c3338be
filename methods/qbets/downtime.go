package qbets

import (
	"math"

	"waitbench/methods/internal/stat"
)

// downtime notices when the machine starts no jobs of a series: no start for longer than
// usual, while more jobs than usual are submitted. Jobs that start in the same second are
// one start.
type downtime struct {
	start       float64 // of the latest known start, seconds; NaN before the first
	submissions float64 // since then
	gaps        unusual // between starts, seconds
	counts      unusual // of submissions between starts, where there are any
	down        bool
}

func newDowntime() *downtime {
	ranks := stat.UpperRanks(0.99, 0.95)
	return &downtime{start: math.NaN(), gaps: unusual{ranks: ranks}, counts: unusual{ranks: ranks}}
}

// started records a start that has become known.
func (d *downtime) started(start float64) {
	if math.Floor(start) <= math.Floor(d.start) {
		return
	}
	if !math.IsNaN(d.start) {
		d.gaps.insert(start - d.start)
		if d.submissions > 0 {
			d.counts.insert(d.submissions)
		}
	}
	d.start, d.submissions, d.down = start, 0, false
}

// submitted records a submission.
func (d *downtime) submitted(now float64) {
	d.submissions++
	d.down = d.down || d.gaps.exceeded(now-d.start) && d.counts.exceeded(d.submissions)
}

// unusual is numbers and the upper bound of their 0.99 quantile with confidence 0.95.
// There is none below 299 numbers.
type unusual struct {
	ranks   *stat.Ranks
	numbers stat.Ordered
}

func (u *unusual) insert(x float64) { u.numbers.Insert(x) }

func (u *unusual) exceeded(x float64) bool {
	k := u.ranks.Rank(u.numbers.Len())
	return k > 0 && x > u.numbers.At(k)
}
