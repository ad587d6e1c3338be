package qbets

import (
	"math"

	"waitbench/methods/internal/stat"
)

// downtime notices when the machine starts no jobs of a series: no start for longer than is usual,
// while more jobs than is usual are submitted. It knows starts only when they are known; jobs that
// start in the same second are one start.
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

// started takes note of a start that has become known.
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

// submitted takes note of a submission.
func (d *downtime) submitted(now float64) {
	d.submissions++
	d.down = d.down || d.gaps.exceeded(now-d.start) && d.counts.exceeded(d.submissions)
}

// unusual tells what is above the bound of the 0.99 quantile of the numbers so far, with confidence
// 0.95; nothing is until there are 299 of them.
type unusual struct {
	ranks   *stat.Ranks
	numbers stat.Selector
}

func (u *unusual) insert(x float64) {
	u.numbers.Insert(x)
	u.numbers.SetRank(u.ranks.Rank(u.numbers.Len()))
}

func (u *unusual) exceeded(x float64) bool {
	bound, ok := u.numbers.Value()
	return ok && x > bound
}
