package wait

import (
	"fmt"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
)

// facts are what is known at the moment about one job, and no cause of its wait.
type facts struct {
	Ahead      int      `json:"jobs_ahead"` // in the queue
	AheadProcs int64    `json:"processors_ahead"`
	Free       *int64   `json:"free_processors"`   // nil if the machine is not known
	Own        *int     `json:"own_jobs_waiting"`  // others of the user; nil if that is not known
	Idle       float64  `json:"last_start_s"`      // since the last start in the queue
	Since      *float64 `json:"history_s"`         // of the method, since a change point; nil for a whole one
	Unusual    *bool    `json:"is_unusually_long"` // longer than 95 of 100 such jobs; nil if few have started
	machine    int64    // processors, with Free
}

// facts returns the facts about the one answer; nil for several, or a job that cannot
// start.
func (r *Reply) facts() *facts {
	if r.isTable() || r.Answers[0].Reason != "" {
		return nil
	}
	a := &r.Answers[0]
	i := slices.IndexFunc(r.known.series, func(s *known) bool {
		return s.Queue == a.Series.Queue && s.Range == replay.AllRanges
	})
	f, job, queue := &facts{machine: r.known.machine}, a.Job(), r.known.series[i]
	submitted := r.Now - a.Age
	for _, i := range queue.Waiting() {
		if j := queue.Job(i); j.Submit < submitted || a.Age == 0 && j.ID != job.ID {
			f.Ahead++
			f.AheadProcs += max(0, j.Procs)
		}
	}
	used, own := int64(0), 0
	for _, j := range r.known.jobs.Jobs {
		switch waits := math.IsInf(j.Wait, 1); {
		case waits && j.User == job.User && j.ID != job.ID:
			own++
		case !waits && j.Started() && !(j.Start()+j.Run <= r.Now):
			used += max(0, j.Procs)
		}
	}
	if f.machine > 0 {
		f.Free = new(max(0, f.machine-used))
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
		f.Since = new(r.Now - starts[n])
	}
	if a.Age > 0 && len(waits) >= fewSuch {
		rank := int(math.Ceil(.95 * float64(len(waits))))
		f.Unusual = new(a.Age > waits[rank-1])
	}
	return f
}

// sentences says the facts.
func (f *facts) sentences(a *Answer, when func(seconds float64) string) (said []string) {
	say := func(format string, values ...any) { said = append(said, fmt.Sprintf(format, values...)) }
	if f.Unusual != nil && *f.Unusual {
		say("Its wait is unusually long: longer than that of 95 of 100 jobs of the queue in the last %d days.",
			RecentDays)
	}
	ahead := "Ahead in the queue: " + output.Counted(f.Ahead, "job")
	if f.Ahead > 0 {
		ahead += " with " + output.Counted(int(f.AheadProcs), "processor")
	}
	if f.Free != nil {
		ahead += fmt.Sprintf("; free: %s of %s processors", output.Grouped(*f.Free), output.Grouped(f.machine))
	}
	if f.Own != nil {
		ahead += fmt.Sprintf("; other jobs of the user that wait: %d", *f.Own)
	}
	say("%s; last start in the queue: %s ago.", ahead, table.Duration(f.Idle))
	if f.Since != nil {
		say("%s counts only waits since %s.", a.Method, when(*f.Since))
	}
	return said
}
