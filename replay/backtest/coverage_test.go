package backtest

import (
	"math"
	"testing"
)

// near fails unless got is want within a relative error, or both are NaN.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= within*max(math.Abs(want), 1e-300)) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		// R 4.2.2, prop.test(hits, n, correct = FALSE)$conf.int. To 4 digits
		// the first four are printed in R. G. Newcombe, Two-sided confidence
		// intervals for the single proportion, Statistics in Medicine 17, 1998,
		// table I, method 3.
		{81, 263, 0.2552885199, 0.3662095770},
		{15, 148, 0.06238639953, 0.16048724172},
		{0, 20, 0, 0.1611251581},
		{1, 29, 0.006113214293, 0.171755218793},
		{26000, 27000, 0.9606436752, 0.9651505322},
		{20, 20, 1 - 0.1611251581, 1},
		{0, 0, math.NaN(), math.NaN()},
	} {
		low, high := Wilson(c.hits, c.n, 0.95)
		near(t, "low end", low, c.low, 1e-9)
		near(t, "high end", high, c.high, 1e-9)
	}
	// By hand: z = 1 covers erf(1/sqrt 2), and of 1 in 2 the interval is (1/2 +
	// 1/4 ± sqrt(1/8 + 1/16)) / (3/2).
	low, high := Wilson(1, 2, math.Erf(1/math.Sqrt2))
	near(t, "low end", low, (0.75-math.Sqrt(3./16))/1.5, 1e-12)
	near(t, "high end", high, (0.75+math.Sqrt(3./16))/1.5, 1e-12)
}

func TestKupiec(t *testing.T) {
	for _, c := range []struct {
		n, misses int
		p, want   float64
	}{
		// R 4.2.2: -2*(dbinom(x, n, p, log = TRUE) - dbinom(x, n, x/n, log =
		// TRUE)).
		{30, 7, .01, 32.3383311729},
		{60, 4, .05, 0.3191039445},
		{1000, 65, .05, 4.3454529587},
		{250, 0, .01, 5.0251679268}, // -500 ln .99
		{20, 20, .05, 119.8292909422},
		// MathWorks, Risk Management Toolbox, documentation of varbacktest/cc:
		// LRatioPOF 0.46147.
		{1043, 57, .05, 0.4614663953},
		{20, 1, .05, 0}, // exactly as promised
		{0, 0, .05, math.NaN()},
	} {
		near(t, "likelihood ratio", Kupiec(c.n, c.misses, c.p), c.want, 1e-9)
	}
	near(t, "likelihood ratio without misses", Kupiec(250, 0, .01), -500*math.Log(.99), 1e-14)
	near(t, "likelihood ratio without hits", Kupiec(20, 20, .05), -40*math.Log(.05), 1e-14)
}

func TestPValue(t *testing.T) {
	for _, c := range []struct {
		ratio   float64
		freedom int
		want    float64
	}{
		// R 4.2.2, pchisq(ratio, freedom, lower.tail = FALSE).
		{0.46147, 1, 4.969377669e-01},
		{0.25866, 1, 6.110422508e-01},
		{32.338, 1, 1.295548088e-08},
		{0.72013, 2, 6.976309786e-01},
		{50, 2, 1.388794386e-11},
		{0, 1, 1},
		{0, 2, 1},
		{math.NaN(), 1, math.NaN()},
	} {
		near(t, "p-value", PValue(c.ratio, c.freedom), c.want, 1e-9)
	}
	near(t, "critical value of 1 degree", PValue(3.841458820694124, 1), 0.05, 1e-12) // qchisq(.95, 1)
	near(t, "critical value of 2 degrees", PValue(5.991464547107979, 2), 0.05, 1e-12)
}
