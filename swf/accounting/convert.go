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

// Log is the result of an import.
type Log struct {
	Rows  int     // records read
	Tasks int     // further tasks in lists of array tasks
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

// Import reads all records of a source and sorts them. A record takes about 400
// bytes until the log is written.
func Import(src Source, o Options) (*Log, error) {
	l := &Log{o: o, counts: make([]int, len(rules)), states: map[string]int{}, names: map[string]string{}}
	latest := math.Inf(-1) // of all times in the records
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
			if t > latest { // false for NaN
				latest = t
			}
		}
	}
	switch l.Now = math.Ceil(latest); {
	case l.Rows == 0:
		return nil, fmt.Errorf("%s: the file has no jobs", o.File)
	case o.Now < latest:
		return nil, fmt.Errorf("%s: the last time is %s, after --now", o.File, o.Zone.Stamp(latest))
	case !math.IsNaN(o.Now):
		l.Now = math.Ceil(o.Now)
	}
	l.dropDuplicates()
	l.keep()
	if len(l.jobs) == 0 {
		return nil, fmt.Errorf("%s: none of the %d records is a job to keep: %s", o.File, l.Rows, l.summary())
	}
	first := math.Floor(l.jobs[0].queued)
	if l.origin = math.Floor(o.Origin); math.IsNaN(l.origin) {
		l.origin = first
	}
	if l.origin > first {
		return nil, fmt.Errorf("%s: the first job is at %.0f, before the start of the log at %.0f", o.File, first, l.origin)
	}
	if most := 400000; l.counts[Planned] > most {
		return nil, fmt.Errorf("%s: %d jobs have a planned start, but the header of a log holds %d at most", o.File, l.counts[Planned], most)
	}
	return l, nil
}

// add appends a record.
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
	// Copies let the garbage collector free the line.
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

// setWait sets the start of the wait and the wait, both in seconds. The start is
// NaN for a job that does not wait yet.
func (r *Record) setWait(bySubmit bool) error {
	const step = 60 // seconds by which clocks of one machine may differ
	r.queued, r.wait = r.Eligible, -1
	switch {
	case bySubmit:
		r.queued = r.Submit
	case r.Eligible < r.Submit:
		r.queued = r.Submit
		r.marks.set(EligibleBeforeSubmit)
	case math.IsNaN(r.Eligible) && r.phase != waiting:
		r.queued = r.Submit
		if r.started() {
			r.marks.set(EligibleUnknown)
		}
	case r.Start < r.Eligible-step:
		r.queued = r.Submit
		r.marks.set(EligibleAfterStart)
	}
	switch {
	case r.Start < r.queued-step:
		return &RowError{Column: "Start", Line: r.Line, Err: fmt.Errorf("the start is %g s before the submission", r.queued-r.Start)}
	case r.started():
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

// byIdentity compares the jobs of two records. A record without an ID is its
// own job.
func byIdentity(a, b *Record) int {
	order := cmp.Or(cmp.Compare(a.Cluster, b.Cluster), cmp.Compare(len(a.RawID), len(b.RawID)), cmp.Compare(a.RawID, b.RawID))
	if order == 0 && a.RawID == "" {
		return cmp.Compare(a.Line, b.Line)
	}
	return order
}

// dropDuplicates keeps one record of each try, the one that goes furthest and of
// equal ones the last. It also counts tries.
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

// keep counts all records and keeps the jobs of the log, in its order.
func (l *Log) keep() {
	l.jobs = slices.DeleteFunc(l.jobs, func(r *Record) bool {
		rule, state := l.rule(r)
		if state != "" {
			l.states[state] += r.tasks
		} else if l.counts[rule] += r.tasks; rule > Pending {
			return true
		}
		if r.started() && r.Alloc > r.Procs && r.Procs > 0 {
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

// neverStart are the reasons of jobs that the scheduler does not consider.
var neverStart = []string{
	"PartitionConfig", "PartitionTimeLimit", "PartitionNodeLimit", "BadConstraints", "DependencyNeverSatisfied", "AccountNotAllowed", "QOSNotAllowed",
}

// rule returns the rule for a job, or the state if it started and ended.
func (l *Log) rule(r *Record) (rule Rule, state string) {
	switch {
	case r.phase == waiting && !(r.queued <= l.Now):
		return Ineligible, ""
	case r.phase == waiting && slices.Contains(neverStart, r.Reason):
		return CannotStart, ""
	case r.phase == running && r.Limit > 0 && l.Now-r.Start > 2*r.Limit+86400:
		return Runaway, ""
	case r.size() <= 0:
		return NoSize, ""
	case r.phase == waiting:
		return Pending, ""
	case r.phase == running:
		return Running, ""
	case !r.started():
		return NeverStarted, ""
	}
	return 0, cmp.Or(r.State, "ended")
}

// maxTasks is the most tasks that Slurm allows in an array.
var maxTasks = 4000001

// taskRange is n tasks of an array: first, first+step, ...
type taskRange struct{ first, step, n int }

// list returns the array tasks that the record stands for, as in
// 49_[1-4,9-12:2%2], and their number. A single job has no list.
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
		if n += one.n; !ok || n > maxTasks {
			return nil, 0, &RowError{Line: r.Line, Column: "JobID", Err: fmt.Errorf("%s is not a list of up to %d tasks such as 1-4,9", quote(text), maxTasks)}
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

// setPlan sets the start that was planned for a job when it began to wait. It is
// the first plan made from then on, if it was made within a minute and before
// the start. Tasks of an array have none, since Slurm plans only the next one.
func (r *Record) setPlan(plans []Plan) {
	const fresh = 60 // seconds
	for _, p := range plans {
		if p.Made >= r.queued && !strings.Contains(r.ID, "_") {
			if p.Made <= r.queued+fresh && !(r.Start < p.Made) {
				r.Plan = p.Start
			}
			break
		}
	}
	if !math.IsNaN(r.Plan) {
		r.marks.set(Planned)
	}
}
