package accounting

import (
	"fmt"
	"math"
	"strings"
)

// Record is one job, or one try of a job, as a batch system keeps it. Times
// are seconds since 1970, NaN where there is none. Names may be empty.
type Record struct {
	Line    int // first line of the record, from 1
	Cluster string
	ID      string // as users see it: 7, 2_4, 49_[1-4%2], 28+1
	RawID   string // of the record: tasks of an array have their own

	Submit, Eligible, Start, End float64
	Plan                         float64 // start that the scheduler planned when the job began to wait
	Elapsed                      float64 // run time less Suspended, seconds; -1 unknown
	Suspended                    float64 // seconds
	State                        string  // one word in capitals, such as COMPLETED; empty where unknown
	Reason                       string
	Limit                        float64 // of the run time, seconds; -1 none or unknown
	DefaultLimit                 bool    // the limit is that of the partition, which is unknown
	Restarts                     int     // tries before this one, where recorded

	Procs, Alloc int64 // requested and allocated, in units of Options.Size; -1 unknown

	Partition, QOS, Account, Reservation string
	User, Group, Name                    string

	marks         marks
	phase         phase
	requestListed bool    // the record lists requested resources
	allocListed   bool    // the record lists allocated resources
	queued        float64 // start of the wait, see setWait
	wait          float64 // seconds; -1 for a job that still waits
	queue         string
	tasks         int // jobs of an array that the record stands for, else 1
}

// newRecord returns a record without any value.
func newRecord(line int) Record {
	nan := math.NaN()
	return Record{
		Line: line, Submit: nan, Eligible: nan, Start: nan, End: nan, Plan: nan,
		Elapsed: -1, Limit: -1, Procs: -1, Alloc: -1,
	}
}

// Source reads records in order. Read returns a *RowError for a bad record,
// after which it can be called again, io.EOF at the end, and any other error
// where it cannot go on.
type Source interface{ Read(*Record) error }

