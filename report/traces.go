package report

import (
	"fmt"
	"strings"
	"time"
)

// traceTable is table 1: the queues of the traces and how long their jobs wait.
func traceTable(run *Run) *Table {
	t := &Table{
		Name:  "table1-traces",
		Title: "The traces: jobs and waits of each queue",
		Columns: append(rowColumns(), Column{Heading: "period"}, jobsColumn(),
			Column{Key: "mean_wait_s", Heading: "mean wait", Unit: "s", Align: Right},
			Column{Key: "median_wait_s", Heading: "median wait", Unit: "s", Align: Right},
			Column{Key: "stddev_wait_s", Heading: "standard deviation", Unit: "s", Align: Right}),
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
				Number(float64(q.Mean), "%.0f"), Number(float64(q.Median), "%.0f"), Number(float64(q.StdDev), "%.0f"),
			})
		}
		t.Notes = append(t.Notes, trace.describe(run.Settings.Select))
	}
	return t
}

// describe says how many jobs of the log were selected, and by which rules others were left out.
func (t *TraceRecord) describe(selection string) string {
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

// Period gives the first and the last month of the log as the paper writes them, 4/98 - 4/00: by StartTime and EndTime of the
// header, else by UnixStartTime and the times of submission. It is empty where neither tells.
func (t *TraceRecord) Period() string {
	first, ok := headerMonth(t.Header.StartTime)
	last, okLast := headerMonth(t.Header.EndTime)
	if start := t.Header.UnixStartTime; start != nil {
		if !ok {
			first, ok = t.month(*start), true
		}
		if !okLast {
			last, okLast = t.month(*start+int64(t.LastSubmit)), true
		}
	}
	if !ok || !okLast {
		return ""
	}
	return first + " - " + last
}

// month gives the month of a time in seconds since 1970 UTC, in the standard time of the machine where its offset is known.
func (t *TraceRecord) month(unix int64) string {
	if offset := t.Header.TimeZone; offset != nil {
		unix += *offset
	}
	return time.Unix(unix, 0).UTC().Format("1/06")
}

// headerMonth finds month and year in a time as headers write it: Fri Apr 24 18:11:04 PDT 1998.
func headerMonth(text string) (string, bool) {
	words := strings.Fields(text)
	if len(words) < 5 {
		return "", false
	}
	t, err := time.Parse("Jan 2006", words[1]+" "+words[len(words)-1])
	if err != nil {
		return "", false
	}
	return t.Format("1/06"), true
}
