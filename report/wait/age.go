package wait

import (
	"math"

	"waitbench/report/table"
)

// IsLive reports whether the log is a snapshot of a machine that runs on.
func (t *Log) IsLive() bool { return t.Series[0].Log.Snapshot != nil }

// age returns the time since the last event of the log that is known at the moment,
// in seconds.
func (r *Reply) age() float64 {
	last := math.Inf(-1)
	for _, j := range r.log.Series[0].Log.Jobs {
		for _, event := range []float64{j.Submit, j.Start(), j.Start() + j.Run} {
			if event <= r.Now { // false for NaN
				last = max(last, event)
			}
		}
	}
	return max(r.Now, r.Asked) - last
}

// remarkOnAge adds a remark on a log whose export seems to stand still.
func (r *Reply) remarkOnAge() {
	if age := r.age(); age > 3600 && r.Now-r.log.End() <= 86400 {
		r.remark("The last event of the log is %s old.", table.Duration(age))
	}
}
