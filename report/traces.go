package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay/run"
)

// traceTable returns table 1 of the paper: the queues of the traces and how long their jobs wait.
func traceTable(run *run.Record) *Table {
	t := &Table{
		ID:       "table1-traces",
		Question: WhatReplayed,
		Title:    "The traces: jobs and waits of each queue",
		Columns: Columns("trace", "queue", "period", "#jobs", "#mean_wait_s=mean wait|s", "#median_wait_s=median wait|s",
			"#stddev_wait_s=standard deviation|s"),
		Missing: "not known, or the standard deviation of a single job",
		Notes:   []string{"period: first and last month and year of the log; standard deviation with divisor n - 1"},
	}
	for i := range run.Traces {
		trace := &run.Traces[i]
		for _, q := range trace.Queues {
			t.Rows = append(t.Rows, []Cell{
				Text(trace.Name), Text(q.Name), textOrMissing(trace.Period()), Count(q.Jobs),
				secondsCell(float64(q.Mean)), secondsCell(float64(q.Median)), secondsCell(float64(q.StdDev)),
			})
		}
		t.Notes = append(t.Notes, describeTrace(trace, run.Settings.Select))
	}
	return t
}

// textOrMissing returns a missing cell for an empty text.
func textOrMissing(text string) Cell { return Cell{Text: text, Missing: text == ""} }

// describeTrace returns a note on how many jobs of a log were selected, and by which rules others
// were left out.
func describeTrace(t *run.TraceRecord, selection string) string {
	var out []string
	for _, r := range t.LeftOut {
		if r.Jobs > 0 {
			out = append(out, fmt.Sprintf("%s %d", r.Rule, r.Jobs))
		}
	}
	if t.OtherQueues > 0 {
		out = append(out, fmt.Sprintf("queue not asked for %d", t.OtherQueues))
	}
	text := fmt.Sprintf("%s: %d jobs read, %d replayed (selection %s", t.Name, t.Read, t.Selected-t.OtherQueues, selection)
	if len(out) > 0 {
		text += "; left out: " + strings.Join(out, ", ")
	}
	return text + ")"
}

// FactsTable returns what is known of a log besides its waits: its machine, its jobs by the rule
// that left them out, its lines.
func FactsTable(t *run.TraceRecord) *Table {
	table := &Table{
		ID:      "facts",
		Title:   t.Name,
		Trace:   t.Name,
		Columns: Columns("fact", "value"),
		Missing: "not known",
		Notes:   slices.Concat(t.Warnings, t.Notes),
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
