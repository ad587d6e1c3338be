package qbets

import (
	"math"

	"waitbench/methods/internal/stat"
)

// downtime notices when the machine starts no jobs of a series: no start for
// longer than usual, while more jobs than usual are submitted. Jobs that start
// in the same second are one start.
type downtime struct {
	start       float64      // of the latest known start, seconds; NaN before the first
	submissions float64      // since then
	gaps        stat.Ordered // between starts, seconds
	counts      stat.Ordered // of submissions between starts, where there are any
	down        bool
}

// started records a start that has become known.
func (d *downtime) started(start float64) {
	if math.Floor(start) <= math.Floor(d.start) {
		return
	}
	if !math.IsNaN(d.start) {
		d.gaps.Insert(start - d.start)
		if d.submissions > 0 {
			d.counts.Insert(d.submissions)
		}
	}
	d.start, d.submissions, d.down = start, 0, false
}

func (d *downtime) submitted(now float64) {
	d.submissions++
	d.down = d.down || unusual(now-d.start, &d.gaps) && unusual(d.submissions, &d.counts)
}

// unusual reports whether a number exceeds the upper bound of the 0.99 quantile
// of others with confidence 0.95, which needs 299 of them.
func unusual(x float64, others *stat.Ordered) bool {
	k := stat.UpperRanks(0.99, 0.95).Rank(others.Len())
	return k > 0 && x > others.At(k)
}
