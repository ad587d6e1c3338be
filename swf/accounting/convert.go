package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Log is what an import has made of its records.
type Log struct {
	Rows  int     // records read
	Tasks int     // jobs that they stand for beyond one each, in lists of array tasks
	Jobs  int     // in the log
	Now   float64 // when the records were taken, seconds since 1970
	Bad   []error // the first ten bad records

	o      Options
	counts []int          // by rule
	states map[string]int // jobs that started and ended
	jobs   []*Record      // in the order of the log
	names  map[string]string
	origin float64 // time 0 of the log, seconds since 1970
}

// Import reads all records of a source and puts them in order. Until the log is written a record
// takes about 400 bytes.
func Import(src Source, o Options) (*Log, error) {
	l := &Log{o: o, counts: make([]int, len(rules)), states: map[string]int{}, names: map[string]string{}}
	latest := math.Inf(-1) // time of which the records tell
	for {
		r := new(Record)
		err := src.Read(r)
		if err == io.EOF {
			break
		}
		l.Rows++
		if err == nil {
			err = l.add(r)
		}
		bad, isRow := errors.AsType[*RowError](err)
		switch {
		case isRow:
			bad.File = o.File
			if !o.Lenient {
				return nil, bad
			}
			if l.counts[Bad]++; len(l.Bad) < 10 {
				l.Bad = append(l.Bad, bad)
			}
			continue
		case err != nil:
			return nil, err
		}
		times := []float64{r.Submit, r.Start, r.End, math.NaN()}
		if r.State == "RUNNING" || r.State == "SUSPENDED" {
			times[3] = r.Start + max(0, r.Elapsed) + r.Suspended // now
		}
		for _, t := range times {
			if t > latest { // NaN is not
				latest = t
			}
		}
	}
	switch l.Now = math.Ceil(latest); {
	case l.Rows == 0:
		return nil, fmt.Errorf("%s: there are no jobs in it", o.File)
	case o.Now < latest:
		return nil, fmt.Errorf("%s: its last time is %s, after --now", o.File, o.Zone.Stamp(latest))
	case !math.IsNaN(o.Now):
		l.Now = math.Ceil(o.Now)
	}
	l.dropDuplicates()
	l.keep()
	if len(l.jobs) == 0 {
		return nil, fmt.Errorf("%s: none of the %d records is a job to be kept: %s", o.File, l.Rows, l.summary())
	}
	first := math.Floor(l.jobs[0].queued)
	if l.origin = math.Floor(o.Origin); math.IsNaN(l.origin) {
		l.origin = first
	}
	if l.origin > first {
		return nil, fmt.Errorf("%s: the first job is at %.0f, before the start of the log at %.0f", o.File, first, l.origin)
	}
	if most := 400000; l.counts[Planned] > most {
		return nil, fmt.Errorf("%s: %d jobs with a planned start, more than the %d that the header of a log has room for", o.File, l.counts[Planned], most)
	}
	return l, nil
}

// add takes up a record that was read.
func (l *Log) add(r *Record) error {
	if r.marks.has(Step) {
		l.counts[Step]++
		return nil
	}
	err := cmp.Or(r.check(), r.setWait(l.o.BySubmit))
	if err == nil {
		_, r.tasks, err = r.list()
	}
	if err != nil {
		return err
	}
	if r.Limit < 0 && r.DefaultLimit {
		r.Limit = l.o.DefaultLimit
	}
	if r.Limit <= 0 {
		r.Limit = -1
		r.marks.set(NoLimit)
	}
	if r.Suspended > 0 {
		r.marks.set(SuspendedOnce)
	}
	if first, _, several := strings.Cut(r.Partition, ","); several && r.phase == waiting {
		r.Partition = first
		r.marks.set(MultiPartition)
	}
	for i, part := range l.o.Queue {
		name := map[string]string{"partition": r.Partition, "qos": r.QOS, "account": r.Account, "reservation": r.Reservation}[part]
		if len(l.o.Queue) > 1 {
			name = cmp.Or(name, "none")
		}
		r.queue += strings.Repeat("/", min(i, 1)) + name
	}
	r.QOS, r.Reservation = "", ""
	// Copies, so that the line that all this stood in can go.
	r.ID, r.RawID = strings.Clone(r.ID), strings.Clone(cmp.Or(r.RawID, r.ID))
	for _, name := range []*string{&r.Cluster, &r.State, &r.Reason, &r.Partition, &r.Account, &r.User, &r.Group, &r.Name, &r.queue} {
		text, known := l.names[*name]
		if !known {
			text = strings.Clone(*name)
			l.names[text] = text
		}
		*name = text
	}
	r.setPlan(l.o.Plans[r.RawID])
	l.Tasks += r.tasks - 1
	l.jobs = append(l.jobs, r)
	return nil
}

// setWait sets from when on the job waits, and for how long. NaN stands for a job that does not
// yet wait.
func (r *Record) setWait(bySubmit bool) error {
	const step = 60 // seconds by which clocks of a machine differ
	started := !math.IsNaN(r.Start)
	r.queued, r.wait = r.Eligible, -1
	switch {
	case bySubmit:
		r.queued = r.Submit
	case r.Eligible < r.Submit:
		r.queued = r.Submit
		r.marks.set(EligibleBeforeSubmit)
	case math.IsNaN(r.Eligible) && r.phase != waiting:
		r.queued = r.Submit
		if started {
			r.marks.set(EligibleUnknown)
		}
	case r.Start < r.Eligible-step:
		r.queued = r.Submit
		r.marks.set(EligibleAfterStart)
	}
	switch {
	case r.Start < r.queued-step:
		return &RowError{Column: "Start", Line: r.Line, Err: fmt.Errorf("the start is %g s before the submission", r.queued-r.Start)}
	case started:
		if r.wait = r.Start - r.queued; r.wait < 0 {
			r.queued, r.wait = r.Start, 0
			r.marks.set(ClockStep)
		}
		if r.End == r.Start {
			r.marks.set(ZeroLength)
		}
	case r.phase == ended:
		r.wait = max(0, r.End-r.queued)
	}
	return nil
}

