package report

import (
	"fmt"
	"slices"

	"waitbench/replay/run"
)

// FactsTable is what is known of a log besides its waits: its machine, its jobs by the rule that
// left them out, its lines.
func FactsTable(t *run.TraceRecord) *Table {
	table := &Table{
		ID:      "facts",
		Title:   t.Name,
		Trace:   t.Name,
		Columns: Columns("fact", "value"),
		Missing: "not known",
		Notes:   slices.Concat(t.Warnings, t.Notes),
	}
	add := func(fact, value string) {
		cell := Words(value)
		if value == "" {
			cell = Absent()
		}
		table.Rows = append(table.Rows, []Cell{Words(fact), cell})
	}
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return fmt.Sprint(*n)
	}
	h := &t.Header
	add("computer", h.Computer)
	add("installation", h.Installation)
	add("processors", number(h.MaxProcs))
	add("nodes", number(h.MaxNodes))
	add("start", h.StartTime)
	add("end", h.EndTime)
	add("time zone", h.TimeZoneString)
	add("SHA-256", t.SHA256)
	add("jobs read", fmt.Sprint(t.Read))
	add("jobs selected", fmt.Sprint(t.Selected))
	for _, r := range t.LeftOut {
		add("left out: "+r.Rule, fmt.Sprint(r.Jobs))
	}
	add("lines out of order", fmt.Sprint(t.OutOfOrder))
	if s := t.Snapshot; s != nil {
		add("snapshot", t.When(s.Time))
		add("running at the snapshot", fmt.Sprint(s.Running))
		add("pending at the snapshot", fmt.Sprint(s.Pending))
	}
	return table
}
