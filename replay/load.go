package replay

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"waitbench/swf"
)

// Load reads a log. It replays the jobs that sel selects, of the named queues
// if there are any. It keeps the other jobs with known times, and those that
// are pending at the Snapshot, for forecasters. Waits, run times and estimates
// below 1e-9 s are 0. The log is not nil with the error Unusable, unless the
// log has no jobs. A submission more than 100 years after the first is an error.
func Load(name string, r *swf.Reader, sel swf.Selection, queues []string) (*Log, error) {
	t := &Log{Name: name, First: math.Inf(1), Last: math.Inf(-1)}
	l := loading{Log: t, queueOf: numbering{}, previous: math.Inf(-1)}
	for line, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if t.Read == 0 {
			if _, taken := r.Header().Value("SnapshotTime"); taken {
				t.Snapshot = &Snapshot{until: math.Inf(-1)}
			}
		}
		l.add(&line, sel)
	}
	t.Jobs, l.parts = slices.Concat(l.parts...), nil
	if len(t.Jobs) > 1<<20 {
		runtime.GC() // the parts of a long log are free before the replay begins
	}
	if t.Read == 0 {
		return nil, Unusable{fmt.Errorf("%s: the log has no jobs", name)}
	}
	t.Header = r.Header()
	t.clock = new(NewClock(t.Header.Facts()))
	if err := t.checkTimes(r.Name(), l.ends); err != nil {
		return nil, err
	}
	if t.OutOfOrder > 0 {
		slices.SortStableFunc(t.Jobs, func(a, b Job) int { return cmp.Compare(a.Submit, b.Submit) })
	}
	if err := t.checkSnapshot(); err != nil {
		return nil, err
	}
	switch {
	case !l.waits:
		return t, Unusable{fmt.Errorf("%s: %w", name, ErrNoWaits)}
	case t.Counts[swf.Selected] == 0:
		return t, Unusable{fmt.Errorf("%s: none of the %d jobs is selected by --select %s", name,
			t.Read, sel)}
	}
	names := l.queueOf.names(t.Header, l.named)
	if err := t.keepQueues(l.queueOf, names, queues); err != nil {
		return nil, err
	}
	t.arrangeQueues(l.queueOf, names)
	return t, nil
}

// loading is a log of which some lines have been read.
type loading struct {
	*Log
	parts    [][]Job // which do not move, so that the peak of memory is low
	queueOf  numbering
	waits    bool    // a job has a wait
	named    bool    // a job names its queue
	previous float64 // submission of the line before
	ends     [2]int  // lines of the first and the last submission
}

// add counts a line, and adds its job unless its times are unknown.
func (l *loading) add(line *swf.Job, sel swf.Selection) {
	for _, seconds := range []*float64{&line.Wait, &line.Run, &line.ReqTime} {
		if 0 < *seconds && *seconds < 1e-9 {
			*seconds = 0
		}
	}
	l.count(line)
	pending := l.Snapshot.note(line)
	rule := sel.Rule(line)
	l.Counts[rule]++
	if rule == swf.NoSubmitTime || rule == swf.NoWaitTime && !pending {
		l.Untimed = append(l.Untimed, line.ID)
		return
	}
	if pending {
		line.Wait = math.Inf(1)
	}
	const partSize = 1 << 14
	if n := len(l.parts); n == 0 || len(l.parts[n-1]) == partSize {
		l.parts = append(l.parts, make([]Job, 0, partSize))
	}
	part := &l.parts[len(l.parts)-1]
	*part = append(*part, Job{
		ID: line.ID, Submit: line.Submit, Wait: line.Wait, Run: line.Run, CPU: line.CPU,
		Estimate: line.Estimate(), Procs: line.Procs(),
		User: line.User, Executable: line.Executable,
		queue: l.queueOf.index(line.Queue), unselected: rule != swf.Selected,
		ran: line.Status == 0 && line.Run == 0 || 1 <= line.Status && line.Status <= 4,
	})
}

// count counts a line, and notes whether it is the first or the last submission.
func (l *loading) count(line *swf.Job) {
	l.Read++
	if line.Submit < l.previous {
		l.OutOfOrder++
	}
	l.previous = line.Submit
	l.waits = l.waits || line.Wait >= 0
	l.named = l.named || line.Queue >= 0
	if line.Submit >= 0 && line.Submit < l.First {
		l.First, l.ends[0] = line.Submit, line.Line
	}
	if line.Submit >= 0 && line.Submit > l.Last {
		l.Last, l.ends[1] = line.Submit, line.Line
	}
}

// checkTimes returns an error for a log in milliseconds, or with submissions
// too far apart. The first and the last of them are in these lines of the file.
func (t *Log) checkTimes(file string, ends [2]int) error {
	event, begin := "submission", t.First
	if start, ok := t.Header.Int("UnixStartTime"); ok && float64(start) > leastMillis {
		event, begin = "start (UnixStartTime)", float64(start)
	}
	switch {
	case ends[0] > 0 && begin > leastMillis:
		return fmt.Errorf("%s: its first %s is at %.0f, which must be milliseconds; "+
			"times of a log are seconds", t.Name, event, begin)
	case t.Last-t.First > longestLog:
		return &swf.RowError{File: file, Line: ends[1], Field: 2, Err: fmt.Errorf(
			"more than 100 years after the first submission, in line %d; "+
				"times of a log are seconds, these may be milliseconds since 1970", ends[0])}
	}
	return nil
}

// checkSnapshot sets the time of the snapshot, and returns an error if it
// cannot be.
func (t *Log) checkSnapshot() error {
	s, clock := t.Snapshot, t.Clock()
	unix, ok := t.Header.Int("SnapshotTime")
	switch text, has := t.Header.Value("SnapshotTime"); {
	case !has:
		return nil
	case s == nil:
		return fmt.Errorf("%s: the directive SnapshotTime must come before the first job", t.Name)
	case !ok:
		return fmt.Errorf("%s: invalid SnapshotTime %q: want an integer, the seconds since 1970",
			t.Name, text)
	case !clock.Dated:
		return fmt.Errorf("%s: SnapshotTime needs UnixStartTime, the date of second 0 of the log",
			t.Name)
	}
	s.Time = float64(unix) - clock.Unix0
	if s.until > s.Time+1 { // logs count whole seconds
		return fmt.Errorf("%s:%d: job %d is known until second %.0f of the log, "+
			"after the SnapshotTime at %.0f", t.Name, s.latest.Line,
			s.latest.ID, s.until, s.Time)
	}
	return nil
}
