package lifetime

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// naiveStarts lets jobs start in order by the definition, each predicted by bisection to 1e-12 of
// 1 + t.
func naiveStarts(s *State, free int64, sizes []int64) []float64 {
	var starts []float64
	last, n := 0.0, -free
	for _, procs := range sizes {
		n += procs
		reached := func(t float64) bool { return plainFreed(s, t) >= float64(n) }
		if s.second >= n {
			reached = func(t float64) bool {
				left, _, _ := s.unhelped(n, t)
				return left <= 0.5
			}
		}
		if n > 0 && !reached(last) {
			from, to := math.Log1p(last), math.Log1p(s.end)
			for to-from > 1e-12 {
				if middle := (from + to) / 2; reached(math.Expm1(middle)) {
					to = middle
				} else {
					from = middle
				}
			}
			last = math.Expm1(to)
		}
		s.Add(procs, 1, -last)
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
		s.Add(procs, 1, math.Floor(math.Exp(rng.Float64()*12)))
	}
	return s, free
}

// TestLineAgainstTheDefinition: starts of jobs ahead, and the forecast of the job behind them, are
// within 1e-6 of the exact solutions, in lines of any length.
func TestLineAgainstTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for round := range 200 {
		m := NewModel(0.1-0.3*rng.Float64(), 0.08+0.05*rng.Float64()) // from some seconds to days
		s, free := randomState(rng, m, 128, 1+rng.IntN(40))
		sizes := make([]int64, 1+rng.IntN(60))
		if round%50 == 0 {
			sizes = make([]int64, 600)
		}
		for i := range sizes {
			sizes[i] = 1 + rng.Int64N(int64(1)<<rng.IntN(8))
		}
		plain := State{model: m}
		plain.Reset(m)
		for _, j := range s.jobs {
			plain.Add(j.procs, 1, j.age)
		}
		line := s.Line(free)
		for i, want := range naiveStarts(&plain, free, sizes) {
			before := line.Last
			forecast := line.Combined(line.Needed+sizes[i], 0.5, before)
			line.Place(sizes[i:i+1], unknown(1))
			if line.Last < before {
				t.Fatalf("job %d starts at %v, before the one ahead at %v", i, line.Last, before)
			}
			for _, got := range []float64{line.Last, forecast} {
				if math.Abs(got-want) > 1e-6*max(want, 0.01) {
					t.Fatalf("job %d of %d starts at %v, is forecast for %v, want %v", i, len(sizes), line.Last, forecast, want)
				}
			}
		}
	}
}

// TestLongLines: where a line of runs of jobs of one size is placed at once, its end and the
// forecast of the job behind it are within 1e-5 of the exact solutions, and all starts within 1e-3.
// So they are a little later, after a job has ended and one of those ahead is gone, where the
// starts are known from before. On small machines whose jobs are much alike in length each start
// hangs on those before it: there ends are within 1e-4.
func TestLongLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	worst, worstEnd := 0.0, [2]float64{}
	for round := range 16 {
		m, capacity := NewModel(0.1-0.3*rng.Float64(), 0.08+0.05*rng.Float64()), int64(1024)
		if round%2 == 1 {
			m, capacity = NewModel(-0.2, 0.2+0.3*rng.Float64()), 8
		}
		machine, free := randomState(rng, m, capacity, 20+rng.IntN(300))
		running := machine.jobs
		var sizes []int64
		for len(sizes) < 300 {
			procs := 1 + rng.Int64N(min(capacity, int64(1)<<rng.IntN(8)))
			for range 1 + rng.IntN(80) {
				sizes = append(sizes, procs)
			}
		}
		starts := unknown(len(sizes))
		for later := 0.0; later < 100; later += 50 {
			var s, plain State
			for _, state := range []*State{&s, &plain} {
				state.Reset(m)
				for _, j := range running {
					state.Add(j.procs, 1, j.age+later)
				}
			}
			want := naiveStarts(&plain, free, append(sizes, 8))
			line := s.Line(free)
			line.Place(sizes, starts)
			for i, start := range want[:len(sizes)] {
				worst = max(worst, math.Abs(starts[i]-start)/(1+start))
			}
			for i, got := range []float64{line.Last, line.Median(8)} {
				end := want[len(sizes)-1+i]
				worstEnd[round%2] = max(worstEnd[round%2], math.Abs(got-end)/(1+end))
			}
			free, running = free+running[0].procs, running[1:]
			gone := rng.IntN(len(sizes))
			sizes, starts = slices.Delete(sizes, gone, gone+1), slices.Delete(starts, gone, gone+1)
			for i := range starts {
				starts[i] -= 50
			}
			starts[min(gone, len(starts)-1)] = math.NaN()
		}
	}
	t.Logf("starts are off by %.1g at worst, ends by %.1g", worst, worstEnd)
	if worst > 1e-3 || worstEnd[0] > 1e-5 || worstEnd[1] > 1e-4 || worst == 0 {
		t.Errorf("starts are off by %g, ends by %g", worst, worstEnd)
	}
}

// plainFreed is the mean number of processors freed within t.
func plainFreed(s *State, t float64) (mean float64) {
	for i := range s.jobs {
		mean += float64(float64(s.jobs[i].procs) * s.model.ended(&s.jobs[i], t))
	}
	return mean
}

// unknown is the starts of jobs that were in no line before.
func unknown(jobs int) []float64 { return slices.Repeat([]float64{math.NaN()}, jobs) }
