package history

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods/internal/stat"
)

// TestBoundAtAgainstSorting: bounds by any rule are order statistics of the
// waits that are left.
func TestBoundAtAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, normal := range []bool{false, true} {
		h := New(Rule{Quantile: .95, Confidence: .95, Normal: normal})
		h.EndTraining()
		cuts := 0
		for i := range 3000 {
			wait := math.Floor(math.Exp(4 + rng.NormFloat64()))
			if i%500 > 480 { // a run of misses now and then
				wait += 2000
			}
			o := Hit
			if wait > 1000 {
				o = Missed
			}
			h.Add(wait, o)
			if i%7 != 0 {
				continue
			}
			var waits []float64
			for k := range h.Len() {
				waits = append(waits, h.waits.At(k+1))
			}
			if !slices.IsSorted(waits) {
				t.Fatalf("%v are not in order", waits)
			}
			for _, q := range []float64{.5, .95, .999, rng.Float64(), .9 + .1*rng.Float64()} {
				for _, lower := range []bool{false, true} {
					r := Rule{Quantile: q, Confidence: .95, Lower: lower, Normal: normal}
					k := stat.UpperRanks(q, .95).Rank(len(waits))
					switch {
					case lower:
						k = stat.LowerRanks(q, .95).Rank(len(waits))
					case normal:
						k = stat.NormalRank(len(waits), q, .95)
					}
					got, ok := h.BoundAt(r)
					if ok != (k > 0) || ok && got != waits[k-1] {
						t.Fatalf("%+v of %d waits: bound %v, %v, want that of rank %d", r, len(waits), got, ok, k)
					}
				}
			}
			cuts, _ = h.ChangePoints()
		}
		if cuts == 0 {
			t.Error("the history was never cut: it tests too little")
		}
	}
}

// TestRefill: a refilled history and its next change points equal those of one
// that has added the waits.
func TestRefill(t *testing.T) {
	seen, given := New(Rule{Quantile: .8, Confidence: .9}), New(Rule{Quantile: .8, Confidence: .9})
	for i := range 500 {
		seen.Add(float64(i*7919%500), Uncounted)
	}
	seen.Arm(0)
	given.Arm(0)
	waits := make([]float64, 500)
	for i := range waits {
		waits[i] = float64(i * 7919 % 500)
	}
	given.Refill(waits)
	for i := range 100 {
		o := Missed
		if i%10 == 0 {
			o = Hit
		}
		a, b := seen.Add(float64(1000+i), o), given.Add(float64(1000+i), o)
		seen.Refit()
		given.Refit()
		x, xok := seen.Bound()
		y, yok := given.Bound()
		if a != b || x != y || xok != yok || seen.Len() != given.Len() {
			t.Fatalf("after %d waits: %v, %v, %d left; refilled %v, %v, %d left", i, a, x, seen.Len(), b, y, given.Len())
		}
	}
	if cuts, _ := seen.ChangePoints(); cuts == 0 {
		t.Error("no change point: it tests too little")
	}
}
