package render

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay/output"
	"waitbench/report/table"
)

// ForTerminal picks the tables of a run to print when it is done: the verdicts
// and the shares by queue, or the forecasts if no method makes bounds; then the
// tables that the user requested.
func ForTerminal(tables []*table.Table) []*table.Table {
	picked := withIDs(tables, "verdict-by-queue", "table3-")
	if len(picked) < 2 {
		picked = withIDs(tables, "forecasts-by-queue")
	}
	return append(picked, withIDs(tables, "published-own")...)
}

// Summaries shortens tables of ForTerminal to the summary of a run: the first
// with few rows, at most two names in a cell, without columns that list methods
// and without notes, because the page explains it, and the tables that the user
// requested.
func Summaries(tables []*table.Table) []*table.Table {
	const mostRows = 12
	requested := withIDs(tables, "published-own")
	if len(requested) == len(tables) {
		return tables
	}
	t := *tables[0]
	if t.ID == "verdict-by-queue" {
		t = *t.With("log", "queue", "quantile", "scored", "recommended", "correct", "pinball_s",
			"median_bound_s")
		at := t.Index("recommended")
		for _, row := range t.Rows {
			if names := strings.Split(row[at].Text, ", "); len(names) > 2 {
				row[at].Text = fmt.Sprintf("%s + %d", names[0], len(names)-1)
			}
		}
	}
	t.Notes, t.Star, t.Bold, t.Missing = nil, "", "", ""
	if n := len(t.Rows) - mostRows; n > 0 {
		t.Rows = t.Rows[:mostRows]
		t.Notes = []string{output.Counted(n, "more row") + ": see the page"}
	}
	return append([]*table.Table{&t}, requested...)
}

// withIDs lists the tables whose IDs begin in one of the ways.
func withIDs(tables []*table.Table, beginnings ...string) []*table.Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t *table.Table) bool {
		return !slices.ContainsFunc(beginnings, func(b string) bool {
			return strings.HasPrefix(t.ID, b)
		})
	})
}
