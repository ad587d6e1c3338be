package curves

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods/heap"
)

// flat is the curve of a wait that is uniform in its logarithm from 1 to e^10
// seconds.
func flat() Curve {
	var c Curve
	for _, level := range Levels {
		c = append(c, float32(math.Exp(Power*10*level)))
	}
	return c
}

// submit submits a job and returns its bound.
func submit(s *Series, index int, now float64, user int64, c Curve) (float64, bool) {
	s.Submitted(index, now, user, c)
	return s.Bound(index, user, c)
}

// TestBoundsCoverAndNeverCross: if the waits are longer than their curves by a
// factor, bounds still cover their shares, and no bound is below one of a lower
// quantile.
func TestBoundsCoverAndNeverCross(t *testing.T) {
	type asked struct {
		q     float64
		lower bool
	}
	series := []asked{
		{.02, true}, {.05, true}, {.25, true}, {.5, true}, {.5, false}, {.6, false}, {.75, false},
		{.9, false}, {.93, false}, {.95, false}, {.97, false}, {.99, false}, {.995, false},
		{.999, false},
	}
	rng := rand.New(rand.NewPCG(3, 3))
	var all []*Series
	for _, a := range series {
		all = append(all, NewSeries(Settings{Quantile: a.q, Lower: a.lower}))
	}
	const n = 6000
	covered := make([]int, len(all))
	type started struct{ submit, wait float64 }
	var waiting []started
	for i := range n {
		now := float64(i * 300)
		for k, w := range waiting {
			if start := w.submit + w.wait; start > now-300 && start <= now {
				for _, s := range all {
					s.Started(k, w.submit, w.wait)
				}
			}
		}
		wait := math.Exp(10*rng.Float64()) * 1.5
		before := 0.0
		for k, s := range all {
			s.Refit(now)
			b, _ := submit(s, i, now, int64(i), flat())
			if b < before {
				t.Fatalf("job %d: the bound of %+v is %v, one before is %v", i, series[k], b, before)
			}
			before = b
			if wait <= b != series[k].lower || wait == b {
				covered[k]++
			}
		}
		waiting = append(waiting, started{now, wait})
	}
	for k, a := range series {
		want := a.q
		if a.lower {
			want = 1 - a.q
		}
		if share := float64(covered[k]) / n; share < want-min(.01, (1-want)/4) {
			t.Errorf("%+v covers %v, want %v", a, share, want)
		}
	}
}

// TestScoresInvertBounds: the score of a bound is its own, also where a curve
// has waits of a second or less and beyond its ends.
func TestScoresInvertBounds(t *testing.T) {
	steep := flat()
	for i := range 6 {
		steep[i] = 1
	}
	for _, c := range []Curve{flat(), steep} {
		for u := .3; u < 8; u += .1 {
			upper := c.bound(u, false)
			if got := c.score(upper, false); upper > 1 && math.Abs(got-u) > .01 {
				t.Errorf("the score of the upper bound of %v is %v", u, got)
			}
			b := c.bound(u, true)
			got := c.score(b, true)
			if b > c.Quantile(0) && math.Abs(got-u) > .01 || b > 0 && got > u+.01 {
				t.Errorf("the score of the lower bound of %v is %v", u, got)
			}
		}
	}
	if b := steep.bound(-math.Log(.25), true); b != 0 {
		t.Errorf("a lower bound is %v s where three waits in ten are at most a second", b)
	}
}

// TestManyJobsOfOneUser: bounds rise while far more jobs of a user wait than is
// usual, and only for this user.
func TestManyJobsOfOneUser(t *testing.T) {
	s := NewSeries(Settings{Quantile: .95})
	for i := range 10_000 {
		submit(s, i, float64(i), int64(i%50), flat())
		s.Started(i, float64(i), 1)
	}
	s.Refit(1)
	s.submitted.ceiling.limit = 1e9
	bound := func(index int, user int64) float64 {
		b, _ := submit(s, index, 10_000, user, flat())
		return b
	}
	alone := bound(10_000, 1)
	for i := range 100 {
		bound(20_000+i, 2)
	}
	if got := bound(30_000, 2); got < 2*alone {
		t.Errorf("after 100 jobs of the user the bound is %v, before it %v", got, alone)
	}
	if got := bound(30_001, 3); got != alone {
		t.Errorf("the bound of another user is %v, before it %v", got, alone)
	}
	if a, b := bound(30_001, 3), bound(30_001, 3); a != b {
		t.Errorf("a job asked about twice has the bounds %v and %v", a, b)
	}
}

// TestRemaining holds Remaining against a curve of exponential waits, which
// forget their age: what remains has the distribution of the whole.
func TestRemaining(t *testing.T) {
	const mean = 1000.0
	exponential := func(level float64) float64 { return -mean * math.Log(1-level) }
	var c Curve
	for _, level := range Levels {
		c = append(c, float32(math.Pow(exponential(level), Power)))
	}
	for _, age := range []float64{200, 1000, 2000} {
		for _, level := range []float64{.5, .8, .9} {
			if share := math.Exp(-age/mean) * (1 - level); share < tail {
				continue // beyond the last level of the curve
			}
			got, want := c.after(age).bound(-math.Log(1-level), false), exponential(level)
			if math.Abs(got-want) > .05*want {
				t.Errorf("%v of the waits after %v s: %v s, want about %v", level, age, got, want)
			}
		}
	}
	if got := c.after(1e6).bound(math.Ln2, false); got < 0 || got > 1e6 {
		t.Errorf("half of the waits after 1e6 s: %v s", got)
	}
}

