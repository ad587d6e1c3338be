package sched

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// twice expects a job that outlives its run time to run twice as long.
func twice(j Job) float64 { return max(2*j.Run, 1) }

// believed is a job of a log, with its forecast run time.
type believed struct {
	Job
	submit, start, run float64
	left               bool // it leaves the queue at start instead of starting
}

// randomLog is a log of a machine whose scheduler starts jobs at random, and
// sometimes more than fits.
func randomLog(rng *rand.Rand, n int, procs int64) []believed {
	log := make([]believed, n)
	submit := 0.0
	for i := range log {
		submit += float64(rng.IntN(6) * rng.IntN(3))
		j := &log[i]
		j.Job = Job{ID: int64(i), Procs: 1 + rng.Int64N(procs), Run: 12 * rng.Float64(), Comm: rng.Float64(),
			Bandwidth: 60 * rng.Float64()}
		if rng.IntN(10) == 0 {
			j.Run = 0
		}
		if rng.IntN(4) > 0 {
			j.Wall = float64(rng.IntN(30))
		}
		j.submit, j.start, j.run = submit, submit+float64(1+rng.IntN(40)), float64(1+rng.IntN(20))
		j.left = rng.IntN(20) == 0
	}
	return log
}

// tell shows a log to a Lookahead in order of time, ends before starts before
// submissions, and calls f with its forecast of each job. kept counts the jobs
// for which it had a simulation at hand.
func tell(t *testing.T, o *Lookahead, log []believed, f func(i int, running, waiting []int, start,
	end float64)) (kept int) {
	t.Helper()
	const ends, starts, submits = 0, 1, 2
	type event struct {
		time      float64
		kind, job int
	}
	var events []event
	for i, j := range log {
		events = append(events, event{j.submit, submits, i}, event{j.start, starts, i})
		if !j.left {
			events = append(events, event{j.start + j.run, ends, i})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.kind, b.kind))
	})
	var running, waiting []int
	for _, e := range events {
		known, is := true, func(k int) bool { return k == e.job }
		switch e.kind {
		case ends:
			running = slices.DeleteFunc(running, is)
			known = o.End(e.time, int64(e.job))
		case starts:
			waiting = slices.DeleteFunc(waiting, is)
			if log[e.job].left {
				known = o.End(e.time, int64(e.job))
				break
			}
			running = append(running, e.job)
			known = o.Start(e.time, int64(e.job))
		case submits:
			waiting = append(waiting, e.job)
			if o.kept {
				kept++
			}
			start, end, err := o.Submit(e.time, log[e.job].Job)
			if err != nil {
				t.Fatal(err)
			}
			f(e.job, running, waiting, start, end)
		}
		if !known {
			t.Fatalf("job %d neither runs nor waits at %g s", e.job, e.time)
		}
	}
	return kept
}

// plainly is the start and the end of the last waiting job by the rules of the
// package, on unordered lists, from the present state on.
func plainly(procs int64, d Discipline, log []believed, running, waiting []int) (start, end float64) {
	type occupant struct {
		procs     int64
		end, plan float64
	}
	job := waiting[len(waiting)-1]
	now := log[job].submit
	free := procs
	var runs []occupant
	for _, k := range running {
		total := log[k].Run
		for log[k].start+total <= now {
			total = max(2*total, 1)
		}
		runs = append(runs, occupant{log[k].Procs, log[k].start + total, log[k].start + max(total, log[k].Wall)})
		free -= log[k].Procs
	}
	queue := slices.Clone(waiting)
	for {
		begin := func(k int) {
			free -= log[k].Procs
			runs = append(runs, occupant{log[k].Procs, now + log[k].Run, now + max(log[k].Run, log[k].Wall)})
			queue = slices.DeleteFunc(queue, func(q int) bool { return q == k })
		}
		for len(queue) > 0 && log[queue[0]].Procs <= free {
			begin(queue[0])
		}
		if len(queue) > 0 && d == EASY {
			slices.SortFunc(runs, func(a, b occupant) int { return cmp.Compare(a.plan, b.plan) })
			then, shadow := free, now
			for _, r := range runs {
				if then >= log[queue[0]].Procs && r.plan > shadow {
					break
				}
				then, shadow = then+r.procs, r.plan
			}
			extra := then - log[queue[0]].Procs
			for _, k := range slices.Clone(queue[1:]) {
				switch {
				case log[k].Procs > free:
				case now+max(log[k].Run, log[k].Wall) <= shadow:
					begin(k)
				case log[k].Procs <= extra:
					extra -= log[k].Procs
					begin(k)
				}
			}
		}
		if !slices.Contains(queue, job) {
			return now, now + log[job].Run
		}
		now = math.Inf(1)
		for _, r := range runs {
			now = min(now, r.end)
		}
		runs = slices.DeleteFunc(runs, func(r occupant) bool {
			if r.end == now {
				free += r.procs
			}
			return r.end == now
		})
	}
}

