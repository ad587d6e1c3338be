package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"
)

// naiveStarts lets jobs start in order by the definition, each predicted by bisection to the last
// bit.
func naiveStarts(s *State, free int64, sizes []int64) []float64 {
	var starts []float64
	last, n := 0.0, -free
	for _, procs := range sizes {
		n += procs
		reached := func(t float64) bool { return s.freed(t) >= float64(n) }
		if s.second >= n {
			reached = func(t float64) bool { return s.unhelped(n, t) <= 0.5 }
		}
		if n > 0 && !reached(last) {
			from, to := last, s.end
			for range 200 {
				if middle := (from + to) / 2; reached(middle) {
					to = middle
				} else {
					from = middle
				}
			}
			last = to
		}
		s.Add(procs, -last)
		starts = append(starts, last)
	}
	return starts
}

// randomState is a machine that jobs of random sizes and ages fill but for some free processors.
func randomState(rng *rand.Rand, m Model, capacity int64, jobs int) (s State, free int64) {
	s.Reset(m)
	free = capacity
	for range jobs {
		procs := min(int64(math.Exp(rng.Float64()*math.Log(float64(capacity)/2)))+1, free)
		if procs == 0 {
			break
		}
		free -= procs
		s.Add(procs, math.Floor(math.Exp(rng.Float64()*12)))
	}
	return s, free
}

func TestLineAgainstTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	var worst, total float64
	count := 0
	for range 300 {
		m := NewModel(-0.2, 0.1) // e^2 to e^12 s
		s, free := randomState(rng, m, 128, 1+rng.IntN(40))
		sizes := make([]int64, 1+rng.IntN(60))
		for i := range sizes {
			sizes[i] = 1 + rng.Int64N(int64(1)<<rng.IntN(8))
		}
		plain := State{model: m}
		plain.Reset(m)
		for _, j := range s.jobs {
			plain.Add(j.procs, j.age)
		}
		line := s.Line(free)
		for i, want := range naiveStarts(&plain, free, sizes) {
			before := line.Last
			line.Place(sizes[i])
			if line.Last < before {
				t.Fatalf("job %d starts at %v, before the one ahead at %v", i, line.Last, before)
			}
			off := math.Abs(math.Log1p(line.Last) - math.Log1p(want))
			worst = max(worst, off)
			total += off
			count++
		}
	}
	if mean := total / float64(count); worst > cell || mean > cell/5 {
		t.Errorf("starts differ in ln(1 + t) by %v on average and up to %v, in cells of %v", mean, worst, cell)
	}
}
