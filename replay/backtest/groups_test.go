package backtest

import (
	"math"
	"slices"
	"testing"
)

// TestGroupMeans: of two groups with 1, 1 and 4 a resample has the mean 1, 2 or
// 4 with probability 1/4, 1/2 and 1/4.
func TestGroupMeans(t *testing.T) {
	b := Bootstrap{Resamples: 4999, Confidence: .95, Seed: 1}
	means := b.GroupMeans([][]float64{{1, 1}, {4}})
	count := map[float64]int{}
	for _, m := range means {
		count[m]++
	}
	if len(count) != 3 || math.Abs(float64(count[1])-1250) > 90 ||
		math.Abs(float64(count[2])-2500) > 110 || math.Abs(float64(count[4])-1250) > 90 {
		t.Errorf("means by frequency: %v", count)
	}
	if !slices.Equal(b.GroupMeans([][]float64{{2, 2}, {8}})[:9], scaled(means[:9], 2)) {
		t.Error("other values draw other groups")
	}
	// The mean is 2: at least 2 away from it are the resamples at 4.
	near(t, "p of the mean 2", Exceeds(2, means), float64(1+count[4])/5000, 1e-15)
	// At least 1 away are all but the ones at 2.
	near(t, "p of the mean 1", Exceeds(1, []float64{1, 2, 0, 1.5}), 3./5, 1e-15)
}

func scaled(x []float64, by float64) (y []float64) {
	for _, v := range x {
		y = append(y, v*by)
	}
	return y
}

// TestHolm: p.adjust(p, "holm") of R returns these values.
func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{.01, .02, .03, .04, .05}, []float64{.05, .08, .09, .09, .09}},
		{[]float64{.03, .0001, .5, .02}, []float64{.06, .0004, .5, .06}},
		{[]float64{.4, .6, .3}, []float64{.9, .9, .9}},
		{[]float64{.2, .0125, .0125, .9, .04}, []float64{.4, .0625, .0625, .9, .12}},
		{nil, nil},
	} {
		got := Holm(c.p)
		for i := range c.want {
			near(t, "adjusted", got[i], c.want[i], 1e-15)
		}
	}
}
