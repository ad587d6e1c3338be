package methods

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// liMachine is a machine of 100 processors.
func liMachine(free int64, running []*QueuedJob, waiting ...*QueuedJob) *Machine {
	return &Machine{Capacity: 100, Free: free, Running: running, Waiting: waiting}
}

func newTestLi(t *testing.T) *li {
	t.Helper()
	l, err := newLi(LogInfo{RunTimes: true})
	if err != nil {
		t.Fatal(err)
	}
	return l.(*li)
}

// ask submits a job.
func ask(l *li, j *QueuedJob, m *Machine) Forecast {
	f := l.Forecast(j, m)
	l.Submitted(j, m)
	return f
}

func TestLiByHand(t *testing.T) {
	l := newTestLi(t)
	// Job 0 finds an empty machine, job 2 one that is full: 100 processors for
	// another 20 s of the 30 that are forecast, and a queue of 10 · 7.
	jobs := []*QueuedJob{
		{Query: Query{Submit: 3, Procs: 100, Estimate: 60, Index: 0}, Run: 30},
		{Query: Query{Submit: 6, Procs: 10, Estimate: 60, Index: 1}, Run: 7},
		{Query: Query{Submit: 15, Procs: 4, Estimate: 60, Index: 2}, Run: 50},
		{Query: Query{Submit: 200, Procs: 4, Estimate: 60, Index: 3}, Run: 9},
	}
	if f := ask(l, jobs[0], liMachine(100, nil, jobs[0])); !math.IsNaN(f.Wait) || !math.IsNaN(f.Turnaround) {
		t.Errorf("%+v, and no job has started", f)
	}
	jobs[0].Start = 5
	l.Started(jobs[0], nil)
	ask(l, jobs[1], liMachine(0, jobs[:1], jobs[1]))
	ask(l, jobs[2], liMachine(0, jobs[:1], jobs[1], jobs[2]))
	want := machineState{math.Log(1), math.Log(1 + 70), math.Log(1 + 100*20), math.Log(1 + 4), math.Log(1 + 60)}
	for i, x := range l.found[2].machineState {
		if !nearly(x, want[i]) {
			t.Errorf("attribute %d is %v, want %v", i, x, want[i])
		}
	}
	jobs[2].Start = 115
	l.Started(jobs[2], nil)
	f := ask(l, jobs[3], liMachine(100, nil, jobs[1], jobs[3]))
	if f.Wait != (2+100)/2. || f.Turnaround != 51+9 || !math.IsNaN(boundOf(f)) {
		t.Errorf("%+v, want the mean of 2 and 100 s", f)
	}
}

// Against plain sums over all jobs and sorting all started ones, to the bit,
// also after more of them than are remembered. At times the work of jobs is not
// known and none runs: few states, so that some are equally near.
func TestLiAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(2008, 0))
	l := newTestLi(t)
	type past struct {
		situation
		wait, distance float64
	}
	var waiting, running []*QueuedJob
	var all []past
	for i := range liRemembered + 2000 {
		now := float64(i)
		j := &QueuedJob{Query: Query{Submit: now, Procs: 1 + rng.Int64N(3), Estimate: -1, Queue: 2 * rng.Int32N(2), Index: i}, Run: math.NaN()}
		free, crowd := rng.Int64N(4), 1
		if i/400%2 == 0 {
			j.Estimate, j.Run, free, crowd = float64(rng.IntN(5000)), math.Exp(6*rng.Float64()), rng.Int64N(100), 20
		}
		asked := i%100 == 99 || i > liRemembered+1900
		if asked {
			j.Queue = 1
		}
		queued, left := 0.0, 0.0
		for _, w := range waiting {
			queued += float64(float64(w.Procs) * forecastRun(w))
		}
		for _, r := range running {
			left += float64(float64(r.Procs) * (forecastRunAt(r, now-r.Start) - (now - r.Start)))
		}
		f := ask(l, j, liMachine(free, running, append(slices.Clone(waiting), j)...))
		s := l.found[i]
		if s.machineState[1] != math.Log1p(queued) || s.machineState[2] != math.Log1p(left) {
			t.Fatalf("job %d finds %v, want %v waiting and %v running", i, s, math.Log1p(queued), math.Log1p(left))
		}
		if waiting = append(waiting, j); asked {
			near := slices.Clone(all[max(0, len(all)-liRemembered):])
			slices.Reverse(near)
			weights := l.spreads.weights()
			for k := range near {
				near[k].distance = s.distance(&near[k].situation, &weights, math.Inf(1))
			}
			slices.SortStableFunc(near, func(a, b past) int { return cmp.Compare(a.distance, b.distance) })
			sum := 0.0
			for _, p := range near[:min(len(near), liNearest)] {
				sum += p.wait
			}
			if want := sum / float64(min(len(near), liNearest)); f.Wait != want {
				t.Fatalf("job %d: %v s, want %v s", i, f.Wait, want)
			}
		}
		for len(waiting) > rng.IntN(20) {
			k := rng.IntN(len(waiting))
			j := waiting[k]
			waiting = slices.Delete(waiting, k, k+1)
			if rng.IntN(10) == 0 {
				l.Ended(j, now, 0, nil)
				continue
			}
			j.Start = now
			l.Started(j, nil)
			all = append(all, past{l.past[(l.next+liRemembered-1)%liRemembered].found, j.Start - j.Submit, 0})
			running = append(running, j)
		}
		for len(running) > rng.IntN(crowd) {
			k := rng.IntN(len(running))
			l.Ended(running[k], now, max(now-running[k].Start, 1), nil)
			running = slices.Delete(running, k, k+1)
		}
	}
	if len(all) < liRemembered+500 || len(l.found) != len(waiting) {
		t.Errorf("%d have started, %d and %d wait", len(all), len(l.found), len(waiting))
	}
}

// Each attribute counts in its standard deviations; another queue is as far as
// one.
func TestLiDistance(t *testing.T) {
	l := &li{}
	for _, x := range []float64{1, 3, 5} { // variances 8/3, 24, 0
		l.spreads.add(&machineState{x, 3 * x, 7})
	}
	a, b := situation{machineState{0, 0, 7}, 1}, situation{machineState{2, 3, 7}, 2}
	weights := l.spreads.weights()
	if got, want := a.distance(&b, &weights, math.Inf(1)), 4/(8./3)+9./24+1; !nearly(got, want) {
		t.Errorf("distance %v, want %v", got, want)
	}
}
