package stat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOrderedAgainstSorting(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var o Ordered
		var all []float64
		ask := func(k int) {
			if got := o.At(k); got != all[k-1] {
				t.Fatalf("seed %d: number %d of %d is %v, want %v", seed, k, len(all), got, all[k-1])
			}
		}
		for i := range 6000 {
			x := float64(rng.IntN(1 << (2 + 6*seed))) // many ties for small seeds
			o.Insert(x)
			k, _ := slices.BinarySearch(all, x)
			all = slices.Insert(all, k, x)
			if o.Len() != len(all) {
				t.Fatalf("%d numbers, want %d", o.Len(), len(all))
			}
			for range rng.IntN(3) {
				ask(1 + rng.IntN(len(all)))
			}
			if i%2500 == 2499 {
				rest := slices.Clone(all[:700])
				rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
				o.Reset(rest)
				all = all[:700]
				for k := range all {
					ask(k + 1)
				}
			}
		}
		o.Reset(nil)
		o.Insert(7)
		if o.Len() != 1 || o.At(1) != 7 {
			t.Errorf("%d numbers, the first %v, after a reset to none", o.Len(), o.At(1))
		}
	}
}
