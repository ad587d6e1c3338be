package methods

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods/internal/stat"
)

// TestBoundAtAgainstSorting: bmbp's bounds at any level, asked for at any time, are order
// statistics of the history.
func TestBoundAtAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, rule := range []RankRule{ExactRank, NormalRank} {
		p := newBMBP(Settings{Level: level95.Level, Rank: rule})
		p.Observe(Event{Kind: TrainingEnded})
		cuts := 0
		for i := range 3000 {
			o := Event{Wait: math.Floor(math.Exp(4 + rng.NormFloat64())), Bound: 1000, HasBound: true, Counts: true}
			if i%500 > 480 { // a run of misses now and then
				o.Wait += 2000
			}
			p.Observe(o)
			if i%7 != 0 {
				continue
			}
			waits := p.history.Waits()
			slices.Sort(waits)
			for _, q := range []float64{.5, .95, .999, rng.Float64(), .9 + .1*rng.Float64()} {
				for _, side := range []Side{Upper, Lower} {
					l := Level{Quantile: q, Confidence: .95, Side: side}
					k := l.rule(ExactRank).Rank(len(waits))
					if side == Upper && rule == NormalRank {
						k = stat.NormalRank(len(waits), q, .95)
					}
					got, ok := p.BoundAt(Query{}, l)
					if ok != (k > 0) || ok && got != waits[k-1] {
						t.Fatalf("%v %v of %d waits: bound %v, %v, want that of rank %d", side, l, len(waits), got, ok, k)
					}
				}
			}
			cuts, _ = p.ChangePoints()
		}
		if cuts == 0 {
			t.Error("the history was never cut: it tests too little")
		}
	}
}

// TestBoundAtAgainstAnother: the bounds of a ladder at another level are those of a predictor made
// for that level.
func TestBoundAtAgainstAnother(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, m := range []Method{bmbpMethod, lognormalMethod} {
		for _, n := range []int{0, 1, 2, 30, 58, 59, 400} {
			ladder, _ := m.Predictor(level95)
			for _, w := range shuffled(n) {
				ladder.Observe(Event{Wait: w})
			}
			ladder.Refit(0)
			for _, q := range []float64{.001, .5, .95, .999, rng.Float64(), .9 + .1*rng.Float64()} {
				for _, side := range []Side{Upper, Lower} {
					l := Level{Quantile: q, Confidence: .95, Side: side}
					other, _ := m.Predictor(Settings{Level: l})
					for _, w := range shuffled(n) {
						other.Observe(Event{Wait: w})
					}
					other.Refit(0)
					want, wantOK := other.Predict(Query{})
					got, ok := ladder.(Ladder).BoundAt(Query{}, l)
					if ok != wantOK || ok && math.Abs(got-want) > 1e-10*want || stat.Tabled(l.Quantile) && ok && got != want {
						t.Errorf("%s at %v of %d waits: %v, %v, want %v, %v", m.Name, l, n, got, ok, want, wantOK)
					}
				}
			}
		}
	}
}
