package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/swf/accounting"
)

// asksWaiting reports whether the question is about jobs that wait already.
func (w *waitFlags) asksWaiting() bool { return w.waiting || w.jobID != "" }

func (w *waitFlags) checkWaiting(c *console) error {
	others := []string{"procs", "estimate", "user", "executable", "within", "from", "all", "ranges"}
	switch other := slices.IndexFunc(others, c.flags.Changed); {
	case !w.asksWaiting() && w.ids == "":
		return nil
	case !w.asksWaiting():
		return usagef("--ids names jobs for --job and --pending: add one of them")
	case other >= 0:
		return usagef("--job and --pending ask about jobs of the log: leave out --procs, " +
			"--estimate, --user, --executable, --within, --from, --all and --ranges")
	case c.flag("format") == "prometheus":
		return usagef("--format prometheus has metrics of queues, not of jobs: " +
			"choose another format")
	case w.waiting && w.jobID != "":
		return usagef("--pending covers all jobs that wait: leave out --job")
	}
	return nil
}

// answerWaiting answers about the job of --job, or all that wait at a time.
func (w *waitFlags) answerWaiting(ctx context.Context, c *console, of *loadedLog, at float64,
	remarks []string) error {
	names, err := w.readIDs(of)
	if err != nil {
		return err
	}
	able := slices.DeleteFunc(slices.Clone(of.plan.Methods), func(m methods.Method) bool {
		return !methods.Can[methods.RemainingBounder](m)
	})
	if len(able) == 0 {
		return usagef("no method of %s bounds remaining waits: use bmbp, qbets, moving, "+
			"last-week or forest", strings.Join(of.plan.Settings.Methods, ", "))
	}
	of.plan.Methods = able
	only, err := w.findJob(of, names, at)
	if err != nil {
		return err
	}
	var jobs []report.Waiting
	for _, s := range of.series {
		if w.queue != "" && s.Queue != w.queue {
			continue
		}
		known := s.Known(at)
		waiting := slices.DeleteFunc(known.Waiting(), func(i int) bool {
			return only != nil && known.Job(i).ID != only.ID
		})
		if len(waiting) == 0 {
			continue
		}
		answers, err := of.remaining(ctx, known, waiting, at)
		if err != nil {
			return err
		}
		for _, a := range answers {
			a.Name = names[a.Job.ID]
			jobs = append(jobs, a)
		}
	}
	c.finish()
	return w.printWaiting(c, of, jobs, at, remarks)
}

// remaining answers about the jobs at some positions of a series, which wait at
// its end.
func (of *loadedLog) remaining(ctx context.Context, known *replay.Series, waiting []int,
	at float64) ([]report.Waiting, error) {
	forecasts, err := of.plan.Forecast(ctx, known.Trace)
	if err != nil {
		return nil, err
	}
	q := &question{of.plan, known, forecasts, nil}
	ages := map[float64]bool{}
	for _, i := range waiting {
		ages[report.WaitingAge(at-known.Job(i).Submit)] = true
	}
	task := of.plan.Task(known, of.plan.Methods[0], of.plan.Levels[0])
	for _, age := range slices.Sorted(maps.Keys(ages)) {
		q.questions = append(q.questions, known.Reached(age, task.First())...)
	}
	slices.SortStableFunc(q.questions, func(a, b replay.Question) int {
		return cmp.Compare(a.Time, b.Time)
	})
	for _, i := range waiting {
		q.questions = append(q.questions, replay.Question{Job: i, Time: at})
	}
	results := map[methods.Level][]*replay.Result{}
	for _, l := range of.plan.Levels {
		all, err := q.ask(ctx, of.plan.Methods, []methods.Level{l})
		if err != nil {
			return nil, err
		}
		results[l] = slices.DeleteFunc(all, func(r *replay.Result) bool { return r.Failed != nil })
	}
	return report.NewWaiting(results, of.plan.Levels, q.questions, len(waiting)), nil
}

// findJob returns the job of --job, or nil without it. A job that does not wait
// at the time is an error.
func (w *waitFlags) findJob(of *loadedLog, names map[int64]string,
	at float64) (*replay.Job, error) {
	if w.jobID == "" {
		return nil, nil
	}
	trace := of.series[0].Trace
	i := slices.IndexFunc(trace.Jobs, func(j replay.Job) bool {
		if w.ids != "" {
			return names[j.ID] == w.jobID
		}
		return strconv.FormatInt(j.ID, 10) == w.jobID
	})
	if i < 0 {
		return nil, fmt.Errorf("%s has no job %s that started or waits", of.record.Name, w.jobID)
	}
	job, when := &trace.Jobs[i], of.record.When(at)
	switch {
	case job.Submit > at:
		return nil, fmt.Errorf("job %s was submitted at %s, after %s: choose a later --at", w.jobID,
			of.record.When(job.Submit), when)
	case job.Start() <= at:
		return nil, fmt.Errorf("job %s does not wait at %s: it left the queue at %s; "+
			"choose an earlier --at", w.jobID, when, of.record.When(job.Start()))
	}
	return job, nil
}

func (w *waitFlags) printWaiting(c *console, of *loadedLog, jobs []report.Waiting, at float64,
	remarks []string) error {
	when := of.record.When(at)
	var notes []string
	title := fmt.Sprintf("Jobs that wait in %s at %s", of.record.Name, when)
	if w.jobID != "" {
		if len(jobs) == 0 {
			return fmt.Errorf("no job of the queue of job %s has started by %s, "+
				"so nothing is known of it", w.jobID, when)
		}
		title = fmt.Sprintf("Job %s of %s at %s", jobs[0].JobName(), of.record.Name, when)
		notes = jobs[0].Sentences()
	} else if w.queue == "" {
		unknown := -len(jobs)
		for _, j := range of.series[0].Trace.Jobs {
			if j.Submit <= at && j.Start() > at {
				unknown++
			}
		}
		if unknown > 0 {
			remarks = append(remarks, fmt.Sprintf("Jobs in queues where no job has started are "+
				"not shown: %d.", unknown))
		}
	}
	notes = w.introduce(c, notes, remarks)
	l := of.plan.Levels[0]
	notes = append(notes, fmt.Sprintf("within: this share of such jobs starts within the time "+
		"from now, with confidence %v; none where fewer than %d known waits are longer",
		of.plan.Settings.Confidence, l.Smallest()),
		fmt.Sprintf("held: share of the jobs of the queue that started within such bounds, "+
			"of those of the last %d days that waited 10 min, 1 h, 6 h or 1 day: "+
			"the longest of these that the job has reached", report.RecentDays))
	table := report.WaitingTable(title, jobs, notes...)
	trusted := !slices.ContainsFunc(jobs, func(a report.Waiting) bool { return !a.Trusted() })
	return of.show(c, table, at, trusted, remarks)
}

// readIDs reads the job IDs of the batch system by job number, from the file of
// import's --extra. It returns none without --ids.
func (w *waitFlags) readIDs(of *loadedLog) (map[int64]string, error) {
	if w.ids == "" {
		return nil, nil
	}
	f, err := os.Open(w.ids)
	if err != nil {
		return nil, output.CannotRead(w.ids, err)
	}
	defer f.Close()
	queued, clock := map[int64]float64{}, of.record.Clock()
	for _, j := range of.series[0].Trace.Jobs {
		queued[j.ID] = clock.Unix0 + j.Submit
	}
	return accounting.ReadIDs(f, w.ids, queued)
}
