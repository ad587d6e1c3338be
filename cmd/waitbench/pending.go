package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
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
	case c.flag("format") == "prometheus" && w.jobID != "":
		return usagef("--format prometheus has metrics of queues, not of a job: " +
			"choose another format, or --pending")
	case w.waiting && w.jobID != "":
		return usagef("--pending covers all jobs that wait: leave out --job")
	}
	return nil
}

// findJobs finds the job of --job and the IDs of --ids, and keeps the methods
// that bound remaining waits.
func (w *waitFlags) findJobs(loaded *loadedLog, now float64) (err error) {
	if w.jobNames, err = w.readIDs(loaded); err != nil {
		return err
	}
	able := slices.DeleteFunc(slices.Clone(loaded.plan.Methods), func(m methods.Method) bool {
		return !methods.Can[methods.RemainingBounder](m)
	})
	if len(able) == 0 {
		return usagef("no method of %s bounds remaining waits: use bmbp, qbets, moving, "+
			"last-week, forest or boost", strings.Join(loaded.plan.Settings.Methods, ", "))
	}
	loaded.plan.Methods = able
	if w.jobID != "" {
		w.only, err = w.findJob(loaded, now)
	}
	return err
}

// jobsIn returns the positions from the end of the series, 1 for the last, of
// the jobs with questions among those that wait there.
func (w *waitFlags) jobsIn(known *replay.Series) (jobs []int) {
	waiting := known.Waiting()
	for k, i := range waiting {
		if w.only == nil || known.Job(i).ID == w.only.ID {
			jobs = append(jobs, len(waiting)-k)
		}
	}
	return jobs
}

// waitingAt returns how many jobs of the log wait at a time.
func (loaded *loadedLog) waitingAt(at float64) (jobs int) {
	for _, j := range loaded.series[0].Log.Jobs {
		if j.Submit <= at && j.Start() > at {
			jobs++
		}
	}
	return jobs
}

// findJob returns the job of --job. A job that does not wait at the time is an
// error.
func (w *waitFlags) findJob(loaded *loadedLog, now float64) (*replay.Job, error) {
	log := loaded.series[0].Log
	i := slices.IndexFunc(log.Jobs, func(j replay.Job) bool {
		if w.ids != "" {
			return w.jobNames[j.ID] == w.jobID
		}
		return strconv.FormatInt(j.ID, 10) == w.jobID
	})
	if i < 0 {
		return nil, fmt.Errorf("%s has no job %s that started or waits", loaded.record.Name, w.jobID)
	}
	job, when := &log.Jobs[i], loaded.record.When(now)
	switch {
	case job.Submit > now:
		return nil, fmt.Errorf("job %s was submitted at %s, after %s: choose a later --at", w.jobID,
			loaded.record.When(job.Submit), when)
	case job.Start() <= now:
		return nil, fmt.Errorf("job %s does not wait at %s: it left the queue at %s; "+
			"choose an earlier --at", w.jobID, when, loaded.record.When(job.Start()))
	}
	return job, nil
}

// readIDs reads the job IDs of the batch system by job number, from the file of
// import's --extra. It returns none without --ids.
func (w *waitFlags) readIDs(loaded *loadedLog) (map[int64]string, error) {
	if w.ids == "" {
		return nil, nil
	}
	f, err := os.Open(w.ids)
	if err != nil {
		return nil, output.CannotRead(w.ids, err)
	}
	defer f.Close()
	queued, clock := map[int64]float64{}, loaded.record.Clock()
	for _, j := range loaded.series[0].Log.Jobs {
		queued[j.ID] = clock.Unix0 + j.Submit
	}
	return accounting.ReadIDs(f, w.ids, queued)
}
