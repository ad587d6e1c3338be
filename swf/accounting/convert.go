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
	Zone Zone
	Rows int // records read
	// jobs that they stand for beyond one each, in lists of array tasks
	Tasks  int
	Jobs   int     // in the log
	Now    float64 // when the records were taken, seconds since 1970
	Origin float64 // time 0 of the log, likewise
	Bad    []error // the first bad records

	o       Options
	counts  [numRules]int
	states  map[string]int // jobs that started and ended
	entries []entry        // in the order of the log
	names   names
}

// mostBad is the number of bad records that are shown.
const mostBad = 10

// entry is what is kept of a record. Names are numbers of names; -1 none.
type entry struct {
	identity                     int64
	submit, eligible, start, end float64
	queued                       float64 // from when on the job waits
	wait                         float64
	limit, memory                float64
	procs, alloc                 int64
	marks                        marks
	id, state, reason            int32
	queue, partition             int32
	user, group, name, cluster   int32
	tasks, restarts              int32
	phase                        phase
	status                       int8
}

// names numbers texts.
type names struct {
	of   map[string]int32
	text []string
}

// add gives the number of a text, -1 for the empty one.
func (n *names) add(text string) int32 {
	if text == "" {
		return -1
	}
	number, known := n.of[text]
	if !known {
		number = int32(len(n.text))
		text = strings.Clone(text)
		n.of[text] = number
		n.text = append(n.text, text)
	}
	return number
}

func (n *names) get(number int32) string {
	if number < 0 {
		return ""
	}
	return n.text[number]
}

