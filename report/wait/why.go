package wait

import (
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/swf"
)

// facts are what is known at the moment about one job, and no cause of its
// wait.
type facts struct {
	Ahead      int      `json:"jobs_ahead"` // in the queue
	AheadProcs int      `json:"processors_ahead"`
	Free       *int     `json:"free_processors"`   // nil if the machine is not known
	Own        *int     `json:"own_jobs_waiting"`  // others of the user; nil if that is not known
	Idle       float64  `json:"last_start_s"`      // since the last start in the queue
	Since      *float64 `json:"history_s"`         // of the method, since a change point; nil for a whole one
	Unusual    *bool    `json:"is_unusually_long"` // longer than 95 of 100 such jobs; nil if few have started

	// for sentences
	Machine      int    `json:"-"` // processors, with Free
	Days         int    `json:"-"` // of such jobs
	Method, From string `json:"-"` // of Since
}

// IsUnusual reports whether the job is known to have waited unusually long.
func (f *facts) IsUnusual() bool { return f.Unusual != nil && *f.Unusual }

// facts returns the facts about the one answer; nil for several, or a job that
// cannot start.
func (r *Reply) facts() *facts {
	if r.isTable() || r.Answers[0].Reason != "" {
		return nil
	}
	a := &r.Answers[0]
	i := slices.IndexFunc(r.known.series, func(s *known) bool {
		return s.Queue == a.Series.Queue && s.Range == replay.AllRanges
	})
	job, queue := a.Job, r.known.series[i]
	f := &facts{Machine: int(r.known.machine), Days: RecentDays, Method: a.Method}
	for _, i := range queue.Waiting() {
		if j := queue.Job(i); !a.waits() || j.Submit < r.Now-a.Age {
			f.Ahead++
			f.AheadProcs += int(max(0, j.Procs))
		}
	}
	used, own := 0, 0
	for _, j := range r.known.jobs.Jobs {
		switch waits := math.IsInf(j.Wait, 1); {
		case waits && j.User == job.User && j.ID != job.ID:
			own++
		case !waits && j.Started() && !(j.Start()+j.Run <= r.Now):
			used += int(max(0, j.Procs))
		}
	}
	if f.Machine > 0 {
		f.Free = new(max(0, f.Machine-used))
	}
	if job.User >= 0 {
		f.Own = &own
	}
	var starts, waits []float64
	for i := range queue.Len() {
		if j := queue.Job(i); j.Start() <= r.Now {
			if starts = append(starts, j.Start()); j.Start() >= r.Now-RecentDays*86400 {
				waits = append(waits, j.Wait)
			}
		}
	}
	slices.Sort(starts)
	slices.Sort(waits)
	f.Idle = r.Now - starts[len(starts)-1]
	if n := len(starts) - a.history; a.history > 0 && n > 0 {
		f.Since, f.From = new(r.Now-starts[n]), r.when(starts[n])
	}
	if a.Age > 0 && len(waits) >= fewSuch {
		f.Unusual = new(a.Age > atShare(waits, .95))
	}
	return f
}

// blocked returns the jobs that cannot start, as far as that is known at the
// moment: the batch system said so at the snapshot.
func (r *Reply) blocked() []swf.Blocked {
	if s := r.log.Series[0].Log.Snapshot; s == nil || r.Now < s.Time {
		return nil
	}
	return r.log.Series[0].Log.Header.Blocked()
}

// lacksWaiting reports whether the question is about jobs of which the log has
// no list.
func (r *Reply) lacksWaiting() bool {
	waiting, _ := r.log.Series[0].Log.Header.Value("SnapshotWaiting")
	return r.Pending && waiting == "unknown"
}

// block takes their bounds from jobs that cannot start, and adds those whose
// wait has not begun.
func (r *Reply) block() {
	at := map[int64]int{}
	for i := range r.Answers {
		at[r.Answers[i].Job.ID] = i
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
		none := r.log.without(a.Job, a.Series.Queue, r.Now)
		none.Age, none.Name, none.Reason = a.Age, a.Name, b.Reason
		*a = none
	}
}
