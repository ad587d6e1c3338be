package sched_test

import (
	"math"
	"slices"
	"testing"

	"waitbench/methods/sched"
)

// job is an arrival whose wall time is its run time.
func job(submit float64, procs int64, run float64) sched.Arrival {
	return sched.Arrival{Submit: submit, Job: sched.Job{Procs: procs, Run: run, Wall: run}}
}

func walled(submit float64, procs int64, run, wall float64) sched.Arrival {
	return sched.Arrival{Submit: submit, Job: sched.Job{Procs: procs, Run: run, Wall: wall}}
}

func classed(submit float64, class int) sched.Arrival {
	return sched.Arrival{Submit: submit, Job: sched.Job{Procs: 2, Run: 5, Wall: 5, Class: class}}
}

func patient(submit float64, procs int64, run, patience float64) sched.Arrival {
	a := job(submit, procs, run)
	a.Patience = patience
	return a
}

func easy(rank ...int) sched.Policy { return sched.Policy{Discipline: sched.EASY, Rank: rank} }

var withdrawn = math.NaN()

// Schedules drawn by hand. A letter is a job, in order of arrival, a row a
// processor, a column a second.
var golden = []struct {
	name    string
	machine sched.Machine
	plan    sched.Plan
	jobs    []sched.Arrival
	starts  []float64
}{
	{
		//	..........ccc
		//	aaaaaaaaaabbbbbdddd   c would fit at 2, but b is before it
		//	aaaaaaaaaabbbbbdddd
		//	aaaaaaaaaa.....dddd
		//	0         1
		name: "fcfs", machine: sched.Machine{Procs: 4},
		jobs:   []sched.Arrival{job(0, 3, 10), job(1, 2, 5), job(2, 1, 3), job(3, 4, 4)},
		starts: []float64{0, 10, 10, 15},
	},
	{
		//	..ccc..........dddd   the same jobs: c ends before the shadow of b, 10
		//	aaaaaaaaaabbbbbdddd
		//	aaaaaaaaaabbbbbdddd
		//	aaaaaaaaaa.....dddd
		//	0         1
		name: "easy", machine: sched.Machine{Procs: 4}, plan: sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{job(0, 3, 10), job(1, 2, 5), job(2, 1, 3), job(3, 4, 4)},
		starts: []float64{0, 10, 2, 15},
	},
	{
		//	..cccccccceeeeeeeee   c ends at the very time of the shadow and takes nothing from extra
		//	aaaaaaaaaaddddddddd
		//	aaaaaaaaaabbbbb
		//	aaaaaaaaaabbbbb
		//	0         1
		name: "easy, end at the shadow", machine: sched.Machine{Procs: 4}, plan: sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{job(0, 3, 10), job(1, 2, 5), job(2, 1, 8), job(3, 1, 9), job(4, 1, 9)},
		starts: []float64{0, 10, 2, 10, 10},
	},
	{
		//	..cccccccccccccccccccc   extra is 1 at 2 (5 free at 10, b takes 4); c takes it, d must wait,
		//	....eeeeeebbbbbddddddddd e ends in time
		//	aaaaaaaaaabbbbb
		//	aaaaaaaaaabbbbb
		//	aaaaaaaaaabbbbb
		//	0         1         2
		name: "easy, extra processors", machine: sched.Machine{Procs: 5}, plan: sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{job(0, 3, 10), job(1, 4, 5), job(2, 1, 20), job(3, 1, 9), job(4, 1, 6)},
		starts: []float64{0, 10, 2, 15, 4},
	},
	{
		//	..dddddddddddddddd   a alone would do for c, but b ends at the same time: extra is 2, not 0
		//	aaaaaaaaaaccccc
		//	aaaaaaaaaaccccc
		//	bbbbbbbbbbccccc
		//	bbbbbbbbbb
		//	0         1
		name: "easy, two ends at the shadow", machine: sched.Machine{Procs: 5}, plan: sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{job(0, 2, 10), job(0, 2, 10), job(1, 3, 5), job(2, 1, 16)},
		starts: []float64{0, 0, 10, 2},
	},
	{
		//	..ccc.....bbbbbd   a runs past its wall time 5: from then on the shadow of b is now, and d does not end by now
		//	aaaaaaaaaabbbbb
		//	aaaaaaaaaabbbbb
		//	aaaaaaaaaabbbbb
		//	0         1
		name: "easy, overrun", machine: sched.Machine{Procs: 4}, plan: sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{walled(0, 3, 10, 5), job(1, 4, 5), job(2, 1, 3), job(6, 1, 1)},
		starts: []float64{0, 10, 2, 15},
	},
	{
		//	..cccbbbbbd        the same jobs: a is ended at its wall time
		//	aaaaabbbbb
		//	aaaaabbbbb
		//	aaaaabbbbb
		//	0         1
		name: "easy, killed at the wall time", machine: sched.Machine{Procs: 4, KillAtWall: true},
		plan:   sched.Plan{Policy: easy()},
		jobs:   []sched.Arrival{walled(0, 3, 10, 5), job(1, 4, 5), job(2, 1, 3), job(6, 1, 1)},
		starts: []float64{0, 5, 2, 10},
	},
	{
		//	aaaaacccccfffffbbbbbdddddeeeee   c and f are of class 0, which goes first
		//	aaaaacccccfffffbbbbbdddddeeeee
		//	0         1         2
		name: "ranks", machine: sched.Machine{Procs: 2}, plan: sched.Plan{Policy: sched.Policy{Rank: []int{0, 1}}},
		jobs:   []sched.Arrival{classed(0, 1), classed(1, 1), classed(2, 0), classed(3, 1), classed(3, 1), classed(4, 0)},
		starts: []float64{0, 15, 5, 20, 25, 10},
	},
	{
		//	aaaaacccccbbbbbdddddeeeeefffff   all classes are equal from 7 on: arrival decides
		//	aaaaacccccbbbbbdddddeeeeefffff
		//	0         1         2
		name: "ranks given up", machine: sched.Machine{Procs: 2},
		plan:   sched.Plan{Policy: sched.Policy{Rank: []int{0, 1}}, Changes: []sched.Change{{At: 7}}},
		jobs:   []sched.Arrival{classed(0, 1), classed(1, 1), classed(2, 0), classed(3, 1), classed(3, 1), classed(4, 0)},
		starts: []float64{0, 10, 5, 15, 20, 25},
	},
	{
		//	aaaaaaaaaaddddd   b leaves at 5; c leaves at 10, before the pass; d starts in time
		//	aaaaaaaaaaddddd
		//	0         1
		name: "withdrawn", machine: sched.Machine{Procs: 2},
		jobs:   []sched.Arrival{job(0, 2, 10), patient(1, 2, 5, 4), patient(2, 2, 5, 8), patient(3, 2, 5, 8)},
		starts: []float64{0, withdrawn, withdrawn, 10},
	},
	{
		//	bbbcc   a runs for no time: b starts in the next pass, at the same time
		//	0
		name: "no run time", machine: sched.Machine{Procs: 1},
		jobs:   []sched.Arrival{walled(0, 1, 0, 5), job(0, 1, 3), job(0, 1, 2)},
		starts: []float64{0, 0, 3},
	},
}

