package render

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/replay/run/runtest"
	"waitbench/report/figure"
)

// The first share is over the first scored jobs with a bound; afterwards each
// new job replaces the oldest.
func TestRolling(t *testing.T) {
	const training = 2
	b := &arrowio.Block{}
	for i := range rolling + 3 + training {
		b.Submit = append(b.Submit, float64(i-training))
		b.Wait = append(b.Wait, 10)
		b.Bound = append(b.Bound, 10) // a tie is covered
		b.Scored = append(b.Scored, i >= training)
	}
	b.Bound[0], b.Bound[training], b.Bound[training+7], b.Bound[training+rolling+2] = 9, 9, math.NaN(), 9
	c := covering{Covered: &figure.Covered{}, level: methods.Level{Quantile: 0.95, Confidence: 0.95}, origin: 1000}
	c.add(b)
	if want := []float64{1000 + rolling, 1001 + rolling, 1002 + rolling}; !slices.Equal(c.Times, want) {
		t.Errorf("times %v, want %v", c.Times, want)
	}
	if want := []float64{1 - 1./rolling, 1, 1 - 1./rolling}; !slices.Equal(c.Shares, want) {
		t.Errorf("shares %v, want %v", c.Shares, want)
	}
	if want := []float64{1000, 1002 + rolling}; !slices.Equal(c.Misses, want) {
		t.Errorf("misses %v, want %v", c.Misses, want)
	}
	b = &arrowio.Block{Submit: make([]float64, 2*rolling), Wait: make([]float64, 2*rolling),
		Bound: make([]float64, 2*rolling), Scored: slices.Repeat([]bool{true}, 2*rolling)}
	for i := range rolling { // misses after as many hits
		b.Wait[rolling+i] = 1
	}
	c = covering{Covered: &figure.Covered{}, level: c.level}
	c.add(b)
	if last := c.Shares[rolling]; c.Shares[0] != 1 || last != 0 {
		t.Errorf("shares from %v to %v, want 1 to 0", c.Shares[0], last)
	}
}

// A fan has, for each part of its time with jobs, the median of their bounds;
// the job before is in a part before. Without a time it shows a month, and its
// quantiles ascend.
func TestFan(t *testing.T) {
	l := figure.Line{Times: []float64{980, 1000, 1001, 1009, 1010, 1599}, Bound: []float64{7, 1, 9, 2, math.NaN(), 5}}
	parts := medians(&l, 1000, 1600)
	if fmt.Sprint(parts.Times, parts.Bound) != "[980 1000 1010 1590] [7 2 NaN 5]" {
		t.Errorf("medians %v at %v", parts.Bound, parts.Times)
	}
	d := runOf(t, "0.95", "0.05l", "0.5")
	record := &d.Run.Log
	q := BoundsQuery{Selection: Selection{Methods: []string{"bmbp"}, Queues: record.Busiest()[:1]}, Waits: true}
	f, err := d.Fan(q)
	if err != nil {
		t.Fatal(err)
	}
	from, to := record.Clock().Month(record.LastSubmit)
	if unix0 := record.Clock().Unix0; f.From != unix0+from || f.To != unix0+to {
		t.Errorf("the time is %v to %v, want %v to %v", f.From, f.To, unix0+from, unix0+to)
	}
	if names := fmt.Sprint(f.Quantiles, " of ", f.Lines[0].Name); names != "[0.05 0.5 0.95] of "+f.Jobs.Name+
		", 0.05 lower" || f.Jobs.Name != q.Queues[0] {
		t.Errorf("the fan has %s; waits of %s", names, f.Jobs.Name)
	}
	main := runtest.Bounds(t, d.Dir,
		arrowio.Filter{Queue: q.Queues[0], Range: replay.AllRanges, Method: "bmbp", Level: "0.95"})
	groups, bounded := map[float64][]float64{}, 0
	for k, bound := range main {
		at := math.Floor((f.Jobs.Times[k] - f.From) / (f.To - f.From) * figure.TimeParts)
		groups[at] = append(groups[at], bound)
	}
	for k, at := range f.Lines[2].Times {
		group := groups[math.Round((at-f.From)/(f.To-f.From)*figure.TimeParts)]
		if got, want := f.Lines[2].Bound[k], backtest.Median(group); !same(got, want) {
			t.Errorf("the bound from %v on is %v, the median of %d jobs %v", at, got, len(group), want)
		} else if want > 0 && len(group) > 1 {
			bounded++
		}
	}
	if len(f.Jobs.Waits) != len(main) || bounded < 10 || len(f.Lines[2].Times) != len(groups) {
		t.Errorf("%d waits of %d jobs, %d medians, %d of several jobs", len(f.Jobs.Waits), len(main),
			len(f.Lines[2].Times),
			bounded)
	}
}

// The figures of forecasts show the forecasts in predictions.arrow.
func TestViewOfForecasts(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,historical,smith,historical+cal", "0.95", "0.5")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	d := &Dir{Dir: log.Replay(t, e)}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := (&rendering{Dir: d}).newView()
	if got := fmt.Sprint(v.bounding, v.forecasting); got != "[bmbp historical historical+cal] [historical smith]" {
		t.Errorf("methods with bounds and with forecasts %s", got)
	}
	f, fillers := v.density()
	err = fill(r, fillers)
	if err != nil || len(f.Panels) != 2 || f.Panels[1].Name != "smith" {
		t.Fatalf("panels %+v, error %v", f, err)
	}
	var points, waits []float64
	for _, q := range log.Record.Queues {
		smith := arrowio.Filter{Queue: q.Name, Range: replay.AllRanges, Method: "smith", Level: "0.5"}
		err := r.Series(func(b *arrowio.Block) error {
			for i, p := range b.Forecast {
				if b.Scored[i] {
					points, waits = append(points, p), append(waits, b.Wait[i])
				}
			}
			return nil
		}, smith)
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.EqualFunc(points, f.Panels[1].X, same) || !slices.Equal(waits, f.Panels[1].Y) || len(points) == 0 {
		t.Error("points are not those of the file")
	}
}
