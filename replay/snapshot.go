package replay

import (
	"fmt"
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

// newSnapshot returns nil for a header without SnapshotTime.
func newSnapshot(h *swf.Header) *Snapshot {
	if _, ok := h.Value("SnapshotTime"); ok {
		return &Snapshot{until: math.Inf(-1)}
	}
	return nil
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

// checkSnapshot sets the time of the snapshot, and returns an error if it
// cannot be.
func (t *Log) checkSnapshot() error {
	s, clock := t.Snapshot, t.Clock()
	unix, ok := t.Header.Int("SnapshotTime")
	switch text, has := t.Header.Value("SnapshotTime"); {
	case !has:
		return nil
	case s == nil:
		return fmt.Errorf("%s: the directive SnapshotTime must come before the first job", t.Name)
	case !ok:
		return fmt.Errorf("%s: invalid SnapshotTime %q: want an integer, the seconds since 1970",
			t.Name, text)
	case !clock.Dated:
		return fmt.Errorf("%s: SnapshotTime needs UnixStartTime, the date of second 0 of the log",
			t.Name)
	}
	s.Time = float64(unix) - clock.Unix0
	if s.until > s.Time+1 { // logs count whole seconds
		return fmt.Errorf("%s:%d: job %d is known until second %.0f of the log, "+
			"after the SnapshotTime at %.0f", t.Name, s.latest.Line,
			s.latest.ID, s.until, s.Time)
	}
	return nil
}
