package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods/internal/stat"
)

var decades = NewModel(0, 0.1) // 1 s to e^10 s

func stateOf(m Model, procsAndAges ...float64) *State {
	s := &State{}
	s.Reset(m)
	for i := 0; i < len(procsAndAges); i += 2 {
		s.Add(int64(procsAndAges[i]), 1, procsAndAges[i+1])
	}
	return s
}

// TestByHand: with cdf(t) = ln t / 10, a job of age e^2 survives to lifetime x with probability (10
// - ln x) / 8.
func TestByHand(t *testing.T) {
	e := math.Exp
	for _, test := range []struct {
		name  string
		state *State
		n     int64
		p     float64
		want  float64
	}{
		// A. One benefactor: 10 - ln x = 8/2, so x = e^6.
		{"one job", stateOf(decades, 4, e(2)), 4, 0.5, -1},
		// Two: ((10 - ln x)/8)^2 = 1/2.
		{"two alike", stateOf(decades, 4, e(2), 4, e(2)), 4, 0.5, e(10-8/math.Sqrt2) - e(2)},
		// 0.05 = ((10 - ln x)/8)^2.
		{"two alike, bound", stateOf(decades, 4, e(2), 4, e(2)), 4, 0.95, e(10-8*math.Sqrt(0.05)) - e(2)},
		// Two that have just started: (1 - ln(x)/10)^2 = 1/2.
		{"two new ones", stateOf(decades, 9, 0, 5, 0), 5, 0.5, e(10 * (1 - math.Sqrt(0.5)))},
		// The job with 3 processors is no benefactor.
		{"two alike and a small one", stateOf(decades, 4, e(2), 3, e(2), 4, e(2)), 4, 0.5, e(10-8/math.Sqrt2) - e(2)},
		// A job past tmax ends now.
		{"past tmax", stateOf(decades, 4, e(11), 4, e(2)), 4, 0.5, 0},
		// B. 8 (1 - s) = 4 where no job alone has more than 2: s = 1/2.
		{"fluid", stateOf(decades, 2, e(2), 2, e(2), 2, e(2), 2, e(2)), 4, 0.5, e(6) - e(2)},
		// One benefactor is too few for A: 4 (1 - s) + 2 (1 - s) = 4, s = 1/3.
		{"one benefactor", stateOf(decades, 4, e(2), 2, e(2)), 4, 0.5, e(10-8./3) - e(2)},
		// All that there is: when the last has ended for certain.
		{"everything", stateOf(decades, 4, e(2), 2, e(3)), 6, 0.5, e(10) - e(2)},
		// A job that starts in 1000 s is part of the fluid from then on: by then 10 processors are
		// as good as free, 2 more take e^5.
		{"one to come", stateOf(decades, 10, e(10)-1000, 4, -1000), 12, 0.5, 1000 + e(5)},
		{"free already", stateOf(decades, 4, e(2)), 0, 0.5, 0},
		// B with z: 16 jobs of one processor, u of them ended on average: 16 u - z sqrt(16 u (1-u))
		// = 8, with z = 1 for p = Phi(1): (16u - 8)^2 = 16 u (1-u), 17 u^2 - 17 u + 4 = 0, u = (17
		// + sqrt 17)/34; 1 - u = (10 - ln x)/8.
		{"fluid, bound", stateOf(decades, repeated(16, 1, e(2))...), 8, 0.8413447460685429,
			e(10-8*(17-math.Sqrt(17))/34) - e(2)},
	} {
		got, want := test.state.Combined(test.n, test.p, 0), test.want
		if test.name == "one job" {
			got, want = test.state.A(test.n, test.p, 0), e(6)-e(2)
		}
		if test.name == "fluid, bound" {
			got = test.state.B(test.n, test.p, 0)
		}
		if math.Abs(math.Log1p(got)-math.Log1p(want)) > tolerance {
			t.Errorf("%s: %v s, want %v s", test.name, got, want)
		}
	}
}

func repeated(n int, procs, age float64) []float64 {
	var x []float64
	for range n {
		x = append(x, procs, age)
	}
	return x
}

