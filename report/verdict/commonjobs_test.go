package verdict

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/reporttest"
)

var (
	nan          = math.NaN()
	lowerQuarter = methods.Level{Quantile: 0.25, Confidence: 0.95, Side: methods.Lower}
	upperQuarter = methods.Level{Quantile: 0.75, Confidence: 0.95}
)

// sixJobs is six jobs by two methods at 0.25l and 0.75, and a third method that
// never gives a bound.
func sixJobs() *SeriesBounds {
	return &SeriesBounds{
		Log: "t", Queue: "q", Range: replay.AllRanges, Jobs: 7, Scored: 6,
		Wait: []float64{5, 0, 30, 7, 8, 9},
		Bounds: [][]float64{
			{1, 1, 1, nan, 2, 2}, {10, 10, 10, nan, 10, 10},
			{nan, 2, 5, 5, 5, 5}, {nan, 20, 20, 20, 20, nan},
			{nan, nan, nan, nan, nan, nan}, {nan, nan, nan, nan, nan, nan},
		},
		Levels:  []methods.Level{lowerQuarter, upperQuarter},
		Methods: []string{"a", "b", "silent"},
	}
}

// By hand, over the jobs that both methods have bounds for.
func TestJoint(t *testing.T) {
	run := reporttest.Run()
	run.Settings.Quantiles = []string{"0.75", "0.25l"}
	joint := NewCommonJobs(run)
	joint.Add(sixJobs())
	reporttest.WantRows(t, joint.Intervals, []string{
		// Widths 9, 9, 8; 1 below, over .25; 20 above, over .25.
		"t q a 3 6 0.25l 0.75 0.5 0.333 0.333 0.333 8.7 37",
		// Widths 18, 15, 15; 2 below, 10 above.
		"t q b 3 6 0.25l 0.75 0.5 0.333 0.333 0.333 16 **32**",
	})
	// Both quantiles have half the weight: the sum of the two mean losses over
	// jobs 1, 2 and 4, (.75 + 7.25 + 1.5)/3 + 18/3 and (1.5 + 6.25 + .75)/3 +
	// 31/6.
	reporttest.WantRows(t, joint.Weighted, []string{"t q a 3 6 9.2", "t q b 3 6 **8.0**"})
	if want := "Weighted sum of the pinball losses at quantiles 0.25l, 0.75"; joint.Weighted.Title != want {
		t.Errorf("title %q, want %q", joint.Weighted.Title, want)
	}
	// The share between the 0.05 and the 0.95 quantile is 0.9 in CSV too.
	tails := sixJobs()
	tails.Levels = []methods.Level{{Quantile: .05, Confidence: .95, Side: methods.Lower}, {Quantile: .95, Confidence: .95}}
	joint = NewCommonJobs(run)
	joint.Add(tails)
	var csv strings.Builder
	if err := joint.Intervals.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(), ",0.05l,0.95,0.9,") {
		t.Errorf("error %v, and the target is not 0.9:\n%s", err, csv.String())
	}
	// Without a job that both bound there is nothing to star or to make bold.
	none := sixJobs()
	none.Bounds[0] = []float64{1, nan, nan, nan, nan, nan}
	joint = NewCommonJobs(run)
	joint.Add(none)
	reporttest.WantRows(t, joint.Intervals, []string{"t q a 0 6 0.25l 0.75 0.5 - - - - -",
		"t q b 0 6 0.25l 0.75 0.5 - - - - -"})
	reporttest.WantRows(t, joint.Weighted, []string{"t q a 0 6 -", "t q b 0 6 -"})
}

func TestPairTable(t *testing.T) {
	b := backtest.Bootstrap{Resamples: 199, Confidence: 0.95, Seed: 1}
	pairOf := func(first, second []float64) Pair { // bounds of waits of 0 s: losses are half of them
		s := &SeriesBounds{Log: "SDSC-SP2", Queue: "express", Range: replay.AllRanges, Scored: 4500,
			Wait:    make([]float64, len(first)),
			Methods: []string{"bmbp", "aci"}, Levels: []methods.Level{upperHalf}, Bounds: [][]float64{first, second}}
		return NewPair(s, upperHalf, [2]string{"bmbp", "aci"}, b)
	}
	// By hand: every difference is -2, so every resample has that mean.
	pair := pairOf([]float64{2, 4, nan, 6, 8}, []float64{6, 8, 5, 10, 12})
	if pair.Losses != [2]float64{2.5, 4.5} || pair.Difference != (backtest.Estimate{Values: 4, Mean: -2, Low: -2,
		High: -2, Block: 2}) {
		t.Errorf("%+v", pair)
	}
	reverse := pairOf([]float64{6, 8, 10, 12}, []float64{2, 4, 6, 8})
	even := pairOf([]float64{2, 4, 2, 4}, []float64{4, 2, 4, 2})
	table := PairTable(reporttest.Run(), "bmbp", "aci", b, []Pair{pair, reverse, even, pairOf(nil, nil)})
	var ends []string
	for _, row := range table.Rows {
		ends = append(ends, reporttest.Marked(row[8])+" "+reporttest.Marked(row[12]))
	}
	if got := strings.Join(ends, ", "); got != "-2.0 bmbp, +2.0 aci, 0.0 , - " {
		t.Errorf("differences and lower losses %q", got)
	}
	table.Rows = table.Rows[:1]
	reporttest.WantRows(t, table, []string{"SDSC-SP2 express all 0.5 4 4500 2.5 4.5 -2.0 -2.0 -2.0 2 bmbp"})
}
