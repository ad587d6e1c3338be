package varq

import (
	"math"
	"testing"

	"waitbench/replay"
	"waitbench/swf"
)

func TestNewTrace(t *testing.T) {
	s := replay.NewSeries("log", "q", replay.AllRanges, []replay.Job{
		{Submit: 100, Run: 50, Estimate: 60, Procs: 8},
		{Submit: 103, Run: 90, Estimate: 60, Procs: 9},  // runs past its estimate, on two nodes
		{Submit: 104, Run: 70, Estimate: -1, Procs: 1},  // no estimate
		{Submit: 105, Run: 70, Estimate: 80, Procs: 33}, // five nodes
		{Submit: 106, Run: 70, Estimate: 80, Procs: -1},
		{Submit: 111, Run: 70, Estimate: 80, Procs: 32},
	})
	trace, err := NewTrace(s, Machine{4, 8}, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []Job{{100, 50, 60, 1}, {101, 60, 60, 2}, {102, 70, 70, 1}, {105, 70, 80, 4}}
	if len(trace.Jobs) != len(want) || trace.TooWide != 1 || trace.NoSize != 1 || trace.Overran != 1 {
		t.Fatalf("%+v", trace)
	}
	for i, j := range trace.Jobs {
		if j != want[i] {
			t.Errorf("job %d is %+v, want %+v", i, j, want[i])
		}
	}
	// (50 + 2 60 + 70 + 4 70) node-seconds of 4 nodes for 5 s
	if got := trace.Offered(); got != 26 {
		t.Errorf("offered load %v, want 26", got)
	}
	for _, load := range []float64{0, math.NaN(), math.Inf(1)} {
		if _, err := NewTrace(s, Machine{4, 8}, load); err == nil {
			t.Errorf("no error for load %v", load)
		}
	}
	wide := replay.NewSeries("log", "q", replay.AllRanges, []replay.Job{{Procs: 9}})
	if _, err := NewTrace(wide, Machine{1, 8}, 1); err == nil {
		t.Error("no error without a job that fits")
	}
}

func TestMachineOf(t *testing.T) {
	for _, c := range []struct {
		procs, nodes string
		want         Machine
	}{
		{"1664 (72, 1368, 224)", "184  ( 6,  171,   7)", Machine{171, 8}}, // of SDSC-DS-2004
		{"128", "128", Machine{128, 1}},
		{"1024", "128", Machine{128, 8}},
		{"100", "", Machine{100, 1}},
		{"", "64", Machine{64, 0}},
		{"", "", Machine{}},
		{"80 (64, 16)", "10", Machine{10, 8}},
		{"80 (64, some)", "10 (8, 2)", Machine{10, 8}},
	} {
		var h swf.Header
		if c.procs != "" {
			h.Add("MaxProcs", c.procs)
		}
		if c.nodes != "" {
			h.Add("MaxNodes", c.nodes)
		}
		if got := MachineOf(&h); got != c.want {
			t.Errorf("%q, %q: %+v, want %+v", c.procs, c.nodes, got, c.want)
		}
	}
}

// The outputs of SplitMix64 for the seed 1234567 are those of the test of its Java and C
// implementations, as listed at Rosetta Code, Pseudo-random numbers/Splitmix64. The state of output
// n is 1234567 + n times the golden number, which is that of seed n and index 1234567 here.
func TestUniform(t *testing.T) {
	for seed, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
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