// TestAlikeJobs: jobs that count as one are predicted as if they were put in one by one, alone and with
// a line in front of them, by convolution and by series.
func TestAlikeJobs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	worst, fewer := 0.0, 0
	for round := range 30 {
		m := NewModel(-0.2, 0.1)
		shortest, _ := m.Range()
		var ones, counted State
		ones.Reset(m)
		counted.Reset(m)
		for range 1 + rng.IntN(1+round) {
			procs, count, age := 1+rng.Int64N(20), 1+rng.IntN(12), shortest*math.Exp(12*rng.Float64()-1)
			counted.Add(procs, count, age)
			for range count {
				ones.Add(procs, 1, age)
			}
		}
		fewer += len(ones.jobs) - len(counted.jobs)
		if counted.extent != ones.extent {
			t.Fatalf("jobs are %+v, one by one %+v", counted.extent, ones.extent)
		}
		near := 1e-9 // of what needs no sums over nodes: these differ, and are good to 3e-6
		compare := func(what string, of func(*State) float64) {
			a, b := of(&counted), of(&ones)
			if worst = max(worst, off(a, b)); off(a, b) > near {
				t.Errorf("%d jobs in %d, %s: %v, one by one %v", len(ones.jobs), len(counted.jobs), what, a, b)
			}
		}
		n, p := 1+rng.Int64N(ones.total), 0.05+0.9*rng.Float64()
		ask := func() {
			if ones.largest >= n {
				compare("A", func(s *State) float64 { return s.A(n, p, 0) })
			}
			compare("convolution", func(s *State) float64 { s.prepare(n); chance, _ := s.chance(1000); return chance })
			near = 3e-6
			compare("Exact", func(s *State) float64 { return s.Exact(n, p, 0, 100) })
			compare("B", func(s *State) float64 { return s.B(n, p, 0) })
			compare("series", func(s *State) float64 { return s.nearly(n, 1, p, 0, 100) })
		}
		var medians Medians
		for _, many := range []func(*State, int64, float64) []float64{medians.Combined, medians.Exact} {
			compare("all medians", func(s *State) float64 { return stat.Sum(many(s, s.total, math.Inf(1))) / float64(s.total) })
		}
		ask()
		sizes := []int64{7, 7, 7, 7, 7, 7, 12, 12, 3}
		compare("a line", func(s *State) float64 {
			line := s.Line(0)
			line.Place(sizes[:min(n/12, 9)], unknown(int(min(n/12, 9))))
			return line.Last
		})
		ask()
	}
	if t.Logf("%d fewer, off by %.1g at worst", fewer, worst); fewer < 500 {
		t.Error("it tests nothing")
	}
}

func TestFrom(t *testing.T) {
	s := stateOf(decades, 4, math.Exp(2), 4, math.Exp(2))
	late := s.Combined(4, 0.5, 0) + 100
	if got := s.Combined(4, 0.5, late); got != late {
		t.Errorf("%v s, want no earlier than %v s, and no later", got, late)
	}
	if got := s.Exact(4, 0.5, late, late); got != late {
		t.Errorf("exact: %v s, want no earlier than %v s, and no later", got, late)
	}
}

// TestPastTheEnd: rounding may leave a little of the last job at the time at which it has ended for
// certain.
func TestPastTheEnd(t *testing.T) {
	for age := 0.0; age < 20000; age += 0.37 {
		s := stateOf(decades, 3, age)
		if got, want := s.B(3, 0.5, 0), math.Exp(10)-age; math.Abs(got-want) > 2e-3*want {
			t.Fatalf("age %v: %v s, want %v s", age, got, want)
		}
	}
}

// TestReach: zeros are found of any shape, and where slopes are told wrongly.
func TestReach(t *testing.T) {
	for _, root := range []float64{0, 1e-6, 0.3, 1, 17, 3600, 1e6} {
		for name, shape := range map[string]func(x float64) (y, slope float64){
			"line":   func(x float64) (y, slope float64) { return x, 1 },
			"cube":   func(x float64) (y, slope float64) { return x * x * x, 3 * x * x },
			"root":   func(x float64) (y, slope float64) { return math.Cbrt(x), 1 / (3 * math.Cbrt(x*x)) },
			"step":   func(x float64) (y, slope float64) { return math.Tanh(1e6 * x), 1e6 / math.Pow(math.Cosh(1e6*x), 2) },
			"uneven": func(x float64) (y, slope float64) { return math.Expm1(5 * x), 5 * math.Exp(5*x) },
			"steep":  func(x float64) (y, slope float64) { return x, 9 },
			"flat":   func(x float64) (y, slope float64) { return x, 0.1 },
			"none":   func(x float64) (y, slope float64) { return x, 0 },
		} {
			for _, guess := range []float64{0, root / 3, root, 5 * root, 1e9} {
				calls, s := 0, State{extent: extent{end: 1e7}}
				got, _ := s.reach(func(at float64) (excess, slope, room float64) {
					calls++
					excess, slope = shape(math.Log1p(at) - math.Log1p(root))
					return excess, slope / (1 + at), 0
				}, 0, guess, tolerance)
				allowed := tolerance
				switch name { // the last step, of 1e-8, is too short
				case "steep":
					allowed *= 9
				case "cube":
					allowed *= 3
				}
				if math.Abs(math.Log1p(got)-math.Log1p(root)) > allowed {
					t.Errorf("%s: zero at %v found at %v from %v", name, root, got, guess)
				}
				// 37 halvings of ln(1 + end) lead to 1e-10.
				if calls > 12+2*37 {
					t.Errorf("%s: zero at %v took %d evaluations from %v", name, root, calls, guess)
				}
			}
		}
	}
	s := State{extent: extent{end: 100}}
	if got, _ := s.reach(func(float64) (excess, slope, room float64) { return -1, 1, 0 }, 5, 0, tolerance); math.Abs(got-100) > 1e-7 {
		t.Errorf("%v where it is below zero everywhere, want the end", got)
	}
}
