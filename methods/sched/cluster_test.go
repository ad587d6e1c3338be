package sched_test

import (
	"math"
	"testing"

	"waitbench/methods/sched"
)

// simulate runs jobs on a cluster whose scheduler foresees their ends.
func simulate(t *testing.T, c sched.Cluster, d sched.Discipline, jobs []sched.Arrival) []sched.Outcome {
	t.Helper()
	m := sched.Machine{Procs: c.Procs(), Cluster: &c}
	outcomes, err := sched.Simulate(m, sched.Plan{Policy: sched.Policy{Discipline: d, KnowsEnds: true}}, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func wantTimes(t *testing.T, outcomes []sched.Outcome, want [][2]float64) {
	t.Helper()
	for i, o := range outcomes {
		if !near(o.Start, want[i][0]) || !near(o.End, want[i][1]) {
			t.Errorf("job %c: from %.12g to %.12g, want %.12g to %.12g", 'a'+i, o.Start, o.End, want[i][0], want[i][1])
		}
	}
}

// near allows for some roundings.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }

// Two tasks at most on each of two nodes:
//
//	node 1  aabbbbbbbbccccccc   b starts at 2 beside a; c needs two nodes with room and waits until b ends at 10
//	        --aaaaaaaaaaaaaaa
//	node 2  aaaaaaaaaaaaaaaaa
//	        ----------ccccccc
//	        0         1
//
// a has done 2 of 10 at 2, 2 + 8/2 = 6 at 10, when b has done its 4. Then c and
// a slow each other down: c takes 3 · 2 and ends at 16, when a has done 6 + 6/2
// = 9; alone again it ends at 17.
func TestSlowdownByTasks(t *testing.T) {
	two := sched.Cluster{MPL: 2, Slowdown: sched.ByTasks, Nodes: []sched.NodeClass{{Count: 2, Power: 1, Availability: 1}}}
	jobs := []sched.Arrival{job(0, 2, 10), job(2, 1, 4), job(3, 2, 3)}
	wantTimes(t, simulate(t, two, sched.FCFS, jobs), [][2]float64{{0, 17}, {2, 10}, {10, 16}})
	two.MPL = 1
	wantTimes(t, simulate(t, two, sched.FCFS, jobs), [][2]float64{{0, 10}, {10, 14}, {14, 17}})
}

// What nodes can do does not matter where tasks alone count, but for the choice
// of nodes.
func TestSlowdownByTasksAlone(t *testing.T) {
	two := sched.Cluster{MPL: 2, Slowdown: sched.ByTasks, Nodes: []sched.NodeClass{{Count: 2, Power: 0.5,
		Availability: 0.3, Link: 10, Traffic: 9}}}
	wantTimes(t, simulate(t, two, sched.FCFS, []sched.Arrival{networked(0, 2, 10, 0.5, 100)}), [][2]float64{{0, 10}})
}

func networked(submit float64, procs int64, run, comm, bandwidth float64) sched.Arrival {
	a := job(submit, procs, run)
	a.Comm, a.Bandwidth = comm, bandwidth
	return a
}

// Nodes x1, x2 have all their power, of which local users leave 0.8, and links
// of 100 MB/s with 20 of local traffic; node y has half the power for itself,
// and a free link. Nodes that local users leave alone are taken first.
//
//	 0  a, 75 s of processing and 25 s of communication at 60 MB/s, takes y and x1.
//	    SP = max(1/0.5, 1/0.8) = 2, SC = 1: it would take 75·2 + 25·1 = 175 s.
//	50  b, 20 s and 20 s at 50 MB/s, takes x2, which is empty, and of the nodes with one task y, the more idle one.
//	    y: two tasks, SP = 2/0.5 = 4; a wants 60 and b 50 of 100 MB/s, each gets 50: SC = 60/50 for a, 1 for b.
//	    a has done 50/175 of its work; its rest takes (75·4 + 25·1.2)·125/175 = 330·125/175 = 235.7 s.
//	    b takes 20·4 + 20·1 = 100 s.
//	150 b ends. a has done 50/175 + 100/330 of its work; its rest takes 175 s · (1 - 50/175 - 100/330) = 71.97 s.
func TestSlowdownByResources(t *testing.T) {
	three := sched.Cluster{MPL: 2, Nodes: []sched.NodeClass{
		{Count: 2, Power: 1, Availability: 0.8, Link: 100, Traffic: 20},
		{Count: 1, Power: 0.5, Availability: 1, Link: 100},
	}}
	jobs := []sched.Arrival{networked(0, 2, 100, 0.25, 60), networked(50, 2, 40, 0.5, 50)}
	done := 50.0/175 + 100.0/330
	wantTimes(t, simulate(t, three, sched.FCFS, jobs), [][2]float64{{0, 150 + 175*(1-done)}, {50, 150}})
}

// Three tasks on one link of 100 MB/s want 10, 60 and 70: the first gets all it
// wants, the others half of the 90 that are left.
func TestSaturation(t *testing.T) {
	one := sched.Cluster{MPL: 3, Nodes: []sched.NodeClass{{Count: 1, Power: 1, Availability: 1, Link: 125, Traffic: 25}}}
	jobs := []sched.Arrival{networked(0, 1, 30, 1, 10), networked(0, 1, 30, 1, 60), networked(0, 1, 30, 1, 70)}
	outcomes := simulate(t, one, sched.FCFS, jobs)
	// b has done 30·45/60 = 22.5 when a ends at 30, c 30·45/70. Then each gets
	// 50: b's rest of 7.5 takes 7.5·60/50 = 9 s. c has done 30·45/70 + 9·50/70
	// by then and has the link for itself.
	done := 30*45.0/70 + 9*50.0/70
	wantTimes(t, outcomes, [][2]float64{{0, 30}, {0, 39}, {0, 39 + 30 - done}})
}

// c computes like a, which started first; b communicates. Under Normal c joins
// a, under Uniform b.
func TestSelection(t *testing.T) {
	two := sched.Cluster{MPL: 2, Nodes: []sched.NodeClass{{Count: 2, Power: 1, Availability: 1}}}
	jobs := []sched.Arrival{networked(0, 1, 10, 0, 0), networked(0, 1, 10, 0.75, 0), networked(0, 1, 10, 0.25, 0)}
	// a and c compute by turns: a takes 20 s, c 7.5·2 + 2.5 = 17.5 s, when a
	// has done 8.75
	wantTimes(t, simulate(t, two, sched.FCFS, jobs), [][2]float64{{0, 17.5 + 1.25}, {0, 10}, {0, 17.5}})
	two.Selection = sched.Uniform
	// b takes 2.5·2 + 7.5 = 12.5 s; c has done 12.5/17.5 of its work by then
	wantTimes(t, simulate(t, two, sched.FCFS, jobs), [][2]float64{{0, 10}, {0, 12.5}, {0, 12.5 + 10*(1-12.5/17.5)}})
}

// A job may go before the head if the head could still start as soon.
func TestBackfillOnSharedNodes(t *testing.T) {
	node := sched.NodeClass{Count: 1, Power: 1, Availability: 1}
	weak := sched.NodeClass{Count: 1, Power: 0.25, Availability: 1}
	for _, tc := range []struct {
		name   string
		nodes  []sched.NodeClass
		jobs   []sched.Arrival
		starts []float64
	}{
		{
			// a and b share two nodes and take 20 s there; the head c waits for
			// one of these and the third, where b has room for d: it may stay
			// there beyond 20
			"beside", []sched.NodeClass{node, node, node},
			[]sched.Arrival{job(0, 2, 10), job(0, 3, 20), job(1, 2, 3), job(1, 1, 100)}, []float64{0, 0, 20, 1},
		},
		{
			// a takes 4·10 s because of the weak node; b shares the other node
			// with it, and c waits for a's end. d would take 8·2 s on the weak
			// node, but a would end at 1 + 8·(10 - 1/4) = 79 as things stand: d
			// waits
			"slowing", []sched.NodeClass{node, weak},
			[]sched.Arrival{job(0, 2, 10), job(0, 1, 100), job(1, 2, 5), job(1, 1, 2)}, []float64{0, 0, 40, 40},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for i, o := range simulate(t, sched.Cluster{MPL: 2, Nodes: tc.nodes}, sched.EASY, tc.jobs) {
				if o.Start != tc.starts[i] {
					t.Errorf("job %c starts at %g, want %g", 'a'+i, o.Start, tc.starts[i])
				}
			}
		})
	}
}

// TestPlaced: a job of 1 s on given nodes of powers 1 and 1/2, though the
// selection would take others. The slow node, of which local users leave half,
// takes 4 s, and 8 s for two jobs that share it.
func TestPlaced(t *testing.T) {
	node := func(power float64) sched.NodeClass {
		return sched.NodeClass{Count: 1, Power: power, Availability: power}
	}
	cluster := &sched.Cluster{Nodes: []sched.NodeClass{node(.5), node(1), node(1)}, MPL: 2}
	for _, c := range []struct {
		nodes [][]int
		end   float64
	}{{[][]int{{1, 2}}, 11}, {[][]int{{1, 0}}, 14}, {[][]int{{0, 1}, {2, 0}}, 18}, {[][]int{{2, 1}, {1, 2}}, 12}} {
		var running []sched.Running
		for i, n := range c.nodes {
			running = append(running, sched.Running{Job: sched.Job{ID: int64(i), Procs: 2, Run: 1}, Start: 10, Nodes: n})
		}
		s, err := sched.NewState(sched.Machine{Procs: 3, Cluster: cluster}, sched.Policy{KnowsEnds: true}, 10, running)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.NextEnd(); got != c.end {
			t.Errorf("%v: ends at %g s, want %g s", c.nodes, got, c.end)
		}
	}
}
