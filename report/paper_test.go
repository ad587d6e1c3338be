package report

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// aRun is the record that goes with handmade scores.
func aRun() *run.Record {
	start, zone := int64(893466664), int64(-28800)
	return &run.Record{
		Version: "test",
		Settings: run.Settings{
			Methods: paperMethods, Quantiles: []string{"0.95"}, Confidence: 0.95, Epoch: 300, Train: replay.Train{Fraction: 0.1},
			Select: "started", Ranges: replay.DefaultRanges, MinJobs: 1000, Rank: "exact", Queues: []string{},
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

// score makes a score of a series of which every scored job has a bound.
func score(queue, procs, method string, jobs int, correct, ratio float64) replay.Score {
	scored := jobs - jobs/10
	return replay.Score{
		Log: "SDSC-SP2", Queue: queue, Range: procs, Method: method, Quantile: 0.95, Confidence: 0.95, Epoch: 300, Train: "0.1",
		Jobs: jobs, Scored: scored, Bounded: scored, Coverage: correct, MedianRatio: ratio, ChangePoints: -1, Threshold: -1,
	}
}

// someScores have a share exactly at the quantile, one just below, a tie, a
// small series and one without bounds.
func someScores() []replay.Score {
	late := score("high", "65+", "lognormal", 1500, 0.99, 0.004)
	late.Bounded = 1200
	none := score("high", "65+", "lognormal-trim", 1500, math.NaN(), math.NaN())
	none.Bounded = 0
	partly := score("high", replay.AllRanges, "bmbp", 8000, 0.97, 0.01)
	partly.Bounded = 7000
	return []replay.Score{
		score("express", replay.AllRanges, "bmbp", 5000, 0.95, 2.38e-3),
		score("express", replay.AllRanges, "lognormal", 5000, 0.9499999, 1.72e-2),
		score("express", replay.AllRanges, "lognormal-trim", 5000, 0.84, 8.44e-3),
		score("express", "65+", "bmbp", 1000, 0.999, 0.5),
		score("express", "65+", "lognormal", 1000, 0.998, 0.5),
		score("express", "65+", "lognormal-trim", 1000, 0.998, 0.5),
		score("express", "1-4", "bmbp", 4000, 0.96, 0.1),
		score("express", "1-4", "lognormal", 4000, 0.80, 0.2),
		score("express", "1-4", "lognormal-trim", 4000, 0.97, 0.3),
		partly,
		score("high", replay.AllRanges, "lognormal", 8000, 0.96, 0.02),
		score("high", replay.AllRanges, "lognormal-trim", 8000, 0.96, 0.02),
		score("high", "5-16", "bmbp", 999, 0.96, 0.02),
		score("high", "5-16", "lognormal", 999, 0.96, 0.02),
		score("high", "5-16", "lognormal-trim", 999, 0.96, 0.02),
		score("high", "65+", "bmbp", 1500, 0.94, 0.02),
		late, none,
		score("standby", replay.AllRanges, "bmbp", 1, 1, 1),
		score("standby", replay.AllRanges, "lognormal", 1, 1, 1),
		score("standby", replay.AllRanges, "lognormal-trim", 1, 1, 1),
	}
}

func TestTablesGolden(t *testing.T) {
	swftest.Golden(t, "testdata/paper.txt", textOf(t, Tables(aRun(), someScores())))
	var b strings.Builder
	for _, table := range Tables(aRun(), someScores())[:4] {
		for _, write := range []func() error{
			func() error { return table.WriteMarkdown(&b) }, func() error { return table.WriteCSV(&b) }, func() error { return table.WriteLaTeX(&b) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
		}
	}
	swftest.Golden(t, "testdata/paper-formats.txt", b.String())
}

// The numbers of the paper's tables 3 and 4, given as scores, get stars and
// bold where the paper prints them. The one exception is a tie of printed
// digits, of which the paper knows more digits than it prints.
func TestMarksOfThePaper(t *testing.T) {
	exceptions := map[string]string{
		"table3 ncsateragrid dque lognormal": "**1.00**",
		"table4 ncsateragrid dque lognormal": "**1.26e-01**",
	}
	run := &run.Record{Settings: run.Settings{Confidence: 0.95}}
	tables := Tables(run, paperScores())
	for file, name := range map[string]string{"table3": "table3-correct-by-queue", "table4": "table4-median-ratio-by-queue"} {
		table := named(t, tables, name)
		for r, printed := range readPrinted(t, file) {
			for m, method := range paperMethods {
				where := fmt.Sprintf("%s %s %s %s", file, printed[0], printed[1], method)
				want, got := printed[2+m], marked(asPrinted(file, table.Rows[r][4+m]))
				if exception, ok := exceptions[where]; ok {
					if got != exception || want == exception {
						t.Errorf("%s: got %s, printed %s; no exception any more", where, got, want)
					}
				} else if got != want {
					t.Errorf("%s: got %s, printed %s", where, got, want)
				}
			}
		}
	}
}

// In tables 5 to 7 stars come out where the paper prints them, with one slip of
// the paper, and each cell of the three has exactly one method in bold; the
// ratios it went by are not printed.
func TestStarsOfThePaperByRange(t *testing.T) {
	run := &run.Record{Settings: run.Settings{Confidence: 0.95}}
	tables := Tables(run, paperScores())
	bold := map[string]int{}
	table := named(t, tables, "table5-7-correct-by-range")
	for m, method := range paperMethods {
		for _, printed := range readPrinted(t, fmt.Sprintf("table%d", 5+m)) {
			for i, procs := range strings.Split(replay.DefaultRanges, ",") {
				where := strings.Join([]string{printed[0], printed[1], procs}, " ")
				r := slices.IndexFunc(table.Rows, func(row []Cell) bool {
					return row[0].Text == printed[0] && row[1].Text == printed[1] && row[2].Text == procs
				})
				want, got := strings.Trim(printed[2+i], "*"), asPrinted("table5", table.Rows[r][5+m])
				if got.shown() != want {
					t.Errorf("%s %s: got %s, printed %s", method, where, got.shown(), want)
				}
				slip := m == 1 && where == "lanl small 65+"
				if hasStar := strings.HasSuffix(printed[2+i], want+"*"); got.Star != (hasStar || slip) {
					t.Errorf("%s %s: star %v, printed %s", method, where, got.Star, printed[2+i])
				}
				if want != "-" {
					bold[where] += strings.Count(printed[2+i], "**") / 2
				}
			}
		}
	}
	for where, n := range bold {
		if n != 1 {
			t.Errorf("%s: %d methods in bold", where, n)
		}
	}
}

// asPrinted gives a cell with as many digits as the paper prints.
func asPrinted(table string, c Cell) Cell {
	if table != "table4" {
		c.Text = fmt.Sprintf("%.2f", c.Value)
	}
	return c
}

// paperScores are the paper's tables 3 to 7 as scores, with the machine for the
// log.
func paperScores() []replay.Score {
	var scores []replay.Score
	for _, v := range Published(bmbpPaper) {
		if v.Method == "" {
			continue
		}
		s := replay.NewScore()
		s.Log, s.Queue, s.Range, s.Method = v.Log, v.Queue, v.Range, v.Method
		s.Quantile, s.Confidence = paperLevel.Quantile, paperLevel.Confidence
		i := slices.IndexFunc(scores, func(o replay.Score) bool { return nameOf(&o) == nameOf(&s) })
		if i < 0 {
			i, scores = len(scores), append(scores, s)
		}
		if v.Column == "correct" {
			scores[i].Coverage = v.Value
		} else {
			scores[i].MedianRatio = v.Value
		}
		if v.Text != "" {
			scores[i].Bounded = 1
		}
	}
	return scores
}

// readPrinted reads a table as the paper prints it, transcribed with bold
// between double asterisks.
func readPrinted(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/printed/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}
