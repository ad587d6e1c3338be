package report

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
)

// tested gives a score what backtests are of.
func tested(s replay.Score) replay.Score {
	s.CorrectLow, s.CorrectHigh = s.Coverage-0.01, s.Coverage+0.01
	s.Kupiec, s.Independence, s.ConditionalCoverageLR = 3.841458820694124, 40, 5.991464547107979 // p = 0.05 with 1 and 2
	s.SettledIndependence, s.MissAfterSettled = 10.827566170662733, 0.125                        // p = 0.001
	s.MissAfterMiss, s.LongestMisses, s.WorstMonth, s.WorstMonthAt, s.WorstMonthBursts = 0.25, 7, 0.875, "1999-02", 0.9
	return s
}

func TestBacktests(t *testing.T) {
	none := score("high", replay.AllRanges, "lognormal", 5000, math.NaN(), math.NaN())
	none.Bounded = 0
	bare := score("high", replay.AllRanges, "bmbp", 5000, 1, 0.5)
	bare.CorrectLow, bare.CorrectHigh, bare.Kupiec, bare.Independence, bare.ConditionalCoverageLR = 0.999, 1, 0, 0, 0
	bare.SettledIndependence, bare.MissAfterSettled, bare.MissAfterMiss, bare.WorstMonth, bare.WorstMonthBursts = 0, math.NaN(), math.NaN(), math.NaN(), math.NaN()
	scores := []replay.Score{
		tested(score("express", replay.AllRanges, "bmbp", 5000, 0.96, 0.1)),
		tested(score("express", replay.AllRanges, "lognormal", 5000, 0.9499, 0.2)),
		bare, none,
		tested(score("express", "1-4", "bmbp", 2000, 0.96, 0.1)),
		tested(score("standby", replay.AllRanges, "bmbp", 20, 0.96, 0.1)),
	}
	table := Backtests(Judge(scores, 1000))
	want := []string{
		"SDSC-SP2 express bmbp 0.960 0.950 0.970 3.84 0.0500 40.00 <0.0001 5.99 0.0500 10.83 0.0010 0.250 0.125 7 0.875 0.900 1999-02",
		"SDSC-SP2 express lognormal 0.950* 0.940 0.960 3.84 0.0500 40.00 <0.0001 5.99 0.0500 10.83 0.0010 0.250 0.125 7 0.875 0.900 1999-02",
		"SDSC-SP2 high bmbp 1.000 0.999 1.000 0.00 1.0000 0.00 1.0000 0.00 1.0000 0.00 1.0000 - - 0 - - -",
	}
	wantRows(t, table, want)
	if csv := textOfCSV(t, table); !strings.Contains(csv, "christoffersen_ind_p,christoffersen_cc_lr") || !strings.Contains(csv, ",1999-02\n") {
		t.Errorf("CSV\n%s", csv)
	}
}

// wantRows compares the rows of a table as they are shown.
func wantRows(t *testing.T, table *Table, want []string) {
	t.Helper()
	if len(table.Rows) != len(want) {
		t.Errorf("%d rows, want %d", len(table.Rows), len(want))
	}
	for i, row := range table.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, marked(c))
		}
		if table.Columns != nil && len(row) != len(table.Columns) {
			t.Errorf("%s: a row of %d cells, %d columns", table.FileName(), len(row), len(table.Columns))
		}
		if got := strings.Join(cells, " "); i < len(want) && got != want[i] {
			t.Errorf("%s row %d is\n%s, want\n%s", table.FileName(), i, got, want[i])
		}
	}
}

func textOfCSV(t *testing.T, table *Table) string {
	t.Helper()
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A lower bound is correct if it covers 1 - q, and the tightest is the one with
// the lowest ratio; tables of several levels end in them.
func TestLowerBounds(t *testing.T) {
	var scores []replay.Score
	for _, s := range []replay.Score{
		score("express", replay.AllRanges, "bmbp", 5000, 0.75, 3), score("express", replay.AllRanges, "lognormal", 5000, 0.8, 4),
		score("express", replay.AllRanges, "lognormal-trim", 5000, 0.7499, 2),
	} {
		scores = append(scores, s)
		s.Quantile, s.Side = 0.25, methods.Lower
		scores = append(scores, s)
		s.Side = methods.Upper
		scores = append(scores, s)
	}
	tables := Tables(aRun(), scores)
	wantRows(t, named(t, tables, "table3-correct-by-queue-q0.25l"), []string{"SDSC-SP2 express 5000 4500 **0.750** 0.800 0.750*"})
	wantRows(t, named(t, tables, "table4-median-ratio-by-queue-q0.25l"), []string{"SDSC-SP2 express 5000 4500 **3.00e+00** 4.00e+00 2.00e+00*"})
	wantRows(t, named(t, tables, "table3-correct-by-queue-q0.25"), []string{"SDSC-SP2 express 5000 4500 0.750 **0.800** 0.750"})
	wantRows(t, named(t, tables, "table3-correct-by-queue-q0.95"), []string{"SDSC-SP2 express 5000 4500 0.750* 0.800* 0.750*"})
	table := named(t, tables, "table3-correct-by-queue-q0.25l")
	if want := "Share of waits within the bound, all jobs of each queue, 0.25 quantile from below"; table.Title != want {
		t.Errorf("title %q, want %q", table.Title, want)
	}
	if !strings.Contains(table.Star, "below 0.75,") || !strings.Contains(table.Bold, "lowest median") {
		t.Errorf("marks %q, %q", table.Star, table.Bold)
	}
}
