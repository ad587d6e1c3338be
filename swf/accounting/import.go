package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"waitbench/swf"
)

// Options are the settings of an import.
type Options struct {
	File     string   // of the records, for messages
	Next     NextFile // nil for one file
	Columns  Columns  // of CSV
	BySubmit bool     // waits count from the submission, not from eligibility
	Queue    []string // parts of the queue's name: partition, qos, account, reservation
	QueueMap []QueueName
	EachRow  bool    // each row is a job, also with the ID and submission of another
	Size     string  // unit of job sizes: cpus or nodes for sacct, any text for others
	MaxProcs int64   // of the machine; 0 unknown
	Zone     Zone    // of times without one
	Origin   float64 // of times, seconds since 1970: 0 unless they count from elsewhere; NaN unknown
	Now      float64 // time of the records, seconds since 1970; NaN: from the records
	Lenient  bool    // skip bad records and count them
	Plans    map[string][]PlannedStart
	Waiting  Listing // of qstat, for PBS; nil for none
}

// NextFile opens one more file. It returns io.EOF after the last.
type NextFile func() (in io.Reader, name string, err error)

// Log is the result of an import.
type Log struct {
	Rows  int      // records read; a bad one counts as its lines
	Tasks int      // further tasks in lists of array tasks
	Jobs  int      // in the log
	Now   float64  // time of the records, seconds since 1970
	Bad   []string // the first ten bad records
	Odd   []string // the first record of each contradiction

	NoWaiting bool // the records have no sizes of waiting jobs, so the log lacks them
	o         Options
	counts    []int          // by rule
	kinds     map[string]int // by state of jobs that started and ended, and as Source.others
	records   []*record      // in the order of the log
	blocked   []*record      // jobs whose wait has not begun; they are in the header only
	latest    float64        // of all times in the records
	origin    float64        // time 0 of the log, seconds since 1970
}

// Undated reports whether the log has no dates, since its start is unknown.
func (o *Options) Undated() bool { return math.IsNaN(o.Origin) }

// Import reads all records of a source, of about 550 bytes each, and sorts them.
func Import(src *Source, o Options) (*Log, error) {
	if o.Size == "" {
		o.Size = "column " + src.columns.named("size|alloc")[0]
	}
	l := &Log{o: o, counts: make([]int, len(rules)), kinds: map[string]int{}, latest: math.Inf(-1)}
	for {
		row, err := src.next()
		if err == io.EOF {
			break
		}
		l.Rows++
		if err == nil {
			err = l.add(src, row)
		}
		if bad, ok := errors.AsType[*swf.RowError](err); ok {
			if bad.File, bad.Line = row.file, row.line; !o.Lenient {
				return nil, bad
			}
			l.Rows += row.lines - 1
			if l.counts[badRecord] += row.lines; len(l.Bad) < 10 {
				l.Bad = append(l.Bad, "bad: "+bad.Error())
			}
		} else if err != nil {
			return nil, err
		}
	}
	l.NoWaiting, l.latest = src.noWaiting, max(l.latest, src.at)
	for kind, n := range src.others {
		l.kinds[kind] = n
		l.Rows += n
	}
	switch err := l.checkOdd(); {
	case err != nil:
		return nil, err
	case l.Rows == 0:
		return nil, fmt.Errorf("%s: no jobs", o.File)
	case o.Now < l.latest:
		return nil, fmt.Errorf("%s: the last time is %s, after --now", o.File, o.Zone.Stamp(l.latest))
	}
	if l.Now = math.Ceil(o.Now); math.IsNaN(o.Now) {
		l.Now = math.Ceil(l.latest)
	}
	l.dropDuplicates()
	l.keep()
	if len(l.records) == 0 {
		return nil, fmt.Errorf("%s: none of the %d records is a job to keep: %s",
			o.File, l.Rows, strings.Join(append([]string{l.summary()}, l.Odd...), "; "))
	}
	if l.origin = math.Floor(l.records[0].queued); o.Undated() {
		l.origin = 0
	}
	return l, nil
}

func (l *Log) add(src *Source, in row) error {
	if in.step {
		l.counts[step]++
		return nil
	}
	r, err := l.read(src, in)
	r.line = l.Rows
	if r.event != "" && r.event != "E" {
		l.counts[otherEvent]++
		return nil
	}
	if l.o.EachRow {
		r.raw = "" // IDs of array tasks may be those of their arrays
	}
	if why, ok := errors.AsType[odd](err); ok {
		l.leaveOut(in, r.id, why)
		return nil
	}
	if err = cmp.Or(err, r.setTasks()); err != nil {
		return err
	}
	if r.limit <= 0 {
		r.limit = -1
		r.marks.set(noLimit)
	}
	if first, _, several := strings.Cut(r.partition, ","); several && r.phase == waiting {
		r.partition = first
		r.marks.set(multiPartition)
	}
	if in.lines > 1 {
		r.marks.set(severalLines)
	}
	r.setQueue(l.o.Queue, l.o.QueueMap)
	r.setPlan(l.o.Plans[r.raw])
	times := []float64{l.latest, r.submit, r.start, r.end}
	if r.state == "RUNNING" || r.state == "SUSPENDED" {
		times = append(times, r.start+max(0, r.run)+max(0, r.suspended)) // now
	}
	l.latest = slices.Max(slices.DeleteFunc(times, math.IsNaN))
	l.Tasks += r.jobs() - 1
	l.records = append(l.records, r)
	return nil
}