func TestGolden(t *testing.T) {
	for _, tc := range golden {
		t.Run(tc.name, func(t *testing.T) {
			outcomes, err := sched.Simulate(tc.machine, tc.plan, tc.jobs)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range outcomes {
				if o.Started != !math.IsNaN(tc.starts[i]) {
					t.Errorf("job %c: started %v", 'a'+i, o.Started)
				} else if o.Started && o.Start != tc.starts[i] {
					t.Errorf("job %c: starts at %g, want %g", 'a'+i, o.Start, tc.starts[i])
				}
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	got, err := sched.Simulate(sched.Machine{Procs: 2, KillAtWall: true}, sched.Plan{},
		[]sched.Arrival{walled(0, 2, 10, 5), patient(1, 2, 3, 2), walled(2, 2, 5, 5)})
	if err != nil {
		t.Fatal(err)
	}
	want := []sched.Outcome{
		{Started: true, Killed: true, Start: 0, End: 5},
		{End: 3},
		{Started: true, Start: 5, End: 10},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// due is a job that requests wall and works for run from a time on.
func due(submit float64, procs int64, run, wall, due float64) sched.Arrival {
	a := walled(submit, procs, run, wall)
	a.Due = due
	return a
}

// Jobs that are due at 10:
//
//	a.........aaa       starts at 0, idle until 10
//	bbbbbbbbbbbbbbb
//	ccccccccccccccccc
//	             ddd    starts at 13, too late: works at once
//	0         1
//
// e asks for too little and is ended at its wall time, in which it has not
// begun to work.
func TestDue(t *testing.T) {
	got, err := sched.Simulate(sched.Machine{Procs: 3, KillAtWall: true}, sched.Plan{}, []sched.Arrival{
		due(0, 1, 3, 13, 10), job(0, 1, 15), job(0, 1, 17), due(2, 1, 3, 13, 10), due(20, 1, 3, 4, 30),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []sched.Outcome{
		{Started: true, Start: 0, End: 13},
		{Started: true, Start: 0, End: 15},
		{Started: true, Start: 0, End: 17},
		{Started: true, Start: 13, End: 16},
		{Started: true, Killed: true, Start: 20, End: 24},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
