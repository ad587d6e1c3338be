package sched_test

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods/sched"
)

func TestSimulateErrors(t *testing.T) {
	ranked := sched.Plan{Policy: sched.Policy{Rank: []int{0}}}
	rankedLater := sched.Plan{Changes: []sched.Change{{At: 1, Policy: ranked.Policy}}}
	for _, tc := range []struct {
		name  string
		procs int64
		plan  sched.Plan
		jobs  []sched.Arrival
		want  string
	}{
		{"no processors", 0, sched.Plan{}, nil, "machine of 0 processors"},
		{"wide", 4, sched.Plan{}, []sched.Arrival{job(0, 5, 1)}, "job 0 asks for 5 processors, the machine has 4"},
		{"empty", 4, sched.Plan{}, []sched.Arrival{job(0, 0, 1)}, "asks for 0 processors"},
		{"run", 4, sched.Plan{}, []sched.Arrival{walled(0, 1, -1, 1)}, "runs for -1 s"},
		{"wall", 4, sched.Plan{}, []sched.Arrival{walled(0, 1, 1, math.NaN())}, "wall time of NaN s"},
		{"order", 4, sched.Plan{}, []sched.Arrival{job(2, 1, 1), job(1, 1, 1)}, "arrival 1: submitted at 1 s, after one at 2 s"},
		{"patience", 4, sched.Plan{}, []sched.Arrival{patient(0, 1, 1, -1)}, "patience of -1 s"},
		{"discipline", 4, sched.Plan{Policy: sched.Policy{Discipline: 7}}, nil, "unknown discipline(7)"},
		{"class", 4, ranked, []sched.Arrival{classed(0, 1)}, "job 0 is of class 1, the policy ranks classes 0 to 0"},
		{"class of a waiting job", 2, rankedLater, []sched.Arrival{classed(0, 1), classed(0, 1)}, "change of policy at 1 s: job 1 is of class 1"},
		{"foresight", 1, sched.Plan{Changes: []sched.Change{{At: 1, Policy: sched.Policy{KnowsEnds: true}}}}, []sched.Arrival{job(0, 1, 2)},
			"cannot begin or cease to forecast"},
		{"changes", 4, sched.Plan{Changes: []sched.Change{{At: 2}, {At: 1}}}, nil, "change 1: at 1 s, after one at 2 s"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := sched.Simulate(sched.Machine{Procs: tc.procs}, tc.plan, tc.jobs)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestNewStateErrors(t *testing.T) {
	half := sched.Running{Job: sched.Job{ID: 7, Procs: 3, Run: 5, Wall: 5}}
	for _, tc := range []struct {
		name    string
		now     float64
		running []sched.Running
		want    string
	}{
		{"full", 0, []sched.Running{half, half}, "job 7 holds 3 processors, only 1 of 4 are left"},
		{"future", -1, []sched.Running{half}, "job 7 starts at 0 s, after the time of the state, -1 s"},
		{"invalid", 0, []sched.Running{{Job: sched.Job{ID: 8}}}, "running: job 8 asks for 0 processors"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := sched.NewState(sched.Machine{Procs: 4}, sched.Policy{}, tc.now, tc.running)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}
