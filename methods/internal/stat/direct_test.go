package stat

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestDirectRankReference(t *testing.T) {
	for _, row := range readReference(t, "binomial-rank.csv") {
		n, q, c := int(number(t, row[0])), number(t, row[1]), number(t, row[2])
		want := 0
		if row[3] != "" {
			want = int(number(t, row[3]))
		}
		if got := UpperRank(n, q, c); got != want {
			t.Errorf("q=%v c=%v n=%d: rank %d, want %d", q, c, n, got, want)
		}
	}
}

// Levels with ties among them: those of TestRanksKnown.
func TestDirectRankAgainstTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	levels := []level{
		{.95, .95}, {.999, .95}, {.5, .95}, {.05, .95}, {.001, .95}, {.5, .5}, {.5, .75}, {.5, .9375}, {.5, .6875}, {.75, .25},
		{.9, .271}, {.99, .05}, {.999999, .999}, {.000001, .5},
	}
	for range 20 {
		levels = append(levels, level{rng.Float64(), rng.Float64()})
	}
	for _, l := range levels {
		upper, lower := UpperRanks(l.q, l.c), LowerRanks(l.q, l.c)
		if got := Smallest(l.q, l.c); got != upper.Smallest() {
			t.Errorf("%v: smallest %d, want %d", l, got, upper.Smallest())
		}
		for n := range 200 {
			n += rng.IntN(1 << (1 + n/16))
			if got, want := UpperRank(n, l.q, l.c), upper.Rank(n); got != want {
				t.Errorf("%v n=%d: upper rank %d, want %d", l, n, got, want)
			}
			if got, want := LowerRank(n, l.q, l.c), lower.Rank(n); got != want {
				t.Errorf("%v n=%d: lower rank %d, want %d", l, n, got, want)
			}
		}
	}
}

func TestDirectRankAllocatesNothing(t *testing.T) {
	if got := testing.AllocsPerRun(100, func() { UpperRank(1000, .9371, .95) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func BenchmarkUpperRank(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000, 100_000, 1_000_000} {
		for _, q := range []float64{.51234, .94321} {
			b.Run(fmt.Sprintf("n=%d/q=%v", n, q), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					UpperRank(n, q, .95)
				}
			})
		}
	}
}
