// Package methodstest checks what every method must hold to, whatever its idea. A method's test is
//
//	func TestMethods(t *testing.T) {
//		for _, m := range methods.All() {
//			t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
//		}
//	}
//
// For a method that passes on the bounds of a watcher it is CheckForecaster.
//
// The waits it feeds are log-normal, drawn from fixed seeds: mean and standard deviation of their logarithm are 5 and 1.5,
// so that hardly any lies below the second at which log-normal methods floor them.
package methodstest

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods"
)

const (
	logMean = 5
	logSD   = 1.5
)

var level = methods.Level{Quantile: 0.95, Confidence: 0.95}

// Check runs all checks as subtests.
func Check(t *testing.T, m methods.Method) {
	t.Helper()
	for _, check := range []struct {
		name string
		run  func(*testing.T, methods.Method)
	}{
		{"BadSettings", badSettings},
		{"EmptyHistory", emptyHistory},
		{"SmallHistory", smallHistory},
		{"MonotoneInQuantile", monotoneInQuantile},
		{"MonotoneInConfidence", monotoneInConfidence},
		{"Permutation", permutation},
		{"Scale", scale},
		{"RefitTwice", refitTwice},
		{"BoundHeldBetweenRefits", heldBetweenRefits},
		{"Independent", independent},
		{"Coverage", coverage},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, m) })
	}
}

// CheckForecaster runs the checks of a method whose bounds are those of its watcher, as subtests. What the watcher forecasts has tests of its own.
func CheckForecaster(t *testing.T, m methods.Method) {
	t.Helper()
	t.Run("BadSettings", func(t *testing.T) { badSettings(t, m) })
	t.Run("PassesOn", func(t *testing.T) { passesOn(t, m) })
}

// passesOn: the bound is the watcher's, whatever the waits.
func passesOn(t *testing.T, m methods.Method) {
	p := build(t, m, level)
	for i, w := range Waits(200, 9) {
		q := methods.Query{Forecast: methods.NoForecast}
		q.Forecast.Point, q.Forecast.Turnaround = w/2, 2*w
		if b, ok := p.Predict(q); ok {
			t.Fatalf("bound %v where the watcher has none", b)
		}
		if q.Forecast.Bound = w; i%2 > 0 {
			q.Forecast.Point = math.NaN()
		}
		if b, ok := p.Predict(q); !ok || b != w {
			t.Fatalf("bound %v, %v, want the watcher's, %v", b, ok, w)
		}
		p.Observe(methods.Observation{Query: q, Wait: w, Bound: w, HasBound: true, Counts: true})
		p.Refit(float64(i))
	}
}

// Waits draws n log-normal waits.
func Waits(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	waits := make([]float64, n)
	for i := range waits {
		waits[i] = math.Exp(logMean + logSD*rng.NormFloat64())
	}
	return waits
}