// Import reads all records of a source and puts them in order.
func Import(src Source, o Options) (*Log, error) {
	l := &Log{
		Zone: o.Zone, o: o, Now: o.Now, Origin: o.Origin, states: map[string]int{},
		names: names{of: map[string]int32{}},
	}
	running, latest := math.Inf(-1), math.Inf(-1) // the times of the records by those that run, and by all
	for {
		var r Record
		err := src.Read(&r)
		if err == io.EOF {
			break
		}
		l.Rows++
		if err == nil {
			err = l.add(&r)
		}
		bad, isRow := errors.AsType[*RowError](err)
		if isRow {
			bad.File = o.File
		}
		if isRow && o.Lenient {
			l.counts[Bad]++
			if len(l.Bad) < mostBad {
				l.Bad = append(l.Bad, bad)
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if (r.State == "RUNNING" || r.State == "SUSPENDED") && r.Elapsed >= 0 {
			running = max(running, r.Start+r.Elapsed+r.Suspended)
		}
		for _, t := range []float64{r.Submit, r.Start, r.End} {
			if t > latest {
				latest = t
			}
		}
	}
	if l.Rows == 0 {
		return nil, fmt.Errorf("%s: there are no jobs in it", o.File)
	}
	switch {
	case !math.IsNaN(l.Now):
	case !math.IsInf(running, -1):
		l.Now = running
	default:
		l.Now = latest
	}
	l.dropDuplicates()
	l.keep()
	if len(l.entries) == 0 {
		return nil, fmt.Errorf("%s: none of the %d records is a job to be kept: %s", o.File, l.Rows, l.summary())
	}
	return l, l.begin()
}

// summary lists the counts in a line.
func (l *Log) summary() string {
	var words []string
	for _, c := range l.Counts() {
		words = append(words, fmt.Sprintf("%s %d", c.Name, c.Jobs))
	}
	return strings.Join(words, ", ")
}

// add takes up a record that was read.
func (l *Log) add(r *Record) error {
	if r.marks.has(Step) {
		l.counts[Step]++
		return nil
	}
	if err := r.check(); err != nil {
		return err
	}
	e := entry{
		submit: r.Submit, eligible: r.Eligible, start: r.Start, end: r.End, limit: r.Limit, memory: r.Memory, procs: r.Procs, alloc: r.Alloc,
		marks: r.marks, phase: r.phase(), status: int8(r.status()), tasks: 1, restarts: int32(r.Restarts), id: -1,
	}
	if list, ok := taskList(r.ID); ok {
		n, cut, err := countTasks(list)
		if err != nil {
			return &RowError{Column: "JobID", Line: r.Line, Err: err}
		}
		if e.tasks = n; cut {
			e.marks.set(ListCut)
		}
	}
	if e.tasks > 1 || l.o.KeepIDs {
		e.id = l.names.add(r.ID)
	}
	l.identify(&e, r)
	if err := l.setWait(&e, r); err != nil {
		return err
	}
	if e.limit < 0 && r.DefaultLimit {
		e.limit = l.o.DefaultLimit
	}
	if e.limit <= 0 {
		e.limit = -1
		e.marks.set(NoLimit)
	}
	if r.Suspended > 0 {
		e.marks.set(SuspendedOnce)
	}
	l.nameAll(&e, r)
	if e.phase == waiting && slices.Contains(neverStart, r.Reason) {
		e.marks.set(CannotStart)
	}
	l.Tasks += int(e.tasks) - 1
	l.entries = append(l.entries, e)
	return nil
}

// neverStart are the reasons for which a job waits that the scheduler does not consider.
var neverStart = []string{
	"PartitionConfig", "PartitionTimeLimit", "PartitionNodeLimit", "BadConstraints", "DependencyNeverSatisfied", "AccountNotAllowed", "QOSNotAllowed",
}

// identify sets what tells the record from others with the same submission.
func (l *Log) identify(e *entry, r *Record) {
	raw := r.RawID
	if raw == "" {
		raw = r.ID
	}
	e.cluster = l.names.add(r.Cluster)
	number, err := strconv.ParseInt(raw, 10, 64)
	switch {
	case raw == "": // each record is another job
		number = math.MinInt64/2 + int64(r.Line)
	case err != nil || number < 0:
		number = math.MinInt64 + int64(l.names.add(raw))
	}
	e.identity = number
}

// setWait sets from when on the job waits, and for how long. NaN stands for a job that does not
// yet wait.
func (l *Log) setWait(e *entry, r *Record) error {
	const step = 60 // seconds by which clocks of a machine differ
	started := !math.IsNaN(e.start)
	e.queued, e.wait = e.eligible, -1
	switch {
	case l.o.BySubmit:
		e.queued = e.submit
	case e.eligible < e.submit:
		e.queued = e.submit
		e.marks.set(EligibleBeforeSubmit)
	case math.IsNaN(e.eligible) && e.phase != waiting:
		e.queued = e.submit
		if started {
			e.marks.set(EligibleUnknown)
		}
	case started && e.start < e.eligible-step:
		e.queued = e.submit
		e.marks.set(EligibleAfterStart)
	}
	switch {
	case started && e.start < e.queued-step:
		return &RowError{Column: "Start", Line: r.Line, Err: fmt.Errorf("the start is %g s before the submission", e.queued-e.start)}
	case started:
		if e.wait = e.start - e.queued; e.wait < 0 {
			e.wait = 0
			e.marks.set(ClockStep)
		}
		if e.end == e.start {
			e.marks.set(ZeroLength)
		}
	case e.phase == ended:
		e.wait = max(0, e.end-e.queued)
	}
	return nil
}

// nameAll takes up the names of the record.
func (l *Log) nameAll(e *entry, r *Record) {
	partition := r.Partition
	if first, _, several := strings.Cut(partition, ","); several && e.phase == waiting {
		partition = first
		e.marks.set(MultiPartition)
	}
	var parts []string
	for _, part := range l.o.Queue {
		parts = append(parts, map[string]string{"partition": partition, "qos": r.QOS, "account": r.Account, "reservation": r.Reservation}[part])
	}
	if len(parts) > 1 {
		for i := range parts {
			parts[i] = cmp.Or(parts[i], "none")
		}
	}
	e.queue, e.partition = l.names.add(strings.Join(parts, "/")), l.names.add(partition)
	e.user, e.group, e.name = l.names.add(r.User), l.names.add(cmp.Or(r.Account, r.Group)), l.names.add(r.Name)
	e.state, e.reason = l.names.add(r.State), -1
	if l.o.KeepIDs {
		e.reason = l.names.add(r.Reason)
	}
}

// dropDuplicates keeps one entry of each identity, and counts tries.
func (l *Log) dropDuplicates() {
	same := func(a, b *entry) bool { return a.identity == b.identity && a.cluster == b.cluster }
	slices.SortStableFunc(l.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.cluster, b.cluster), cmp.Compare(a.identity, b.identity), cmp.Compare(a.submit, b.submit), cmp.Compare(a.phase, b.phase))
	})
	kept := l.entries[:0]
	tries, restarts := 0, 0 // of the identity
	for i := range l.entries {
		e := l.entries[i]
		next := i + 1
		more := next < len(l.entries) && same(&e, &l.entries[next])
		if more && e.submit == l.entries[next].submit {
			l.counts[Duplicate] += int(e.tasks)
			continue
		}
		if tries++; tries > 1 {
			e.marks.set(RequeuedTry)
		}
		restarts = max(restarts, int(e.restarts))
		if !more {
			l.counts[EarlierTryMissing] += max(0, restarts+1-tries)
			tries, restarts = 0, 0
		}
		kept = append(kept, e)
	}
	l.entries = kept
}

