package varq

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"waitbench/replay"
	"waitbench/swf"
	"waitbench/traces/synth"
)

func seriesOf(t *testing.T, f *swf.File, queues []string) *replay.Series {
	t.Helper()
	trace, err := replay.Load("log", f.Reader, swf.Started, queues)
	if err != nil {
		t.Fatal(err)
	}
	series, _ := replay.Group(trace, nil)
	return series[0]
}

func traceOf(t *testing.T, s *replay.Series, m Machine) *Trace {
	t.Helper()
	trace, err := NewTrace(s, m, 1)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func run(t *testing.T, trace *Trace, c Config) *outcome {
	t.Helper()
	o, err := simulate(t.Context(), trace, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// busy is some days of a synthetic machine with one queue, under a load that makes jobs wait.
func busy(t *testing.T, days int) *Trace {
	t.Helper()
	cfg := synth.Default()
	cfg.Days, cfg.Load = days, 0.7
	cfg.Queues = []synth.Queue{{Name: "normal", Weight: 1}}
	cfg.Phases = cfg.Phases[:1]
	cfg.Phases[0].Ranks = nil
	w, err := synth.Generate(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	if err := w.WriteSWF(&log); err != nil {
		t.Fatal(err)
	}
	f, err := swf.OpenReader(&log, "busy.swf")
	if err != nil {
		t.Fatal(err)
	}
	return traceOf(t, seriesOf(t, f, nil), Machine{cfg.Procs, 1})
}

// TestRules holds every job of a simulation against the rules, for every kind of deadlines, way to
// wait and choice.
func TestRules(t *testing.T) {
	trace := busy(t, 4)
	for _, d := range []Deadlines{Grid, Ahead} {
		for _, w := range []Waiting{Plan, Replan, Withdraw} {
			for _, choice := range []Choice{Latest, Best} {
				c := Default()
				c.Fraction, c.Request, c.Deadlines, c.Waiting, c.Choice = 0.5, 0.6, d, w, choice
				t.Run(fmt.Sprintf("%s-%s-%s", d, w, choice), func(t *testing.T) { wantRules(t, run(t, trace, c)) })
			}
		}
	}
}

func wantRules(t *testing.T, o *outcome) {
	accepted, withdrawn := 0, 0
	for i := range o.Jobs {
		f, j := &o.Jobs[i], &o.Trace.Jobs[i]
		wrong := func(what string) { t.Errorf("job %d %s: %+v %+v", i, what, *j, *f) }
		if f.Asked != (i >= o.First && uniform(o.Config.Seed, uint64(i)) < o.Config.Fraction) {
			wrong("asks, or does not")
		}
		if f.Accepted && !f.Asked {
			wrong("is accepted and has not asked")
		}
		if f.Start < f.Submitted || f.Submitted < j.Submit {
			wrong("goes back in time")
		}
		if !f.Accepted {
			if f.Wall != j.Wall {
				wrong("has a stretched wall time")
			}
			if f.Submitted != j.Submit {
				withdrawn++
			}
			continue
		}
		accepted++
		lead := f.Deadline - j.Submit
		if o.Config.Deadlines == Ahead && lead != o.Config.Period ||
			o.Config.Deadlines == Grid && (math.Mod(f.Deadline, o.Config.Period) != 0 || lead <= 0 || lead > o.Config.Period) {
			wrong("has a wrong deadline")
		}
		if f.Submitted >= f.Deadline || f.Wall != j.Wall+f.Deadline-f.Submitted {
			wrong("has a wrong wall time")
		}
		if o.Config.Waiting != Replan && math.Mod(f.Submitted-j.Submit, step) != 0 {
			wrong("is not submitted at a point")
		}
		if f.Promised < o.Config.Request {
			wrong("is accepted with too low odds")
		}
		if f.Begin()+j.Run > f.Start+f.Wall && f.Success() {
			wrong("does not fit its wall time")
		}
		if f.Success() != (f.Start <= f.Deadline) || f.Begin() != max(f.Start, f.Deadline) {
			wrong("is a success, or not")
		}
	}
	if accepted < 100 {
		t.Errorf("only %d reservations", accepted)
	}
	if (withdrawn > 0) && o.Config.Waiting != Withdraw {
		t.Errorf("%d reservations withdrawn", withdrawn)
	}
	neverTooMany(t, o)
}

// neverTooMany adds up the nodes that are held at every start.
func neverTooMany(t *testing.T, o *outcome) {
	end := func(i int) float64 { return o.Jobs[i].Begin() + o.Trace.Jobs[i].Run }
	for i := range o.Jobs {
		at, held := o.Jobs[i].Start, int64(0)
		for k := range o.Jobs {
			if o.Jobs[k].Start <= at && at < end(k) {
				held += o.Trace.Jobs[k].Nodes
			}
		}
		if held > o.Trace.Nodes {
			t.Fatalf("%d nodes held at %v, there are %d", held, at, o.Trace.Nodes)
		}
	}
}

// Jobs after a time do not change what happened before it.
func TestNeverSeesTheFuture(t *testing.T) {
	trace := busy(t, 4)
	half := len(trace.Jobs) / 2
	other := *trace
	other.Jobs = append([]Job(nil), trace.Jobs...)
	for i := half; i < len(other.Jobs); i++ {
		j := &other.Jobs[i]
		j.Wall, j.Nodes = j.Wall*2, trace.Nodes
	}
	until := trace.Jobs[half].Submit
	for _, w := range []Waiting{Plan, Replan, Withdraw} {
		c := Default()
		c.Fraction, c.Request, c.Waiting = 0.5, 0.5, w
		a, b := run(t, trace, c), run(t, &other, c)
		compared := 0
		for i := range half {
			if x, y := a.Jobs[i], b.Jobs[i]; x.Submitted < until {
				if y.Start = x.Start; x.Start >= until && fmt.Sprint(x) != fmt.Sprint(y) || x.Start < until && fmt.Sprint(a.Jobs[i]) != fmt.Sprint(b.Jobs[i]) {
					t.Fatalf("%s, job %d: %+v and %+v", w, i, a.Jobs[i], b.Jobs[i])
				}
				compared++
			}
		}
		if compared < half/2 {
			t.Errorf("%s: only %d jobs compared", w, compared)
		}
	}
}

// TestRun: the same numbers for any number of workers, and every arrival is
// reported once.
func TestRun(t *testing.T) {
	var want string
	trace := busy(t, 3)
	for _, workers := range []int{1, 8} {
		s := &Study{
			Trace: trace, Settings: Default(), Deadlines: []Deadlines{Grid, Ahead}, Waiting: []Waiting{Plan},
			Fractions: []float64{0.2, 0.8}, Requests: []float64{0.5, 0.9}, Seeds: []uint64{1, 2}, Workers: workers,
		}
		var most, calls atomic.Int64
		s.Progress = func(done, total int64) {
			calls.Add(1)
			for old := most.Load(); done > old && !most.CompareAndSwap(old, done); old = most.Load() {
			}
			if total != int64(17*len(s.Trace.Jobs)) {
				t.Errorf("total of %d", total)
			}
		}
		r, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if most.Load() != int64(17*len(s.Trace.Jobs)) || calls.Load() < 17 {
			t.Errorf("%d of %d arrivals in %d calls", most.Load(), 17*len(s.Trace.Jobs), calls.Load())
		}
		got := fmt.Sprintf("%+v", *r.Base)
		for _, c := range r.Cells {
			got += fmt.Sprintf("\n%+v", *c)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give\n%s\none gives\n%s", workers, got, want)
		}
	}
}
