package methodstest

import (
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
	"waitbench/methods/curves"
)

// trained builds a predictor and refits it after waits that it has not bounded.
func trained(t T, m methods.Method, l methods.Level, waits []float64) methods.Predictor {
	t.Helper()
	p, err := m.Predictor(methods.Settings{Level: l})
	if err != nil {
		t.Fatalf("%v", err)
	}
	observe(p, waits...)
	p.Refit(0)
	return p
}

// bound is the bound of a predictor that is trained with waits.
func bound(t T, m methods.Method, l methods.Level, waits []float64) (float64, bool) {
	t.Helper()
	return trained(t, m, l, waits).Predict(query)
}

// query is so late that no bound is capped, and a week after the known waits.
// Its curve is log-normal.
var query = methods.Query{Submit: week, Procs: 1, Estimate: 3600, Longest: 1e300,
	Forecast: methods.Forecast{Curve: curve()}}

func curve() []float32 {
	var list []float32
	for _, q := range curves.Levels {
		list = append(list, float32(math.Pow(quantile(q), curves.Power)))
	}
	return list
}

// quantile is a quantile of Waits.
func quantile(q float64) float64 { return math.Exp(logMean + logSD*math.Sqrt2*math.Erfinv(2*q-1)) }

func observe(p methods.Predictor, waits ...float64) {
	before := query
	before.Submit = 0
	for _, w := range waits {
		p.Observe(methods.Event{Kind: methods.Started, Query: before, Wait: w})
	}
}

// near allows for a few hundred roundings.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-11*math.Abs(b) }

// leastHistory: there is no bound before the smallest history that is claimed,
// and one from there on.
func leastHistory(t T, m methods.Method) {
	levels := []methods.Level{level, {Quantile: .75, Confidence: .9},
		{Quantile: .5, Confidence: .6}}
	if m.Claims.Sides == methods.BothSides {
		levels = append(levels, methods.Level{Quantile: .25, Confidence: .95, Side: methods.Lower})
	}
	for _, l := range levels {
		least := m.Claims.Least(l)
		for _, n := range []int{0, least - 1, least} {
			if _, ok := bound(t, m, l, Waits(n, 1)); ok != (n == least) {
				t.Errorf("%v: a bound from %d waits is %v, the least are %d", l, n, ok, least)
			}
		}
	}
}

// monotone: the bound does not fall where quantile or confidence rise.
func monotone(t T, m methods.Method) {
	waits, byQuantile, byConfidence := Waits(1000, 2), 0.0, 0.0
	for _, x := range []float64{.05, .25, .5, .75, .9, .95, .99} {
		q, ok1 := bound(t, m, methods.Level{Quantile: x, Confidence: .95}, waits)
		c, ok2 := bound(t, m, methods.Level{Quantile: .95, Confidence: x}, waits)
		if !ok1 || !ok2 || q < byQuantile || c < byConfidence {
			t.Errorf("%v: bounds %v of the quantile and %v with the confidence, after %v and %v", x,
				q, c, byQuantile, byConfidence)
		}
		byQuantile, byConfidence = q, c
	}
}

// capped: a bound is cut off at 1.5 times the longest wait known and at a
// minute.
func capped(t T, m methods.Method) {
	p := trained(t, m, level, Waits(100, 12))
	want, _ := p.Predict(query)
	for _, longest := range []float64{0, 39, 41, 0.6 * want, want} {
		q := query
		q.Longest = longest
		if got, ok := p.Predict(q); !ok || got != min(want, max(60, 1.5*longest)) {
			t.Errorf("longest wait %v s: bound %v, %v; want %v", longest, got, ok,
				min(want, max(60, 1.5*longest)))
		}
	}
}

func anyOrder(t T, m methods.Method) {
	waits := Waits(500, 4)
	want, _ := bound(t, m, level, waits)
	shuffled := slices.Clone(waits)
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(shuffled), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	})
	for _, order := range [][]float64{shuffled, slices.Sorted(slices.Values(waits))} {
		if got, _ := bound(t, m, level, order); !near(got, want) {
			t.Errorf("bound %v, %v in another order", want, got)
		}
	}
}

func scales(t T, m methods.Method) {
	waits := Waits(500, 5)
	long := make([]float64, len(waits))
	for i, w := range waits {
		waits[i] = max(w, 1)
		long[i] = 60 * waits[i]
	}
	want, _ := bound(t, m, level, waits)
	if got, _ := bound(t, m, level, long); !near(got, 60*want) {
		t.Errorf("bound %v, %v of waits 60 times as long", want, got)
	}
}

func holds(t T, m methods.Method) {
	p := trained(t, m, level, Waits(100, 7))
	want, _ := p.Predict(query)
	observe(p, 1e9, 2e9, 3e9)
	if got, ok := p.Predict(query); !ok || got != want {
		t.Errorf("bound %v became %v, %v without a refit", want, got, ok)
	}
}

