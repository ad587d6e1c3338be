package report

import (
	"fmt"
	"slices"

	"waitbench/replay/output"
	"waitbench/replay/run"
)

// logTable returns table 1 of the paper: the queues of the log and how long
// their jobs wait.
func logTable(record *run.Record) *Table {
	t := NewTable("table1-logs", nil)
	t.Columns = Columns("log", "queue", "period", "#jobs", "#mean_wait_s=mean wait|s",
		"#median_wait_s=median wait|s", "#stddev_wait_s=standard deviation|s")
	log := &record.Log
	for _, q := range log.Queues {
		t.Add(log.Name, q.Name, textOrMissing(log.Period()), q.Jobs,
			secondsCell(float64(q.Mean)), secondsCell(float64(q.Median)),
			secondsCell(float64(q.StdDev)))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%s: %s of %s jobs replayed, by --select %s",
		log.Name, output.Grouped(log.Replayed()), output.Grouped(log.Read),
		record.Settings.Select))
	return t
}

// FactsTable returns the facts about a log besides its waits: its machine, its
// jobs by the rule that left them out, its lines.
func FactsTable(t *run.LogRecord) *Table {
	table := &Table{
		ID: "facts-" + t.Name, Title: t.Name, Missing: "not known",
		Columns: Columns("fact", "value"), Notes: slices.Concat(t.Warnings, t.Notes),
	}
	add := func(fact string, value any) {
		text := fmt.Sprint(value)
		if n, ok := value.(*int64); ok {
			if text = ""; n != nil {
				text = fmt.Sprint(*n)
			}
		}
		table.Add(fact, textOrMissing(text))
	}
	h := &t.Header
	add("computer", h.Computer)
	add("installation", h.Installation)
	add("processors", h.MaxProcs)
	add("nodes", h.MaxNodes)
	add("start", h.StartTime)
	add("end", h.EndTime)
	add("time zone", h.TimeZoneString)
	add("SHA-256", t.SHA256)
	add("jobs read", t.Read)
	add("jobs selected", t.Selected)
	for _, r := range t.LeftOut {
		add("left out: "+r.Rule, r.Jobs)
	}
	add("lines out of order", t.OutOfOrder)
	if s := t.Snapshot; s != nil {
		add("snapshot", t.When(s.Time))
		add("running at the snapshot", s.Running)
		add("pending at the snapshot", s.Pending)
	}
	return table
}
