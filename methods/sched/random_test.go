package sched

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomJobs is a workload for 8 processors that keeps a queue: integer
// seconds, few different values so that events meet.
func randomJobs(seed uint64, n int, exact bool) []Arrival {
	rng := rand.New(rand.NewPCG(seed, 1))
	jobs := make([]Arrival, n)
	submit := 0
	for i := range jobs {
		submit += rng.IntN(6)
		run := rng.IntN(12)
		wall := run
		if !exact {
			wall = rng.IntN(16)
		}
		jobs[i] = Arrival{
			Submit: float64(submit),
			Job:    Job{Procs: 1 + int64(rng.IntN(8)), Run: float64(run), Wall: float64(wall), Class: rng.IntN(3)},
		}
	}
	return jobs
}

var policies = []Policy{
	{Discipline: FCFS},
	{Discipline: FCFS, Rank: []int{2, 0, 1}},
	{Discipline: EASY},
	{Discipline: EASY, Rank: []int{2, 0, 1}},
	{Discipline: EASY, Rank: []int{0, 0, 1}},
}

// slow is the rules of the package word by word, second by second, on unordered
// lists.
func slow(m Machine, p Policy, arrivals []Arrival) []float64 {
	starts := make([]float64, len(arrivals))
	for i := range starts {
		starts[i] = -1
	}
	var queue, running []int
	end := func(i int) float64 {
		run := arrivals[i].Run
		if m.KillAtWall {
			run = min(run, arrivals[i].Wall)
		}
		return starts[i] + run
	}
	free := func() int64 {
		n := m.Procs
		for _, i := range running {
			n -= arrivals[i].Procs
		}
		return n
	}
	arrived := 0
	for now := 0.0; arrived < len(arrivals) || len(queue) > 0; now++ {
		event := slices.ContainsFunc(running, func(i int) bool { return end(i) == now })
		for ; arrived < len(arrivals) && arrivals[arrived].Submit == now; arrived++ {
			queue = append(queue, arrived)
			event = true
		}
		slices.SortStableFunc(queue, func(a, b int) int {
			return cmp.Or(cmp.Compare(p.rank(&arrivals[a].Job), p.rank(&arrivals[b].Job)), cmp.Compare(a, b))
		})
		for again := event; again; { // jobs of no run time end after their pass
			again = false
			running = slices.DeleteFunc(running, func(i int) bool { return end(i) <= now })
			start := func(i int) {
				starts[i] = now
				running = append(running, i)
				again = again || end(i) == now
			}
			for len(queue) > 0 && arrivals[queue[0]].Procs <= free() {
				start(queue[0])
				queue = queue[1:]
			}
			if p.Discipline == FCFS || len(queue) == 0 {
				continue
			}
			head := arrivals[queue[0]].Procs
			shadow, extra := math.Inf(1), int64(0)
			for _, i := range running {
				planned := max(now, starts[i]+arrivals[i].Wall)
				then := free()
				for _, k := range running {
					if max(now, starts[k]+arrivals[k].Wall) <= planned {
						then += arrivals[k].Procs
					}
				}
				if then >= head && planned < shadow {
					shadow, extra = planned, then-head
				}
			}
			queue = slices.DeleteFunc(slices.Clone(queue), func(i int) bool {
				a := arrivals[i]
				if i == queue[0] || a.Procs > free() {
					return false
				}
				if now+a.Wall > shadow {
					if a.Procs > extra {
						return false
					}
					extra -= a.Procs
				}
				start(i)
				return true
			})
		}
	}
	return starts
}

func TestAgainstSlow(t *testing.T) {
	for _, p := range policies {
		for kind := range 4 {
			m, exact := Machine{Procs: 8, KillAtWall: kind&1 == 0}, kind&2 == 0
			for seed := range uint64(20) {
				jobs := randomJobs(seed, 300, exact)
				got, err := Simulate(m, Plan{Policy: p}, jobs)
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range slow(m, p, jobs) {
					if got[i].Start != want {
						t.Fatalf("%+v, %+v, seed %d: job %d %+v starts at %g, want %g", m, p, seed, i, jobs[i], got[i].Start, want)
					}
				}
			}
		}
	}
}
