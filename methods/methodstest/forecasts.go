package methodstest

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
)

// procs is the size of the machine that forecasters see.
const procs = 16

// forecaster makes a forecaster for a log that has everything.
func forecaster(t T, m methods.Method, s methods.Settings) methods.Forecaster {
	t.Helper()
	w, err := m.Forecaster.New(methods.LogInfo{Settings: s, Levels: []methods.Level{s.Level}, RunTimes: true})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return w
}

// simulation shows a forecaster a machine that starts jobs in the order of their
// submission.
type simulation struct {
	methods.Forecaster
	machine methods.Machine
	run     map[*methods.QueuedJob]float64 // seconds
}

// watch shows random jobs to a forecaster, refitting it so many times before each, and
// returns its forecasts.
func watch(w methods.Forecaster, seed uint64, jobs, refits int) (said []methods.Forecast) {
	rng := rand.New(rand.NewPCG(seed, 2))
	s := simulation{w, methods.Machine{Capacity: procs, Free: procs}, map[*methods.QueuedJob]float64{}}
	now := 0.0
	for at := range jobs {
		now += float64(rng.IntN(300))
		s.advance(now)
		for range refits {
			w.Refit(now)
		}
		run := math.Ceil(math.Exp(3 + 4*rng.Float64()))
		j := &methods.QueuedJob{Index: at, Run: 2 * run, Busy: math.NaN(), Query: methods.Query{
			Submit: now, Procs: 1 + rng.Int64N(procs), Estimate: 3 * run, User: rng.Int64N(4), Executable: -1, Index: at,
			Forecast: methods.NoForecast,
		}}
		s.run[j] = run
		s.machine.Waiting = append(s.machine.Waiting, j)
		f := w.Submitted(j, &s.machine)
		f.Bounds, f.Curve = slices.Clone(f.Bounds), slices.Clone(f.Curve)
		said = append(said, f)
		s.start(now)
	}
	s.advance(math.Inf(1))
	return said
}

// advance lets jobs end, and others start, up to a time.
func (s *simulation) advance(to float64) {
	end := func(j *methods.QueuedJob) float64 { return j.Start + s.run[j] }
	for m := &s.machine; len(m.Running) > 0; {
		next := slices.MinFunc(m.Running, func(a, b *methods.QueuedJob) int { return cmp.Compare(end(a), end(b)) })
		if end(next) > to {
			return
		}
		m.Running = slices.DeleteFunc(m.Running, func(j *methods.QueuedJob) bool { return j == next })
		m.Free += next.Procs
		s.Ended(next, end(next), s.run[next], m)
		s.start(end(next))
	}
}

// start starts the jobs at the head of the queue that fit.
func (s *simulation) start(now float64) {
	for m := &s.machine; len(m.Waiting) > 0 && m.Waiting[0].Procs <= m.Free; {
		j := m.Waiting[0]
		j.Start = now
		m.Waiting, m.Running = m.Waiting[1:], append(m.Running, j)
		m.Free -= j.Procs
		s.Started(j, m)
	}
}

// nothingSeen: the first job of a log, with none before it, breaks nothing.
func nothingSeen(t T, m methods.Method) {
	for _, refits := range []int{0, 1} {
		f := watch(forecaster(t, m, methods.Settings{Level: level}), 1, 1, refits)[0]
		if f.Wait < 0 || f.Turnaround < 0 {
			t.Errorf("forecast %+v", f)
		}
	}
}

func refittedTwice(t T, m methods.Method) {
	once := watch(forecaster(t, m, methods.Settings{Level: level}), 2, 300, 1)
	twice := watch(forecaster(t, m, methods.Settings{Level: level}), 2, 300, 2)
	differ(t, once, twice, "refitted twice")
	if !slices.ContainsFunc(once, func(f methods.Forecast) bool { return f.Wait > 0 }) {
		t.Errorf("it forecasts nothing")
	}
}

func separateForecasters(t T, m methods.Method) {
	want := watch(forecaster(t, m, methods.Settings{Level: level}), 3, 200, 1)
	w, other := forecaster(t, m, methods.Settings{Level: level}), forecaster(t, m, methods.Settings{Level: level})
	watch(other, 4, 200, 1)
	differ(t, want, watch(w, 3, 200, 1), "next to another forecaster")
}

func differ(t T, a, b []methods.Forecast, how string) {
	t.Helper()
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	for i := range a {
		if !same(a[i].Wait, b[i].Wait) || !same(a[i].Turnaround, b[i].Turnaround) ||
			!slices.EqualFunc(a[i].Bounds, b[i].Bounds, same) || !slices.Equal(a[i].Curve, b[i].Curve) {
			t.Fatalf("job %d: %+v, %s %+v", i, a[i], how, b[i])
		}
	}
}

// sidesForecast: a forecaster bounds on the sides that are claimed, and on no other.
func sidesForecast(t T, m methods.Method) {
	for _, side := range []methods.Side{methods.Upper, methods.Lower} {
		s := methods.Settings{Level: methods.Level{Quantile: .5, Confidence: .9, Side: side}}
		want := m.Claims.Sides == methods.BothSides || m.Claims.Sides == methods.UpperSide && side == methods.Upper
		got := slices.ContainsFunc(watch(forecaster(t, m, s), 5, 400, 1), func(f methods.Forecast) bool {
			return slices.ContainsFunc(f.Bounds, func(b float64) bool { return !math.IsNaN(b) })
		})
		if got != want {
			t.Errorf("%v bounds: %v, claimed %v", side, got, want)
		}
	}
}
