package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// ForTerminal picks, of the tables of a run, those to be printed when it is done: the verdicts and
// the shares by queue, or where no method gives bounds the forecasts; and what was asked for beside.
func ForTerminal(tables []*Table) []*Table {
	picked := withIDs(tables, "verdict-by-queue", "table3-")
	if len(picked) < 2 {
		picked = withIDs(tables, "forecasts-by-queue")
	}
	return append(picked, withIDs(tables, "published-own", "changes")...)
}

// withIDs lists the tables whose IDs begin in one of the ways, in their order.
func withIDs(tables []*Table, beginnings ...string) []*Table {
	var picked []*Table
	for _, beginning := range beginnings {
		for _, t := range tables {
			if strings.HasPrefix(t.ID, beginning) {
				picked = append(picked, t)
			}
		}
	}
	return picked
}

// Summary says in a few sentences, for people, what the verdicts by queue are: for the queue with
// the most jobs what is recommended and what that means, and which methods are correct everywhere.
func Summary(verdicts []Verdict, main methods.Level) []string {
	var busiest *Verdict
	correct, queues := map[string]int{}, 0
	var names []string
	for i := range verdicts {
		v := &verdicts[i]
		if v.Range != replay.AllRanges || v.Level != main {
			continue
		}
		queues++
		if busiest == nil || v.Jobs > busiest.Jobs {
			busiest = v
		}
		for _, j := range v.Methods {
			if names = addNew(names, j.Method); j.Standing <= Correct {
				correct[j.Method]++
			}
		}
	}
	if busiest == nil {
		return []string{"No queue has enough jobs for a verdict."}
	}
	names = slices.DeleteFunc(names, func(m string) bool { return correct[m] < queues })
	everywhere := fmt.Sprintf("Correct on each of %d queues: %s.", queues, strings.Join(names, ", "))
	switch {
	case queues == 1:
		return []string{busiest.sentence()}
	case len(names) == 0:
		everywhere = fmt.Sprintf("No method is correct on each of the %d queues.", queues)
	}
	return []string{busiest.sentence(), everywhere}
}

// sentence says what the verdict means.
func (v *Verdict) sentence() string {
	best := v.With(Recommended)
	if len(best) == 0 {
		return fmt.Sprintf("No method can be trusted for queue %s: none that bounds most jobs covers %v of the waits.", v.Queue, v.Level.Target())
	}
	started, half := "within", "under"
	if v.Level.Side == methods.Lower {
		started, half = "not before", "over"
	}
	text := fmt.Sprintf("Of %d jobs in %s, %.1f %% started %s the bound of %s; half of the bounds were %s %s",
		best[0].Bounded, v.Queue, 100*best[0].Correct, started, best[0].Method, half, Duration(best[0].MedianBound))
	if len(best) > 1 {
		text += fmt.Sprintf("; %s did as well", strings.Join(namesOf(best[1:]), ", "))
	}
	return text + "."
}

// Duration writes seconds as people read them.
func Duration(seconds float64) string {
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 120:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 2*86400:
		return fmt.Sprintf("%.0f h", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}