// byIdentity orders records by the job; a record without a number is a job of its own.
func byIdentity(a, b *Record) int {
	order := cmp.Or(cmp.Compare(a.Cluster, b.Cluster), cmp.Compare(len(a.RawID), len(b.RawID)), cmp.Compare(a.RawID, b.RawID))
	if order == 0 && a.RawID == "" {
		return cmp.Compare(a.Line, b.Line)
	}
	return order
}

// dropDuplicates keeps of the records of a try the one that goes furthest, of several such ones the
// last, and counts tries.
func (l *Log) dropDuplicates() {
	slices.SortStableFunc(l.jobs, func(a, b *Record) int {
		return cmp.Or(byIdentity(a, b), cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.phase, b.phase))
	})
	all := l.jobs
	l.jobs = nil
	tries, restarts := 0, 0 // of the job
	for i, r := range all {
		last := i+1 == len(all) || byIdentity(r, all[i+1]) != 0
		if !last && r.Submit == all[i+1].Submit {
			l.counts[Duplicate] += r.tasks
			continue
		}
		if tries++; tries > 1 {
			r.marks.set(RequeuedTry)
		}
		restarts = max(restarts, r.Restarts)
		if last {
			l.counts[EarlierTryMissing] += max(0, restarts+1-tries)
			tries, restarts = 0, 0
		}
		l.jobs = append(l.jobs, r)
	}
}

// keep counts all records and keeps those that are jobs of the log, in its order.
func (l *Log) keep() {
	l.jobs = slices.DeleteFunc(l.jobs, func(r *Record) bool {
		rule, state := l.rule(r)
		if state != "" {
			l.states[state] += r.tasks
		} else if l.counts[rule] += r.tasks; rule > Pending {
			return true
		}
		if !math.IsNaN(r.Start) && r.Alloc > r.Procs && r.Procs > 0 {
			r.marks.set(AllocAboveRequest)
		}
		for rule := Bad + 1; int(rule) < len(rules); rule++ {
			if r.marks.has(rule) {
				l.counts[rule] += r.tasks
			}
		}
		l.Jobs += r.tasks
		return false
	})
	slices.SortStableFunc(l.jobs, func(a, b *Record) int { return cmp.Compare(a.queued, b.queued) })
}

// neverStart are the reasons for which a job waits that the scheduler does not consider.
var neverStart = []string{
	"PartitionConfig", "PartitionTimeLimit", "PartitionNodeLimit", "BadConstraints", "DependencyNeverSatisfied", "AccountNotAllowed", "QOSNotAllowed",
}

// rule says what becomes of a job; the state of one that started and ended.
func (l *Log) rule(r *Record) (rule Rule, state string) {
	switch {
	case r.phase == waiting && !(r.queued <= l.Now):
		return Ineligible, ""
	case r.phase == waiting && slices.Contains(neverStart, r.Reason):
		return CannotStart, ""
	case r.phase == running && r.Limit > 0 && l.Now-r.Start > 2*r.Limit+86400:
		return Runaway, ""
	case r.size() == 0 && l.o.Size == "gpus":
		return NoGPU, ""
	case r.size() <= 0:
		return NoSize, ""
	case r.phase == waiting:
		return Pending, ""
	case r.phase == running:
		return Running, ""
	case math.IsNaN(r.Start):
		return NeverStarted, ""
	}
	return 0, cmp.Or(r.State, "ended")
}

// size is what the machine loses to the job: what it was given once it started, else what it asks
// for; 0 or less where that is unknown.
func (r *Record) size() int64 {
	if !math.IsNaN(r.Start) && r.Alloc > 0 {
		return r.Alloc
	}
	return r.Procs
}

// mostTasks is the most that Slurm lets an array have.
var mostTasks = 4000001

// taskRange is the tasks first, first+step, ... of an array, as many as n.
type taskRange struct{ first, step, n int }

// list gives the tasks that the record stands for, as in 49_[1-4,9-12:2%2], and how many they are;
// no list for one job.
func (r *Record) list() (list []taskRange, n int, err error) {
	_, text, isList := strings.Cut(r.ID, "_[")
	if !isList {
		return nil, 1, nil
	}
	text, _, _ = strings.Cut(strings.TrimSuffix(text, "]"), "%")
	for part := range strings.SplitSeq(text, ",") {
		if strings.Contains(part, "...") {
			r.marks.set(ListCut)
			continue
		}
		one, ok := parseRange(part)
		if n += one.n; !ok || n > mostTasks {
			return nil, 0, &RowError{Line: r.Line, Column: "JobID", Err: fmt.Errorf("%s is not a list of up to %d tasks such as 1-4,9", quote(text), mostTasks)}
		}
		list = append(list, one)
	}
	return list, n, nil
}

// parseRange reads a, a-b or a-b:step.
func parseRange(part string) (taskRange, bool) {
	bounds, by, _ := strings.Cut(part, ":")
	from, to, _ := strings.Cut(bounds, "-")
	first, err1 := strconv.ParseInt(from, 10, 32)
	last, err2 := strconv.ParseInt(cmp.Or(to, from), 10, 32)
	step, err3 := strconv.ParseInt(cmp.Or(by, "1"), 10, 32)
	if cmp.Or(err1, err2, err3) != nil || first < 0 || last < first || step < 1 {
		return taskRange{}, false
	}
	return taskRange{int(first), int(step), int((last-first)/step + 1)}, true
}
