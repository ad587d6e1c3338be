package backtest

import (
	"math"
	"testing"
)

func TestMeanAndMedian(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		x            []float64
		mean, median float64
	}{
		{nil, nan, nan},
		{[]float64{nan}, nan, nan},
		{[]float64{nan, 3}, 3, 3},
		{[]float64{9, nan, 1, 2}, 4, 2},
		{[]float64{9, 1, 4, 2, nan}, 4, 3},
	} {
		same := func(a, b float64) bool { return a == b || a != a && b != b }
		if mean := Mean(c.x); !same(mean, c.mean) {
			t.Errorf("mean %v of %v, want %v", mean, c.x, c.mean)
		}
		if median := Median(c.x); !same(median, c.median) {
			t.Errorf("median %v, want %v", median, c.median)
		}
	}
}

// The geometric mean of 1, 4 and 16 is 4.
func TestGeometric(t *testing.T) {
	if got := Geometric([]float64{1, math.NaN(), 16, 4}); math.Abs(got-4) > 1e-12 {
		t.Errorf("%v, want 4", got)
	}
	for _, none := range [][]float64{nil, {math.NaN()}} {
		if got := Geometric(none); got == got {
			t.Errorf("%v of none", got)
		}
	}
}
