package methods_test

import (
	"slices"
	"testing"

	"waitbench/methods"
)

// boundAfter returns the bound of a method for a job submitted at a time, after
// jobs of known (submission, wait).
func boundAfter(t *testing.T, name string, level methods.Level, now float64, known ...[2]float64) (float64, bool) {
	t.Helper()
	m, err := methods.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Predictor(methods.Settings{Level: level})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range known {
		p.Observe(methods.Event{Kind: methods.Started, Query: methods.Query{Submit: k[0]}, Wait: k[1]})
	}
	p.Refit(now)
	return p.Predict(methods.Query{Submit: now})
}

// TestWindows compares the baselines of the last waits with sorting them.
func TestWindows(t *testing.T) {
	var known [][2]float64
	for i := range 1200 {
		known = append(known, [2]float64{float64(i), float64(i * 7919 % 1200 / 3)}) // with ties
	}
	for n := 1; n <= len(known); n += 13 {
		longest := func(window int, q float64) float64 {
			var waits []float64
			for _, k := range known[max(0, n-window):n] {
				waits = append(waits, k[1])
			}
			slices.Sort(waits)
			covered := 0
			return waits[slices.IndexFunc(waits, func(float64) bool { // the first that covers the share q
				covered++
				return float64(covered) >= q*float64(len(waits))
			})]
		}
		for name, want := range map[string]float64{
			"last": known[n-1][1], "moving": longest(500, .75), "moving:window=40": longest(40, .75),
			"window-max": longest(59, 1), "window-max:window=7": longest(7, 1),
		} {
			if got, ok := boundAfter(t, name, methods.Level{Quantile: .75, Confidence: .9}, 2000, known[:n]...); !ok || got != want {
				t.Fatalf("%s after %d waits: %v, %v, want %v", name, n, got, ok, want)
			}
		}
	}
}

// TestLastWeek: an hour is one of the clock of the log, and the last week that
// has it counts.
func TestLastWeek(t *testing.T) {
	const hour, week = 3600., 7 * 24 * 3600.
	level := methods.Level{Quantile: .5, Confidence: .9}
	known := [][2]float64{
		{10 * hour, 1}, {11*hour - 1, 3}, {10.5 * hour, 2}, // hour 10 of the first week
		{11 * hour, 50}, {10*hour - 1, 60}, // next to it
		{week + 9*hour, 70}, {week + 10.2*hour, 9}, // and of the second
		{3*week + 10*hour, 80}, // the week of the bound
	}
	for _, c := range []struct {
		now, want float64
		known     int
	}{
		{week + 10*hour, 2, 3}, {week + 11*hour - 1, 2, 6}, {week + 11*hour, 50, 6},
		{2*week + 10*hour, 9, 7},
		{3*week + 10.5*hour, 9, 8}, // no job in the third week, and the present one is not past
	} {
		if got, ok := boundAfter(t, "last-week", level, c.now, known[:c.known]...); !ok || got != c.want {
			t.Errorf("at %v h: %v, %v, want %v", c.now/hour, got, ok, c.want)
		}
	}
	for _, at := range []float64{10.9 * hour, week + 12*hour} {
		if got, ok := boundAfter(t, "last-week", level, at, known...); ok {
			t.Errorf("at %v h: %v, though no such hour was before", at/hour, got)
		}
	}
}
