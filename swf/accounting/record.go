package accounting

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"waitbench/swf"
)

// Record is what a batch system keeps of a job, or of one try of it. Times are seconds since 1970,
// NaN where there is none; lengths of time are seconds.
type Record struct {
	Line    int    // at which it begins, from 1
	Cluster string // may be empty, as all names
	ID      string // as people see it: 7, 2_4, 49_[1-4%2], 28+1
	RawID   string // of the record, for array tasks their own; ID where empty

	Submit, Eligible, Start, End float64
	Plan                         float64 // start that the scheduler planned when the job began to wait
	Elapsed                      float64 // running time, less Suspended; -1 unknown
	Suspended                    float64
	State                        string // in capitals, one word: COMPLETED; empty where it is not told
	Reason                       string
	Limit                        float64 // of the running time; -1 none or not known
	DefaultLimit                 bool    // that of the partition, which is not yet known
	Restarts                     int     // tries before this one, if told

	Procs, Alloc int64   // of the size asked for (Options.Size): requested, given; -1 unknown
	Memory       float64 // requested, kB per processor; -1 unknown

	Partition, QOS, Account, Reservation string
	User, Group, Name                    string

	marks  marks
	phase  phase
	queued float64 // from when on the job waits, see setWait
	wait   float64 // seconds; -1 while it does
	queue  string
	tasks  int // jobs of an array that it stands for, else 1
}

// Source gives records one after the other. Read gives a *RowError for a bad one, after which
// reading can go on, io.EOF at the end, and any other error where it cannot go on.
type Source interface{ Read(*Record) error }

// Options say what is wanted.
type Options struct {
	File         string   // of the records, in messages
	BySubmit     bool     // waits count from the submission, not from Eligible
	Queue        []string // what the queue is made of: partition, qos, account, reservation
	Size         string   // what jobs are counted in: cpus, nodes, gpus
	MaxProcs     int64    // of the machine; 0 unknown
	Zone         Zone     // of times without one
	NumberQueues bool     // keep the names of queues and partitions out of the header
	DefaultLimit float64  // of a record with DefaultLimit, seconds; -1 unknown
	Now          float64  // when the records were taken, seconds since 1970; NaN: as they say themselves
	Origin       float64  // time 0 of the log, likewise; NaN: the first job's
	Lenient      bool     // skip bad records and count them
	Plans        map[string][]Plan
}

// RowError is a bad record.
type RowError struct {
	File   string
	Line   int
	Column string // empty for the record as a whole
	Err    error
}

// Error gives "file:line: column NAME: cause".
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: column %s: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap gives the cause.
func (e *RowError) Unwrap() error { return e.Err }

// row reads the fields of a record and keeps what is wrong with the first bad one.
type row struct {
	zone *Zone
	line int
	err  *RowError
}

func (r *row) bad(column, format string, args ...any) {
	if r.err == nil {
		r.err = &RowError{Line: r.line, Column: column, Err: fmt.Errorf(format, args...)}
	}
}

// done is what Read of a Source gives.
func (r *row) done() error {
	if r.err != nil {
		return r.err
	}
	return nil
}

// number reads a number that is not negative; -1 where there is none.
func (r *row) number(column, text string) float64 {
	if isMissing(text) {
		return -1
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x < 1e15) {
		r.bad(column, "%s is not a number from 0 on", quote(text))
		return -1
	}
	return x
}

// count is number for whole ones.
func (r *row) count(column, text string) int64 {
	x := r.number(column, text)
	if x != math.Trunc(x) || x > mostSize {
		r.bad(column, "%s is not a whole number of up to %d", quote(text), int64(mostSize))
	}
	return int64(x)
}

// mostSize is the largest job that SWF holds.
const mostSize = 1 << 32

// length reads a length of time: [D-]HH:MM:SS, MM:SS or a number of units; -1 where there is none.
func (r *row) length(column, text string, unit float64) float64 {
	if strings.Contains(text, ":") {
		s, ok := swf.ParseClock(text)
		if !ok {
			r.bad(column, "%s is not a length of time such as 1-12:00:00", quote(text))
		}
		return s
	}
	if x := r.number(column, text); x >= 0 {
		return x * unit
	}
	return -1
}

// isMissing says whether a field stands for no value.
func isMissing(text string) bool {
	switch strings.ToLower(text) {
	case "", "unknown", "none", "null", "nan", "nat", "n/a", "na", "invalid":
		return true
	}
	return false
}

// quote quotes what is in a field, shortened where it is long.
func quote(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:37]) + "..."
	}
	return strconv.Quote(text)
}

// phase is how far a job has come.
type phase int8

const (
	waiting phase = iota
	running
	ended
)

