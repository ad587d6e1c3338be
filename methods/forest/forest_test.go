package forest

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods/curves"
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
	f := New(1)
	grow := func(past []pastJob) tree {
		f.past, f.trees = past, nil
		f.renew()
		t := f.trees[0]
		t.leaves = make([]leaf, len(t.leaves)) // as before the jobs fell into them
		return t
	}
	past := make([]pastJob, 4000)
	for i := range past {
		for k := range past[i].codes {
			past[i].codes[k] = uint8(rng.IntN(256))
		}
	}
	if grown := grow(past); len(grown.leaves) != 1 {
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
		grown := grow(past)
		if grown.splits[0].feature != feature {
			continue
		}
		splits++
		if end := grown.splits[0].end; end < 90 || end > 110 {
			t.Errorf("the first split is at %d, want one near 99", end)
		}
		of := make([][256]int, len(grown.leaves)) // jobs by leaf and wait
		for _, job := range past {
			of[grown.leaf(&job.codes)][job.wait]++
		}
		mixed := 0
		for _, n := range of {
			mixed += min(n[10], n[200])
		}
		if mixed > len(past)/20 { // those of the bin with the threshold
			t.Errorf("%d jobs are in leaves of others", mixed)
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
	var got [len(curves.Levels)]float32
	quantiles(&c, 100, &got)
	for k, share := range curves.Levels {
		want := math.Exp(curves.Power * (50 + 100*share) / cellsPer)
		if math.Abs(float64(got[k])-want) > 1e-3*want {
			t.Errorf("share %v: %v, want %v", share, got[k], want)
		}
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
		f.Forecast(i, info, 8, 8)
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

// TestBoostFindsQuantiles: where waits depend on the size of a job, the curves
// have, in the mean, the quantiles of the waits of jobs of that size.
func TestBoostFindsQuantiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	b := NewBoost(1)
	type quantile struct {
		procs int64
		z     float64
	}
	levels, off := map[float64]float64{0: .5, .8416: .8, 1.6449: .95}, map[quantile]float64{}
	for i := range 6000 {
		submit, procs := 1e6*float64(i), int64(1+7*(i%2))
		c := b.Forecast(i, Submission{Submit: submit, Procs: procs, Estimate: 60, User: 1, Run: 60}, 8, 8)
		b.Submitted(i)
		median := 100 * float64(procs*procs)
		b.Started(i, submit+median*math.Exp(rng.NormFloat64()))
		b.Ended(i, submit+1e6, 60)
		b.Refit()
		for z, level := range levels {
			if i >= 4000 {
				off[quantile{procs, z}] += math.Log(c.Quantile(level)/median) - z
			}
		}
	}
	for q, sum := range off {
		if mean := sum / 1000; math.Abs(mean) > .1 {
			t.Errorf("the quantile %v of the waits for %d processors is off by a factor %.3f", levels[q.z], q.procs, math.Exp(mean))
		}
	}
	if len(off) != 6 {
		t.Errorf("%d quantiles", len(off))
	}
}
