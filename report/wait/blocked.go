package wait

import (
	"math"

	"waitbench/replay"
	"waitbench/swf"
)

// blocked returns the jobs that cannot start, as far as that is known at the moment:
// the batch system said so at the snapshot.
func (r *Reply) blocked() []swf.Blocked {
	if s := r.log.Series[0].Log.Snapshot; s == nil || r.Now < s.Time {
		return nil
	}
	return r.log.Series[0].Log.Header.Blocked()
}

// lacksWaiting reports whether the question is about jobs of which the log has no
// list.
func (r *Reply) lacksWaiting() bool {
	waiting, _ := r.log.Series[0].Log.Header.Value("SnapshotWaiting")
	return r.Pending && waiting == "unknown"
}

// block takes their bounds from jobs that cannot start, and adds those whose wait
// has not begun.
func (r *Reply) block() {
	at := map[int64]int{}
	for i := range r.Answers {
		at[r.Answers[i].Job().ID] = i
	}
	for _, b := range r.blocked() {
		queue := swf.NoQueue
		if b.Queue >= 0 {
			queue = r.log.Series[0].Log.Header.QueueName(b.Queue)
		}
		i, answered := at[b.Job]
		if !answered {
			if !r.Pending || b.Job >= 0 || r.log.isOne && queue != r.known.asked()[0].Queue {
				continue
			}
			job := replay.Job{ID: b.Job, Submit: b.Submit, Wait: math.Inf(1), Run: math.NaN(), CPU: -1,
				Estimate: b.Estimate, Procs: b.Procs, User: -1, Executable: -1}
			i, r.Answers = len(r.Answers), append(r.Answers, r.log.without(job, queue, r.Now))
			r.Answers[i].Name = b.ID
		}
		a := &r.Answers[i]
		none := r.log.without(a.Job(), a.Series.Queue, r.Now)
		none.Age, none.Name, none.Reason = a.Age, a.Name, b.Reason
		*a = none
	}
}
