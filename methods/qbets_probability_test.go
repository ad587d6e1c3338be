package methods

import (
	"math"
	"math/rand/v2"
	"testing"
)

// newQBETS is a predictor of qbets.
func newQBETS(s Settings) *QBETS {
	m, _ := Named("qbets")
	return m.Bound(s).(*QBETS)
}

// byBounds is the answer from 99 bounds.
func byBounds(p QuantileBounder, q Query, d, confidence float64) (most float64) {
	for i := 1; i <= 99; i++ {
		if b, ok := p.BoundAt(q, Level{Quantile: float64(i) / 100, Confidence: confidence}); ok && b <= d {
			most = float64(i) / 100
		}
	}
	return most
}

func TestProbabilityAgainst99Bounds(t *testing.T) {
	for _, s := range []Settings{level95, {Level: Level{Quantile: .5, Confidence: .8, Side: Lower}}} {
		rng := rand.New(rand.NewPCG(5, 5))
		p := newQBETS(s)
		for n := range 1500 {
			procs := int64(1) << rng.IntN(7)
			p.Observe(Event{Query: Query{Procs: procs, Estimate: -1},
				Wait: math.Floor(rng.ExpFloat64() * float64(20*procs))})
			if n%50 == 0 {
				p.Refit(0)
			}
			if n == 300 {
				p.Observe(Event{Kind: TrainingEnded})
			}
			q := Query{Procs: int64(1) << rng.IntN(8), Estimate: -1}
			for range 3 {
				// waits are integers, so that ties are common
				d := math.Floor(rng.ExpFloat64() * 1000)
				if got, want := p.Probability(q, d), byBounds(p, q, d, s.Confidence); got != want {
					t.Fatalf("%+v, %d waits: probability of %v s is %v, by 99 bounds %v", s, n+1, d, got, want)
				}
			}
		}
	}
}
