package wait

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// The columns of tables, by their keys in columnsOf.
const (
	newJobColumns = "queue range processors method trusted bounds shares forecast held bursts " +
		"jobs misses"
	insteadColumns = "queue range processors requested bounds shares trusted method reason"
	waitingColumns = "job name queue processors age reason bounds by trusted method held jobs"
	keptColumns    = " moment submit quantile bound" // with which a later log scores the answer
)

// Table returns a row for each answer. Its notes are the given ones and the
// meanings of the columns.
func (r *Reply) Table(notes ...string) *table.Table { return r.table("", notes) }

// Rows returns the table for CSV and JSON. Of jobs that wait it also has what a
// later log needs to score the answers: the moment and the submission, in seconds
// since 1970 or, without dates, of the log, and the bound of the first quantile.
func (r *Reply) Rows(notes ...string) *table.Table {
	if !r.waits() {
		return r.Table(notes...)
	}
	return r.table(keptColumns, notes)
}

func (r *Reply) table(further string, notes []string) *table.Table {
	t := &table.Table{Title: r.title(), Missing: "not known", Notes: append(notes, r.notes()...)}
	answers, levels := r.Answers, []methods.Level(nil)
	if len(answers) > 0 {
		levels = slices.Clone(answers[0].Levels)
	}
	keys := newJobColumns
	if r.waits() {
		t.ID, keys = "waiting", waitingColumns
	} else if slices.SortFunc(levels, verdict.ByQuantile); slices.ContainsFunc(answers,
		func(a Answer) bool { return a.Unreliable != "" }) {
		t.Missing += ", or no method can be relied on; use --methods NAME for its answer anyway"
	}
	columns := columnsOf(answers, levels)
	first := (*Answer)(nil)
	if r.Instead != nil {
		t.Star, keys, first = "starts first by the bound", insteadColumns, r.first()
	}
	r.addKept(columns)
	t.Rows = make([][]table.Cell, len(answers))
	for _, key := range strings.Fields(keys + further) {
		for _, c := range columns[key] {
			t.Columns = append(t.Columns, table.Columns(c.head)...)
			for i := range answers {
				cell := c.cell(&answers[i])
				if (key == "bounds" || key == "by") && r.isTable() && !answers[i].Trusted() {
					cell.Text = "-"
				}
				t.Rows[i] = append(t.Rows[i], cell)
				if key == "queue" && &answers[i] == first {
					t.Rows[i][0].Star = true
				}
			}
		}
	}
	return t
}

// leastBound is the least bound that is told, seconds: logs count whole seconds.
const leastBound = 60

// answerColumn is a column of a table of answers, and samples of a metric.
type answerColumn struct {
	head   string // for Columns
	labels string // of the samples; begins with a comma if not empty
	cell   func(*Answer) table.Cell
}

// answerColumns are columns by key, each of several values.
type answerColumns map[string][]answerColumn

func (c answerColumns) add(key, head, labels string, cell func(*Answer) table.Cell) {
	c[key] = append(c[key], answerColumn{head, labels, cell})
}

// addKept adds the columns of keptColumns.
func (r *Reply) addKept(c answerColumns) {
	now := r.log.Record.Clock().Unix0 + r.Now
	number := func(key, head string, value func(*Answer) float64) {
		c.add(key, head, "", func(a *Answer) table.Cell { return table.Number(value(a), "%v") })
	}
	number("moment", "#moment||s", func(*Answer) float64 { return now })
	number("submit", "#submit||s", func(a *Answer) float64 { return now - a.Age })
	number("quantile", "#quantile||share", func(a *Answer) float64 { return a.Levels[0].Quantile })
	number("bound", "#bound||s", func(a *Answer) float64 { return max(leastBound, a.Bounds[0]) })
}

