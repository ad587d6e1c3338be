package sched

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomJobs is a workload for 8 processors that keeps a queue: whole seconds, few different values
// so that events meet.
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

// each calls f for every policy, with and without exact wall times, with and without killing.
func each(t *testing.T, seeds uint64, f func(t *testing.T, m Machine, p Policy, jobs []Arrival)) {
	for i, p := range policies {
		for _, exact := range []bool{false, true} {
			for _, kill := range []bool{false, true} {
				t.Run(fmt.Sprintf("%d/%v/exact=%v/kill=%v", i, p.Discipline, exact, kill), func(t *testing.T) {
					for seed := range seeds {
						f(t, Machine{Procs: 8, KillAtWall: kill}, p, randomJobs(seed, 300, exact))
					}
				})
			}
		}
	}
}

// duration is how long the machine lets the job run.
func duration(m Machine, j Job) float64 {
	if m.KillAtWall {
		return min(j.Run, j.Wall)
	}
	return j.Run
}

// slow is the rules of the package word by word, second by second, on unordered lists.
func slow(m Machine, p Policy, arrivals []Arrival) []float64 {
	starts := make([]float64, len(arrivals))
	for i := range starts {
		starts[i] = -1
	}
	var queue, running []int
	end := func(i int) float64 { return starts[i] + duration(m, arrivals[i].Job) }
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
			ra, _ := p.rank(arrivals[a].Job)
			rb, _ := p.rank(arrivals[b].Job)
			return cmp.Or(cmp.Compare(ra, rb), cmp.Compare(a, b))
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
				at := max(now, starts[i]+arrivals[i].Wall)
				then := free()
				for _, k := range running {
					if max(now, starts[k]+arrivals[k].Wall) <= at {
						then += arrivals[k].Procs
					}
				}
				if then >= head && at < shadow {
					shadow, extra = at, then-head
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
	each(t, 20, func(t *testing.T, m Machine, p Policy, jobs []Arrival) {
		got, err := Simulate(m, Plan{Policy: p}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range slow(m, p, jobs) {
			if got[i].Start != want {
				t.Fatalf("job %d %+v starts at %g, want %g", i, jobs[i], got[i].Start, want)
			}
		}
	})
}

// Every job runs once, for its whole time, after it was submitted, and never are more processors in
// use than there are.
func TestNeverTooManyProcessors(t *testing.T) {
	type step struct {
		at    float64
		procs int64
	}
	each(t, 20, func(t *testing.T, m Machine, p Policy, jobs []Arrival) {
		outcomes, err := Simulate(m, Plan{Policy: p}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		var steps []step
		for i, o := range outcomes {
			if !o.Started || o.Start < jobs[i].Submit || o.End-o.Start != duration(m, jobs[i].Job) {
				t.Fatalf("job %d %+v: %+v", i, jobs[i], o)
			}
			steps = append(steps, step{o.Start, jobs[i].Procs}, step{o.End, -jobs[i].Procs})
		}
		slices.SortFunc(steps, func(a, b step) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.procs, b.procs)) })
		used := int64(0)
		for _, s := range steps {
			if used += s.procs; used > m.Procs {
				t.Fatalf("%d processors in use at %g", used, s.at)
			}
		}
	})
}

func TestFCFSStartsInOrder(t *testing.T) {
	for seed := range uint64(20) {
		jobs := randomJobs(seed, 500, false)
		outcomes, err := Simulate(Machine{Procs: 8}, Plan{}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(outcomes, func(a, b Outcome) int { return cmp.Compare(a.Start, b.Start) }) {
			t.Errorf("seed %d: a job starts before an earlier one", seed)
		}
	}
}

// With exact wall times and no ranks nothing delays the head of an EASY queue beyond the shadow
// time it got when it became head.
func TestHeadKeepsItsShadow(t *testing.T) {
	for seed := range uint64(50) {
		s := newSimulation(t, Machine{Procs: 8}, Policy{Discipline: EASY}, randomJobs(seed, 500, true))
		head, promise := int64(-1), math.Inf(1)
		for at := s.next(); !math.IsInf(at, 1); at = s.next() {
			if err := s.step(at); err != nil {
				t.Fatal(err)
			}
			if head >= 0 && s.outcomes[head].Started && s.outcomes[head].Start > promise {
				t.Fatalf("seed %d: job %d starts at %g, its shadow was %g", seed, head, s.outcomes[head].Start, promise)
			}
			if queue := s.state.waiting; len(queue) > 0 && s.state.runs[queue[0].slot].ID != head && queue[0].procs > s.state.nodes.free() {
				head = s.state.runs[queue[0].slot].ID
				promise, _ = s.state.reservation(queue[0].procs)
			}
		}
	}
}

func newSimulation(t *testing.T, m Machine, p Policy, jobs []Arrival) *simulation {
	state, err := NewState(m, p, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &simulation{state: state, arrivals: jobs, outcomes: make([]Outcome, len(jobs))}
}

// A state set up from the jobs that run and wait at some time goes on as the simulation it was
// taken from.
func TestStateFromTheMiddle(t *testing.T) {
	for seed := range uint64(20) {
		jobs := randomJobs(seed, 200, false)
		m, p := Machine{Procs: 8}, policies[seed%uint64(len(policies))]
		want, err := Simulate(m, Plan{Policy: p}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		now := jobs[150].Submit
		var running []Running
		var waiting []Job
		for i, a := range jobs {
			a.ID = int64(i)
			if o := want[i]; o.Start < now && o.End > now {
				running = append(running, Running{Job: a.Job, Start: o.Start})
			} else if o.Start >= now && a.Submit <= now {
				waiting = append(waiting, a.Job)
			}
		}
		s, err := NewState(m, p, now, running)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range waiting {
			if err := s.Submit(j); err != nil {
				t.Fatal(err)
			}
		}
		arrivals := jobs[int(waiting[len(waiting)-1].ID)+1:]
		for at := now; !math.IsInf(at, 1); {
			s.Advance(at)
			for ; len(arrivals) > 0 && arrivals[0].Submit == at; arrivals = arrivals[1:] {
				j := arrivals[0].Job
				j.ID = int64(len(jobs) - len(arrivals))
				if err := s.Submit(j); err != nil {
					t.Fatal(err)
				}
			}
			for _, j := range s.Pass() {
				if at != want[j.ID].Start {
					t.Fatalf("seed %d: job %d starts at %g, want %g", seed, j.ID, at, want[j.ID].Start)
				}
			}
			if at = s.NextEnd(); len(arrivals) > 0 {
				at = min(at, arrivals[0].Submit)
			}
		}
	}
}
