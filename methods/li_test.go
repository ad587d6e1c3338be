package methods

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// liMachine is a machine of 100 processors in which a job is the last of the queue.
func liMachine(j *Active, free int64, running, waiting []*Active) *Machine {
	return &Machine{Capacity: 100, Free: free, Running: running, Waiting: append(slices.Clone(waiting), j)}
}

func TestLiByHand(t *testing.T) {
	w, err := newLi(Site{RunTimes: true, Capacity: 100})
	if err != nil {
		t.Fatal(err)
	}
	// Job 0 finds an empty machine, job 1 one that is full: 100 processors for another 20 s of the
	// 30 that are forecast, and a queue of 10 · 7.
	queued := &Active{Query: Query{Procs: 10}, Run: 7}
	running := &Active{Query: Query{Procs: 100}, Start: 5, Run: 30}
	jobs := []*Active{
		{Query: Query{Submit: 10, Procs: 4, Estimate: 60}, At: 0, Run: 50},
		{Query: Query{Submit: 15, Procs: 4, Estimate: 60}, At: 1, Run: 50},
	}
	if f := w.Submitted(jobs[0], liMachine(jobs[0], 100, nil, nil)); !math.IsNaN(f.Wait) || !math.IsNaN(f.Turnaround) {
		t.Errorf("%+v, and no job has started", f)
	}
	w.Submitted(jobs[1], liMachine(jobs[1], 0, []*Active{running}, []*Active{queued}))
	want := state{math.Log(1), math.Log(1 + 70), math.Log(1 + 100*20), math.Log(1 + 4), math.Log(1 + 60)}
	for i, x := range w.(*li).waiting[jobs[1]].state {
		if !nearly(x, want[i]) {
			t.Errorf("attribute %d is %v, want %v", i, x, want[i])
		}
	}
	jobs[0].Start, jobs[1].Start = 12, 115
	w.Started(jobs[0], nil)
	w.Started(jobs[1], nil)
	next := &Active{Query: Query{Submit: 200, Procs: 4, Estimate: 60}, At: 2, Run: 9}
	f := w.Submitted(next, liMachine(next, 100, nil, nil))
	if f.Wait != (2+100)/2. || f.Turnaround != 51+9 || !math.IsNaN(boundOf(f)) {
		t.Errorf("%+v, want the mean of 2 and 100 s", f)
	}
}

// Against sorting all started jobs, also after more of them than are remembered.
func TestLiAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(2008, 0))
	w, err := newLi(Site{RunTimes: true, Capacity: 100})
	if err != nil {
		t.Fatal(err)
	}
	l := w.(*li)
	type past struct {
		situation
		wait, distance float64
	}
	var all []past
	for i := range liRemembered + 300 {
		// few different states, so that there are equally near ones
		j := &Active{Query: Query{Submit: float64(i), Procs: 1 + rng.Int64N(3), Estimate: -1, Queue: rng.Int32N(2)}, At: i, Run: float64(1 + rng.IntN(3))}
		m := liMachine(j, rng.Int64N(4), nil, nil)
		s := l.situation(j, m)
		if asked := i%200 == 199 || i > liRemembered+290; !asked { // Submitted without the search
			l.waiting[j] = s
			l.observe(&s.state)
		} else {
			f := l.Submitted(j, m)
			near := slices.Clone(all[max(0, len(all)-liRemembered):])
			slices.Reverse(near)
			weights := l.weights()
			for k := range near {
				near[k].distance = s.distance(&near[k].situation, &weights, math.Inf(1))
			}
			slices.SortStableFunc(near, func(a, b past) int { return cmp.Compare(a.distance, b.distance) })
			sum := 0.0
			for _, p := range near[:liNearest] {
				sum += p.wait
			}
			if f.Wait != sum/liNearest {
				t.Fatalf("job %d: %v s, want %v s", i, f.Wait, sum/liNearest)
			}
		}
		j.Start = j.Submit + float64(rng.IntN(1000))
		l.Started(j, nil)
		all = append(all, past{s, j.Start - j.Submit, 0})
	}
}

// Each attribute counts in its standard deviations; another queue is as far as one.
func TestLiDistance(t *testing.T) {
	l := &li{}
	for _, x := range []float64{1, 3, 5} { // variances 8/3, 24, 0
		l.observe(&state{x, 3 * x, 7})
	}
	a, b := situation{state{0, 0, 7}, 1}, situation{state{2, 3, 7}, 2}
	weights := l.weights()
	if got, want := a.distance(&b, &weights, math.Inf(1)), 4/(8./3)+9./24+1; !nearly(got, want) {
		t.Errorf("distance %v, want %v", got, want)
	}
}

// A job that leaves the queue is forgotten.
func TestLiForgets(t *testing.T) {
	w, err := newLi(Site{RunTimes: true, Capacity: 100})
	if err != nil {
		t.Fatal(err)
	}
	j := &Active{Query: Query{Procs: 1}}
	w.Submitted(j, liMachine(j, 100, nil, nil))
	w.Ended(j, 5, 0, nil)
	if n := len(w.(*li).waiting); n != 0 {
		t.Errorf("%d jobs wait", n)
	}
}
