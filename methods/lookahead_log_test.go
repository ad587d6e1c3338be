package methods_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/methods/sched"
	"waitbench/replay"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// randomTrace is a log of 16 processors whose scheduler is none that is simulated: jobs wait at
// random, and more may run than fits.
func randomTrace(t *testing.T, seed uint64, n int) *replay.Trace {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2008))
	text := bytes.NewBufferString("; MaxProcs: 16\n")
	submit := 0
	for i := range n {
		submit += rng.IntN(200) * rng.IntN(3)
		run, estimate := rng.IntN(2000), -1
		if rng.IntN(3) > 0 {
			estimate = rng.IntN(2500)
		}
		wait, procs, cpu := rng.IntN(3000)*rng.IntN(2), 1+rng.IntN(20), rng.IntN(1500)
		user, executable := rng.IntN(5), rng.IntN(3)
		fmt.Fprintln(text, i+1, submit, wait, run, procs, cpu, -1, -1, estimate, -1, 1, user, -1, executable, 1, -1, -1, -1)
	}
	trace, err := replay.Load("random", swf.NewReader(text, "random"), swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// realTrace reads a log from a folder of WAITBENCH_TRACES.
func realTrace(tb testing.TB, name string) *replay.Trace {
	tb.Helper()
	f, err := swf.Open(swftest.RealLog(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	trace, err := replay.Load(name, f.Reader, swf.Started, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return trace
}

// watch shows a trace to watchers.
func watch(tb testing.TB, trace *replay.Trace, s methods.Settings, kinds ...*methods.Watch) *replay.Watched {
	tb.Helper()
	s.Level = usual.Level
	w, err := (&replay.Engine{Workers: 1}).Watch(context.Background(), trace, kinds, s, []methods.Level{s.Level}, replay.Config{Epoch: 300})
	if err != nil {
		tb.Fatal(err)
	}
	for _, err := range w.Lacking {
		tb.Fatal(err)
	}
	return w
}

func watchOf(tb testing.TB, name string) *methods.Watch {
	tb.Helper()
	m, err := methods.Named(name)
	if err != nil {
		tb.Fatal(err)
	}
	return m.Watch
}

// compared is a watcher whose forecasts are compared with a simulation from the start, by unordered
// lists, for every job.
type compared struct {
	methods.Watcher
	t         *testing.T
	scheduler methods.Scheduler
	jobs      int
}

func (c *compared) Submitted(j *methods.Active, m *methods.Machine) methods.Forecast {
	f := c.Watcher.Submitted(j, m)
	start := startOf(m, c.scheduler)
	if want := start - j.Submit; f.Wait != want || f.Turnaround != start+j.Run-j.Submit && !math.IsNaN(j.Run) {
		c.t.Fatalf("job %d: %+v, want a wait of %v s", j.At, f, want)
	}
	c.jobs++
	return f
}

// startOf is when the last waiting job starts if run times are as forecast and the scheduler plans
// by estimates.
func startOf(m *methods.Machine, scheduler methods.Scheduler) float64 {
	type block struct {
		procs     int64
		end, plan float64
	}
	target := m.Waiting[len(m.Waiting)-1]
	now, free := target.Submit, m.Capacity
	var running []block
	run := func(j *methods.Active) float64 {
		if math.IsNaN(j.Run) {
			return 0
		}
		return j.Run
	}
	wall := func(j *methods.Active) float64 { return max(run(j), j.Estimate) } // that it is planned with
	procs := func(j *methods.Active) int64 { return min(j.Procs, m.Capacity) }
	for _, j := range m.Running {
		total := run(j)
		for j.Start+total <= now {
			more := max(2*total, 1)
			if total < j.Estimate {
				more = min(more, j.Estimate)
			}
			total = more
		}
		running = append(running, block{procs(j), j.Start + total, j.Start + max(total, j.Estimate)})
		free -= procs(j)
	}
	queue := slices.Clone(m.Waiting)
	for {
		start := func(j *methods.Active) {
			free -= procs(j)
			running = append(running, block{procs(j), now + run(j), now + wall(j)})
			queue = slices.DeleteFunc(queue, func(q *methods.Active) bool { return q == j })
		}
		for len(queue) > 0 && procs(queue[0]) <= free {
			start(queue[0])
		}
		if len(queue) > 0 && scheduler == methods.EASYScheduler && free > 0 {
			slices.SortFunc(running, func(a, b block) int { return cmp.Compare(a.plan, b.plan) })
			then, shadow := free, now
			for _, r := range running {
				if then >= procs(queue[0]) && r.plan > shadow {
					break
				}
				then, shadow = then+r.procs, r.plan
			}
			extra := then - procs(queue[0])
			for _, j := range slices.Clone(queue[1:]) {
				if procs(j) > free || now+wall(j) > shadow && procs(j) > extra {
					continue
				}
				if now+wall(j) > shadow {
					extra -= procs(j)
				}
				start(j)
			}
		}
		if !slices.Contains(queue, target) {
			return now
		}
		next := math.Inf(1)
		for _, r := range running {
			next = min(next, r.end)
		}
		now = next
		running = slices.DeleteFunc(running, func(r block) bool {
			if r.end == now {
				free += r.procs
			}
			return r.end == now
		})
	}
}

func compare(t *testing.T, trace *replay.Trace, s methods.Scheduler) {
	t.Helper()
	c := &compared{t: t, scheduler: s}
	kind := &methods.Watch{Name: "compared", New: func(site methods.Site) (methods.Watcher, error) {
		var err error
		c.Watcher, err = watchOf(t, "smith").New(site)
		return c, err
	}}
	watch(t, trace, methods.Settings{Scheduler: s}, kind)
	if c.jobs < len(trace.Jobs)-10 {
		t.Errorf("%d of %d jobs compared", c.jobs, len(trace.Jobs))
	}
}

// smith says for every job what a simulation from the start says, bit for bit.
func TestSmithAgainstPlain(t *testing.T) {
	for _, s := range []methods.Scheduler{methods.EASYScheduler, methods.FCFSScheduler} {
		t.Run(string(s), func(t *testing.T) {
			for seed := range uint64(10) {
				compare(t, randomTrace(t, seed, 500), s)
			}
		})
		t.Run("KTH-SP2/"+string(s), func(t *testing.T) { compare(t, realTrace(t, "KTH-SP2-1996-2.1-cln"), s) })
	}
}

// On a dedicated cluster of equal nodes sdpn and hanzich say what smith says, bit for bit.
func TestDedicatedIsSmith(t *testing.T) {
	traces := map[string]func(*testing.T) *replay.Trace{
		"random":  func(t *testing.T) *replay.Trace { return randomTrace(t, 99, 2000) },
		"KTH-SP2": func(t *testing.T) *replay.Trace { return realTrace(t, "KTH-SP2-1996-2.1-cln") },
	}
	for name, open := range traces {
		t.Run(name, func(t *testing.T) {
			trace := open(t)
			smith := watchOf(t, "smith")
			want := watch(t, trace, methods.Settings{}, smith)
			written := &methods.Cluster{MPL: 1, Scheduler: methods.EASYScheduler, Bandwidth: 10,
				Nodes: []sched.NodeClass{{Count: want.Capacity - 3, Power: 1, Availability: 1, Link: 10}, {Count: 3, Power: 1, Availability: 1}}}
			for _, cluster := range []*methods.Cluster{nil, {}, written} {
				for _, name := range []string{"hanzich", "sdpn"} {
					kind := watchOf(t, name)
					got := watch(t, trace, methods.Settings{Cluster: cluster}, kind).Forecasts[kind]
					for i, w := range want.Forecasts[smith].Wait {
						if x, y := got.Turnaround[i], want.Forecasts[smith].Turnaround[i]; !equal(got.Wait[i], w) || !equal(x, y) {
							t.Fatalf("%s, %+v: job %d: wait %v s and turnaround %v s, want %v and %v", name, cluster, i, got.Wait[i], x, w, y)
						}
					}
				}
			}
		})
	}
}

func equal(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
