package replay

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

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
	only        *int32      // the only queue to forecast for; nil for all
}

// ErrNoWaits is returned for a log none of whose jobs has a wait time.
var ErrNoWaits = errors.New("the log has no wait times (field 3 is negative in every line), " +
	"so there is nothing to predict")

// Unusable is the error for a log that can be read but has nothing to replay.
type Unusable struct{ Err error }

func (u Unusable) Error() string { return u.Err.Error() }

// Unwrap returns the cause.
func (u Unusable) Unwrap() error { return u.Err }

// Load reads a log. It replays the jobs that sel selects, of the named queues
// if there are any. It keeps the other jobs with known times, and those that
// are pending at the Snapshot, for forecasters. Waits, run times and estimates
// below 1e-9 s are 0. The log is not nil with the error Unusable, unless the
// log has no jobs. A submission more than 100 years after the first is an error.
func Load(name string, r *swf.Reader, sel swf.Selection, queues []string) (*Log, error) {
	// Parts that do not move keep the peak of memory low while a log is read.
	const partSize = 1 << 14
	t := &Log{Name: name, First: math.Inf(1), Last: math.Inf(-1)}
	var (
		parts   [][]Job
		part    []Job
		queueOf = numbering{}
		waits   bool
		named   bool
		last    = math.Inf(-1)
		ends    [2]int // lines of the first and the last submission
	)
	for line, err := range r.All() {
		if err != nil {
			return nil, err
		}
		t.Read++
		if line.Submit < last {
			t.OutOfOrder++
		}
		last = line.Submit
		for _, seconds := range []*float64{&line.Wait, &line.Run, &line.ReqTime} {
			if 0 < *seconds && *seconds < 1e-9 {
				*seconds = 0
			}
		}
		waits = waits || line.Wait >= 0
		named = named || line.Queue >= 0
		if line.Submit >= 0 && line.Submit < t.First {
			t.First, ends[0] = line.Submit, line.Line
		}
		if line.Submit >= 0 && line.Submit > t.Last {
			t.Last, ends[1] = line.Submit, line.Line
		}
		if t.Read == 1 {
			t.Snapshot = newSnapshot(r.Header())
		}
		pending := t.Snapshot.note(&line)
		rule := sel.Rule(&line)
		t.Counts.Add(rule)
		if rule == swf.NoSubmitTime || rule == swf.NoWaitTime && !pending {
			t.Untimed = append(t.Untimed, line.ID)
			continue
		}
		if pending {
			line.Wait = math.Inf(1)
		}
		if len(part) == cap(part) {
			part = make([]Job, 0, partSize)
			parts = append(parts, part)
		}
		part = append(part, Job{
			ID: line.ID, Submit: line.Submit, Wait: line.Wait, Run: line.Run, CPU: line.CPU,
			Estimate: line.Estimate(), Procs: line.Procs(),
			User: line.User, Executable: line.Executable,
			queue: queueOf.index(line.Queue), replayed: rule == swf.Selected,
		})
		parts[len(parts)-1] = part
	}
	t.Jobs, parts, part = slices.Concat(parts...), nil, nil
	if len(t.Jobs) > 1<<20 {
		runtime.GC() // the parts of a long log are free before the replay begins
	}
	if t.Read == 0 {
		return nil, Unusable{fmt.Errorf("%s: the log has no jobs", name)}
	}
	t.Header = r.Header()
	if err := t.checkTimes(r.Name(), ends); err != nil {
		return nil, err
	}
	if t.OutOfOrder > 0 {
		slices.SortStableFunc(t.Jobs, func(a, b Job) int { return cmp.Compare(a.Submit, b.Submit) })
	}
	if err := t.checkSnapshot(); err != nil {
		return nil, err
	}
	switch {
	case !waits:
		return t, Unusable{fmt.Errorf("%s: %w", name, ErrNoWaits)}
	case t.Counts[swf.Selected] == 0:
		return t, Unusable{fmt.Errorf("%s: none of the %d jobs is selected by --select %s", name,
			t.Read, sel)}
	}
	names := queueOf.names(t.Header, named)
	if err := t.keepQueues(queueOf, names, queues); err != nil {
		return nil, err
	}
	t.arrangeQueues(queueOf, names)
	return t, nil
}
