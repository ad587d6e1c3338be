package report

import (
	"strings"
)

// ForTerminal picks, of the tables of a run, those to be printed when it is done: the verdicts and
// the shares by queue, of a batch the one table over all, or where no method gives bounds the
// forecasts; and what was asked for beside.
func ForTerminal(tables []*Table) []*Table {
	picked := withIDs(tables, overQueues)
	if len(picked) == 0 {
		if picked = withIDs(tables, "verdict-by-queue", "table3-"); len(picked) < 2 {
			picked = withIDs(tables, "forecasts-by-queue")
		}
	}
	for _, t := range withIDs(tables, "published-own", "changes") {
		picked = append(picked, Brief(t))
	}
	return picked
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