// columnsOf returns the columns with values for answers at levels.
func columnsOf(answers []Answer, levels []methods.Level) answerColumns {
	c := answerColumns{}
	c.add("job", "#job", "", func(a *Answer) table.Cell {
		if a.Job().ID < 0 {
			return table.Missing()
		}
		return table.Count(int(a.Job().ID))
	})
	if slices.ContainsFunc(answers, func(a Answer) bool { return a.Name != "" }) {
		c.add("name", "job_id=job ID", "", func(a *Answer) table.Cell { return table.Text(a.Name) })
	}
	c.add("queue", "queue", "", func(a *Answer) table.Cell { return table.Text(a.Series.Queue) })
	c.add("range", "range", "", func(a *Answer) table.Cell { return table.Text(a.Series.Range) })
	c.add("processors", "#processors||processors", "", func(a *Answer) table.Cell {
		if procs := a.Job().Procs; procs > 0 {
			return table.Count(int(procs))
		}
		return table.Missing()
	})
	c.add("requested", "#estimate_s=requested||s", "", func(a *Answer) table.Cell {
		if e := a.Job().Estimate; e > 0 {
			return table.TimeCell(e, replay.FormatDuration)
		}
		return table.Missing()
	})
	c.add("by", "latest_start=by", "", func(a *Answer) table.Cell { return a.startBy(0) })
	if slices.ContainsFunc(answers, func(a Answer) bool { return a.Reason != "" }) {
		c.add("reason", "reason", "", func(a *Answer) table.Cell { return table.TextOrMissing(a.Reason) })
	}
	c.add("age", "#age_s=waited||s", "",
		func(a *Answer) table.Cell { return table.TimeCell(a.Age, table.Duration) })
	c.add("method", "method", "",
		func(a *Answer) table.Cell { return table.TextOrMissing(a.Method) })
	c.add("trusted", "trusted", "", func(a *Answer) table.Cell { return table.YesNo(a.Trusted()) })
	for _, l := range levels {
		c.add("bounds", fmt.Sprintf("#bound_%v_s=%s within||s", l, table.OfJobs(l.Quantile)),
			fmt.Sprintf(`,share="%v"`, l),
			func(a *Answer) table.Cell {
				return table.TimeCell(max(leastBound, a.Bounds[slices.Index(a.Levels, l)]), table.Span)
			})
	}
	if len(answers) > 0 {
		for i, d := range answers[0].Within {
			c.add("shares", fmt.Sprintf("#share_within_%v_s=within %s||share", d, table.Duration(d)),
				fmt.Sprintf(`,within_seconds="%v"`, d), func(a *Answer) table.Cell {
					if !slices.ContainsFunc(a.Bounds, table.Known) {
						return table.Missing()
					}
					return table.Number(a.Shares[i], "%.2f")
				})
		}
	}
	if slices.ContainsFunc(answers, func(a Answer) bool { return table.Known(a.Expected) }) {
		c.add("forecast", "#forecast_s=forecast||s", "",
			func(a *Answer) table.Cell { return table.TimeCell(a.Expected, table.Duration) })
	}
	c.add("held", "#held||share", "",
		func(a *Answer) table.Cell { return table.Number(a.HeldShare(), "%.3f") })
	c.add("bursts", "#recent_bursts=recent share by bursts||share", "",
		func(a *Answer) table.Cell { return table.Number(a.Score.RecentBursts, "%.3f") })
	c.add("jobs", "#recent_jobs=jobs||jobs", "",
		func(a *Answer) table.Cell { return table.Count(a.Recent.Jobs) })
	c.add("misses", "#misses_in_a_row=misses in a row||jobs", "",
		func(a *Answer) table.Cell { return table.Count(a.Recent.Longest) })
	return c
}

// startBy is the time by which the job starts, by a bound, rounded up to a minute in
// text: Wed 12:15, with the date where it is not this week.
func (a *Answer) startBy(level int) table.Cell {
	clock, now := a.Series.Log.Clock(), a.Job().Submit
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