// The kept simulation forecasts the same as one from the start for every job,
// bit for bit.
func TestLookaheadAgainstPlain(t *testing.T) {
	for _, d := range []Discipline{FCFS, EASY} {
		t.Run([]string{"fcfs", "easy"}[d], func(t *testing.T) {
			kept := 0
			for seed := range uint64(42) {
				procs := int64(8)
				log := randomLog(rand.New(rand.NewPCG(seed, 7)), 300, procs)
				if seed >= 40 { // with hundreds that wait and run
					procs = 400
					for i := range log {
						j := &log[i]
						j.submit, j.start = j.submit/50, j.submit/50+(j.start-j.submit)
					}
				}
				o := newFollower(t, Machine{Procs: procs}, d)
				kept += tell(t, o, log, func(i int, running, waiting []int, start, end float64) {
					wantStart, wantEnd := plainly(procs, d, log, running, waiting)
					if start != wantStart || end != wantEnd {
						t.Fatalf("seed %d: job %d from %g to %g, want %g to %g", seed, i, start, end, wantStart, wantEnd)
					}
				})
			}
			if kept < 1000 {
				t.Errorf("a simulation was at hand for %d of 12600 jobs", kept)
			}
		})
	}
}

func newFollower(t *testing.T, m Machine, d Discipline) *Lookahead {
	t.Helper()
	o, err := NewLookahead(m, d, twice)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// clusters are machines of 8 nodes: dedicated and equal ones, unlike ones,
// shared ones.
var clusters = []Cluster{
	{MPL: 1, Nodes: []NodeClass{{Count: 8, Power: 1, Availability: 1}}},
	{MPL: 1, Nodes: []NodeClass{{5, .8, .9, 125, 5}, {3, 1, .7, 125, 100}}},
	{MPL: 2, Nodes: []NodeClass{{5, .8, .9, 125, 5}, {3, 1, .7, 125, 50}}},
	{MPL: 3, Nodes: []NodeClass{{5, .8, .9, 125, 5}, {3, 1, .7, 125, 50}}, Selection: Uniform},
	{MPL: 2, Nodes: []NodeClass{{8, .5, .5, 0, 0}}, Slowdown: ByTasks},
	{MPL: 3, Nodes: []NodeClass{{4, .5, .5, 0, 0}, {4, .5, .9, 0, 0}}, Slowdown: ByTasks, Selection: Uniform},
}

// Nodes that are alike may be told apart without any change.
func TestNodesOfTheirOwnClass(t *testing.T) {
	for n, cluster := range clusters {
		apart := cluster
		apart.Nodes = nil
		for _, class := range cluster.Nodes {
			for range class.Count {
				one := class
				one.Count = 1
				apart.Nodes = append(apart.Nodes, one)
			}
		}
		for seed := range uint64(10) {
			log := randomLog(rand.New(rand.NewPCG(seed, 9)), 200, 8)
			var want [][2]float64
			tell(t, newFollower(t, Machine{Procs: 8, Cluster: &cluster}, EASY), log,
				func(_ int, _, _ []int, start, end float64) {
					want = append(want, [2]float64{start, end})
				})
			tell(t, newFollower(t, Machine{Procs: 8, Cluster: &apart}, EASY), log, func(i int, _, _ []int, start, end float64) {
				if got := [2]float64{start, end}; got != want[i] {
					t.Fatalf("cluster %d, seed %d: job %d: %g, want %g", n, seed, i, got, want[i])
				}
			})
		}
	}
}

// Where thousands wait, only the first are simulated; jobs as wide as the
// machine still start one after the other.
func TestLongQueue(t *testing.T) {
	o := newFollower(t, Machine{Procs: 8}, EASY)
	for id := range int64(2*mostStarts + 1) {
		if id == 2*mostStarts { // one that no simulation has started is the first in fact
			o.Start(0, id-1)
		}
		start, end, err := o.Submit(0, Job{ID: id, Procs: 8, Run: 2})
		if want := float64(2 * id); err != nil || start != want || end != want+2 {
			t.Fatalf("job %d from %g to %g (%v), want it at %g", id, start, end, err, want)
		}
	}
	if o.plain.begun > mostStarts+1 {
		t.Errorf("%d starts simulated", o.plain.begun-1)
	}
}
