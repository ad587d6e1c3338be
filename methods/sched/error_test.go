package sched_test

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods/sched"
)

func TestErrors(t *testing.T) {
	cluster := func(n sched.NodeClass, mpl int) sched.Machine {
		return sched.Machine{Procs: 4, Cluster: &sched.Cluster{MPL: mpl, Nodes: []sched.NodeClass{n}}}
	}
	four := sched.Machine{Procs: 4}
	for _, tc := range []struct {
		machine sched.Machine
		job     sched.Arrival
		want    string
	}{
		{sched.Machine{}, job(0, 1, 1), "machine of 0 processors"},
		{four, job(0, 5, 1), "job 0 asks for 5 processors, the machine has 4"},
		{four, job(0, 0, 1), "asks for 0 processors"},
		{four, walled(0, 1, -1, 1), "run time -1 s"},
		{four, walled(0, 1, 1, math.NaN()), "wall time NaN s"},
		{four, networked(0, 1, 1, 1.5, 0), "share of 1.5 of its run time"},
		{four, networked(0, 1, 1, 0, -2), "bandwidth -2 MB/s"},
		{cluster(sched.NodeClass{Count: 4, Power: 1, Availability: 1}, 0), job(0, 1, 1), "multiprogramming level 0"},
		{cluster(sched.NodeClass{Count: 3, Power: 1, Availability: 1}, 1), job(0, 1, 1),
			"machine of 4 processors with a cluster of 3 nodes"},
		{cluster(sched.NodeClass{Count: 4, Power: 2, Availability: 1}, 1), job(0, 1, 1), "power 2"},
		{cluster(sched.NodeClass{Count: 4, Power: 1, Availability: 1, Link: 2, Traffic: 2}, 1), job(0, 1, 1),
			"leaves nothing"},
	} {
		_, err := sched.Simulate(tc.machine, sched.Plan{}, []sched.Arrival{tc.job})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
	o, err := sched.NewLookahead(sched.Machine{Procs: 2}, sched.EASY, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := o.Submit(0, sched.Job{Procs: 3}); err == nil {
		t.Error("a job wider than the machine is taken")
	}
	if o.Start(0, 1) || o.End(0, 1) {
		t.Error("a job that was never submitted starts or ends")
	}
}
