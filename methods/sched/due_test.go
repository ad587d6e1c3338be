package sched_test

import (
	"slices"
	"testing"

	"waitbench/methods/sched"
)

// due is a job that asks for wall and is to work for run from a time on.
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
// e asks for too little and is ended at its wall time, in which it has not begun to work.
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