// lowerBounds: a lower bound exists, and is not above the upper one of the same
// quantile.
func lowerBounds(t T, m methods.Method) {
	waits := Waits(500, 10)
	for _, q := range []float64{.1, .25, .5, .9} {
		upper, ok := bound(t, m, methods.Level{Quantile: q, Confidence: .95}, waits)
		lower, lok := bound(t, m, methods.Level{Quantile: q, Confidence: .95, Side: methods.Lower},
			waits)
		if !ok || !lok || lower > upper {
			t.Errorf("quantile %v: lower bound %v, %v, upper %v, %v", q, lower, lok, upper, ok)
		}
	}
}

// anyQuantile: the bound at another level equals the bound of a predictor of
// that level, within the error of an interpolated table of factors.
func anyQuantile(t T, m methods.Method) {
	waits := Waits(400, 11)
	bounder := trained(t, m, level, waits).(methods.QuantileBounder)
	for _, q := range []float64{.001, .5, .77, .95, .9876, .999} {
		for _, side := range []methods.Side{methods.Upper, methods.Lower} {
			l := methods.Level{Quantile: q, Confidence: .95, Side: side}
			if m.Check(methods.Settings{Level: l}) != nil {
				continue
			}
			want, wok := bound(t, m, l, waits)
			if got, ok := bounder.BoundAt(query, l); ok != wok || math.Abs(got-want) > 1e-9*want {
				t.Errorf("%v: %v, %v, from a predictor of that level %v, %v", l, got, ok, want, wok)
			}
		}
	}
}

// remaining: the bound of a job that has waited is never negative. A method
// without forecasts bounds it as if only the longer waits were known, from the
// smallest history of the level on.
func remaining(t T, m methods.Method) {
	waits := Waits(400, 15)
	slices.Sort(waits)
	for _, l := range []methods.Level{level, {Quantile: .5, Confidence: .95}} {
		bounder := trained(t, m, l, waits).(methods.RemainingBounder)
		for _, longer := range []int{400, 200, l.Smallest(), l.Smallest() - 1, 0} {
			age := 0.0
			if longer < len(waits) {
				age = waits[len(waits)-longer-1]
			}
			got, ok := bounder.BoundRemaining(query, l, age)
			if ok && got < 0 {
				t.Errorf("%v: remaining wait %v after %v s", l, got, age)
			}
			if m.Forecaster != nil {
				continue
			}
			if ok != (longer >= l.Smallest()) {
				t.Errorf("%v: a bound by %d longer waits is %v, the least are %d", l,
					longer, ok, l.Smallest())
			}
			want, _ := bound(t, m, l, waits[len(waits)-longer:])
			if ok && math.Abs(got+age-want) > 1e-9*want {
				t.Errorf("%v: remaining wait %v after %v s, by the longer waits %v",
					l, got, age, want-age)
			}
		}
	}
}

// covers: over 2000 histories the bound lies on its side of the true quantile
// in at least the share c of them, less four standard deviations of that share.
// Where waits need only be exchangeable, also for integer waits with ties.
func covers(t T, m methods.Method) {
	levels := []methods.Level{level, {Quantile: .75, Confidence: .9}}
	if m.Claims.Sides == methods.BothSides {
		levels = append(levels, methods.Level{Quantile: .6, Confidence: .9, Side: methods.Lower})
	}
	for _, l := range levels {
		coversQuantile(t, m, l, quantile(l.Quantile), Waits)
		if m.Claims.Covers == methods.Exchangeable {
			// P[wait <= w] is (w+101)/300 for integers w from 0 to 199.
			coversQuantile(t, m, l, max(0, math.Ceil(300*l.Quantile)-101), waitsInTies)
		}
	}
}

func coversQuantile(t T, m methods.Method, l methods.Level, quantile float64,
	draw func(n int, seed uint64) []float64) {
	const repetitions = 2000
	covered := 0
	for i := range repetitions {
		b, ok := bound(t, m, l, draw(100, uint64(1000+i)))
		if ok && (b == quantile || (b > quantile) == (l.Side == methods.Upper)) {
			covered++
		}
	}
	c := l.Confidence
	if share := float64(covered) / repetitions; share < c-4*math.Sqrt(c*(1-c)/repetitions) {
		t.Errorf("%v, confidence %v: %v of the bounds cover the quantile", l, c, share)
	}
}

// waitsAlone: other attributes of jobs make no difference, nor do their
// submissions.
func waitsAlone(t T, m methods.Method) {
	blind, informed := trained(t, m, level, nil), trained(t, m, level, nil)
	for i, wait := range Waits(500, 14) {
		job := query
		job.Submit, job.Procs, job.Estimate = float64(60*i), int64(1+i%64), wait
		job.User, job.Index, job.Longest = int64(i%7), i, wait
		informed.Observe(methods.Event{Kind: methods.Submitted, Query: job})
		informed.Observe(methods.Event{Kind: methods.Started, Query: job, Wait: wait})
		blind.Observe(methods.Event{Kind: methods.Started, Wait: wait})
		informed.Refit(job.Submit)
		blind.Refit(job.Submit)
		want, wantOK := blind.Predict(methods.Query{})
		if got, ok := informed.Predict(job); got != want || ok != wantOK {
			t.Fatalf("after %d waits: bound %v, %v; of jobs without numbers %v, %v",
				i+1, got, ok, want, wantOK)
		}
	}
}
