package report

import (
	"fmt"
	"strings"
	"waitbench/replay/run"
)

// traceTable is table 1: the queues of the traces and how long their jobs wait.
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
		period := Absent()
		if text := trace.Period(); text != "" {
			period = Words(text)
		}
		for _, q := range trace.Queues {
			t.Rows = append(t.Rows, []Cell{
				Words(trace.Name), Words(q.Name), period, Count(q.Jobs),
				secondsCell(float64(q.Mean)), secondsCell(float64(q.Median)), secondsCell(float64(q.StdDev)),
			})
		}
		t.Notes = append(t.Notes, describeTrace(trace, run.Settings.Select))
	}
	return t
}

// describeTrace says how many jobs of the log were selected, and by which rules others were left
// out.
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
