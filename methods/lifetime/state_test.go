package lifetime

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var decades = NewModel(0, 0.1) // 1 s to e^10 s

func stateOf(m Model, procsAndAges ...float64) *State {
	s := &State{}
	s.Reset(m, Usual)
	for i := 0; i < len(procsAndAges); i += 2 {
		s.Add(int64(procsAndAges[i]), procsAndAges[i+1])
	}
	return s
}

// randomState returns a machine that jobs of random sizes and ages fill but for
// some free processors.
func randomState(rng *rand.Rand, m Model, capacity int64, jobs int) (s *State, free int64) {
	s = stateOf(m)
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

// off returns how far two times are apart in ln(1+t).
func off(a, b float64) float64 { return math.Abs(math.Log1p(a) - math.Log1p(b)) }

// TestByHand: with cdf(t) = ln t / 10, a job of age e^2 survives to lifetime x
// with probability (10 - ln x) / 8.
func TestByHand(t *testing.T) {
	e := math.Exp
	twoAlike := stateOf(decades, 4, e(2), 4, e(2))
	late := twoAlike.Combined(4, 0.5, 0) + 100
	var sixteen []float64
	for range 16 {
		sixteen = append(sixteen, 1, e(2))
	}
	for _, test := range []struct {
		name         string
		state        *State
		n, p         float64
		from, want   float64
		onlyA, onlyB bool
	}{
		// A. One benefactor: 10 - ln x = 8/2, so x = e^6.
		{name: "one job", state: stateOf(decades, 4, e(2)), n: 4, p: 0.5, want: e(6) - e(2), onlyA: true},
		// Two: ((10 - ln x)/8)^2 = 1/2.
		{name: "two alike", state: twoAlike, n: 4, p: 0.5, want: e(10-8/math.Sqrt2) - e(2)},
		{name: "no earlier than asked", state: twoAlike, n: 4, p: 0.5, from: late, want: late},
		// 0.05 = ((10 - ln x)/8)^2.
		{name: "two alike, bound", state: twoAlike, n: 4, p: 0.95, want: e(10-8*math.Sqrt(0.05)) - e(2)},
		// Two that have just started: (1 - ln(x)/10)^2 = 1/2.
		{name: "two new ones", state: stateOf(decades, 9, 0, 5, 0), n: 5, p: 0.5, want: e(10 * (1 - math.Sqrt(0.5)))},
		// The job with 3 processors is no benefactor.
		{name: "two alike and a small one", state: stateOf(decades, 4, e(2), 3, e(2), 4, e(2)), n: 4, p: 0.5,
			want: e(10-8/math.Sqrt2) - e(2)},
		// A job past tmax ends now.
		{name: "past tmax", state: stateOf(decades, 4, e(11), 4, e(2)), n: 4, p: 0.5},
		// B. 8 (1 - s) = 4 where no job alone has more than 2: s = 1/2.
		{name: "fluid", state: stateOf(decades, 2, e(2), 2, e(2), 2, e(2), 2, e(2)), n: 4, p: 0.5, want: e(6) - e(2)},
		// One benefactor is too few for A: 4 (1 - s) + 2 (1 - s) = 4, s = 1/3.
		{name: "one benefactor", state: stateOf(decades, 4, e(2), 2, e(2)), n: 4, p: 0.5, want: e(10-8./3) - e(2)},
		// All that there is: when the last has ended for certain.
		{name: "everything", state: stateOf(decades, 4, e(2), 2, e(3)), n: 6, p: 0.5, want: e(10) - e(2)},
		{name: "more than there is", state: stateOf(decades, 4, e(2), 2, e(3)), n: 7, p: 0.5, want: e(10) - e(2)},
		// A job that starts in 1000 s is part of the fluid from then on: by
		// then 10 processors are as good as free, 2 more take e^5.
		{name: "one to come", state: stateOf(decades, 10, e(10)-1000, 4, -1000), n: 12, p: 0.5, want: 1000 + e(5)},
		{name: "free already", state: stateOf(decades, 4, e(2)), p: 0.5},
		// B with z: 16 jobs of one processor, u of them ended on average: 16 u
		// - z sqrt(16 u (1-u)) = 8, with z = 1 for p = Phi(1): (16u - 8)^2 = 16
		// u (1-u), 17 u^2 - 17 u + 4 = 0, u = (17 + sqrt 17)/34; 1 - u = (10 -
		// ln x)/8.
		{name: "fluid, bound", state: stateOf(decades, sixteen...), n: 8, p: 0.8413447460685429,
			want: e(10-8*(17-math.Sqrt(17))/34) - e(2), onlyB: true},
	} {
		got := test.state.Combined(test.n, test.p, test.from)
		switch {
		case test.onlyA:
			got = test.state.predictorA(test.n, test.p, 0)
		case test.onlyB:
			got = test.state.predictorB(test.n, test.p, 0)
		}
		if off(got, test.want) > tolerance {
			t.Errorf("%s: %v s, want %v s", test.name, got, test.want)
		}
	}
}

// exactMedian is the median of the time within which n processors become free,
// by equations 5 to 8 of the paper: the sum, over all sets of jobs that have
// ended and free n, of the probability of the set. The paper's equation 6 has
// its two factors the wrong way round. Lifetimes are those of decades. The cost
// doubles with each job.
func exactMedian(procs []int64, ages []float64, n int64) float64 {
	free := make([]int64, 1<<len(procs)) // by each set of ended jobs
	odds := make([]float64, 1<<len(procs))
	enough := func(t float64) float64 {
		odds[0] = 1
		total := 0.0
		for i := range procs {
			cdf := func(x float64) float64 { return min(max(math.Log(x)/10, 0), 1) }
			ended := 1.0
			if alive := 1 - cdf(ages[i]); alive > 0 {
				ended = 1 - (1-cdf(ages[i]+t))/alive
			}
			for set := range 1 << i {
				with := set | 1<<i
				free[with], odds[with] = free[set]+procs[i], odds[set]*ended
				odds[set] *= 1 - ended
			}
		}
		for set, p := range odds {
			if free[set] >= n {
				total += p
			}
		}
		return total
	}
	low, high := 0.0, 12.0 // ln(1+t)
	for range 40 {
		if middle := (low + high) / 2; enough(math.Expm1(middle)) < 0.5 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Expm1(high)
}

// TestAgainstEnumeration: predictor A is the exact median where all jobs that
// are no benefactors do not free enough together, and no less elsewhere, where
// it ignores them. The last machine has 20 jobs.
func TestAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 6))
	exact, later := 0, 0
	for round := range 200 {
		jobs := 1 + rng.IntN(10)
		if round == 199 {
			jobs = 20
		}
		procs, ages := make([]int64, jobs), make([]float64, jobs)
		s := stateOf(decades)
		s.least = OnlyA
		for i := range jobs {
			procs[i], ages[i] = 1+rng.Int64N(12), math.Exp(9*rng.Float64())
			s.Add(procs[i], ages[i])
		}
		n, others := 1+rng.Int64N(slices.Max(procs)), int64(0)
		for _, p := range procs {
			if p < n {
				others += p
			}
		}
		got, want := s.Combined(float64(n), 0.5, 0), exactMedian(procs, ages, n)
		switch {
		case others < n:
			exact++
			if off(got, want) > 1e-6 {
				t.Errorf("%d processors of jobs of %v and ages %v: %v s, want %v s", n, procs, ages, got, want)
			}
		case off(got, want) <= 1e-6:
		case got < want:
			t.Errorf("%d processors of jobs of %v and ages %v: %v s, sooner than %v s", n, procs, ages, got, want)
		default:
			later++
		}
	}
	if exact < 40 || later < 40 {
		t.Errorf("%d states where A is exact, %d where it is later", exact, later)
	}
}

