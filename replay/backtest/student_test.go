package backtest

import (
	"math"
	"testing"
)

// TestStudentTail: the critical values of 0.05 and 0.025 are table 26.10 of
// Abramowitz and Stegun, the others Simpson's rule with 200,000 steps.
func TestStudentTail(t *testing.T) {
	for _, c := range []struct {
		t    float64
		df   int
		want float64
		off  float64
	}{
		{-6.314, 1, .05, 1e-5}, {-2.920, 2, .05, 1e-5}, {-2.353, 3, .05, 5e-5},
		{-1.729, 19, .05, 5e-5}, {-2.093, 19, .025, 5e-5},
		{-1.660391, 99, .050000015724, 1e-11}, {-3.5, 100, .000348213859, 1e-11},
		{-1.5, 364, .067240616364, 1e-11}, {-2, 1001, .022885038277, 1e-11},
		{.7, 24, .754671196562, 1e-11}, {0, 5, .5, 0}, {0, 6, .5, 0},
	} {
		if got := StudentTail(c.t, c.df); math.Abs(got-c.want) > c.off {
			t.Errorf("P(t(%d) <= %v) is %.12f, want %v", c.df, c.t, got, c.want)
		}
	}
}

// TestStudentQuantile: values of 0.975 from printed tables.
func TestStudentQuantile(t *testing.T) {
	for df, want := range map[int]float64{1: 12.706, 3: 3.182, 19: 2.093, 30: 2.042, 40: 2.021, 120: 1.980} {
		if got := StudentQuantile(0.975, df); math.Abs(got-want) > 5.1e-4 {
			t.Errorf("with %d degrees of freedom: %.4f, want %v", df, got, want)
		}
	}
}
