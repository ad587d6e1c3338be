package varq

import (
	"math"
	"testing"

	"waitbench/swf"
	"waitbench/swf/swftest"
)

// TestDatastar: a cell of the table is near the mean of five seeds of another
// implementation of the same rules: .73 kept of .76 predicted, 2827 accepted,
// and 5283 s without VARQ at a utilization of .6027.
func TestDatastar(t *testing.T) {
	f, err := swf.Open(swftest.RealLog(t, "SDSC-DS-2004-2.1-cln"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	workload := workloadOf(t, seriesOf(t, f, []string{"normal"}), NodeMachine{171, 8})
	if workload.TooWide != 0 || len(workload.Jobs) != 48089 {
		t.Errorf("%d jobs, %d too wide", len(workload.Jobs), workload.TooWide)
	}
	c := Default()
	without := c
	without.Fraction = 0
	base := run(t, workload, without)
	o := run(t, workload, c)
	b, cell := summarize(base, base), summarize(o, base)
	for _, x := range []struct {
		name            string
		got, want, near float64
	}{
		{"mean wait", b.AllWait, 5283, 1}, {"utilization", b.Utilization, 0.6027, 0.0001},
		{"offered load", workload.Offered(), 0.6027, 0.0001},
		{"accepted", float64(cell.Accepted), 2827, 150}, {"predicted", cell.Predicted, 0.76, 0.02},
		{"kept", cell.Success, 0.73, 0.04},
		{"useful", cell.Useful, 0.6027, 0.0001}, {"span", cell.Span / 86400, 366.5, 0.2},
	} {
		if math.Abs(x.got-x.want) > x.near {
			t.Errorf("%s %v, want %v within %v", x.name, x.got, x.want, x.near)
		}
	}
}
