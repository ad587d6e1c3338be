package forest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLineFindsSlopes: of jobs on a plane, with noise, the line is the plane.
func TestLineFindsSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var l line
	job := func() (*lineTerms, float64) {
		var x lineTerms
		for i := range features {
			x[i] = rng.Float64() * 10
		}
		return &x, 2 + .5*x[3] + .25*x[80]
	}
	for range 6000 {
		x, y := job()
		x[features], x[features+1] = 1, y+rng.NormFloat64()
		l.add(x)
	}
	for range 100 {
		if x, y := job(); math.Abs(l.forecast(x)-y) > .6 {
			t.Errorf("the line says %v where the plane is %v", l.forecast(x), y)
		}
	}
}

// TestTreeSplitsWhereWaitsDiffer: if waits depend on one feature alone, by a
// threshold, a tree that tries the feature splits at the threshold.
func TestTreeSplitsWhereWaitsDiffer(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	g := &New(1).grower
	past := make([]pastJob, 4000)
	for i := range past {
		for k := range past[i].codes {
			past[i].codes[k] = uint8(rng.IntN(256))
		}
	}
	if grown := g.grow(past); len(grown.leaves) != 1 {
		t.Errorf("%d leaves of equal waits", len(grown.leaves))
	}
	const feature = 7
	for i := range past {
		past[i].wait = 10
		if past[i].codes[feature] > 99 {
			past[i].wait = 200
		}
	}
	splits := 0
	for range 20 {
		grown := g.grow(past)
		if grown.nodes[0].feature != feature {
			continue
		}
		splits++
		if end := grown.nodes[0].end; end < 90 || end > 110 {
			t.Errorf("the first split is at %d, want one near 99", end)
		}
		for _, job := range past {
			grown.leaves[grown.leaf(&job.codes)].add(job.outcome)
		}
		mixed := 0
		for _, l := range grown.leaves {
			for _, o := range l.outcomes() {
				if o.wait != l.outcomes()[0].wait {
					mixed++
					break
				}
			}
		}
		if mixed > len(grown.leaves)/10 { // the leaves of the bin with the threshold
			t.Errorf("%d of %d leaves have both waits", mixed, len(grown.leaves))
		}
	}
	if splits == 0 {
		t.Error("no tree splits by the feature")
	}
}

// TestQuantilesOfCells: the quantiles of values that are one to a cell are
// those of the values.
func TestQuantilesOfCells(t *testing.T) {
	var c [cells]uint8
	for i := 50; i < 150; i++ {
		c[i]++
	}
	var got [len(Levels)]float32
	quantiles(&c, 100, &got)
	for k, level := range Levels {
		want := math.Exp(Power * (50 + 100*level) / cellsPer)
		if math.Abs(float64(got[k])-want) > 1e-3*want {
			t.Errorf("level %v: %v, want %v", level, got[k], want)
		}
	}
}

// flat is the curve of a wait that is uniform in its logarithm from 1 to e^10
// seconds.
func flat() Curve {
	var c Curve
	for _, level := range Levels {
		c = append(c, float32(math.Exp(Power*10*level)))
	}
	return c
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
		all = append(all, NewSeries(a.q, a.lower, false))
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
			b := s.Bound(i, now, int64(i), flat())
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
	s := NewSeries(.95, false, false)
	for i := range 10_000 {
		s.Bound(i, float64(i), int64(i%50), flat())
		s.Started(i, float64(i), 1)
	}
	s.Refit(1)
	s.ceiling.limit = math.Inf(1)
	alone := s.Bound(10_000, 10_000, 1, flat())
	for i := range 100 {
		s.Bound(20_000+i, 10_000, 2, flat())
	}
	if got := s.Bound(30_000, 10_000, 2, flat()); got < 2*alone {
		t.Errorf("after 100 jobs of the user the bound is %v, before it %v", got, alone)
	}
	if got := s.Bound(30_001, 10_000, 3, flat()); got != alone {
		t.Errorf("the bound of another user is %v, before it %v", got, alone)
	}
	if a, b := s.Bound(30_001, 10_000, 3, flat()), s.Bound(30_001, 10_000, 3, flat()); a != b {
		t.Errorf("a job asked about twice has the bounds %v and %v", a, b)
	}
}

// TestOldestOfQueue: the oldest job of a group is found, whatever jobs leave,
// and the list of jobs stays short.
func TestOldestOfQueue(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	s := state{groups: map[key]*group{}}
	var queue []*job
	for i := range 5000 {
		j := s.newJob(Submission{Submit: float64(i), Procs: 1 + rng.Int64N(8), Estimate: 60,
			User: rng.Int64N(3), Run: math.NaN()}, 0)
		s.enter(j)
		queue = append(queue, j)
		for len(queue) > 0 && rng.IntN(100) < 48 {
			k := rng.IntN(len(queue))
			s.begin(queue[k], float64(i))
			s.end(queue[k], float64(i), 1)
			queue = append(queue[:k], queue[k+1:]...)
		}
		if g := s.groups[key{}]; len(queue) > 0 {
			if got := g.queue[0]; got != queue[0] || int(g.queued.count) != len(queue) {
				t.Fatalf("after job %d the oldest of %v is job %v, want job %v of %d", i,
					g.queued.count, got.Submit, queue[0].Submit, len(queue))
			}
			if len(g.queue) > 3*len(queue)+100 {
				t.Fatalf("%d jobs in the list of %d", len(g.queue), len(queue))
			}
		}
	}
}

// TestForestRemembers: trees learn from the last 15,000 jobs that started, and
// from no job before them.
func TestForestRemembers(t *testing.T) {
	f := New(1)
	const jobs = 16_080 // the last tree is grown after the last of them
	for i := range jobs {
		wait := 10.0
		switch i {
		case jobs - 15_001:
			wait = 1e6 // just forgotten
		case jobs - 15_000:
			wait = 1e4 // the oldest that counts
		}
		submit := 1e7 * float64(i)
		info := Submission{Submit: submit, Procs: 1, Estimate: 60, User: 1, Run: 60}
		f.Forecast(i, info, 8, 8, false)
		f.Submitted(i)
		f.Started(i, submit+wait)
		f.Ended(i, submit+wait+60, 60)
		f.Refit()
	}
	count := map[uint8]int{}
	for _, p := range f.past {
		count[p.wait]++
	}
	of := func(wait float64) int { return count[cell(math.Log(wait))] }
	if of(1e6) != 0 || of(1e4) != 1 || of(10) != 14_999 {
		t.Errorf("remembered are %v jobs by cell of their waits", count)
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
			got, want := c.Remaining(level, age), exponential(level)
			if math.Abs(got-want) > .05*want {
				t.Errorf("%v of the waits after %v s: %v s, want about %v", level, age, got, want)
			}
		}
	}
	if got := c.Remaining(.5, 1e6); got < 0 || got > 1e6 {
		t.Errorf("half of the waits after 1e6 s: %v s", got)
	}
}
