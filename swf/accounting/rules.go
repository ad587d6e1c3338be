package accounting

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Rule is what can become of a job, or be said of one. Names do not change.
type Rule int

// rules are all rules, in the order in which they are reported.
var rules []struct{ name, doc string }

func newRule(name, doc string) Rule {
	rules = append(rules, struct{ name, doc string }{name, doc})
	return Rule(len(rules) - 1)
}

// Of the rules up to Bad exactly one holds for a job, but for those that started and ended: these
// are counted by their state.
var (
	NeverStarted = newRule("never_started", "in the log: ended without a start")
	Running      = newRule("running", "in the log: ran when the records were taken")
	Pending      = newRule("pending", "in the log: waited when the records were taken")
	Ineligible   = newRule("ineligible", "left out: held, or before its time, or another job has to end first")
	CannotStart  = newRule("cannot_start", "left out: waits for what the machine does not have or allow")
	Runaway      = newRule("runaway", "left out: runs for more than twice its limit and a day, the end was lost (sacctmgr show runawayjobs)")
	Step         = newRule("step", "left out: a step of a job (sacct without -X)")
	NoSize       = newRule("no_size", "left out: of no known size")
	NoGPU        = newRule("no_gpu", "left out: has no GPU")
	Duplicate    = newRule("duplicate", "left out: the same record again; of several the one that goes furthest, and the last, stays")
	Bad          = newRule("bad", "left out: cannot be read")
	// and of jobs in the log:
	RequeuedTry          = newRule("requeued_try", "another try of a job, with a wait of its own")
	EarlierTryMissing    = newRule("earlier_try_missing", "tries that are not among the records (sacct without -D)")
	HetComponent         = newRule("het_component", "part of a heterogeneous job, taken for a job")
	EligibleUnknown      = newRule("eligible_unknown", "started without a time of eligibility: submission taken")
	EligibleBeforeSubmit = newRule("eligible_before_submit", "eligible before its submission: submission taken")
	EligibleAfterStart   = newRule("eligible_after_start", "eligible after its start: submission taken")
	ClockStep            = newRule("clock_step", "started up to 60 s before its wait began: its wait is 0 and begins with the start")
	SuspendedOnce        = newRule("suspended", "suspended in between, its processors count as busy")
	ZeroLength           = newRule("zero_length", "started and ended in the same second: 1 s")
	NoLimit              = newRule("no_limit", "of no known time limit")
	AllocAboveRequest    = newRule("alloc_above_request", "was given more than it asked for")
	MultiPartition       = newRule("multi_partition_pending", "waits in several partitions: the first is taken")
	ListCut              = newRule("array_list_cut", "in an array whose list of tasks is cut: those listed are taken")
	SeparatorInName      = newRule("separator_in_name", "separator in a name")
	LineFeedInName       = newRule("line_feed_in_name", "line feed in a name")
	AmbiguousHour        = newRule("ambiguous_hour", "a time in the hour that clocks show twice, which may be an hour later")
	NonexistentHour      = newRule("nonexistent_hour", "a time in the hour that clocks leave out")
	Planned              = newRule("planned", "with the start that the scheduler planned, for method scheduler")
)

// marks are rules that hold for a record.
type marks uint64

func (m *marks) set(r Rule)     { *m |= 1 << r }
func (m marks) has(r Rule) bool { return m>>r&1 == 1 }

// Count is a line of the report on an import.
type Count struct {
	Name string
	Jobs int // tasks of an array one by one
	Doc  string
	// of the lines that add up to the records read and the tasks that further stand in lists
	Adds bool
}

// Counts says what became of every record: the states of jobs that started and ended, then the
// rules, those alone that hold for any.
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

// Hints are what should be known of the log, a sentence each.
func (l *Log) Hints() []string {
	var hints []string
	say := func(when bool, format string, args ...any) {
		if when {
			hints = append(hints, fmt.Sprintf(format, args...))
		}
	}
	started := 0
	for _, n := range l.states {
		started += n
	}
	say(l.counts[EarlierTryMissing] > 0, "earlier tries of requeued jobs are missing: run sacct with -D")
	say(l.counts[ListCut] > 0, "lists of array tasks are cut: run sacct with SLURM_BITSTR_LEN=0")
	say(l.counts[NonexistentHour] > 0, "times in an hour that the clocks of %s leave out: a wrong --time-zone?", l.o.Zone.Location)
	say(l.o.Size == "cpus" && l.counts[AllocAboveRequest]*10 > started, "more than one job in ten was given more CPUs than it asked for: consider --size nodes")
	return hints
}

// summary lists the counts in a line.
func (l *Log) summary() string {
	var words []string
	for _, c := range l.Counts() {
		words = append(words, fmt.Sprintf("%s %d", c.Name, c.Jobs))
	}
	return strings.Join(words, ", ")
}