// read returns the record of a row, and its first error. Of times in an hour
// that comes twice it takes the first that fit the others and the run time.
func (l *Log) read(src *Source, in row) (found *record, wrong error) {
	fits := false
	for late, twice := 0, 0; late < 1<<twice; late++ {
		r, n, err := src.parse(in, &l.o, late)
		err = cmp.Or(err, in.wrong, r.check(), r.setWait(l.o.BySubmit))
		apart := math.Abs(r.end - r.start - r.run - max(0, r.suspended)) // seconds
		fit := err == nil && !(r.eligible > r.start) && !(r.run >= 0 && apart > 900)
		switch {
		case late == 0, fit && !fits:
			found, wrong, twice, fits = r, err, n, fit
		case fit:
			found.marks.set(ambiguousHour)
		}
	}
	return found, wrong
}

// setQueue sets the name of the queue, of one part or several, or that of the
// first expression that matches anywhere in it. The partition keeps its name.
func (r *record) setQueue(parts []string, renames []QueueName) {
	var names []string
	known := map[string]string{"partition": r.partition, "qos": r.qos, "account": r.account,
		"reservation": r.reservation}
	for _, part := range parts {
		names = append(names, cmp.Or(known[part], "none"))
	}
	if r.queue = strings.Join(names, "/"); len(names) == 1 {
		r.queue = known[parts[0]]
	}
	for _, to := range renames {
		if to.match.MatchString(r.queue) {
			r.queue = to.name
			r.marks.set(renamedQueue)
			return
		}
	}
}

// byJob compares the jobs of two records. One without an ID is its own job.
func byJob(a, b *record) int {
	c := cmp.Or(cmp.Compare(a.cluster, b.cluster),
		cmp.Compare(len(a.raw), len(b.raw)), cmp.Compare(a.raw, b.raw))
	if c == 0 && a.raw == "" {
		return cmp.Compare(a.line, b.line)
	}
	return c
}

// dropDuplicates keeps one record of each try, the last of those that go
// furthest, and marks further tries. After a day, the ID is of another job.
func (l *Log) dropDuplicates() {
	slices.SortStableFunc(l.records, func(a, b *record) int {
		return cmp.Or(byJob(a, b), cmp.Compare(a.submit, b.submit), cmp.Compare(a.phase, b.phase))
	})
	all := l.records
	l.records = nil
	for i, r := range all {
		if i+1 < len(all) && byJob(r, all[i+1]) == 0 && r.submit == all[i+1].submit {
			l.counts[duplicate] += r.jobs()
			continue
		}
		const soon = 86400 // seconds
		if n := len(l.records); n > 0 && byJob(l.records[n-1], r) == 0 &&
			r.submit < l.records[n-1].end+soon {
			r.marks.set(requeuedTry)
		}
		l.records = append(l.records, r)
	}
}

// keep counts all records and keeps the jobs of the log, in its order.
func (l *Log) keep() {
	l.records = slices.DeleteFunc(l.records, func(r *record) bool {
		fate, state := l.fate(r)
		if state != "" {
			l.kinds[state] += r.jobs()
		} else if l.counts[fate] += r.jobs(); fate > stillWaits {
			l.block(r, fate)
			return true
		}
		if r.why = r.blocked(l.Now); r.why != "" {
			r.marks.set(isBlocked)
		}
		if r.started() && r.alloc > r.procs && r.procs > 0 {
			r.marks.set(aboveRequest)
		}
		for i := range l.counts {
			if r.marks.has(rule(i)) {
				l.counts[i] += r.jobs()
			}
		}
		l.Jobs += r.jobs()
		return false
	})
	slices.SortStableFunc(l.records, func(a, b *record) int { return cmp.Compare(a.queued, b.queued) })
}

// neverStart are the reasons of jobs that the scheduler does not consider.
var neverStart = strings.Fields("PartitionConfig PartitionTimeLimit PartitionNodeLimit " +
	"BadConstraints DependencyNeverSatisfied AccountNotAllowed QOSNotAllowed")

// fate returns the rule for a job, or the state if it started and ended: other
// for an unknown one, whose word may be of another column.
func (l *Log) fate(r *record) (fate rule, state string) {
	switch {
	case r.phase == waiting && !(r.queued <= l.Now):
		return ineligible, ""
	case r.phase == waiting && slices.Contains(neverStart, r.reason):
		return cannotStart, ""
	case r.phase == running && r.limit > 0 && l.Now-r.start > 2*r.limit+86400:
		return runaway, ""
	case r.size() <= 0:
		return noSize, ""
	case r.phase == waiting:
		return stillWaits, ""
	case r.phase == running:
		return stillRuns, ""
	case !r.started():
		return neverStarted, ""
	}
	if _, known := states[r.state]; !known && r.state != "" {
		return 0, "other"
	}
	return 0, cmp.Or(r.state, "ended")
}
