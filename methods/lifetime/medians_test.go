package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMediansAgainstOneByOne: all medians at once are near the solutions for
// one n, by both predictors, on random machines with jobs of all ages.
func TestMediansAgainstOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	var m Medians
	worst, total, count := 0.0, 0.0, 0
	for round := range 100 {
		s, free := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(40))
		s.least = []int{Usual, OnlyA, 1, 4, OnlyB}[round%5]
		most := 1 + rng.Int64N(128-free)
		for i, got := range m.Combined(s, most, math.Inf(1)) {
			want := s.Combined(float64(i+1), 0.5, 0)
			if got == want { // none by A alone
				continue
			}
			d := off(got, want)
			worst, total = max(worst, d), total+d
			count++
		}
	}
	// Linear in ln(1+t), a product of survivors is off where several jobs begin
	// to end within a cell: new ones, at tmin.
	if mean := total / float64(count); worst > gridStep || mean > 1e-3 {
		t.Errorf("medians differ in ln(1 + t) by %v on average and up to %v", mean, worst)
	}
}

func TestMediansUpToALimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	var some, all Medians
	for range 100 {
		s, free := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(40))
		limit := math.Exp(12 * rng.Float64())
		full, cut := all.Combined(s, 128-free, math.Inf(1)), some.Combined(s, 128-free, limit)
		for i, want := range full {
			if math.IsInf(want, 1) {
				t.Fatalf("no median for %d processors of %d", i+1, 128-free)
			}
			if got := cut[i]; got != want && (want <= limit || !math.IsInf(got, 1)) {
				t.Fatalf("%d processors: %v s with a limit of %v s, %v s without", i+1, got, limit, want)
			}
		}
	}
}

func TestMediansOfEndedJobs(t *testing.T) {
	var m Medians
	for i, got := range m.Combined(stateOf(decades, 4, math.Exp(11), 3, math.Exp(12)), 7, math.Inf(1)) {
		if got != 0 {
			t.Errorf("%d processors of jobs past tmax: %v s, want 0 s", i+1, got)
		}
	}
}
