package swf

import "testing"

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
