package varq

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
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

func workloadOf(t *testing.T, s *replay.Series, m NodeMachine) *Workload {
	t.Helper()
	w, err := NewWorkload(s, m)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func run(t *testing.T, w *Workload, c Config) *simulation {
	t.Helper()
	o, err := simulate(t.Context(), w, c)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// busy is some days of a synthetic machine with one queue, under a load that
// makes jobs wait.
func busy(t *testing.T, days int) *Workload {
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
	return workloadOf(t, seriesOf(t, f, nil), NodeMachine{cfg.Procs, 1})
}

// TestRules holds every job of a simulation against the rules, for every kind
// of deadlines and way to wait.
func TestRules(t *testing.T) {
	workload := busy(t, 4)
	for _, d := range []string{Grid, Ahead} {
		for _, w := range []string{Plan, Replan, Withdraw} {
			c := Default()
			c.Fraction, c.Request, c.Deadlines, c.Waiting = 0.5, 0.6, d, w
			t.Run(fmt.Sprintf("%s-%s", d, w), func(t *testing.T) {
				s := run(t, workload, c)
				wantRules(t, s)
				wantEarly(t, s)
			})
		}
	}
}

func wantRules(t *testing.T, s *simulation) {
	accepted, withdrawn := 0, 0
	for i := range s.Jobs {
		o, j := &s.outcomes[i], &s.Jobs[i]
		want := func(holds bool, rule string) {
			if !holds {
				t.Errorf("job %d does not keep the rule: %s: %+v %+v", i, rule, *j, *o)
			}
		}
		want(o.requests == (i >= s.trained && uniform(s.Seed, uint64(i)) < s.Fraction), "a share of the jobs requests")
		want(o.requests || !o.accepted, "only requests are accepted")
		want(o.start >= o.submitted && o.submitted >= j.Submit, "time goes on")
		if !o.accepted {
			want(o.wall == j.Wall, "a normal job has its own wall time")
			if o.submitted != j.Submit {
				withdrawn++
			}
			continue
		}
		accepted++
		lead := o.deadline - j.Submit
		want(s.Deadlines != Ahead || lead == s.Period, "the deadline is a period ahead")
		want(s.Deadlines != Grid || math.Mod(o.deadline, s.Period) == 0 && lead > 0 && lead <= s.Period,
			"the deadline is the next of the grid")
		want(o.submitted < o.deadline && o.wall == j.Wall+o.deadline-o.submitted, "the wall time is stretched")
		want(s.Waiting == Replan || math.Mod(o.submitted-j.Submit, step) == 0, "it is submitted at a point")
		want(o.promised >= s.Request, "odds suffice")
		want(!o.success() || o.begin()+j.Run <= o.start+o.wall, "a success fits its wall time")
		want(o.success() == (o.start <= o.deadline) && o.begin() == max(o.start, o.deadline),
			"a success starts in time")
	}
	if accepted < 100 || withdrawn > 0 && s.Waiting != Withdraw {
		t.Errorf("%d reservations, %d withdrawn", accepted, withdrawn)
	}
}

// wantEarly: a best-effort reservation begins as early as its job starts before
// the deadline, if it does.
func wantEarly(t *testing.T, s *simulation) {
	early, n := 0.0, 0.0
	for _, o := range s.outcomes {
		if o.accepted {
			n++
			if o.start < o.deadline {
				early += o.deadline - o.start
			}
		}
	}
	if got := summarize(s, s).Early; !(math.Abs(got-early/n) < 1e-6) || early == 0 {
		t.Errorf("reservations begin %v s early, want %v", got, early/n)
	}
}

// Jobs after a time do not change what happened before it.
func TestNeverSeesTheFuture(t *testing.T) {
	workload := busy(t, 4)
	half := len(workload.Jobs) / 2
	other := *workload
	other.Jobs = slices.Clone(workload.Jobs)
	for i := half; i < len(other.Jobs); i++ {
		j := &other.Jobs[i]
		j.Wall, j.Nodes = j.Wall*2, workload.Nodes
	}
	until := workload.Jobs[half].Submit
	for _, w := range []string{Plan, Replan, Withdraw} {
		c := Default()
		c.Fraction, c.Request, c.Waiting = 0.5, 0.5, w
		a, b := run(t, workload, c), run(t, &other, c)
		compared := 0
		for i := range half {
			x, y := a.outcomes[i], b.outcomes[i]
			if x.submitted >= until {
				continue
			}
			if compared++; x.start >= until {
				y.start = x.start
			}
			if fmt.Sprint(x) != fmt.Sprint(y) { // with NaN
				t.Fatalf("%s, job %d: %+v and %+v", w, i, x, y)
			}
		}
		if compared < half/2 {
			t.Errorf("%s: only %d jobs compared", w, compared)
		}
	}
}

// TestRun: the same numbers for any number of workers, and every simulation is
// reported once.
func TestRun(t *testing.T) {
	var want string
	workload := busy(t, 3)
	for _, workers := range []int{1, 8} {
		var calls atomic.Int64
		s := &Study{
			Workload: workload, Settings: Default(), Deadlines: []string{Grid, Ahead}, Waiting: []string{Plan},
			Fractions: []float64{0.2, 0.8}, Requests: []float64{0.5, 0.9}, Seeds: 2, Workers: workers,
			Progress: func(done, total int64) { calls.Add(1) },
		}
		r, err := s.Run(context.Background())
		if err != nil || calls.Load() != 16 {
			t.Fatalf("%d of 16 simulations, %v", calls.Load(), err)
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

// TestProbes: the probing user asks at her own moments, once for each deadline,
// for jobs of the paper, and two machines on which she asks share her jobs.
func TestProbes(t *testing.T) {
	workload := busy(t, 4)
	c := Default()
	c.Fraction, c.Request, c.Deadlines, c.Every, c.Period = 0, 0.9, Ahead, 15, 3600
	s := run(t, workload, c)
	first, period := s.probe.first, uint64(3600/15)
	for k, asked := range s.probe.asked {
		o, j := &s.outcomes[len(s.Jobs)+k], &s.jobs[len(s.Jobs)+k]
		turn := float64(asked / (period + 1)) // 15 s after a deadline the next begins
		if j.Submit != first+15*float64(asked) || o.deadline != first+turn*3615+3600 || o.promised < 0.9 {
			t.Errorf("probe %d: %+v %+v", k, *j, *o)
		}
		if !slices.Contains(probeNodes[:], j.Nodes) || !slices.Contains(probeRuns[:], j.Run) || j.Run != j.Wall {
			t.Errorf("probe %d is no job of the paper: %+v", k, *j)
		}
	}
	cell := summarize(s, run(t, workload,
		Config{Request: 0.5, Deadlines: Ahead, Waiting: Plan, Period: 3600, Train: 0.1, Confidence: 0.95,
			Method: "qbets"}))
	_, last := s.arrivals()
	turns := int(math.Floor((last-first-3600)/3615)) + 1
	if n := len(s.probe.asked); n < 20 || n == turns || cell.Converted != turns || cell.Accepted != n ||
		len(cell.Probes) != n {
		t.Errorf("%d deadlines, %d accepted of %d in %d turns", cell.Converted, cell.Accepted, n, turns)
	}
	small := *workload
	small.Nodes /= 2
	small.Jobs = slices.DeleteFunc(slices.Clone(small.Jobs), func(j NodeJob) bool { return j.Nodes > small.Nodes })
	pairs := Pairs(cell.Probes, summarize(run(t, &small, c), run(t, &small, c)).Probes)
	if len(pairs) == 0 {
		t.Error("no job is reserved on both machines")
	}
}
