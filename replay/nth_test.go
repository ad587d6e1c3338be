package replay

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// boundsOverTime are bounds as those of a long history: they wander less and less.
func boundsOverTime(n int) []float64 {
	rng := rand.New(rand.NewPCG(3, 3))
	x := make([]float64, n)
	sum := 0.0
	for i := range x {
		sum += math.Exp(2 * rng.NormFloat64())
		x[i] = sum / float64(i+1)
	}
	return x
}

func TestNthAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		x := boundsOverTime(1 + rng.IntN(400))
		sorted := slices.Sorted(slices.Values(x))
		k := rng.IntN(len(x))
		if got := nth(x, k); got != sorted[k] || x[k] != got || k > 0 && slices.Max(x[:k]) > got || slices.Min(x[k:]) < got {
			t.Fatalf("value %d of %d is %v, want %v, with no greater one before it and no smaller one behind", k, len(x), got, sorted[k])
		}
	}
}
