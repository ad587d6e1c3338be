package backtest

import (
	"math"
	"strings"
	"testing"
)

// sequence reads a text of hits, '.', and misses, 'x'.
func sequence(text string) *Sequence {
	var s Sequence
	for _, c := range text {
		s.Add(c == 'x')
	}
	return &s
}

// withPairs returns a sequence with these numbers of consecutive pairs, and as
// many from miss to hit as from hit to miss. It begins with a hit.
func withPairs(n00, n01, n11 int) *Sequence {
	repeat := strings.Repeat
	return sequence("." + repeat("x", n11) + repeat("x.", n01) + repeat(".", n00))
}

func TestSequence(t *testing.T) {
	for _, c := range []struct {
		text                  string
		jobs, misses, longest int
		after                 float64
	}{
		{"", 0, 0, 0, math.NaN()},
		{"...", 3, 0, 0, math.NaN()},
		{"..x", 3, 1, 1, math.NaN()}, // nothing comes after the only miss
		{"x", 1, 1, 1, math.NaN()},
		{"x.xx.xxx", 8, 6, 3, 3. / 5},
		{"xxx.xx.x", 8, 6, 3, 3. / 5},
	} {
		s := sequence(c.text)
		if s.Jobs != c.jobs || s.Misses != c.misses || s.Longest != c.longest {
			t.Errorf("%q: %d jobs, %d misses, longest run %d; want %d, %d, %d",
				c.text, s.Jobs, s.Misses, s.Longest, c.jobs, c.misses, c.longest)
		}
		near(t, c.text+": share after a miss", s.AfterMiss(), c.after, 1e-15)
	}
}

func TestIndependence(t *testing.T) {
	// MathWorks, Risk Management Toolbox, documentation of varbacktest/cc: N00
	// 932, N10 53, N01 53, N11 4 gives LRatioCCI 0.25866, and with 1043
	// observations and 57 failures at 0.95 LRatioCC 0.72013. To more digits by
	// R 4.2.2, as the difference of the deviances of glm(miss ~ 1) and glm(miss
	// ~ factor(previous)), family binomial, weights the numbers of pairs.
	s := withPairs(932, 53, 4)
	if s.Jobs != 1043 || s.Misses != 57 {
		t.Fatalf("%d jobs, %d misses", s.Jobs, s.Misses)
	}
	near(t, "independence", s.Independence(), 0.2586631526, 1e-9)
	near(t, "conditional coverage", s.ConditionalCoverage(0.05), 0.4614663953+0.2586631526, 1e-9)
	near(t, "conditional coverage as printed", s.ConditionalCoverage(0.05), 0.72013, 1e-5)
	// R as above.
	near(t, "independence with bursts", withPairs(200, 20, 60).Independence(), 123.9355968782, 1e-9)
}

// Where counts are zero their powers are 1. By hand, with L(h, m) = h
// ln(h/(h+m)) + m ln(m/(h+m)).
func TestIndependenceWithZeros(t *testing.T) {
	l := func(h, m float64) float64 { return h*math.Log(h/(h+m)) + m*math.Log(m/(h+m)) }
	for _, c := range []struct {
		text string
		want float64
	}{
		{"", math.NaN()},
		{"x", math.NaN()},
		{"..........", 0},
		{".........x", 0}, // after a hit 8 hits and a miss, after a miss nothing
		{"xxxxx", 0},
		{".x.x.x.", -2 * l(3, 3)},                 // misses avoid each other: n01 = n10 = 3, all else 0
		{"x.....", 0},                             // n10 = 1, n00 = 4: no miss to explain
		{"...xxx", 2 * (l(2, 1) + 0 - l(2, 3))},   // n00 = 2, n01 = 1, n11 = 2
		{".x....", 2 * (l(3, 1) + 0 - l(3+1, 1))}, // n01 = 1, n10 = 1, n00 = 3
	} {
		near(t, c.text+": independence", sequence(c.text).Independence(), c.want, 1e-12)
	}
}
