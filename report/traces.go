package report

import (
	"fmt"
	"slices"

	"waitbench/replay/output"
	"waitbench/replay/run"
)

// traceTable returns table 1 of the paper: the queues of the traces and how
// long their jobs wait.
func traceTable(record *run.Record) *Table {
	type queue struct {
		*run.TraceRecord
		*run.QueueRecord
	}
	t := NewTable("table1-traces", nil)
	var rows []queue
	for i := range record.Traces {
		trace := &record.Traces[i]
		for k := range trace.Queues {
			rows = append(rows, queue{trace, &trace.Queues[k]})
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s: %s of %s jobs replayed, by --select %s",
			trace.Name, output.Grouped(trace.Replayed()), output.Grouped(trace.Read),
			record.Settings.Select))
	}
	return Fill(t, rows,
		textColumn("trace", func(q queue) string { return q.TraceRecord.Name }),
		textColumn("queue", func(q queue) string { return q.QueueRecord.Name }),
		ColumnOf[queue]{"period", func(q queue) Cell { return textOrMissing(q.Period()) }},
		countColumn("#jobs", func(q queue) int { return q.Jobs }),
		ColumnOf[queue]{"#mean_wait_s=mean wait|s", func(q queue) Cell {
			return secondsCell(float64(q.Mean))
		}},
		ColumnOf[queue]{"#median_wait_s=median wait|s", func(q queue) Cell {
			return secondsCell(float64(q.Median))
		}},
		ColumnOf[queue]{"#stddev_wait_s=standard deviation|s", func(q queue) Cell {
			return secondsCell(float64(q.StdDev))
		}})
}

// FactsTable returns the facts about a log besides its waits: its machine, its
// jobs by the rule that left them out, its lines.
func FactsTable(t *run.TraceRecord) *Table {
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
		table.Rows = append(table.Rows, []Cell{Text(fact), textOrMissing(text)})
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
