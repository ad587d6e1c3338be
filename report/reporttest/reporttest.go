// Package reporttest has records and scores for tests of tables, and compares
// tables with what a test wants.
package reporttest

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/swf"
)

// TextOf returns tables as WriteText writes them, each under its name.
func TextOf(t *testing.T, tables []*table.Table) string {
	t.Helper()
	var b strings.Builder
	for _, one := range tables {
		b.WriteString("=== " + one.FileName() + "\n")
		if err := one.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Find finds a table by its name.
func Find(t *testing.T, tables []*table.Table, name string) *table.Table {
	t.Helper()
	var names []string
	for _, one := range tables {
		if one.FileName() == name {
			return one
		}
		names = append(names, one.FileName())
	}
	t.Fatalf("no table %s among %s", name, strings.Join(names, ", "))
	return nil
}

// Marked returns a cell as the paper prints it, bold between double asterisks.
func Marked(c table.Cell) string {
	text := c.Text
	if c.Missing {
		text = "-"
	}
	if c.Bold {
		text = "**" + text + "**"
	}
	if c.Star {
		text += "*"
	}
	return text
}

// WantRows compares the rows of a table as they are shown.
func WantRows(t *testing.T, got *table.Table, want []string) {
	t.Helper()
	if len(got.Rows) != len(want) {
		t.Errorf("%d rows, want %d", len(got.Rows), len(want))
	}
	for i, row := range got.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, Marked(c))
		}
		if got.Columns != nil && len(row) != len(got.Columns) {
			t.Errorf("%s: a row of %d cells, %d columns", got.FileName(), len(row), len(got.Columns))
		}
		if line := strings.Join(cells, " "); i < len(want) && line != want[i] {
			t.Errorf("%s row %d is\n%s, want\n%s", got.FileName(), i, line, want[i])
		}
	}
}

// Written returns what a function writes, such as a table's WriteCSV.
func Written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Column returns the values of a column of a table, as its CSV has them.
func Column(t *testing.T, of *table.Table, key string) (values []string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(Written(t, of.WriteCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], key)
	if at < 0 {
		t.Fatalf("no column %s in %q", key, rows[0])
	}
	for _, row := range rows[1:] {
		values = append(values, row[at])
	}
	return values
}

// WantColumn compares how the cells of a column begin.
func WantColumn(t *testing.T, got *table.Table, at int, want ...string) {
	t.Helper()
	if len(want) != len(got.Rows) {
		t.Fatalf("%d rows, want %d", len(got.Rows), len(want))
	}
	for i, row := range got.Rows {
		if text := row[at].Text; !strings.HasPrefix(text, want[i]) {
			t.Errorf("%s: %s, want %s", row[0].Text, text, want[i])
		}
	}
}

// Run is the record that goes with handmade scores.
func Run() *run.Record {
	start, zone := int64(893466664), int64(-28800)
	return &run.Record{
		Version: "test",
		Settings: run.Settings{
			Methods: []string{"bmbp", "lognormal", "lognormal-trim"}, Quantiles: []string{"0.95"}, Confidence: 0.95, Epoch: 300, Train: replay.Train{Fraction: 0.1},
			Select: "started", Ranges: replay.DefaultRanges, MinJobs: 1000, Queues: []string{},
		},
		Log: run.LogRecord{
			Name: "SDSC-SP2", SHA256: "00ff",
			Header: swf.Facts{
				Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: &start, TimeZone: &zone,
				StartTime: "Fri Apr 24 18:11:04 PDT 1998", EndTime: "Sat Apr 29 21:08:32 PDT 2000",
			},
			Read: 20000, Selected: 19000, LeftOut: []run.RuleCount{{Rule: "no_submit_time"}, {Rule: "no_run_time", Jobs: 1000}},
			Queues: []run.QueueRecord{
				{Name: "express", Jobs: 5000, Mean: 1135.4, Median: 22, StdDev: 4224.49}, {Name: "high", Jobs: 8000, Mean: 16545, Median: 567.5, StdDev: 133046}, {Name: "standby", Jobs: 1, Mean: 12, Median: 12, StdDev: run.Float(math.NaN())},
			},
			Warnings: []string{},
		},
	}
}