// TestLeast: one job has 4 processors and one has 2, both of age e^2. A alone
// has no prediction without a benefactor, nor has a job behind one without.
func TestLeast(t *testing.T) {
	inf, e := math.Inf(1), math.Exp
	a, b := e(6)-e(2), e(10-8./3)-e(2) // s = 1/2, and 6 (1 - s) = 4
	for _, test := range []struct {
		least  int
		n      float64
		want   float64
		behind float64 // start of a job of 1 processor behind one of n
	}{
		{OnlyA, 4, a, inf}, {1, 4, a, 0}, {Usual, 4, b, 0}, {OnlyB, 4, b, 0},
		{OnlyA, 5, inf, inf}, {OnlyB, 2, e(10-8*2./3) - e(2), 0},
		{Usual, 2, e(10-8/math.Sqrt2) - e(2), 0}, {3, 2, e(10-8*2./3) - e(2), 0},
	} {
		s := stateOf(decades, 4, e(2), 2, e(2))
		s.least = test.least
		var m Medians
		if got := m.Combined(s, 6, inf)[int(test.n)-1]; got != test.want && !(off(got, test.want) <= gridStep) {
			t.Errorf("from %d benefactors on, %v processors: %v s by a grid, want %v s", test.least, test.n, got, test.want)
		}
		if got := s.Combined(test.n, 0.5, 0); got != test.want && !(off(got, test.want) <= tolerance) {
			t.Errorf("from %d benefactors on, %v processors: %v s, want %v s", test.least, test.n, got, test.want)
		}
		if _, got := s.Queue(0, []int64{int64(test.n), 1}); math.IsInf(got, 1) != math.IsInf(test.behind, 1) {
			t.Errorf("from %d benefactors on, behind %v processors: %v s", test.least, test.n, got)
		}
	}
}

