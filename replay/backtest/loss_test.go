package backtest

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPinball(t *testing.T) {
	for _, c := range []struct{ excess, q, want float64 }{
		{10, 0.95, 9.5}, {-10, 0.95, 0.5}, {0, 0.95, 0}, {-8, 0.25, 6}, {8, 0.25, 2}, // by hand
		{math.Inf(-1), 0.95, math.Inf(1)}, // an infinite bound
	} {
		if got := Pinball(c.excess, c.q); math.Abs(got-c.want) > 1e-14 || math.Signbit(got) {
			t.Errorf("Pinball(%v, %v) is %v, want %v", c.excess, c.q, got, c.want)
		}
	}
}

func TestInterval(t *testing.T) {
	// By hand. The first three are the central interval of 0.9: width, and
	// 2/0.1 = 20 times what lies outside.
	for _, c := range []struct{ wait, lower, upper, a, b, want float64 }{
		{5, 2, 10, 0.05, 0.95, 8},
		{1, 2, 10, 0.05, 0.95, 8 + 20},
		{13, 2, 10, 0.05, 0.95, 8 + 60},
		{2, 2, 10, 0.25, 0.95, 8}, // on the end is inside
		{1, 2, 10, 0.25, 0.95, 8 + 4},
	} {
		near(t, "interval score", Interval(c.wait, c.lower, c.upper, c.a, c.b), c.want, 1e-12)
	}
	// It is the pinball losses of the ends, each over its tail.
	rng := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		wait, lower, upper := 10*rng.Float64(), 4*rng.Float64(), 4+4*rng.Float64()
		want := Pinball(wait-lower, 0.25)/0.25 + Pinball(wait-upper, 0.9)/(1-0.9)
		near(t, "interval score", Interval(wait, lower, upper, 0.25, 0.9), want, 1e-9)
	}
}

func TestWeighted(t *testing.T) {
	// By hand: borders of the cells at 0, .375, .625, .85, 1.
	got := Weighted([]float64{.25, .5, .75, .95}, []float64{8, 4, 2, 1})
	near(t, "weighted sum", got, 2*(8*.375+4*.25+2*.225+1*.15), 1e-14)
	near(t, "weighted sum of one", Weighted([]float64{.95}, []float64{3}), 6, 1e-14)
	both := Weighted([]float64{.5, .5}, []float64{1, 3})
	near(t, "weighted sum of both sides", both, 2*(1*.5+3*.5), 1e-14)

	// The CRPS of the standard exponential distribution for the observation y
	// is y - 2 (1 - exp(-y)) + 1/2 (A. Jordan, F. Kruger, S. Lerch, Evaluating
	// probabilistic forecasts with scoringRules, Journal of Statistical
	// Software 90, 2019, table 2).
	const y, n = 0.7, 20000
	quantiles, losses := make([]float64, n), make([]float64, n)
	for k := range n {
		quantiles[k] = (float64(k) + 0.5) / n
		losses[k] = Pinball(y+math.Log(1-quantiles[k]), quantiles[k])
	}
	near(t, "weighted sum of many", Weighted(quantiles, losses), y-2*(1-math.Exp(-y))+0.5, 1e-6)
}
