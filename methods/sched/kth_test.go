package sched_test

import (
	"compress/gzip"
	"math"
	"os"
	"testing"

	"waitbench/methods/sched"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// readKTH gives the started jobs of the KTH SP2 log, the requested time as wall time, but for one
// whose processors are unknown.
func readKTH(t *testing.T) []sched.Arrival {
	file, err := os.Open(swftest.RealLog(t, "KTH-SP2-1996-2.1-cln"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var jobs []sched.Arrival
	for j, err := range swf.NewReader(text, file.Name()).All() {
		if err != nil {
			t.Fatal(err)
		}
		if swf.Started.Rule(&j) != swf.Selected || j.Procs() < 1 {
			continue
		}
		wall := j.Estimate()
		if wall < 0 {
			wall = j.Run
		}
		jobs = append(jobs, sched.Arrival{Submit: j.Submit, Job: sched.Job{Procs: j.Procs(), Run: j.Run, Wall: wall}})
	}
	return jobs
}

// The mean wait of EASY on this log, 100 processors, jobs ended at their requested times, is 114.2
// and 115.4 minutes in two other simulators.
func TestKTH(t *testing.T) {
	jobs := readKTH(t)
	plan := sched.Plan{Policy: sched.Policy{Discipline: sched.EASY}}
	outcomes, err := sched.Simulate(sched.Machine{Procs: 100, KillAtWall: true}, plan, jobs)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, o := range outcomes {
		sum += o.Start - jobs[i].Submit
	}
	mean := sum / float64(len(jobs)) / 60
	t.Logf("%d jobs, mean wait %.2f min", len(jobs), mean)
	if want := 114.5; math.Abs(mean/want-1) > 0.02 {
		t.Errorf("mean wait %.2f min, want %.1f within 2 %%", mean, want)
	}
}
