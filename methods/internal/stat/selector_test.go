package stat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Random insertions, with many ties, of ranks that creep and jump, and of resets, against a sorted
// slice.
func TestSelectorAgainstSort(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var s Selector
		var sorted []float64
		rank := 0
		for op := range 3000 {
			switch p := rng.Float64(); {
			case p < 0.7:
				x := float64(rng.IntN(200)) - 20
				s.Insert(x)
				i, _ := slices.BinarySearch(sorted, x)
				sorted = slices.Insert(sorted, i, x)
			case p < 0.9:
				rank = max(0, rank+rng.IntN(5)-1)
				s.SetRank(rank)
			case p < 0.99:
				rank = rng.IntN(len(sorted) + 2)
				s.SetRank(rank)
			default:
				values := make([]float64, rng.IntN(100))
				for i := range values {
					values[i] = rng.NormFloat64()
				}
				before := slices.Clone(values)
				s.Reset(values)
				if !slices.Equal(values, before) {
					t.Fatalf("seed %d, step %d: Reset changed its values", seed, op)
				}
				sorted, rank = before, 0
				slices.Sort(sorted)
			}
			checkSelector(t, &s, sorted, rank)
			if t.Failed() {
				t.Fatalf("seed %d, step %d", seed, op)
			}
		}
	}
}

func checkSelector(t *testing.T, s *Selector, sorted []float64, rank int) {
	t.Helper()
	if s.Len() != len(sorted) {
		t.Errorf("Len %d, want %d", s.Len(), len(sorted))
	}
	all := s.AppendTo(nil)
	slices.Sort(all)
	if !slices.Equal(all, sorted) {
		t.Errorf("numbers %v, want %v", all, sorted)
	}
	got, ok := s.Value()
	if wantOK := rank >= 1 && rank <= len(sorted); ok != wantOK {
		t.Errorf("rank %d of %d: ok %t, want %t", rank, len(sorted), ok, wantOK)
	} else if ok && got != sorted[rank-1] {
		t.Errorf("rank %d of %d: %v, want %v", rank, len(sorted), got, sorted[rank-1])
	}
}

// The bound of a history as a method keeps it: rank after each insertion by the table.
func TestSelectorFollowsRanks(t *testing.T) {
	ranks := UpperRanks(0.95, 0.95)
	rng := rand.New(rand.NewPCG(3, 4))
	var s Selector
	var sorted []float64
	for range 2000 {
		x := rng.ExpFloat64()
		s.Insert(x)
		i, _ := slices.BinarySearch(sorted, x)
		sorted = slices.Insert(sorted, i, x)
		s.SetRank(ranks.Rank(s.Len()))
		checkSelector(t, &s, sorted, ranks.Rank(len(sorted)))
	}
}

// Fill a selector of n numbers at the rank of the level, one by one; the time is that of one
// insertion.
func BenchmarkSelector(b *testing.B) {
	ranks := UpperRanks(0.95, 0.95)
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			waits := make([]float64, n)
			for i := range waits {
				waits[i] = rng.ExpFloat64()
			}
			ranks.Rank(n)
			var s Selector
			b.ReportAllocs()
			for b.Loop() {
				s.Reset(nil)
				for i, x := range waits {
					s.Insert(x)
					s.SetRank(ranks.Rank(i + 1))
					s.Value()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/insert")
		})
	}
}

func TestSelectorResetSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for n := range 70 {
		all := make([]float64, n)
		for i := range all {
			all[i] = float64(rng.IntN(40))
		}
		slices.Sort(all)
		for k := 0; k <= n; k += 7 {
			var s Selector
			s.Insert(-1) // is to be forgotten
			s.ResetSorted(all, k)
			more := slices.Clone(all)
			for range 20 {
				if got, ok := s.Value(); ok != (k > 0) || ok && got != more[k-1] {
					t.Fatalf("number %d of %d: %v, %v, all are %v", k, len(more), got, ok, more)
				}
				x := float64(rng.IntN(40))
				s.Insert(x)
				at, _ := slices.BinarySearch(more, x)
				more = slices.Insert(more, at, x)
			}
		}
	}
}
