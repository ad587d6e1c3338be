package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"
)

// off compares times as solutions are: in ln(1 + t).
func off(a, b float64) float64 { return math.Abs(math.Log1p(a) - math.Log1p(b)) }

// TestMediansAgainstOneByOne: the grid finds what the search for one n finds, by both predictors,
// on random machines with jobs of all ages.
func TestMediansAgainstOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	var m Medians
	for name, by := range map[string]struct {
		many func(*State, int64, float64) []float64
		one  func(*State, int64) float64
	}{
		"combined": {m.Combined, func(s *State, n int64) float64 { return s.Combined(n, 0.5, 0) }},
		"exact":    {m.Exact, func(s *State, n int64) float64 { return s.Exact(n, 0.5, 0, 100) }},
	} {
		worst, total, count := 0.0, 0.0, 0
		for range 100 {
			s, _ := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(40))
			most := 1 + rng.Int64N(s.total)
			for i, got := range by.many(&s, most, math.Inf(1)) {
				d := off(got, by.one(&s, int64(i)+1))
				worst, total = max(worst, d), total+d
				count++
			}
		}
		// Linear in ln(1+t), a product of survivors is off where several jobs begin to end within a
		// cell: new ones, at tmin.
		if mean := total / float64(count); worst > gridStep || mean > 1e-3 {
			t.Errorf("%s: medians differ in ln(1 + t) by %v on average and up to %v", name, mean, worst)
		}
	}
}

func TestMediansUpToALimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	var some, all Medians
	for range 100 {
		s, _ := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(40))
		limit := math.Exp(12 * rng.Float64())
		exact := rng.IntN(4) == 0
		full, cut := all.Combined(&s, s.total, math.Inf(1)), some.Combined(&s, s.total, limit)
		if exact {
			full, cut = all.Exact(&s, s.total, math.Inf(1)), some.Exact(&s, s.total, limit)
		}
		for i, want := range full {
			if math.IsInf(want, 1) {
				t.Fatalf("no median for %d processors of %d", i+1, s.total)
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

// BenchmarkMedians is the cost of all medians of a machine of 128 processors.
func BenchmarkMedians(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 0))
	s, _ := randomState(rng, NewModel(-0.2, 0.1), 128, 15)
	var m Medians
	for name, many := range map[string]func(*State, int64, float64) []float64{"combined": m.Combined, "exact": m.Exact} {
		b.Run("predictor="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				many(&s, s.total/2, math.Inf(1))
			}
		})
	}
}
