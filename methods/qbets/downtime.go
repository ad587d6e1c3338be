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
	d.start, d.submissions = start, 0
}

func (d *downtime) submitted() { d.submissions++ }

// downAt reports whether the machine is down when another job is submitted.
func (d *downtime) downAt(now float64) bool {
	return unusual(now-d.start, &d.gaps) && unusual(d.submissions+1, &d.counts)
}

// unusual reports whether a number exceeds the upper bound of the 0.99 quantile
// of others with confidence 0.95, which needs 299 of them.
func unusual(x float64, others *stat.Ordered) bool {
	k := stat.UpperRanks(0.99, 0.95).Rank(others.Len())
	return k > 0 && x > others.At(k)
}