// TestQueue compares lines with one in which each job is placed by itself:
// lines of up to 256 jobs are the same, and the steps of longer ones move
// forecasts by a few thousandths where the jobs are small for the machine. A
// line that grows job by job is the same as one that comes at once.
func TestQueue(t *testing.T) {
	const mostAlone = 256
	rng := rand.New(rand.NewPCG(1, 0))
	total, lines := 0.0, 0
	for round := range 30 {
		m := NewModel(0.1-0.3*rng.Float64(), 0.08+0.05*rng.Float64()) // from some seconds to days
		s, free := randomState(rng, m, 1024, 1+rng.IntN(100))
		if round%3 == 0 {
			free = 0
		}
		sizes := make([]int64, 1+rng.IntN(mostAlone))
		if round%2 == 0 {
			sizes = make([]int64, mostAlone+1+rng.IntN(300))
		}
		for i := range sizes {
			sizes[i] = 1 + rng.Int64N(int64(1)<<rng.IntN(6))
		}
		plain, grown := stateOf(m), stateOf(m)
		for _, j := range s.jobs {
			for _, procs := range j.sizes {
				plain.Add(procs, j.age)
				grown.Add(procs, j.age)
			}
		}
		n, lastStart := -free, 0.0
		for _, procs := range sizes {
			n += procs
			lastStart = plain.Combined(float64(n), 0.5, lastStart)
			plain.Add(procs, -lastStart)
		}
		running := len(s.jobs)
		for k := range sizes {
			n, from := grown.Queue(free, sizes[:k])
			grown.Combined(float64(free+n+8), 0.95, from)
		}
		needed, from := s.Queue(free, sizes)
		if a, b := grown.Queue(free, sizes); a != needed || b != from {
			t.Fatalf("%d jobs one by one: %d after %v s, want %d after %v s", len(sizes), a, b, needed, from)
		}
		if n := len(s.jobs) - running; n > mostAlone {
			t.Fatalf("%d jobs are placed in %d steps", len(sizes), n)
		}
		if needed != n {
			t.Fatalf("%d processors are needed, want %d", needed, n)
		}
		got, want := s.Combined(float64(n+8), 0.5, from), plain.Combined(float64(n+8), 0.5, lastStart)
		if len(sizes) > mostAlone {
			lines++
			total += off(got, want)
		} else if got != want || from != lastStart {
			t.Errorf("%d jobs: %v s after %v s, want %v s after %v s", len(sizes), got, from, want, lastStart)
		}
	}
	if mean := total / float64(lines); mean > 0.004 {
		t.Errorf("%d long lines are off by %v on average", lines, mean)
	}
}

// TestPastTheEnd: rounding may leave a little of the last job at the time at
// which it has ended for certain.
func TestPastTheEnd(t *testing.T) {
	for age := 0.0; age < 20000; age += 0.37 {
		s := stateOf(decades, 3, age)
		if got, want := s.predictorB(3, 0.5, 0), math.Exp(10)-age; off(got, want) > 1e-6 {
			t.Fatalf("age %v: %v s, want %v s", age, got, want)
		}
	}
}

func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range 1_000_000 {
		x := math.Exp(400 * (rng.Float64() - 0.5))
		if i%2 == 0 {
			x = 0.9 + 1.3*rng.Float64()
		}
		if want := math.Log(x); math.Abs(ln(x)-want) > 1e-14*max(1, math.Abs(want)) {
			t.Fatalf("ln %g is %g, want %g", x, ln(x), want)
		}
	}
}
