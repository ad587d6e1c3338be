package wait

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/swf"
	"waitbench/swf/accounting"
)

// Log is a log that questions are about.
type Log struct {
	Plan   *run.Plan
	Record *run.LogRecord
	Series []*replay.Series // those that questions are about

	all   []*replay.Series
	isOne bool // Series is one that Keep chose
}

// Load reads a log. Questions are about all its series.
func Load(plan *run.Plan, name string, f *swf.File) (*Log, error) {
	record, series, err := plan.Load(name, f)
	return &Log{Plan: plan, Record: record, Series: series, all: series}, err
}

// KeepQueues keeps the series of jobs of every size.
func (t *Log) KeepQueues() {
	t.Series = slices.DeleteFunc(slices.Clone(t.Series),
		func(s *replay.Series) bool { return s.Range != replay.AllRanges })
}

// Keep keeps the series of a range of processors in a queue, by default the
// busiest. It fails if no job is in it.
func (t *Log) Keep(queue, processors string) error {
	name, known := t.Record.Busiest()[0], t.jobs().QueueNames()
	if queue != "" {
		name, _ = t.Record.FindQueue(queue)
	}
	if !slices.Contains(known, name) {
		return fmt.Errorf("%s: %w", t.Record.Name, methods.Unknown("queue", queue, known))
	}
	i := slices.IndexFunc(t.all,
		func(s *replay.Series) bool { return s.Queue == name && s.Range == processors })
	if i < 0 {
		return fmt.Errorf("%s: no job of queue %s has processors in the range %s",
			t.Record.Name, name, processors)
	}
	t.Series, t.isOne = t.all[i:i+1], true
	return nil
}

// End returns the time of the log's snapshot, else of its last submission, in
// seconds of the log.
func (t *Log) End() float64 {
	if s := t.jobs().Snapshot; s != nil {
		return s.Time
	}
	return t.Record.LastSubmit
}

// ReadIDs reads the job IDs of the batch system by job number, from a file of
// import's --extra. It fails if the file is not of this log.
func (t *Log) ReadIDs(path string) (map[int64]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer f.Close()
	queued, clock := map[int64]float64{}, t.Record.Clock()
	for _, j := range t.jobs().Jobs {
		queued[j.ID] = clock.Unix0 + j.Submit
	}
	return accounting.ReadIDs(f, path, queued)
}

func (t *Log) jobs() *replay.Log { return t.all[0].Log }

// waiting returns how many jobs of the log wait at a time.
func (t *Log) waiting(at float64) (jobs int) {
	for _, j := range t.jobs().Jobs {
		if j.Submit <= at && j.Start() > at {
			jobs++
		}
	}
	return jobs
}

// by returns the log with some of the methods, and the names of the others.
func (t *Log) by(asked func(m methods.Method) bool) (some *Log, others []string) {
	copied, plan := *t, *t.Plan
	plan.Methods, plan.Settings.Methods = nil, nil
	for _, m := range t.Plan.Methods {
		if asked(m) {
			plan.Methods = append(plan.Methods, m)
			plan.Settings.Methods = append(plan.Settings.Methods, m.Name)
		} else {
			others = append(others, m.Name)
		}
	}
	copied.Plan = &plan
	return &copied, others
}

// typical returns the processors of a job of a series for EachRange, and the log
// with the methods to ask. In a range it is the median of the recent jobs. For all
// ranges the size is not known, and only methods that need waits only are asked.
// The log is nil if no job or no method remains.
func (t *Log) typical(series *replay.Series, now float64) (int64, *Log) {
	if series.Range != replay.AllRanges {
		if procs := recentSize(series, now); procs > 0 {
			return procs, t
		}
	} else if asked, _ := t.by(func(m methods.Method) bool {
		return m.Forecaster == nil && m.Claims.WaitsAlone
	}); len(asked.Plan.Methods) > 0 {
		return -1, asked
	}
	return -1, nil
}

// recentSize returns the median processors of the jobs of the last week, or of
// the last 100 jobs if there are none; 0 without jobs. It counts jobs that have
// started: which of the others the series has depends on later cancellations.
func recentSize(series *replay.Series, now float64) int64 {
	var sizes []int64 // in the order of submission
	recent := 0
	for i := range series.Len() {
		if job := series.Job(i); job.Start() <= now {
			sizes = append(sizes, job.Procs)
			if job.Submit >= now-7*86400 {
				recent++
			}
		}
	}
	sizes = sizes[max(0, len(sizes)-cmp.Or(recent, 100)):]
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[(len(sizes)-1)/2]
}
