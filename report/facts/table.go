package facts

import (
	"fmt"
	"slices"

	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/traces"
)

// Table returns the facts about a log besides its waits: its site and
// machine, its jobs by the rule that left them out, its lines.
func Table(log *run.LogRecord) *table.Table {
	facts := &table.Table{
		ID: "facts-" + log.Name, Title: log.Name, Missing: "not known",
		Columns: table.Columns("fact", "value"), Notes: slices.Concat(log.Warnings, log.Notes),
	}
	add := func(fact string, value any) {
		text := fmt.Sprint(value)
		if n, ok := value.(*int64); ok {
			if text = ""; n != nil && *n >= 0 { // -1 is not known
				text = fmt.Sprint(*n)
			}
		}
		facts.Add(fact, table.TextOrMissing(text))
	}
	h := &log.Header
	if e, err := traces.Find(log.Name); err == nil {
		add("site", e.Site)
	}
	add("computer", h.Computer)
	add("installation", h.Installation)
	add("processors", h.MaxProcs)
	add("nodes", h.MaxNodes)
	add("start", h.StartTime)
	add("end", h.EndTime)
	add("time zone", h.TimeZoneString)
	add("SHA-256", log.SHA256)
	add("jobs read", log.Read)
	add("jobs selected", log.Selected)
	for _, r := range log.LeftOut {
		add("left out: "+r.Rule, r.Jobs)
	}
	add("lines out of order", log.OutOfOrder)
	if s := log.Snapshot; s != nil {
		add("snapshot", log.When(s.Time))
		add("running at the snapshot", s.Running)
		add("pending at the snapshot", s.Pending)
	}
	return facts
}
