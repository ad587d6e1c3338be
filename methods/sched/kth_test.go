package sched_test

import (
	"math"
	"testing"

	"waitbench/methods/sched"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// The mean wait of EASY on this log, 100 processors, jobs ended at their
// requested times, is 114.2 and 115.4 minutes in two other simulators.
func TestKTH(t *testing.T) {
	log, err := swf.Open(swftest.RealLog(t, "KTH-SP2-1996-2.1-cln"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var jobs []sched.Arrival
	for j, err := range log.All() {
		if err != nil {
			t.Fatal(err)
		}
		if swf.Started.Rule(&j) != swf.Selected || j.Procs() < 1 { // one has unknown processors
			continue
		}
		wall := j.Estimate()
		if wall < 0 {
			wall = j.Run
		}
		jobs = append(jobs, walled(j.Submit, j.Procs(), j.Run, wall))
	}
	plan := sched.Plan{Policy: sched.Policy{Discipline: sched.EASY}}
	outcomes, err := sched.Simulate(sched.Machine{Procs: 100, KillAtWall: true}, plan, jobs)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, o := range outcomes {
		sum += o.Start - jobs[i].Submit
	}
	if mean := sum / float64(len(jobs)) / 60; math.Abs(mean/114.5-1) > 0.02 {
		t.Errorf("mean wait %.2f min, want 114.5 within 2 %%", mean)
	}
}
