package sched_test

import (
	"testing"

	"waitbench/methods/sched"
)

// A machine of 4 processors on which more runs than fits, and one job longer than believed.
func TestFollow(t *testing.T) {
	twice := func(j sched.Job) float64 { return 2 * j.Run }
	s, err := sched.NewState(sched.Machine{Procs: 4}, sched.Policy{KnowsEnds: true}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for id := range int64(3) {
		if err := s.Submit(sched.Job{ID: id, Procs: 3, Run: 10}); err != nil {
			t.Fatal(err)
		}
	}
	if !s.Start(0) || !s.Start(1) || s.Start(0) || s.Start(7) {
		t.Error("Begin does not tell a waiting job")
	}
	if end := s.NextEnd(); end != 10 {
		t.Errorf("end at %g, want 10", end)
	}
	if s.Move(9, twice) || !s.Move(40, twice) || s.Move(40, twice) {
		t.Error("jobs are prolonged at 9 or not at 40, or twice")
	}
	if end := s.NextEnd(); end != 80 { // 10, 20, 40 have passed
		t.Errorf("end at %g, want 80", end)
	}
	if !s.End(0) || s.End(0) || s.End(2) {
		t.Error("Finish does not tell a running job")
	}
	if started := s.Schedule(); len(started) != 0 { // job 1 holds 3 of 4
		t.Errorf("%v started", started)
	}
	s.End(1)
	if started := s.Schedule(); len(started) != 1 || started[0].ID != 2 {
		t.Errorf("%v started, want job 2", started)
	}
	if end := s.NextEnd(); end != 50 {
		t.Errorf("end at %g, want 50", end)
	}
}

func TestOutlookErrors(t *testing.T) {
	if _, err := sched.NewLookahead(sched.Machine{}, sched.EASY, nil); err == nil {
		t.Error("a machine without processors is taken")
	}
	o, err := sched.NewLookahead(sched.Machine{Procs: 2}, sched.EASY, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := o.Submit(0, sched.Job{Procs: 3}); err == nil {
		t.Error("a job wider than the machine is taken")
	}
	if o.Start(0, 1) || o.End(0, 1) {
		t.Error("a job that was never submitted begins or ends")
	}
	if start, end, err := o.Submit(1, sched.Job{Procs: 2, Run: 3}); start != 1 || end != 4 || err != nil {
		t.Errorf("from %g to %g, %v", start, end, err)
	}
}