// Score makes a score of a series of which every scored job has a bound.
func Score(queue, procs, method string, jobs int, correct, ratio float64) replay.Score {
	scored := jobs - jobs/10
	return replay.Score{
		Log: "SDSC-SP2", Queue: queue, Range: procs, Method: method, Quantile: 0.95, Confidence: 0.95, Epoch: 300, Train: "0.1",
		Jobs: jobs, Scored: scored, Bounded: scored, Coverage: correct, MedianRatio: ratio, ChangePoints: -1, Threshold: -1,
	}
}

// Scores have a share exactly at the quantile, one just below, a tie, a
// small series and one without bounds.
func Scores() []replay.Score {
	late := Score("high", "65+", "lognormal", 1500, 0.99, 0.004)
	late.Bounded = 1200
	none := Score("high", "65+", "lognormal-trim", 1500, math.NaN(), math.NaN())
	none.Bounded = 0
	partly := Score("high", replay.AllRanges, "bmbp", 8000, 0.97, 0.01)
	partly.Bounded = 7000
	return []replay.Score{
		Score("express", replay.AllRanges, "bmbp", 5000, 0.95, 2.38e-3),
		Score("express", replay.AllRanges, "lognormal", 5000, 0.9499999, 1.72e-2),
		Score("express", replay.AllRanges, "lognormal-trim", 5000, 0.84, 8.44e-3),
		Score("express", "65+", "bmbp", 1000, 0.999, 0.5),
		Score("express", "65+", "lognormal", 1000, 0.998, 0.5),
		Score("express", "65+", "lognormal-trim", 1000, 0.998, 0.5),
		Score("express", "1-4", "bmbp", 4000, 0.96, 0.1),
		Score("express", "1-4", "lognormal", 4000, 0.80, 0.2),
		Score("express", "1-4", "lognormal-trim", 4000, 0.97, 0.3),
		partly,
		Score("high", replay.AllRanges, "lognormal", 8000, 0.96, 0.02),
		Score("high", replay.AllRanges, "lognormal-trim", 8000, 0.96, 0.02),
		Score("high", "5-16", "bmbp", 999, 0.96, 0.02),
		Score("high", "5-16", "lognormal", 999, 0.96, 0.02),
		Score("high", "5-16", "lognormal-trim", 999, 0.96, 0.02),
		Score("high", "65+", "bmbp", 1500, 0.94, 0.02),
		late, none,
		Score("standby", replay.AllRanges, "bmbp", 1, 1, 1),
		Score("standby", replay.AllRanges, "lognormal", 1, 1, 1),
		Score("standby", replay.AllRanges, "lognormal-trim", 1, 1, 1),
	}
}

// ManyScores are of eight methods and a forecaster with points alone on nine
// queues, one of them small: shares and ratios differ by method and queue.
func ManyScores() []replay.Score {
	var scores []replay.Score
	for q := range 9 {
		queue, jobs := fmt.Sprintf("queue%d", q), 2000+100*q
		if q == 4 {
			jobs = 50
		}
		for m, method := range []string{"bmbp", "lognormal", "lognormal-trim", "qbets", "bmbp+aci", "li", "li+cal", "smith+cal"} {
			s := Score(queue, replay.AllRanges, method, jobs, 0.94+0.005*float64((m+q)%5), 0.01*float64(m+1))
			switch method {
			case "li":
				s.Bounded, s.Coverage, s.MedianRatio = 0, math.NaN(), math.NaN()
				s.Forecasts = replay.ForecastScore{Jobs: s.Scored, MeanError: 5000, MedianError: 100, LogCorrelation: 0.5, WithinTwo: 0.25, WithinTenMinutes: 0.75, TurnaroundDeviation: 1.5,
					WithinMinute: 0.5, RightSide: 0.875, SlowdownError: 4}
			case "li+cal":
				s.Forecasts = replay.ForecastScore{Jobs: s.Scored, MeanError: 5000, MedianError: 100}
			}
			s.CorrectLow, s.CorrectHigh = s.Coverage-0.004, s.Coverage+0.004
			scores = append(scores, s)
		}
	}
	return scores
}
