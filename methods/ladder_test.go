package methods

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods/internal/stat"
)

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
