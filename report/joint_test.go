package report

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

func TestJointTables(t *testing.T) {
	lower, upper := methods.Level{Quantile: 0.25, Confidence: 0.95, Side: methods.Lower}, methods.Level{Quantile: 0.95, Confidence: 0.95}
	interval := Interval{Trace: "SDSC-SP2", Queue: "express", Method: "bmbp", Lower: lower, Upper: upper, Jobs: 4400, Scored: 4500,
		Inside: 0.7, Below: 0.25, Above: 0.05, Width: 100, Score: 150}
	worse := interval
	worse.Method, worse.Inside, worse.Score = "lognormal", 0.6999, 150.5
	run := aRun()
	run.Settings.Quantiles = []string{"0.95", "0.25l"}
	tables := JointTables(run, &Joint{
		Intervals: []Interval{interval, worse},
		Weighted:  []WeightedLoss{{"SDSC-SP2", "express", "bmbp", 4300, 4500, 99.6}, {"SDSC-SP2", "high", "bmbp", 0, 2700, math.NaN()}},
	})
	if len(tables) != 2 {
		t.Fatalf("%d tables, want 2", len(tables))
	}
	wantRows(t, named(t, tables, "intervals"), []string{
		"SDSC-SP2 express bmbp 4400 4500 0.25l 0.95 0.7 0.700 0.250 0.050 100 **150**",
		"SDSC-SP2 express lognormal 4400 4500 0.25l 0.95 0.7 0.700* 0.250 0.050 100 150",
	})
	weighted := named(t, tables, "weighted-pinball")
	wantRows(t, weighted, []string{"SDSC-SP2 express bmbp 4300 4500 **100**", "SDSC-SP2 high bmbp 0 2700 -"})
	if want := "Weighted sum of the pinball losses at quantiles 0.25l, 0.95"; weighted.Title != want {
		t.Errorf("title %q, want %q", weighted.Title, want)
	}
	for _, table := range tables {
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: a row of %d cells, %d columns", table.FileName(), len(row), len(table.Columns))
			}
		}
	}
	if n := len(JointTables(aRun(), &Joint{})); n != 0 {
		t.Errorf("%d tables of nothing", n)
	}
}

func TestPairTable(t *testing.T) {
	b := backtest.Bootstrap{Resamples: 199, Confidence: 0.95, Seed: 1}
	s := score("express", replay.AllRanges, "", 5000, 0, 0)
	// By hand: every difference is -2, so every resample has that mean.
	pair := NewPair(&s, b, []float64{1, 2, 3, 4}, []float64{3, 4, 5, 6})
	if pair.Losses != [2]float64{2.5, 4.5} || pair.Difference != (backtest.Estimate{Values: 4, Mean: -2, Low: -2, High: -2, Block: 2}) {
		t.Errorf("%+v", pair)
	}
	reverse := NewPair(&s, b, []float64{3, 4, 5, 6}, []float64{1, 2, 3, 4})
	even := NewPair(&s, b, []float64{1, 2, 1, 2}, []float64{2, 1, 2, 1})
	table := PairTable(aRun(), "bmbp", "aci", b, []Pair{pair, reverse, even, NewPair(&s, b, nil, nil)})
	var ends []string
	for _, row := range table.Rows {
		ends = append(ends, marked(row[8])+" "+marked(row[12]))
	}
	if got := strings.Join(ends, ", "); got != "-2.0 bmbp, +2.0 aci, 0.0 , - " {
		t.Errorf("differences and lower losses %q", got)
	}
	wantRows(t, &Table{Rows: table.Rows[:1]}, []string{"SDSC-SP2 express all 0.95 4 4500 2.5 4.5 -2.0 -2.0 -2.0 2 bmbp"})
	if len(table.Columns) != len(table.Rows[0]) {
		t.Errorf("%d columns, %d cells", len(table.Columns), len(table.Rows[0]))
	}
}
