package swf

import (
	"fmt"
	"strings"
)

// Selection says which jobs are replayed.
type Selection int

const (
	// Started takes the jobs that started: those with a submit time, a wait and a run time above 0.
	// Jobs cancelled in the queue carry as their wait the time until then; they have no start and
	// their wait is no wait.
	Started Selection = iota
	// Paper takes the jobs of Started that had to wait, as the BMBP paper seems to do on SDSC-SP2.
	Paper
	// All takes every job with a submit time and a wait, also those that never ran.
	All
)

var selectionNames = [...]string{"started", "paper", "all"}

// ParseSelection gives the selection of that name.
func ParseSelection(name string) (Selection, error) {
	for i, known := range selectionNames {
		if name == known {
			return Selection(i), nil
		}
	}
	return 0, fmt.Errorf("unknown selection %q, known are %s", name, strings.Join(selectionNames[:], ", "))
}

// String gives the name of the selection.
func (s Selection) String() string { return selectionNames[s] }

// Rule says why a job is left out, or that it is not.
type Rule int

// The rules in the order in which they are tried; a job is counted under the first that leaves it
// out.
const (
	Selected     Rule = iota
	NoSubmitTime      // submit time unknown, submit < 0
	NoWaitTime        // wait unknown, wait < 0
	NoRunTime         // never ran, or run time unknown: run <= 0; not with All
	ZeroWait          // did not wait, wait = 0; with Paper alone
	numRules
)

var ruleNames = [numRules]string{"selected", "no_submit_time", "no_wait_time", "no_run_time", "zero_wait"}

// String gives the name of the rule in outputs; the names do not change.
func (r Rule) String() string { return ruleNames[r] }

// Rule gives Selected, or the rule by which the selection leaves the job out.
func (s Selection) Rule(j *Job) Rule {
	switch {
	case j.Submit < 0:
		return NoSubmitTime
	case j.Wait < 0:
		return NoWaitTime
	case j.Run <= 0 && s != All:
		return NoRunTime
	case j.Wait == 0 && s == Paper:
		return ZeroWait
	}
	return Selected
}

// Counts counts jobs by rule: Counts[Selected], Counts[NoWaitTime] and so on, in the order in which
// rules are tried.
type Counts [numRules]int

// Add counts one job.
func (c *Counts) Add(r Rule) { c[r]++ }