// TestRemainingWaitsAreCovered: where the waits of the jobs that have waited for
// an age are longer than their curves say, bounds of what remains still cover
// their share, from both sides, once the ages know some hundred waits.
func TestRemainingWaitsAreCovered(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	s, lower := NewSeries(Settings{Quantile: .9}), NewSeries(Settings{Quantile: .5, Lower: true})
	type question struct {
		at, submit, wait, age float64
		index                 int
	}
	asked := heap.Heap[soon[question]]{}
	started := heap.Heap[soon[question]]{}
	covered, above, jobs := map[float64]int{}, map[float64]int{}, map[float64]int{}
	for i := range 6000 {
		now := float64(i * 300)
		for len(asked)+len(started) > 0 {
			if len(asked) == 0 || len(started) > 0 && started[0].at <= asked[0].at {
				if started[0].at > now {
					break
				}
				q := started.Pop().of
				s.Started(q.index, q.submit, q.wait)
				lower.Started(q.index, q.submit, q.wait)
			} else if q := asked[0].of; q.at > now {
				break
			} else {
				asked.Pop()
				b, ok := s.Remaining(flat(), q.age)
				if again, _ := s.Remaining(flat(), q.age); again != b {
					t.Fatalf("job %d after %v s: %v, asked again %v", q.index, q.age, b, again)
				}
				if q.index < 1500 {
					continue // the ages know few waits
				}
				if jobs[q.age]++; ok && q.wait-q.age <= b {
					covered[q.age]++
				}
				if low, _ := lower.Remaining(flat(), q.age); q.wait-q.age >= low {
					above[q.age]++
				} else if !(low > 0) {
					t.Fatalf("job %d after %v s: lower bound %v", q.index, q.age, low)
				}
			}
		}
		for _, s := range []*Series{s, lower} {
			s.Refit(now)
			submit(s, i, now, -1, flat())
		}
		wait := math.Exp(10 * rng.Float64())
		if wait > 300 {
			wait *= 3
		}
		for _, age := range []float64{300, 600, 3600, 5000} {
			if wait > age {
				q := question{now + age, now, wait, age, i}
				asked.Push(soon[question]{q.at, q})
			}
		}
		started.Push(soon[question]{now + wait, question{now + wait, now, wait, 0, i}})
	}
	for age, n := range jobs {
		share := float64(covered[age]) / float64(n)
		least := .88
		if age == 5000 {
			least = .8 // on the way to an age that few jobs reach
		}
		if n < 500 || share < least {
			t.Errorf("after %v s %v of %d remaining waits are covered, want about .9", age, share, n)
		}
		if share := float64(above[age]) / float64(n); share < .47 && age >= Ages[0] {
			t.Errorf("after %v s %v of %d remaining waits are above their lower bounds, want .5", age, share, n)
		}
	}
	if len(jobs) != 4 {
		t.Errorf("%d ages", len(jobs))
	}
}

// TestRemainingBelowTheAges: bounds of jobs that have waited for less than the
// least age are near the level and the cap of submissions.
func TestRemainingBelowTheAges(t *testing.T) {
	levels := []float64{.5, .95, .99}
	for _, c := range []struct {
		curve                 Curve
		wait, lowest, highest float64
	}{
		{New(levels, []float64{100, 1e8, 1e9}), 10, leastCeiling, leastCeiling},
		{New(levels, []float64{10, 100, 2000}), 1000, 900, 3000}, // the curve itself says 100
	} {
		s := NewSeries(Settings{Quantile: .95})
		for i := range 200 {
			now := float64(1200 * i)
			s.Refit(now)
			submit(s, i, now, -1, c.curve)
			s.Started(i, now, c.wait)
		}
		s.Refit(1200 * 200)
		for _, age := range []float64{0, 1, 30, 100} {
			if b, ok := s.Remaining(c.curve, age); !ok || b < c.lowest || b > c.highest+age {
				t.Errorf("after %v s: bound %v, %t, want %v to %v", age, b, ok, c.lowest, c.highest+age)
			}
		}
	}
}

// TestRemainingDoesNotJump: as a job waits on, the end of its wait does not come
// nearer by more than 2 % within a second, whatever the levels of ages are.
func TestRemainingDoesNotJump(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	s := NewSeries(Settings{Quantile: .95})
	for i := range 3000 { // long waits are shorter than their curves say
		now := float64(i * 3600)
		s.Refit(now)
		submit(s, i, now, -1, flat())
		wait := math.Exp(10 * rng.Float64())
		if wait > 600 {
			wait = 600 + .2*(wait-600)
		}
		s.Started(i, now, wait)
	}
	s.Refit(3000 * 3600)
	before := 0.0
	for age := range 2 * 86400 {
		b, _ := s.Remaining(flat(), float64(age))
		if end := b + float64(age); end < .98*before {
			t.Errorf("after %d s the wait ends at %v s, a second before at %v s", age, end, before)
		}
		before = b + float64(age)
	}
}