// Options are the settings of an import.
type Options struct {
	File         string   // of the records, for messages
	BySubmit     bool     // waits count from the submission, not from Eligible
	Queue        []string // parts of the queue's name: partition, qos, account, reservation
	Size         string   // unit of job sizes: cpus, nodes
	MaxProcs     int64    // of the machine; 0 unknown
	Zone         Zone     // of times without one
	NumberQueues bool     // leave names of queues and partitions out of the header
	DefaultLimit float64  // of a record with DefaultLimit, seconds; -1 unknown
	Now          float64  // when the records were taken, seconds since 1970; NaN: from the records
	Origin       float64  // time 0 of the log, seconds since 1970; NaN: that of the first job
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

// Error returns "file:line: column NAME: cause".
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: column %s: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns the cause.
func (e *RowError) Unwrap() error { return e.Err }

// phase is how far a job has come.
type phase int8

const (
	waiting phase = iota
	running
	ended
)

// phaseOf returns the phase by the state, or by the times where it is unknown.
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

// status returns field 11 of a job that ended.
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

// started reports whether the job has started.
func (r *Record) started() bool { return !math.IsNaN(r.Start) }

// size returns the allocation of a started job, else the request; 0 or less
// where it is unknown.
func (r *Record) size() int64 {
	if r.started() && r.Alloc > 0 {
		return r.Alloc
	}
	return r.Procs
}

// check returns an error for times that contradict each other or the state.
func (r *Record) check() error {
	in := row{line: r.Line}
	over := !math.IsNaN(r.End)
	r.phase = phaseOf(r)
	switch {
	case math.IsNaN(r.Submit):
		in.bad("Submit", "missing")
	case over && r.started() && r.End < r.Start:
		in.bad("End", "the end is %g s before the start", r.Start-r.End)
	case over && !r.started() && r.End < r.Submit:
		in.bad("End", "the end is %g s before the submission", r.Submit-r.End)
	case r.phase == running && over, r.phase == waiting && (r.started() || over):
		in.bad("State", "%s contradicts the start and end; was sacct run with -T?", quote(r.State))
	case r.phase == running && !r.started():
		in.bad("Start", "%s without a start", r.State)
	case r.phase == ended && !over:
		in.bad("End", "%s without an end", r.State)
	}
	return in.done()
}

// column is one field of a record: its names in sacct's text, the first one
// present counts; its name in --map; and the function that sets it.
type column struct {
	names []string
	role  string
	set   func(*Record, *field)
}

// columnsOf returns all columns, with sizes in a unit of Options.Size.
func columnsOf(size string) []column {
	requested, allocated := []string{"ReqCPUS"}, []string{"AllocCPUS", "NCPUS"}
	if size == "nodes" {
		requested, allocated = []string{"ReqNodes"}, []string{"NNodes", "AllocNodes"}
	}
	return []column{
		{[]string{"JobID", "JobIDRaw"}, "id", func(r *Record, f *field) { r.ID = f.text }},
		{[]string{"JobIDRaw"}, "", func(r *Record, f *field) { r.RawID = f.text }},
		{[]string{"Cluster"}, "", func(r *Record, f *field) { r.Cluster = f.text }},
		{[]string{"Submit"}, "submit", func(r *Record, f *field) { r.Submit = f.time() }},
		{[]string{"Eligible"}, "eligible", func(r *Record, f *field) { r.Eligible = f.time() }},
		{[]string{"Start"}, "start", func(r *Record, f *field) { r.Start = f.time() }},
		{[]string{"End"}, "end", func(r *Record, f *field) { r.End = f.time() }},
		{nil, "plan", func(r *Record, f *field) { r.Plan = f.time() }},
		{[]string{"ElapsedRaw", "Elapsed"}, "run", func(r *Record, f *field) { r.Elapsed = f.duration() }},
		{[]string{"Suspended"}, "", func(r *Record, f *field) { r.Suspended = max(0, f.duration()) }},
		{[]string{"State"}, "state", setState},
		{[]string{"Reason"}, "", func(r *Record, f *field) { r.Reason = f.text }},
		{[]string{"TimelimitRaw", "Timelimit"}, "limit", setLimit},
		{[]string{"Restarts"}, "", func(r *Record, f *field) { r.Restarts = int(max(0, f.count())) }},
		{requested, "size", func(r *Record, f *field) { r.Procs = f.count() }},
		{allocated, "", func(r *Record, f *field) { r.Alloc = f.count() }},
		{[]string{"ReqTRES"}, "", func(r *Record, _ *field) { r.requestListed = true }},
		{[]string{"AllocTRES"}, "", func(r *Record, _ *field) { r.allocListed = true }},
		{[]string{"Partition"}, "queue", func(r *Record, f *field) { r.Partition = f.text }},
		{[]string{"QOS"}, "", func(r *Record, f *field) { r.QOS = f.text }},
		{[]string{"Account"}, "", func(r *Record, f *field) { r.Account = f.text }},
		{[]string{"Reservation"}, "", func(r *Record, f *field) { r.Reservation = f.text }},
		{[]string{"User"}, "user", func(r *Record, f *field) { r.User = f.text }},
		{[]string{"Group"}, "group", func(r *Record, f *field) { r.Group = f.text }},
		{[]string{"JobName"}, "", func(r *Record, f *field) { r.Name = f.text }},
	}
}

func setState(r *Record, f *field) {
	word, _, _ := strings.Cut(f.text, " ") // CANCELLED by 1000
	r.State = strings.ToUpper(word)
	if strings.Trim(r.State, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" || len(r.State) > 30 {
		f.bad("%s is not a state such as COMPLETED", quote(f.text))
	}
}

func setLimit(r *Record, f *field) {
	switch strings.ToLower(f.text) {
	case "unlimited", "infinite":
	case "partition_limit":
		r.DefaultLimit = true
	default:
		r.Limit = f.duration()
	}
}

// layout says at which positions of a row the columns are.
type layout []placed

type placed struct {
	column
	name string  // in messages
	at   int     // position in the row
	unit float64 // of numbers, seconds
}

// fill sets a record from the fields of a row. Of a step of a job it reads
// nothing.
func (l layout) fill(r *Record, in *row, fields []string) error {
	if r.marks.has(Step) {
		return nil
	}
	for _, c := range l {
		if text := strings.TrimSpace(fields[c.at]); text != "" {
			c.set(r, &field{row: in, name: c.name, text: text, unit: c.unit})
		}
	}
	if r.Procs < 0 { // what sacct calls the allocation of a waiting job is its request
		r.Procs = r.Alloc
	}
	// A job that is cancelled before Slurm records it seems to start at its end.
	if r.State == "CANCELLED" && r.Start == r.End && r.requestListed && !r.allocListed {
		r.Start = math.NaN()
	}
	return in.done()
}
