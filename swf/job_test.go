package swf

import (
	"testing"
)

func TestJob(t *testing.T) {
	tests := []struct {
		job      Job
		procs    int64
		estimate float64
	}{
		{Job{ReqProcs: 8, Alloc: 16, ReqTime: 600}, 8, 600},
		{Job{ReqProcs: -1, Alloc: 16, ReqTime: -1}, 16, -1},
		{Job{ReqProcs: 0, Alloc: 0, ReqTime: 0}, -1, -1},
		{Job{ReqProcs: -1, Alloc: -1, ReqTime: 0.5}, -1, 0.5},
	}
	for _, test := range tests {
		j := &test.job
		if j.Procs() != test.procs || j.Estimate() != test.estimate {
			t.Errorf("%+v: procs %d, estimate %v", j, j.Procs(), j.Estimate())
		}
	}
}

// TestSelection checks the rule for each selection. The names of rules are in
// files.
func TestSelection(t *testing.T) {
	tests := []struct {
		submit, wait, run   float64
		started, paper, all string
	}{
		{0, 1, 1, "selected", "selected", "selected"},
		{0, 0, 1, "selected", "zero_wait", "selected"},
		{0, 0.5, 0.5, "selected", "selected", "selected"},
		{0, 60, 0, "no_run_time", "no_run_time", "selected"},
		{0, 60, -1, "no_run_time", "no_run_time", "selected"},
		{0, 0, 0, "no_run_time", "no_run_time", "selected"},
		{0, -1, 5, "no_wait_time", "no_wait_time", "no_wait_time"},
		{-1, -1, -1, "no_submit_time", "no_submit_time", "no_submit_time"},
	}
	for _, test := range tests {
		j := Job{Submit: test.submit, Wait: test.wait, Run: test.run}
		for name, want := range map[string]string{"started": test.started, "paper": test.paper, "all": test.all} {
			if got := Selection(name).Rule(&j).String(); got != want {
				t.Errorf("%+v, %v: %v, want %v", test, name, got, want)
			}
		}
	}
}