// soon is something that happens at a time.
type soon[T any] struct {
	at float64
	of T
}

func (s soon[T]) Before(o soon[T]) bool { return s.at < o.at }

// TestCeilingKnowsThePresent: long bounds fall to the longest wait days after a
// flood, and to a day as that fades, unless a job that waits is as old. There is
// no bound before the least waits are known.
func TestCeilingKnowsThePresent(t *testing.T) {
	var c Curve
	for _, level := range Levels {
		c = append(c, float32(math.Pow(1e7*level, Power)))
	}
	s := NewSeries(Settings{Quantile: .95})
	bound := func(index int, now float64) float64 {
		s.Refit(now)
		b, ok := submit(s, index, now, -1, c)
		if ok != (index >= 59) {
			t.Fatalf("a bound of job %d: %v", index, ok)
		}
		return b
	}
	now := 0.0
	for i := range 100 {
		bound(i, now)
		s.Started(i, now, 1e6)
		now += 1e6
	}
	if b := bound(100, now); b < 1e6 || b > 3e6 {
		t.Errorf("after waits of 1e6 s the bound is %v s, want at most 3e6", b)
	}
	s.Started(100, now, 10)
	for i := range 40 {
		now += 86400
		bound(101+i, now)
		s.Started(101+i, now, 10)
	}
	if b := bound(141, now); b < 6.1e5 || b > 6.3e5 {
		t.Errorf("after 40 days of short waits the bound is %v s, want .62 of the longest wait", b)
	}
	now += 5e5
	if b := bound(142, now); math.Abs(b-3*5e5) > 1 {
		t.Errorf("while a job has waited for 5e5 s the bound is %v s, want three times as long", b)
	}
	s.Started(141, now, 10)
	s.Started(142, now, 10)
	for i := range 200 {
		now += 86400
		bound(143+i, now)
		s.Started(143+i, now, 10)
	}
	if b := bound(343, now); b != 86400 {
		t.Errorf("after 245 days of short waits the bound is %v s, want a day", b)
	}
}

// TestNew holds a curve against points by hand. ln wait is a line in
// -ln(1 - level), here of slope 1 above the median.
func TestNew(t *testing.T) {
	c := New([]float64{.5, .95}, []float64{100, 1000})
	for _, p := range [][2]float64{{.2, 4.406}, {.5, 100}, {.8, 250}, {.9, 500}, {.95, 1000}, {.99, 5000}} {
		if got := c.Quantile(p[0]); math.Abs(got-p[1]) > 1e-3*p[1] {
			t.Errorf("the quantile %v is %v s, want %v", p[0], got, p[1])
		}
	}
	c = New([]float64{.1, .5, .9}, []float64{0, 70, 60})
	for level, want := range map[float64]float64{.05: 1, .5: 70, .99: 70} {
		if got := c.Quantile(level); math.Abs(got-want) > 1e-3*want {
			t.Errorf("where quantiles fall, that of %v is %v s, want %v", level, got, want)
		}
	}
	if got := New([]float64{.01, .9}, []float64{1, 1e100}).Quantile(1); !(got > 1e99 && got < 1e101) {
		t.Errorf("the last of long quantiles is %v s", got)
	}
}

// TestControls holds conformal PID control against numbers by hand, and without
// a control bounds are the quantiles of curves.
func TestControls(t *testing.T) {
	p := pid{q: 3}
	p.add(1)
	p.add(5)
	p.settle(.95) // q = 3 + .1 (5 - 1) .95 = 3.38; tan(.95 ln 2 / (.56 x 2)) = .6666
	if got := p.score(1); math.Abs(got-(3.38+5*.6666)) > 1e-3 {
		t.Errorf("after a miss the score is %v, want 6.713", got)
	}
	for range 10 {
		p.settle(.95)
	}
	if got := p.score(11); got != pidFar {
		t.Errorf("after 11 misses the score is %v, want %v", got, pidFar)
	}
	for range 2000 {
		p.settle(-.05)
	}
	if got := p.score(2011); got != 0 {
		t.Errorf("after 2000 hits the score is %v, want 0", got)
	}
	for _, control := range []Control{None, PID, Misses} {
		s, moved := NewSeries(Settings{Quantile: .95, Control: control}), false
		for i := range 300 {
			s.Refit(float64(300 * i))
			b, ok := submit(s, i, float64(300*i), -1, flat())
			if want := flat().Quantile(.95); ok && i > 0 && math.Abs(b-want) > 1e-6*want {
				moved = true
			}
			s.Started(i, float64(300*i), 1e6) // a miss, which also lifts the caps
		}
		if moved != (control != None) {
			t.Errorf("control %q: bounds move: %v", control, moved)
		}
	}
}
