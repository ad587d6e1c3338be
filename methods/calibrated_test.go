package methods

import (
	"math"
	"testing"
)

func pointed(point float64) Query {
	f := NoForecast
	f.Wait = point
	return Query{Forecast: f, Longest: 1e300} // so late that nothing is capped
}

// TestCalibratedByHand: waits are 1 to 100 times the points, which differ.
func TestCalibratedByHand(t *testing.T) {
	p := newCalibrated(level95).(*calibrated)
	for i, ratio := range shuffled(100) {
		point := float64(1 + i%7)
		p.Observe(Event{Query: pointed(point), Wait: ratio * point})
		p.Observe(Event{Query: pointed(math.NaN()), Wait: 1e9}) // nothing to compare with
	}
	p.Refit(0)
	// The 99th of 100, see TestBMBPOrderStatistic.
	for _, test := range []struct{ point, want float64 }{{1, 99}, {60, 5940}, {0.25, 99}, {0, 99}} {
		if got, ok := p.Predict(pointed(test.point)); !ok || got != test.want {
			t.Errorf("point %v: bound %v, %v, want %v", test.point, got, ok, test.want)
		}
	}
	if _, ok := p.Predict(pointed(math.NaN())); ok {
		t.Error("a bound without a point")
	}
	// 57 of 100 bounds the median: P[Bin(100, 1/2) <= 57] = .9334, <= 58] =
	// .9557 (R pbinom).
	if got, ok := p.BoundAt(pointed(10), Level{Quantile: .5, Confidence: .95}); !ok || got != 590 {
		t.Errorf("upper bound of the median: %v, %v, want 590", got, ok)
	}
	if _, ok := p.BoundAt(pointed(math.NaN()), Level{Quantile: .5, Confidence: .95}); ok {
		t.Error("another bound without a point")
	}
}

func TestCalibratedChangePoints(t *testing.T) {
	p := newCalibrated(level95).(*calibrated)
	for _, ratio := range shuffled(1000) {
		p.Observe(Event{Query: pointed(10), Wait: 10 * ratio})
	}
	p.Observe(Event{Kind: TrainingEnded})
	p.Refit(0)
	see := func(wait, bound float64) {
		p.Observe(Event{Query: pointed(3), Wait: wait, Bound: bound, HasBound: true, Counts: true})
	}
	// A wait that equals its bound is covered, and so is one below it where
	// both are below 1 s.
	see(9000, 3000)
	see(9001, 3000)
	see(3000, 3000)
	see(9000, 3000)
	see(9000, 3000)
	p.Observe(Event{Query: pointed(math.NaN()), Wait: 9000, Bound: 1, HasBound: true, Counts: true})
	see(0.25, 0.5)
	see(9000, 3000)
	see(9000, 3000)
	if count, threshold := p.ChangePoints(); count != 0 || threshold != 3 {
		t.Fatalf("%d change points, threshold %d", count, threshold)
	}
	see(0.75, 0.5) // a miss, though all waits below 1 s have the same ratio
	if count, _ := p.ChangePoints(); count != 1 || p.ratios.Len() != 59 {
		t.Errorf("%d change points, %d ratios left", count, p.ratios.Len())
	}
}
