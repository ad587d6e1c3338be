package allocation

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/output"
	"waitbench/replay/study/downey"
	"waitbench/report"
	"waitbench/report/study"
)

// small is a study of a few days.
func small(t *testing.T, change func(*downey.Config)) (downey.Config, *study.Report) {
	t.Helper()
	c := downey.Default()
	c.Days, c.Seeds = 3, 4
	change(&c)
	results, err := downey.Run(context.Background(), c, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, New(c, results)
}

// rowsOf gives a table of a report as CSV, with its heading.
func rowsOf(t *testing.T, r *study.Report, name string) [][]string {
	t.Helper()
	for _, s := range r.Sections {
		for _, table := range s.Tables {
			if table.ID == name {
				return csvOf(t, table)
			}
		}
	}
	t.Fatalf("no table %s", name)
	return nil
}

func csvOf(t *testing.T, table *report.Table) [][]string {
	t.Helper()
	var buf bytes.Buffer
	if err := table.WriteCSV(&buf); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&buf).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestSummaryByHand: turnarounds 5000, 5100, 5200, 5300 s; a number of 20, 21, 24, 25 rises by
// 0.018 a second.
func TestSummaryByHand(t *testing.T) {
	k := key{label{strategy: "X"}, "x"}
	s := &samples{values: map[key][]float64{{average, downey.Turnaround}: {5000, 5100, 5200, 5300}, k: {0.20, 0.21, 0.24, 0.25}}}
	got := s.summary(k, percent)
	// Deviations of the line 19.8, 21.6, 23.4, 25.2: squares .04, .36, .36, .04, over 2 degrees of
	// freedom.
	want := summary{22.5, math.Sqrt(17. / 3), 20, 25, 22.5 - 0.018*(5150-4795), math.Sqrt(0.4)}
	for i, pair := range [][2]float64{{got.mean, want.mean}, {got.sd, want.sd}, {got.least, want.least}, {got.greatest, want.greatest},
		{got.atPaper, want.atPaper}, {got.residual, want.residual}} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("number %d of the summary: %v, want %v", i+1, pair[0], pair[1])
		}
	}
	s.values[k] = s.values[k][:3]
	if got := s.summary(k, percent); !math.IsNaN(got.atPaper) || got.greatest != 24 {
		t.Errorf("%+v with three seeds: want no line", got)
	}
}

func TestOutside(t *testing.T) {
	s := summary{least: 8.6, greatest: 9.4}
	for printed, want := range map[float64]bool{8: true, 9: false, 10: true, 8.5: true, 8.6: false, 8.55: true, 9.5: true, 9.4: false} {
		if got := s.outside(printed); got != want {
			t.Errorf("%v is outside of %v to %v: %v, want %v", printed, s.least, s.greatest, got, want)
		}
	}
}

// TestPublished: every number of the paper's tables has its place in ours.
func TestPublished(t *testing.T) {
	_, r := small(t, func(*downey.Config) {})
	row := func(table string, label ...string) []string {
		for _, row := range rowsOf(t, r, table) {
			if strings.Join(row[:len(label)], " ") == strings.Join(label, " ") {
				return row
			}
		}
		t.Fatalf("no row %q in %s", label, table)
		return nil
	}
	heading := rowsOf(t, r, "table1-strategies")[0]
	at := func(row []string, column string) string {
		for i, name := range heading {
			if name == column {
				return row[i]
			}
		}
		t.Fatalf("no column %s in %v", column, heading)
		return ""
	}
	for _, want := range [][]string{{"OPT", "", "", "14", "13.8", "0"}, {"PRED", "alloc", "", "8", "12.8", "8"}, {"PRED", "2:14", "", "8", "12.8", "8"},
		{"BIAS", "2:14", "1.7:0.6", "10", "13.5", "8"}, {"HEUR", "", "", "37", "12.8", "68"}} {
		got := row("table1-strategies", want[:3]...)
		for i, column := range []string{"rebel_share_paper", "saving_paper", "losers_paper"} {
			if at(got, column) != want[3+i] {
				t.Errorf("%v: %s is %s, want %s", want[:3], column, at(got, column), want[3+i])
			}
		}
	}
	heading = rowsOf(t, r, "table2-system")[0]
	for _, want := range [][]string{{"AVG", "", "", "", "4795", ""}, {"OPT", "", "", "0.1", "5236", "9"}, {"HEUR", "", "", "-5", "6555", "37"},
		{"BIAS+lock-in+risk", "alloc", "fitted", "", "4783", ""}, {"MIN", "", "", "", "", "24"}} {
		got := row("table2-system", want[:3]...)
		for i, column := range []string{"busier_paper", "turnaround_paper", "slower_paper"} {
			if at(got, column) != want[3+i] {
				t.Errorf("%v: %s is %s, want %s", want[:3], column, at(got, column), want[3+i])
			}
		}
	}
	if n := len(rowsOf(t, r, "not-reproduced")); n < 15 {
		t.Errorf("%d rows in the list of numbers that are not reproduced", n)
	}
}

// TestOtherParameters: with another load there is nothing to compare, and the page says so.
func TestOtherParameters(t *testing.T) {
	_, r := small(t, func(c *downey.Config) { c.Load, c.Biases = 0.5, nil })
	var page bytes.Buffer
	if err := r.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "not the paper's") || strings.Contains(page.String(), "What does not come out") {
		t.Error("the page does not say that the parameters are not the paper's")
	}
	for _, row := range rowsOf(t, r, "workload")[1:] {
		if paper := row[5]; paper != "" {
			t.Errorf("%v beside the paper's %s", row[:5], paper)
		}
	}
}

// TestWrite: the files are those that the page speaks of, and the same again from another run.
func TestWrite(t *testing.T) {
	read := func() map[string]string {
		dir := filepath.Join(t.TempDir(), "study")
		folder, err := output.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, r := small(t, func(c *downey.Config) { c.Seeds = 2 })
		if err := r.Write(folder); err != nil {
			t.Fatal(err)
		}
		folder.Close()
		files := map[string]string{}
		for _, pattern := range []string{"*.*", "*/*"} {
			paths, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, path := range paths {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				name, _ := filepath.Rel(dir, path)
				files[name] = string(text)
			}
		}
		return files
	}
	files := read()
	for _, name := range []string{"README.md", "cells.csv", "cells.arrow", "tables/table1-strategies.md", "tables/table2-system.csv",
		"tables/not-reproduced.tex", "figures/figure3-allocated-time.svg", "figures/figure4-sizes.svg", "figures/figure5-predictions-2-14.svg"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	for name, text := range read() {
		if files[name] != text {
			t.Errorf("%s differs in a second run", name)
		}
	}
}
