package backtest

import (
	"math"
	"testing"
)

// TestSignFlips: with Darwin's maize, Fisher counts 863 of 32,768 patterns with
// a sum of 314 or more. The intervals of the others come from counting all
// patterns at each step of a bisection, in Python. Five values reject nothing.
func TestSignFlips(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		x         []float64
		far, of   float64
		low, high float64
	}{
		{[]float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48},
			2 * 863, 32768, -1. / 6, 41},
		{[]float64{1, 2, 3, 4, 5, 6}, 2, 64, 1, 6},
		{[]float64{1, 2, 3, -.5, 5, 6, 7}, 4, 128, .75, 6},
		{[]float64{-.3, .1, .4, .7, 1.1, -1.3, 2, 2.5}, 50, 256, -.4, 26. / 15},
		{[]float64{.1, .1, .2, .3, .6}, 2, 32, nan, nan},
		{[]float64{-.2, .1, .5, .2, .3, -.2}, 26, 64, -.2, .5}, // 3 of the 26 by a rounded tie
		{[]float64{0, 0, 0, 0, 0, 0}, 64, 64, 0, 0},
	} {
		near(t, "p", SignFlips(c.x), c.far/c.of, 0)
		low, high := SignFlipsInterval(c.x, .05)
		near(t, "low end", low, c.low, 1e-12)
		near(t, "high end", high, c.high, 1e-12)
	}
	near(t, "the smallest p of six", LeastSignFlips(6), 2./64, 0)
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
