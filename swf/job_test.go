package swf

import "testing"

func TestJob(t *testing.T) {
	tests := []struct {
		job             Job
		procs           int64
		estimate, start float64
	}{
		{Job{ReqProcs: 8, Alloc: 16, ReqTime: 600, Submit: 100, Wait: 5}, 8, 600, 105},
		{Job{ReqProcs: -1, Alloc: 16, ReqTime: -1, Submit: 100, Wait: -1}, 16, -1, -1},
		{Job{ReqProcs: 0, Alloc: 0, ReqTime: 0, Submit: -1, Wait: 0}, -1, -1, -1},
		{Job{ReqProcs: -1, Alloc: -1, ReqTime: 0.5, Submit: 0, Wait: 0}, -1, 0.5, 0},
	}
	for _, test := range tests {
		j := &test.job
		if j.Procs() != test.procs || j.Estimate() != test.estimate || j.Start() != test.start {
			t.Errorf("%+v: procs %d, estimate %v, start %v", j, j.Procs(), j.Estimate(), j.Start())
		}
	}
}
