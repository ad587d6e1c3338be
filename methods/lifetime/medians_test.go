package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exactMedian returns the median of the time within which n processors become free,
// by bisection on the probabilities of all 2^p outcomes [Downey97, equations 6 to 8].
func exactMedian(s *State, n int64) float64 {
	var jobs []sized
	for i := range s.jobs {
		for _, procs := range s.jobs[i].sizes {
			jobs = append(jobs, sized{procs, &s.jobs[i]})
		}
	}
	low, high := 0.0, math.Log1p(s.end)
	for high-low > 1e-9 {
		middle := (low + high) / 2
		var chance float64
		for outcome := range uint(1) << len(jobs) {
			probability, freed := 1.0, int64(0)
			for i, j := range jobs {
				p := s.model.ended(j.job, math.Expm1(middle))
				if outcome>>i&1 == 1 {
					freed += j.procs
				} else {
					p = 1 - p
				}
				probability *= p
			}
			if freed >= n {
				chance += probability
			}
		}
		if chance >= 0.5 {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Expm1(high)
}

// TestMediansAgainstOneByOne: all medians at once are near what a search for one n
// finds, by both predictors, on random machines with jobs of all ages.
func TestMediansAgainstOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	var m Medians
	for _, test := range []struct {
		name         string
		rounds, jobs int
		many         func(*State, int64, float64) []float64
		one          func(*State, int64) float64
	}{
		{"combined", 100, 40, m.Combined, func(s *State, n int64) float64 { return s.Combined(float64(n), 0.5, 0) }},
		{"exact", 20, 6, m.Exact, exactMedian},
	} {
		worst, total, count := 0.0, 0.0, 0
		for range test.rounds {
			s, free := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(test.jobs))
			most := 1 + rng.Int64N(128-free)
			for i, got := range test.many(s, most, math.Inf(1)) {
				d := off(got, test.one(s, int64(i)+1))
				worst, total = max(worst, d), total+d
				count++
			}
		}
		// Linear in ln(1+t), a product of survivors is off where several jobs begin to end within a
		// cell: new ones, at tmin.
		if mean := total / float64(count); worst > gridStep || mean > 1e-3 {
			t.Errorf("%s: medians differ in ln(1 + t) by %v on average and up to %v", test.name, mean, worst)
		}
	}
}

func TestMediansUpToALimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	var some, all Medians
	for range 100 {
		s, free := randomState(rng, NewModel(-0.2, 0.1), 128, 1+rng.IntN(40))
		limit := math.Exp(12 * rng.Float64())
		full, cut := all.Combined(s, 128-free, math.Inf(1)), some.Combined(s, 128-free, limit)
		if rng.IntN(4) == 0 {
			full, cut = all.Exact(s, 128-free, math.Inf(1)), some.Exact(s, 128-free, limit)
		}
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