// keep counts all entries and keeps those that are jobs of the log, in its order.
func (l *Log) keep() {
	l.entries = slices.DeleteFunc(l.entries, func(e entry) bool {
		n := int(e.tasks)
		if rule, state := l.rule(&e); state != "" {
			l.states[state] += n
		} else if l.counts[rule] += n; rule > Pending {
			return true
		}
		l.Jobs += n
		return false
	})
	for i := range l.entries {
		e := &l.entries[i]
		if !math.IsNaN(e.start) && e.alloc > e.procs && e.procs > 0 {
			e.marks.set(AllocAboveRequest)
		}
		for r := Bad + 1; r < numRules; r++ {
			if e.marks.has(r) {
				l.counts[r] += int(e.tasks)
			}
		}
	}
	slices.SortStableFunc(l.entries, func(a, b entry) int { return cmp.Compare(a.queued, b.queued) })
}

// rule says what becomes of a job; the state of one that started and ended.
func (l *Log) rule(e *entry) (r Rule, state string) {
	started := !math.IsNaN(e.start)
	switch ran := l.Now - e.start; {
	case e.phase == waiting && (math.IsNaN(e.queued) || e.queued > l.Now):
		return Ineligible, ""
	case e.phase == waiting && e.marks.has(CannotStart):
		return CannotStart, ""
	case e.phase == running && e.limit > 0 && ran > 2*e.limit+86400:
		return Runaway, ""
	case e.size() == 0 && l.o.Size == "gpus":
		return NoGPU, ""
	case e.size() <= 0:
		return NoSize, ""
	case e.phase == waiting:
		return Pending, ""
	case e.phase == running:
		return Running, ""
	case !started:
		return NeverStarted, ""
	}
	return 0, cmp.Or(l.names.get(e.state), "ended")
}

// size is what the machine loses to the job: what it was given once it started, else what it asks
// for; 0 or less where that is unknown.
func (e *entry) size() int64 {
	if !math.IsNaN(e.start) && e.alloc > 0 {
		return e.alloc
	}
	return e.procs
}

// begin sets time 0 of the log.
func (l *Log) begin() error {
	first := math.Floor(l.entries[0].queued)
	if math.IsNaN(l.Origin) {
		l.Origin = first
	}
	if l.Origin > first {
		return fmt.Errorf("%s: the first job is at %.0f, before the start of the log at %.0f", l.o.File, first, l.Origin)
	}
	return nil
}

// taskList is the list of an array that one record stands for: 1-4%2 of 49_[1-4%2].
func taskList(id string) (string, bool) {
	_, list, ok := strings.Cut(id, "_[")
	return strings.TrimSuffix(list, "]"), ok
}

// mostTasks is the most that Slurm lets an array have.
var mostTasks int32 = 4000001

// eachTask calls of every task of a list with its number, until that gives false. What cannot be
// read of a list that was counted is the dots where it was cut.
func eachTask(list string, of func(task int64) bool) {
	list, _, _ = strings.Cut(list, "%")
	for part := range strings.SplitSeq(list, ",") {
		first, last, step, err := taskRange(part)
		for task := first; err == nil && task <= last; task += step {
			if !of(task) {
				return
			}
		}
	}
}

// countTasks counts the tasks of a list.
func countTasks(list string) (n int32, cut bool, err error) {
	list, _, _ = strings.Cut(list, "%")
	for part := range strings.SplitSeq(list, ",") {
		if strings.Contains(part, "...") {
			cut = true
			continue
		}
		first, last, step, err := taskRange(part)
		if err != nil {
			return 0, false, err
		}
		if add := (last-first)/step + 1; add > int64(mostTasks-n) {
			return 0, false, fmt.Errorf("more than %d tasks", mostTasks)
		} else {
			n += int32(add)
		}
	}
	if n == 0 {
		return 0, false, errors.New("a list of no tasks")
	}
	return n, cut, nil
}

// taskRange reads a, a-b or a-b:step.
func taskRange(part string) (first, last, step int64, err error) {
	bounds, by, stepped := strings.Cut(part, ":")
	from, to, wide := strings.Cut(bounds, "-")
	if !wide {
		to = from
	}
	if !stepped {
		by = "1"
	}
	first, err1 := strconv.ParseInt(from, 10, 32)
	last, err2 := strconv.ParseInt(to, 10, 32)
	step, err3 := strconv.ParseInt(by, 10, 32)
	if err := cmp.Or(err1, err2, err3); err != nil || first < 0 || last < first || step < 1 {
		return 0, 0, 0, fmt.Errorf("%s is not a list of tasks such as 1-4,9", quote(part))
	}
	return first, last, step, nil
}
