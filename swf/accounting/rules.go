package accounting

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Rule is a fate of a job, or a remark on it. Names do not change.
type Rule int

// rules are all rules, in the order of the report.
var rules []struct{ name, doc string }

func newRule(name, doc string) Rule {
	rules = append(rules, struct{ name, doc string }{name, doc})
	return Rule(len(rules) - 1)
}

// Exactly one of the rules up to Bad holds for a job, unless it started and
// ended: such jobs are counted by state.
var (
	NeverStarted = newRule("never_started", "in the log: ended without a start")
	Running      = newRule("running", "in the log: ran when the records were taken")
	Pending      = newRule("pending", "in the log: waited when the records were taken")
	Ineligible   = newRule("ineligible", "left out: held, before its begin time, or dependent on another job")
	CannotStart  = newRule("cannot_start", "left out: the machine does not have or allow what it requests")
	Runaway      = newRule("runaway", "left out: runs for more than twice its limit plus a day, its end was lost (sacctmgr show runawayjobs)")
	Step         = newRule("step", "left out: a step of a job (sacct without -X)")
	NoSize       = newRule("no_size", "left out: size unknown")
	Duplicate    = newRule("duplicate", "left out: a repeated record; the one that goes furthest stays, of equal ones the last")
	Bad          = newRule("bad", "left out: cannot be read")
	// Remarks on jobs in the log:
	RequeuedTry          = newRule("requeued_try", "another try of a job, with its own wait")
	EarlierTryMissing    = newRule("earlier_try_missing", "tries that are not among the records (sacct without -D)")
	HetComponent         = newRule("het_component", "part of a heterogeneous job, counted as a job")
	EligibleUnknown      = newRule("eligible_unknown", "started without a time of eligibility: its submission is used")
	EligibleBeforeSubmit = newRule("eligible_before_submit", "eligible before its submission: its submission is used")
	EligibleAfterStart   = newRule("eligible_after_start", "eligible after its start: its submission is used")
	ClockStep            = newRule("clock_step", "started up to 60 s before its wait began: its wait is 0 and begins with the start")
	SuspendedOnce        = newRule("suspended", "suspended for a time, its processors count as busy")
	ZeroLength           = newRule("zero_length", "started and ended in the same second: its run time is 1 s")
	NoLimit              = newRule("no_limit", "without a known time limit")
	AllocAboveRequest    = newRule("alloc_above_request", "was given more than it requested")
	MultiPartition       = newRule("multi_partition_pending", "waits in several partitions: the first is used")
	ListCut              = newRule("array_list_cut", "in an array whose list of tasks is cut: only listed tasks count")
	SeparatorInName      = newRule("separator_in_name", "separator in a name")
	LineFeedInName       = newRule("line_feed_in_name", "line feed in a name")
	Planned              = newRule("planned", "with the start that the scheduler planned, for method scheduler")
)

// marks are the rules that hold for a record.
type marks uint64

func (m *marks) set(r Rule)     { *m |= 1 << r }
func (m marks) has(r Rule) bool { return m>>r&1 == 1 }

// Count is a line of the report on an import.
type Count struct {
	Name string
	Jobs int // each task of an array counts
	Doc  string
	Adds bool // the counts with Adds sum to the records read plus the further tasks of lists
}

// Counts returns the states of jobs that started and ended, then the rules that
// hold for any job.
func (l *Log) Counts() []Count {
	var found []Count
	for _, state := range slices.Sorted(maps.Keys(l.states)) {
		found = append(found, Count{strings.ToLower(state), l.states[state], "in the log: started and ended", true})
	}
	for r, n := range l.counts {
		if n > 0 {
			found = append(found, Count{rules[r].name, n, rules[r].doc, Rule(r) <= Bad})
		}
	}
	return found
}

// Hints returns sentences with advice on the import.
func (l *Log) Hints() []string {
	var hints []string
	if l.counts[EarlierTryMissing] > 0 {
		hints = append(hints, "earlier tries of requeued jobs are missing: run sacct with -D")
	}
	if l.counts[ListCut] > 0 {
		hints = append(hints, "lists of array tasks are cut: run sacct with SLURM_BITSTR_LEN=0")
	}
	started := 0
	for _, n := range l.states {
		started += n
	}
	if l.o.Size == "cpus" && l.counts[AllocAboveRequest]*10 > started {
		hints = append(hints, "more than one job in ten was given more CPUs than it requested: consider --size nodes")
	}
	return hints
}

// summary returns the counts in one line.
func (l *Log) summary() string {
	var words []string
	for _, c := range l.Counts() {
		words = append(words, fmt.Sprintf("%s %d", c.Name, c.Jobs))
	}
	return strings.Join(words, ", ")
}
