package wait

import (
	"fmt"
	"math"
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

	processors string   // of Keep and KeepQueues
	queues     []string // the same; none for all, and an empty one for the busiest
	isOne      bool     // questions are about one series, by Keep
}

// Load reads a log. Questions are about all its series.
func Load(plan *run.Plan, name string, f *swf.File) (*Log, error) {
	record, series, err := plan.Load(name, f)
	return &Log{Plan: plan, Record: record, Series: series}, err
}

// KeepQueues asks about the series of a range of processors in several queues,
// or in all.
func (t *Log) KeepQueues(processors string, queues ...string) {
	t.processors, t.queues, t.isOne = processors, queues, false
}

// Keep asks about the series of a range of processors in a queue, by default
// the one in which most jobs have started at the moment of the question.
func (t *Log) Keep(queue, processors string) {
	t.processors, t.queues, t.isOne = processors, []string{queue}, true
}

// One returns the series of Keep in the whole log. It fails if no job is in it.
func (t *Log) One() (*replay.Series, error) { return t.find(t.queues[0], t.Series) }

// kept returns those of series that questions are about. It fails for an
// unknown queue, or if Keep names none.
func (t *Log) kept(all []*replay.Series) (asked []*replay.Series, err error) {
	if t.isOne {
		s, err := t.find(t.queues[0], all)
		return []*replay.Series{s}, err
	}
	named := map[string]bool{}
	for _, queue := range t.queues {
		name, is := t.Record.FindQueue(queue)
		if named[name] = true; !is {
			return nil, t.unknown(queue, all)
		}
	}
	for _, s := range all {
		if t.processors == "" || s.Range == t.processors && (len(named) == 0 || named[s.Queue]) {
			asked = append(asked, s)
		}
	}
	return asked, nil
}

// find returns the one of series that Keep names for a queue.
func (t *Log) find(queue string, all []*replay.Series) (*replay.Series, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("no job of %s has started by then, so nothing is known of its waits", t.Record.Name)
	}
	if queue == "" {
		queue = busiest(all)
	}
	name, _ := t.Record.FindQueue(queue)
	isOf := func(s *replay.Series) bool { return s.Queue == name }
	for _, s := range all {
		if isOf(s) && s.Range == t.processors {
			return s, nil
		}
	}
	if !slices.ContainsFunc(all, isOf) {
		return nil, t.unknown(queue, all)
	}
	return nil, fmt.Errorf("%s: no job of queue %s has processors in the range %s", t.Record.Name, queue, t.processors)
}

func (t *Log) unknown(queue string, all []*replay.Series) error {
	var known []string
	for _, s := range all {
		if s.Range == replay.AllRanges {
			known = append(known, s.Queue)
		}
	}
	return fmt.Errorf("%s: %w", t.Record.Name, methods.Unknown("queue", queue, known))
}

// busiest returns the queue in which most jobs have started.
func busiest(all []*replay.Series) (queue string) {
	most := -1
	for _, s := range all {
		if started := s.Len() - len(s.Waiting()); started > most {
			queue, most = s.Queue, started
		}
	}
	return queue
}

// IsLive reports whether the log is a snapshot of a machine that runs on.
func (t *Log) IsLive() bool { return t.Series[0].Log.Snapshot != nil }

// End returns the time of the log's snapshot, else of its last submission, in
// seconds of the log.
func (t *Log) End() float64 {
	if t.IsLive() {
		return t.Series[0].Log.Snapshot.Time
	}
	return t.Record.LastSubmit
}

// lastEvent returns the time of the last event that is known at a moment, in
// seconds of the log.
func (t *Log) lastEvent(now float64) float64 {
	last := math.Inf(-1)
	for _, j := range t.Series[0].Log.Jobs {
		for _, event := range []float64{j.Submit, j.Start(), j.Start() + j.Run} {
			if event <= now { // false for NaN
				last = max(last, event)
			}
		}
	}
	return last
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

// lastJobs is the number of jobs whose sizes the own ranges of a queue are of.
const lastJobs = 1000

// inOwnRanges returns the series of all sizes, each followed by those of its
// own ranges of processors.
func inOwnRanges(all []*replay.Series, now float64) (with []*replay.Series) {
	for _, s := range all {
		if s.Range == replay.AllRanges {
			with = append(append(with, s), s.In(ownRanges(s, now)...)...)
		}
	}
	return with
}

// ownRanges returns at most five ranges: up to the quarters of the sizes of the
// last jobs, to the size that a tenth of them exceed, and to the largest.
func ownRanges(s *replay.Series, now float64) (ranges []replay.Range) {
	low := int64(1)
	for _, share := range []float64{.25, .5, .75, .9, 1} {
		size := lastValue(s, now, share, func(j replay.Job) float64 { return float64(j.Procs) })
		if high := int64(size); high >= low {
			ranges = append(ranges, replay.Range{Low: low, High: high})
			low = high + 1
		}
	}
	return ranges
}

// lastValue returns what a share of the last jobs that have started have at
// most; -1 if none is known. Which of the other jobs the series has depends on
// later cancellations.
func lastValue(s *replay.Series, now, share float64, of func(replay.Job) float64) float64 {
	var values []float64
	for i := s.Len() - 1; i >= 0 && len(values) < lastJobs; i-- {
		if job := s.Job(i); job.Start() <= now && of(job) > 0 {
			values = append(values, of(job))
		}
	}
	if values == nil {
		return -1
	}
	slices.Sort(values)
	return atShare(values, share)
}

// atShare returns what a share of values have at most. They are in order.
func atShare(values []float64, share float64) float64 {
	return values[int(math.Ceil(share*float64(len(values))))-1]
}

// ofRange returns a job of a series for EachRange, and the methods to ask. In a
// range it is of the largest size and, if no other time is asked about, of a
// requested time that a tenth of the jobs exceed. For all ranges the size is
// not known, and only methods that need waits only are asked.
func (t *Log) ofRange(s *replay.Series, job replay.Job, now float64) (replay.Job, []methods.Method) {
	if s.Range == replay.AllRanges {
		job.Procs = -1
		return job, slices.DeleteFunc(slices.Clone(t.Plan.Methods), func(m methods.Method) bool {
			return m.Forecaster != nil || !m.Claims.WaitsAlone
		})
	}
	r, _ := replay.ParseRanges(s.Range) // that of ownRanges
	if job.Procs = r[0].High; job.Estimate <= 0 {
		job.Estimate = lastValue(s, now, .9, func(j replay.Job) float64 { return j.Estimate })
	}
	return job, t.Plan.Methods
}
