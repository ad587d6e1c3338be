package accounting

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waitbench/swf"
)

// rule is why a job is in the log or left out, or a remark on it.
type rule int

// rules are all rules, in the order of the report. Names do not change.
var rules []struct{ name, doc string }

func newRule(name, doc string) rule {
	rules = append(rules, struct{ name, doc string }{name, doc})
	return rule(len(rules) - 1)
}

// One of the rules up to badRecord holds for a job, unless it started and
// ended: such jobs are counted by state.
var (
	neverStarted = newRule("never_started", "in the log: ended without a start")
	stillRuns    = newRule("running", "in the log: ran when the records were taken")
	stillWaits   = newRule("pending", "in the log: waited when the records were taken")
	ineligible   = newRule("ineligible", "no line: held, not yet at its begin time, or dependent")
	cannotStart  = newRule("cannot_start", "no line: the machine cannot run such a job")
	runaway      = newRule("runaway", "left out: ran for twice its limit and a day, its end was lost")
	step         = newRule("step", "left out: a step of a job (without -X)")
	otherEvent   = newRule("other_event", "left out: not the record of a job's end (E)")
	noSize       = newRule("no_size", "left out: size unknown")
	duplicate    = newRule("duplicate", "left out: repeated; the record that goes furthest stays")
	noSubmission = newRule("no_submission", "left out: without a time of submission")
	noEnd        = newRule("no_end", "left out: ended, but has no end")
	unlikeState  = newRule("state_contradicts_times", "left out: runs or waits, and its times do not")
	backwards    = newRule("times_backwards", "left out: ends before its start, or starts before it came")
	badRecord    = newRule("bad", "left out: lines that cannot be read")
	// Remarks on jobs in the log:
	requeuedTry     = newRule("requeued_try", "another try of a job, with its own wait")
	eligibleUnknown = newRule("eligible_unknown", "started, never eligible: waits from submission")
	lateEligible    = newRule("eligible_after_start", "eligible too late: waits from submission")
	clockStep       = newRule("clock_step", "started up to 60 s before its wait: waits for 0 s")
	noLimit         = newRule("no_limit", "without a known time limit")
	aboveRequest    = newRule("alloc_above_request", "got more than it requested, such as whole nodes")
	multiPartition  = newRule("multi_partition_pending", "waits in several partitions: the first")
	listCut         = newRule("array_list_cut", "array list cut: set SLURM_BITSTR_LEN=0")
	renamedQueue    = newRule("queue_renamed", "in a queue with a name of --queue-map")
	severalLines    = newRule("several_lines", "a cell has line feeds; look for a lost quote")
	ambiguousHour   = newRule("ambiguous_hour", "a time of an hour that comes twice: the first")
	planned         = newRule("planned", "with the start that the scheduler planned")
	isBlocked       = newRule("pending_blocked", "waits, but is held or behind a limit")
)

// odd is a contradiction in a record, and the rule that counts it.
type odd struct {
	rule rule
	error
}

func oddf(r rule, format string, args ...any) error { return odd{r, fmt.Errorf(format, args...)} }

// leaveOut counts an odd record and keeps the first one of each rule.
func (l *Log) leaveOut(in row, id string, why odd) {
	if l.counts[why.rule]++; l.counts[why.rule] == 1 {
		l.Odd = append(l.Odd, fmt.Sprintf("first %s: %s:%d: job %s: %v", rules[why.rule].name,
			in.file, in.line, cmp.Or(swf.Text(id), "without ID"), why))
	}
}

// checkOdd returns an error if more than 10 records and more than 1 in 100 are
// odd. In a public data set they are known.
func (l *Log) checkOdd() error {
	n := 0
	for r := noSubmission; r <= backwards; r++ {
		n += l.counts[r]
	}
	if n <= 10 || n*100 <= l.Rows || l.o.Lenient || l.o.EachRow {
		return nil
	}
	return fmt.Errorf("%s: %d of %d records contradict themselves, more than 1 in 100; "+
		"--lenient leaves them out; %s", l.o.File, n, l.Rows, strings.Join(l.Odd, "; "))
}

// marks are the rules that hold for a record.
type marks uint64

func (m *marks) set(r rule)     { *m |= 1 << r }
func (m marks) has(r rule) bool { return m>>r&1 == 1 }

// Count is a line of the report on an import.
type Count struct {
	Name string
	Jobs int // each task of an array counts
	Doc  string
	Adds bool // the counts with Adds sum to the records read plus the further tasks of lists
}

// Counts returns the kinds, then the rules that hold for any job.
func (l *Log) Counts() []Count {
	var found []Count
	for _, name := range slices.Sorted(maps.Keys(l.kinds)) { // states have capitals
		n, doc := l.kinds[name], "in the log: started and ended"
		switch kind, isKind := strings.CutPrefix(name, "kind_"); {
		case n == 0:
			continue
		case isKind:
			doc = "records that are no jobs of their own: " + pbsKinds[kind]
		case name == "array_parent":
			doc = "left out: the parent of an array, whose tasks are jobs"
		case name == "other":
			doc += " in an unknown state"
			fallthrough
		default:
			name = strings.ToLower(name)
		}
		found = append(found, Count{name, n, doc, true})
	}
	for r, n := range l.counts {
		if n > 0 {
			found = append(found, Count{rules[r].name, n, rules[r].doc, rule(r) <= badRecord})
		}
	}
	return found
}

func (l *Log) summary() (text string) {
	for _, c := range l.Counts() {
		text += fmt.Sprintf(", %s %d", c.Name, c.Jobs)
	}
	return strings.TrimPrefix(text, ", ")
}
