package wait

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// The columns of tables, by their keys in columnsOf. One with a question mark
// is left out if it has no value.
const (
	newJobColumns = "queue range processors method trusted bounds shares forecast? held bursts " +
		"jobs misses"
	insteadColumns = "queue range processors requested bounds shares trusted method reason?"
	waitingColumns = "job name? queue processors age reason? bounds by trusted method held jobs"
	keptColumns    = " moment submit" // by which a later log has the job
)

// Table returns a row for each answer. Its notes are the given ones and the
// meanings of the columns.
func (r *Reply) Table(notes ...string) *table.Table { return r.fill(r.words(), "", notes...) }

// Rows returns the table for CSV and JSON. Of jobs that wait it also has what a
// later log needs to score the answers: the moment and the submission, in
// seconds since 1970 or, without dates, of the log.
func (r *Reply) Rows(notes ...string) *table.Table {
	if !r.waits() {
		return r.Table(notes...)
	}
	return r.fill(r.words(), keptColumns, notes...)
}

// fill adds columns, rows and first notes.
func (r *Reply) fill(t *table.Table, further string, notes ...string) *table.Table {
	keys, first := newJobColumns, (*Answer)(nil)
	switch {
	case r.waits():
		keys = waitingColumns
	case r.Instead != nil:
		keys, first = insteadColumns, r.first()
	}
	t.Notes, t.Rows = append(notes, t.Notes...), make([][]table.Cell, len(r.Answers))
	columns := columnsOf(r.Answers)
	for _, key := range strings.Fields(keys + further) {
		key, isOptional := strings.CutSuffix(key, "?")
		for _, c := range columns[key] {
			if isOptional && !slices.ContainsFunc(r.Answers,
				func(a Answer) bool { return !c.cell(&a).Missing }) {
				continue
			}
			t.Columns = append(t.Columns, table.Columns(c.head)...)
			for i := range r.Answers {
				a := &r.Answers[i]
				cell := c.cell(a)
				if (key == "bounds" || key == "by") && r.isTable() && !a.Trusted() {
					cell.Text = "-"
				}
				cell.Bold = key == "queue" && a == first
				t.Rows[i] = append(t.Rows[i], cell)
			}
		}
	}
	return t
}

// leastBound is the least bound that is told, seconds: logs count whole
// seconds.
const leastBound = 60

// answerColumn is a column of a table of answers, and samples of a metric.
type answerColumn struct {
	head   string // for Columns
	labels string // of the samples; begins with a comma if not empty
	cell   func(*Answer) table.Cell
}

// columnsOf returns the columns with values for answers, by key. The first
// answer has the levels and times of all. Without an answer there is no column
// of a level.
func columnsOf(answers []Answer) map[string][]answerColumn {
	columns := map[string][]answerColumn{}
	add := func(key, head, labels string, cell func(*Answer) table.Cell) {
		columns[key] = append(columns[key], answerColumn{head, labels, cell})
	}
	text := func(key, head string, value func(*Answer) string) {
		add(key, head, "", func(a *Answer) table.Cell { return table.TextOrMissing(value(a)) })
	}
	count := func(key, head string, least int, value func(*Answer) int) {
		add(key, head, "", func(a *Answer) table.Cell {
			if n := value(a); n >= least {
				return table.Count(n)
			}
			return table.Missing()
		})
	}
	number := func(key, head, format string, value func(*Answer) float64) {
		add(key, head, "", func(a *Answer) table.Cell { return table.Number(value(a), format) })
	}
	duration := func(key, head, labels string, text func(float64) string, value func(*Answer) float64) {
		add(key, head, labels, func(a *Answer) table.Cell { return table.TimeCell(value(a), text) })
	}
	count("job", "#job", 0, func(a *Answer) int { return int(a.Job.ID) })
	text("name", "job_id=job ID", func(a *Answer) string { return a.Name })
	text("queue", "queue", func(a *Answer) string { return a.Series.Queue })
	text("range", "range", func(a *Answer) string { return a.Series.Range })
	count("processors", "#processors||processors", 1, func(a *Answer) int { return int(a.Job.Procs) })
	duration("requested", "#estimate_s=requested||s", "", replay.FormatDuration, func(a *Answer) float64 {
		if e := a.Job.Estimate; e > 0 {
			return e
		}
		return math.NaN()
	})
	add("by", "latest_start=by", "", func(a *Answer) table.Cell { return a.startBy(0) })
	text("reason", "reason", func(a *Answer) string { return a.Reason })
	duration("age", "#age_s=waited||s", "", table.Duration, func(a *Answer) float64 { return a.Age })
	text("method", "method", func(a *Answer) string { return a.Method })
	add("trusted", "trusted", "", func(a *Answer) table.Cell { return table.YesNo(a.Trusted()) })
	duration("forecast", "#forecast_s=forecast||s", "", table.Duration,
		func(a *Answer) float64 { return a.Expected })
	number("held", "#held||share", "%.3f", (*Answer).HeldShare)
	number("bursts", "#recent_bursts=recent share by bursts||share", "%.3f",
		func(a *Answer) float64 { return a.Score.RecentBursts })
	count("jobs", "#recent_jobs=jobs||jobs", 0, func(a *Answer) int { return a.Recent.Jobs })
	count("misses", "#misses_in_a_row=misses in a row||jobs", 0, func(a *Answer) int { return a.Recent.Longest })
	number("moment", "#moment||s", "%v", (*Answer).moment)
	number("submit", "#submit||s", "%v", func(a *Answer) float64 { return a.moment() - a.Age })
	if len(answers) == 0 {
		return columns
	}
	for _, l := range slices.SortedFunc(slices.Values(answers[0].Levels), verdict.ByQuantile) {
		i := slices.Index(answers[0].Levels, l)
		duration("bounds", fmt.Sprintf("#bound_%v_s=%s within||s", l, table.OfJobs(l.Quantile)),
			fmt.Sprintf(`,share="%v"`, l), table.Span,
			func(a *Answer) float64 { return max(leastBound, a.Bounds[i]) })
	}
	for i, d := range answers[0].Within {
		add("shares", fmt.Sprintf("#share_within_%v_s=within %s||share", d, table.Duration(d)),
			fmt.Sprintf(`,within_seconds="%v"`, d), func(a *Answer) table.Cell {
				if !slices.ContainsFunc(a.Bounds, table.Known) {
					return table.Missing()
				}
				return table.Number(a.Shares[i], "%.2f")
			})
	}
	return columns
}

// moment is the time of the answer, seconds since 1970 or, without dates, of
// the log.
func (a *Answer) moment() float64 { return a.Series.Log.Clock().Unix0 + a.Job.Submit }

// startBy is the time by which the job starts, by a bound, rounded up to a
// minute in text: Wed 12:15, with the date where it is not this week.
func (a *Answer) startBy(level int) table.Cell {
	clock, now := a.Series.Log.Clock(), a.Job.Submit
	if !clock.Dated || !table.Known(a.Bounds[level]) {
		return table.Missing()
	}
	at := clock.Date(now + max(leastBound, a.Bounds[level]))
	cell := table.Cell{Data: at.Format(time.RFC3339)}
	if !clock.Zoned {
		cell.Data = at.Format("2006-01-02T15:04:05")
	}
	at = at.Add(time.Minute - 1).Truncate(time.Minute)
	layout := "Mon 15:04"
	if at.Sub(clock.Date(now)) >= 6*24*time.Hour {
		layout = "Mon 2006-01-02 15:04"
	}
	cell.Text = at.Format(layout)
	return cell
}
