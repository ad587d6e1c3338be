package replay

import (
	"errors"
	"slices"

	"waitbench/methods"
	"waitbench/swf"
)

// Log holds the jobs of one log: those to replay, and the others that waited
// or ran.
type Log struct {
	Name        string
	Jobs        []Job       // by submission, equal times in the order of the log
	Queues      []Queue     // with jobs to replay: by number, the jobs without a queue last
	Header      *swf.Header // of the log
	Untimed     []int64     // IDs of the jobs that are not in Jobs
	Read        int         // jobs read
	Counts      swf.Counts  // jobs by the rule that selected them or left them out
	OutOfOrder  int         // lines submitted before the line above them
	First, Last float64     // submission of the jobs read, in seconds on the clock of the log
	otherQueues []string    // names of the queues after these
	Filtered    int         // selected jobs of queues that were not requested
	Snapshot    *Snapshot   // nil for a log of jobs that have all ended
	clock       *Clock      // of the header, which Load makes once; nil of another log
	disguised   bool        // methods see other names
	asOf        *float64    // of AsOf: the moment up to which it is known, seconds; else nil
}

// Queue is a queue of a log, with statistics of its waits in seconds.
type Queue struct {
	Name   string
	Number int64 // in the log, -1 for none
	Jobs   int
	Mean   float64
	Median float64
	StdDev float64 // with divisor n-1; NaN for a single job
}

func (t *Log) QueueNames() []string {
	names := make([]string, len(t.Queues))
	for i, q := range t.Queues {
		names[i] = q.Name
	}
	return names
}

// QueueOf returns the name of the queue of a job of the log.
func (t *Log) QueueOf(j Job) string { return append(t.QueueNames(), t.otherQueues...)[j.queue] }

func (t *Log) Clock() Clock {
	switch {
	case t.Header == nil || len(t.Jobs) == 0:
		return Clock{}
	case t.clock != nil:
		return t.clock.From(t.Jobs[0].Submit)
	}
	return NewClock(t.Header.Facts()).From(t.Jobs[0].Submit)
}

// Selected returns the jobs to replay.
func (t *Log) Selected() []Job {
	return slices.DeleteFunc(slices.Clone(t.Jobs), func(j Job) bool { return j.unselected })
}

// query returns the facts of a job that are known at its submission.
func (t *Log) query(i int) methods.Query { return t.Jobs[i].query(i) }

func (j *Job) query(i int) methods.Query {
	return methods.Query{
		Submit: j.Submit, Procs: j.Procs, Estimate: j.Estimate, User: j.User,
		Executable: j.Executable, Queue: j.queue, Index: i, Forecast: methods.NoForecast,
	}
}

// ErrNoWaits is returned for a log none of whose jobs has a wait time.
var ErrNoWaits = errors.New("the log has no wait times (field 3 is negative in every line), " +
	"so there is nothing to predict")

// Unusable is the error for a log that can be read but has nothing to replay.
type Unusable struct{ Err error }

func (u Unusable) Error() string { return u.Err.Error() }

func (u Unusable) Unwrap() error { return u.Err }
