package varq

import (
	"math"
	"testing"

	"waitbench/replay"
)

func logSeries(jobs []replay.Job) *replay.Series {
	series, _ := replay.Group(&replay.Log{Queues: make([]replay.Queue, 1), Jobs: jobs}, nil)
	return series[0]
}

func TestNewWorkload(t *testing.T) {
	s := logSeries([]replay.Job{
		{Submit: 100, Run: 50, Estimate: 60, Procs: 8},
		{Submit: 103, Run: 90, Estimate: 60, Procs: 9},  // runs past its estimate, on two nodes
		{Submit: 104, Run: 70, Estimate: -1, Procs: 1},  // no estimate
		{Submit: 105, Run: 70, Estimate: 80, Procs: 33}, // five nodes
		{Submit: 106, Run: 70, Estimate: 80, Procs: -1},
		{Submit: 110, Run: 70, Estimate: 80, Procs: 32},
	})
	workload, err := NewWorkload(s, NodeMachine{4, 8})
	if err != nil {
		t.Fatal(err)
	}
	want := []NodeJob{{100, 50, 60, 1}, {103, 60, 60, 2}, {104, 70, 70, 1}, {110, 70, 80, 4}}
	if len(workload.Jobs) != len(want) || workload.TooWide != 1 || workload.Overran != 1 {
		t.Fatalf("%+v", workload)
	}
	for i, j := range workload.Jobs {
		if j != want[i] {
			t.Errorf("job %d is %+v, want %+v", i, j, want[i])
		}
	}
	// (50 + 2 60 + 70 + 4 70) node-seconds of 4 nodes for 10 s
	if got := workload.Offered(); got != 13 {
		t.Errorf("offered load %v, want 13", got)
	}
	wide := logSeries([]replay.Job{{Procs: 9}})
	if _, err := NewWorkload(wide, NodeMachine{1, 8}); err == nil {
		t.Error("no error without a job that fits")
	}
}

// The outputs of SplitMix64 for the seed 1234567 are those of the test of its
// Java and C implementations, as listed at Rosetta Code, Pseudo-random
// numbers/Splitmix64. The state of output n is 1234567 + n times the golden
// number, which is that of seed n and index 1234567 here.
func TestUniform(t *testing.T) {
	for seed, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
		16408922859458223821} {
		if got := uniform(uint64(seed), 1234567); got != float64(want>>11)/(1<<53) {
			t.Errorf("seed %d: %v, want %v", seed, got, float64(want>>11)/(1<<53))
		}
	}
}

// TestOdds: odds are rounded up to hundredths; two of .9 make .99, the paper's
// example in section 4.6.
func TestOdds(t *testing.T) {
	for i := 1; i < 100; i++ {
		p := float64(i) / 100
		if got := (&Config{Request: p}).Level().Quantile; got != p {
			t.Errorf("%v becomes %v", p, got)
		}
	}
	if got := (&Config{Request: 0.701}).Level().Quantile; got != 0.71 {
		t.Errorf(".701 becomes %v", got)
	}
	if got := Joint(0.9, 0.9); math.Abs(got-0.99) > 1e-15 || Joint() != 0 {
		t.Errorf("%v, want .99, and %v, want 0", got, Joint())
	}
}