func build(t *testing.T, m methods.Method, l methods.Level) methods.Predictor {
	t.Helper()
	p, err := m.New(methods.Settings{Level: l})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// bound is what a new predictor says after waits that it has not bounded itself.
func bound(t *testing.T, m methods.Method, l methods.Level, waits []float64) (float64, bool) {
	t.Helper()
	p := build(t, m, l)
	observe(p, waits)
	p.Refit(0)
	return p.Predict(query)
}

var query = methods.Query{Procs: 1, Estimate: 3600}

func observe(p methods.Predictor, waits []float64) {
	for _, w := range waits {
		p.Observe(methods.Observation{Query: query, Wait: w})
	}
}

func badSettings(t *testing.T, m methods.Method) {
	for _, l := range []methods.Level{{Quantile: 0, Confidence: .5}, {Quantile: 1, Confidence: .5}, {Quantile: .5}, {Quantile: .5, Confidence: 1},
		{Quantile: math.NaN(), Confidence: .5}} {
		if _, err := m.New(methods.Settings{Level: l}); err == nil {
			t.Errorf("level %v is taken", l)
		}
	}
}

func emptyHistory(t *testing.T, m methods.Method) {
	p := build(t, m, level)
	if _, ok := p.Predict(query); ok {
		t.Error("a bound before the first refit")
	}
	p.Refit(0)
	if _, ok := p.Predict(query); ok {
		t.Error("a bound on an empty history")
	}
}

// smallHistory: 59 waits are the fewest that can bound the 0.95 quantile with confidence 0.95, for 1 - 0.95^58 < 0.95 <= 1 - 0.95^59.
func smallHistory(t *testing.T, m methods.Method) {
	waits := Waits(59, 1)
	if _, ok := bound(t, m, level, waits[:58]); ok {
		t.Error("a bound from 58 waits")
	}
	if _, ok := bound(t, m, level, waits); !ok {
		t.Error("no bound from 59 waits")
	}
}

func monotoneInQuantile(t *testing.T, m methods.Method) {
	waits := Waits(1000, 2)
	last := 0.0
	for _, q := range []float64{.1, .25, .5, .75, .9, .95, .99} {
		b, ok := bound(t, m, methods.Level{Quantile: q, Confidence: .95}, waits)
		if !ok || b < last {
			t.Errorf("quantile %v: bound %v, %v after %v", q, b, ok, last)
		}
		last = b
	}
}

func monotoneInConfidence(t *testing.T, m methods.Method) {
	waits := Waits(1000, 3)
	last := 0.0
	for _, c := range []float64{.05, .25, .5, .75, .9, .95, .99} {
		b, ok := bound(t, m, methods.Level{Quantile: .95, Confidence: c}, waits)
		if !ok || b < last {
			t.Errorf("confidence %v: bound %v, %v after %v", c, b, ok, last)
		}
		last = b
	}
}

func permutation(t *testing.T, m methods.Method) {
	waits := Waits(500, 4)
	want, _ := bound(t, m, level, waits)
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(waits), func(i, j int) { waits[i], waits[j] = waits[j], waits[i] })
	if got, _ := bound(t, m, level, waits); !near(got, want) {
		t.Errorf("bound %v, %v in another order", want, got)
	}
}

func scale(t *testing.T, m methods.Method) {
	waits := Waits(500, 5)
	for i, w := range waits {
		waits[i] = max(w, 1)
	}
	want, _ := bound(t, m, level, waits)
	for i := range waits {
		waits[i] *= 60
	}
	if got, _ := bound(t, m, level, waits); !near(got, 60*want) {
		t.Errorf("bound %v, %v of waits 60 times as long", want, got)
	}
}

func refitTwice(t *testing.T, m methods.Method) {
	once, twice := build(t, m, level), build(t, m, level)
	for i, w := range Waits(300, 6) {
		observe(once, []float64{w})
		observe(twice, []float64{w})
		once.Refit(float64(i))
		twice.Refit(float64(i))
		twice.Refit(float64(i))
		a, aok := once.Predict(query)
		b, bok := twice.Predict(query)
		if a != b || aok != bok {
			t.Fatalf("after %d waits: %v, %v refitted once, %v, %v twice", i+1, a, aok, b, bok)
		}
	}
}

func heldBetweenRefits(t *testing.T, m methods.Method) {
	p := build(t, m, level)
	observe(p, Waits(100, 7))
	p.Refit(0)
	want, _ := p.Predict(query)
	observe(p, []float64{1e9, 2e9, 3e9})
	if got, ok := p.Predict(query); !ok || got != want {
		t.Errorf("bound %v became %v, %v without a refit", want, got, ok)
	}
}

func independent(t *testing.T, m methods.Method) {
	waits := Waits(200, 8)
	want, _ := bound(t, m, level, waits)
	p, other := build(t, m, level), build(t, m, level)
	for _, w := range waits {
		observe(p, []float64{w})
		observe(other, []float64{1000 * w})
		other.Refit(0)
	}
	p.Refit(0)
	if got, _ := p.Predict(query); got != want {
		t.Errorf("bound %v, %v beside another predictor", want, got)
	}
}

// coverage: over 2000 histories the bound lies at or above the true quantile in at least the share c of them, less four
// standard deviations of that share.
func coverage(t *testing.T, m methods.Method) {
	const repetitions = 2000
	for _, l := range []methods.Level{level, {Quantile: .75, Confidence: .9}} {
		z := math.Sqrt2 * math.Erfinv(2*l.Quantile-1)
		quantile := math.Exp(logMean + logSD*z)
		covered := 0
		for i := range repetitions {
			if b, _ := bound(t, m, l, Waits(100, uint64(1000+i))); b >= quantile {
				covered++
			}
		}
		c := l.Confidence
		if share := float64(covered) / repetitions; share < c-4*math.Sqrt(c*(1-c)/repetitions) {
			t.Errorf("%v: %v of the bounds cover the quantile", l, share)
		}
	}
}

// near allows for a few hundred roundings.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-11*math.Abs(b) }
