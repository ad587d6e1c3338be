package history

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkProbability compares the first question after a new wait, the second and any further one
// with 99 bounds.
func BenchmarkProbability(b *testing.B) {
	for _, n := range []int{1_000, 48_000} {
		h := New(Rule{Quantile: .95, Confidence: .95})
		rng := rand.New(rand.NewPCG(6, 6))
		for range n {
			h.Add(rng.ExpFloat64()*1000, Uncounted)
		}
		h.Refit()
		deadlines := make([]float64, 1024)
		for i := range deadlines {
			deadlines[i] = rng.ExpFloat64() * 1000
		}
		for _, how := range []struct {
			name string
			ask  func(d float64) float64
		}{
			{"99bounds", func(d float64) (most float64) {
				for i := 1; i <= 99; i++ {
					if b, ok := h.BoundAt(Rule{Quantile: float64(i) / 100, Confidence: .95}); ok && b <= d {
						most = float64(i) / 100
					}
				}
				return most
			}},
			{"first", func(d float64) float64 { h.ladder.forget(); return h.Probability(d) }},
			{"second", func(d float64) float64 { h.ladder.built = false; return h.Probability(d) }},
			{"further", h.Probability},
		} {
			how.ask(0)
			b.Run(fmt.Sprintf("by=%s/n=%d", how.name, n), func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					how.ask(deadlines[i%len(deadlines)])
					i++
				}
			})
		}
	}
}
