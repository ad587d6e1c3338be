package methods

import (
	"math"

	"waitbench/methods/internal/stat"
)

// downtime notices when the machine starts no jobs of a series: no start for longer than is usual, while more jobs than is usual
// are submitted. It knows starts only when they are known; jobs that start in the same second are one start.
type downtime struct {
	start       float64 // of the latest known start, seconds; NaN before the first
	submissions float64 // since then
	gaps        unusual // between starts, seconds
	counts      unusual // of submissions between starts, where there are any
	down        bool
	end         float64 // the start that ended the latest downtime, seconds; -Inf before the first
}

func newDowntime() *downtime {
	ranks := stat.UpperRanks(0.99, 0.95)
	return &downtime{start: math.NaN(), gaps: unusual{ranks: ranks}, counts: unusual{ranks: ranks}, end: math.Inf(-1)}
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
	if d.down {
		d.end = start
	}
	d.start, d.submissions, d.down = start, 0, false
}

// submitted takes note of a submission.
func (d *downtime) submitted(now float64) {
	d.submissions++
	d.down = d.down || d.gaps.exceeded(now-d.start) && d.counts.exceeded(d.submissions)
}

// waitedThrough reports whether a job that starts now, submitted at the given time, waited for the end of the latest downtime.
func (d *downtime) waitedThrough(submit float64) bool { return submit < d.end }

// unusual tells what is above the bound of the 0.99 quantile of the numbers so far, with confidence 0.95; nothing is until there
// are 299 of them.
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
