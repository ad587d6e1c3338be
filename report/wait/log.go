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
	Series []*replay.Series // of the whole log

	queue, processors string   // of Keep; the processors also of KeepQueues
	isOne             bool     // questions are about one series, by Keep
	queues            []string // of KeepQueues
}

// Load reads a log. Questions are about all its series.
func Load(plan *run.Plan, name string, f *swf.File) (*Log, error) {
	record, series, err := plan.Load(name, f)
	return &Log{Plan: plan, Record: record, Series: series}, err
}

// KeepQueues asks about the series of a range of processors in several queues, or
// in all.
func (t *Log) KeepQueues(processors string, queues ...string) {
	t.processors, t.queues = processors, queues
}

// Keep asks about the series of a range of processors in a queue, by default the
// one in which most jobs have started at the moment of the question.
func (t *Log) Keep(queue, processors string) {
	t.queue, t.processors, t.isOne = queue, processors, true
}

// One returns the series of Keep in the whole log. It fails if no job is in it.
func (t *Log) One() (*replay.Series, error) {
	kept, err := t.kept(t.Series)
	if err != nil {
		return nil, err
	}
	return kept[0], nil
}

// kept returns those of series that questions are about. It fails if there is none
// as Keep names it.
func (t *Log) kept(all []*replay.Series) ([]*replay.Series, error) {
	inRange := func(processors string) []*replay.Series {
		return slices.DeleteFunc(slices.Clone(all),
			func(s *replay.Series) bool { return s.Range != processors })
	}
	queues := inRange(replay.AllRanges)
	switch {
	case t.processors == "":
		return all, nil
	case !t.isOne:
		return t.named(inRange(t.processors))
	}
	var known []string
	var busiest *replay.Series
	most := -1
	for _, s := range queues {
		known = append(known, s.Queue)
		if started := s.Len() - len(s.Waiting()); started > most {
			most, busiest = started, s
		}
	}
	name, _ := t.Record.FindQueue(t.queue)
	if t.queue == "" && busiest != nil {
		name = busiest.Queue
	}
	if known == nil {
		return nil, fmt.Errorf("no job of %s has started by then, so nothing is known of its waits",
			t.Record.Name)
	}
	if !slices.Contains(known, name) {
		return nil, fmt.Errorf("%s: %w", t.Record.Name, methods.Unknown("queue", t.queue, known))
	}
	i := slices.IndexFunc(all,
		func(s *replay.Series) bool { return s.Queue == name && s.Range == t.processors })
	if i < 0 {
		return nil, fmt.Errorf("%s: no job of queue %s has processors in the range %s",
			t.Record.Name, name, t.processors)
	}
	return all[i : i+1], nil
}

// named returns those of series whose queues KeepQueues names.
func (t *Log) named(all []*replay.Series) (named []*replay.Series, err error) {
	if len(t.queues) == 0 {
		return all, nil
	}
	for _, queue := range t.queues {
		name, is := t.Record.FindQueue(queue)
		if !is {
			return nil, fmt.Errorf("%s: %w", t.Record.Name,
				methods.Unknown("queue", queue, t.Record.QueueNames()))
		}
		for _, s := range all {
			if s.Queue == name && !slices.Contains(named, s) {
				named = append(named, s)
			}
		}
	}
	return named, nil
}

// End returns the time of the log's snapshot, else of its last submission, in
// seconds of the log.
func (t *Log) End() float64 {
	if s := t.Series[0].Log.Snapshot; s != nil {
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
	for _, j := range t.Series[0].Log.Jobs {
		queued[j.ID] = clock.Unix0 + j.Submit
	}
	return accounting.ReadIDs(f, path, queued)
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

// typical returns the processors of a job of a series for EachRange, and the
// methods to ask. In a range it is the median of the recent jobs. For all ranges
// the size is not known, and only methods that need waits only are asked. There
// are none if no job or no method remains.
func (t *Log) typical(series *replay.Series, now float64) (int64, []methods.Method) {
	if series.Range == replay.AllRanges {
		asked, _ := t.by(func(m methods.Method) bool {
			return m.Forecaster == nil && m.Claims.WaitsAlone
		})
		return -1, asked.Plan.Methods
	}
	if procs := recentSize(series, now); procs > 0 {
		return procs, t.Plan.Methods
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
