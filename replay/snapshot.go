package replay

import (
	"math"

	"waitbench/swf"
)

// Snapshot is the moment at which the log of a running machine was taken: its
// directive SnapshotTime, in seconds since 1970 UTC. In such a log a job with a
// wait but neither run time nor status (-1) is running, and holds its
// processors. A job without a wait is pending: it is in the queue, but neither
// scored nor part of any history.
type Snapshot struct {
	Time    float64 `json:"time_s"` // on the clock of the log, seconds
	Running int     `json:"jobs_running"`
	Pending int     `json:"jobs_pending"`

	latest swf.Job // the job with the last known event
	until  float64 // the time of that event, in seconds
}

// note adds a line, and reports whether its job is pending. It sets the run
// time of a job that has not ended to NaN.
func (s *Snapshot) note(j *swf.Job) (pending bool) {
	if s == nil || j.Submit < 0 {
		return false
	}
	if known := j.Submit + max(j.Wait, 0) + max(j.Run, 0); known > s.until {
		s.until, s.latest = known, *j
	}
	switch pending = j.Wait < 0; {
	case pending:
		s.Pending++
		j.Run = math.NaN()
	case j.Run < 0 && j.Status == -1:
		s.Running++
		j.Run = math.NaN()
	}
	return pending
}