// phaseOf tells it by the state, or by the times where that is not told.
func phaseOf(r *Record) phase {
	switch r.State {
	case "PENDING", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD", "REQUEUE_FED":
		return waiting
	case "RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "STOPPED", "STAGE_OUT", "SIGNALING":
		return running
	case "":
		switch {
		case !math.IsNaN(r.End):
			return ended
		case !math.IsNaN(r.Start):
			return running
		}
		return waiting
	}
	return ended
}

// status is field 11 of a job that ended.
func (r *Record) status() int64 {
	switch {
	case r.State == "COMPLETED":
		return 1
	case r.State == "CANCELLED", r.State == "DEADLINE", r.State == "REVOKED", r.State == "" && math.IsNaN(r.Start):
		return 5
	case r.State == "":
		return -1
	}
	return 0
}

// fields gives the text of a column by the name that sacct has for it, of several names the first
// that is there; with the name that messages have, and the unit of its numbers in seconds.
type fields func(names ...string) (column, text string, unit float64)

// columns are fields by name.
type columns map[string]string

func (c columns) get(names ...string) (column, text string, unit float64) {
	for _, name := range names {
		if c[name] != "" {
			return name, c[name], unitOf(name)
		}
	}
	return names[0], "", 1
}

// unitOf is that of the numbers in a column of sacct.
func unitOf(column string) float64 {
	if column == "TimelimitRaw" {
		return 60
	}
	return 1
}

// jobID is the number of a job as sacct and squeue print it, or of a step of one.
var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+|_\[[^\]]*\]?|\+[0-9]+)?(\..+)?$`)

// mark checks the number of a job, and marks steps and components of jobs.
func (r *Record) mark(in *row, id string) {
	found := jobID.FindStringSubmatch(id)
	if found == nil {
		in.bad("JobID", "%s is not the number of a job", quote(id))
	} else if found[2] != "" {
		r.marks.set(Step)
	}
	if strings.Contains(id, "+") {
		r.marks.set(HetComponent)
	}
}

// fill takes the record from its fields; size is one of those of Options. Of a step of a job only
// the number is read.
func (r *Record) fill(in *row, size string, get fields) error {
	text := func(names ...string) string { _, text, _ := get(names...); return text }
	time := func(name string) moment { column, text, unit := get(name); return in.time(column, text, unit) }
	length := func(names ...string) float64 {
		column, text, unit := get(names...)
		return in.length(column, text, unit)
	}
	r.Line, r.ID, r.RawID = in.line, text("JobID", "JobIDRaw"), text("JobIDRaw")
	if r.marks.has(Step) {
		return nil
	}
	r.Cluster, r.Reason = text("Cluster"), text("Reason")
	column, state, _ := get("State")
	word, _, _ := strings.Cut(state, " ") // CANCELLED by 1000
	r.State = strings.ToUpper(word)
	if strings.Trim(r.State, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" || len(r.State) > 30 {
		in.bad(column, "%s is not a state such as COMPLETED", quote(state))
	}
	r.Elapsed, r.Suspended = length("ElapsedRaw", "Elapsed"), max(0, length("Suspended"))
	r.Plan = time("Plan").at
	r.setTimes(time("Submit"), time("Eligible"), time("Start"), time("End"))
	switch column, text, unit := get("TimelimitRaw", "Timelimit"); strings.ToLower(text) {
	case "unlimited", "infinite":
		r.Limit = -1
	case "partition_limit":
		r.Limit, r.DefaultLimit = -1, true
	default:
		r.Limit = in.length(column, text, unit)
	}
	r.Partition, r.QOS, r.Account, r.Reservation = text("Partition"), text("QOS"), text("Account"), text("Reservation")
	r.User, r.Group, r.Name = text("User"), text("Group"), text("JobName")
	column, restarts, _ := get("Restarts")
	r.Restarts = int(max(0, in.count(column, restarts)))
	r.setSize(in, size, get)
	// Cancelled before Slurm had told its database of it, a job is said to have started as it ended.
	if r.State == "CANCELLED" && r.Start == r.End && text("ReqTRES") != "" && text("AllocTRES") == "" {
		r.Start = math.NaN()
	}
	return in.done()
}

// check refuses times that contradict each other or the state.
func (r *Record) check() error {
	in := row{line: r.Line}
	started, over := !math.IsNaN(r.Start), !math.IsNaN(r.End)
	r.phase = phaseOf(r)
	phase := r.phase
	switch {
	case math.IsNaN(r.Submit):
		in.bad("Submit", "there is no time of submission")
	case over && started && r.End < r.Start:
		in.bad("End", "the end is %g s before the start", r.Start-r.End)
	case over && !started && r.End < r.Submit:
		in.bad("End", "the end is %g s before the submission", r.Submit-r.End)
	case phase == running && over, phase == waiting && (started || over):
		in.bad("State", "%s does not go with the start and end that are given; was sacct run with -T?", quote(r.State))
	case phase == running && !started:
		in.bad("Start", "%s without a start", r.State)
	case phase == ended && !over:
		in.bad("End", "%s without an end", r.State)
	}
	return in.done()
}
