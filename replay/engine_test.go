package replay

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"waitbench/methods"
)

// manyTasks are tasks of the methods that need waits only.
func manyTasks() []Task {
	var tasks []Task
	for seed := range uint64(15) {
		for _, m := range bounding() {
			tasks = append(tasks, Task{Series: random(seed, 50+100*int(seed%5)), Method: m, Settings: settings95,
				Config: Config{Epoch: 300, Train: Train{Fraction: .1}}})
		}
	}
	return tasks
}

// bounding lists the methods that need waits only.
func bounding() []methods.Method {
	found, err := methods.Find([]string{"waits"}, false)
	if err != nil {
		panic(err)
	}
	return found
}

func TestEngineStops(t *testing.T) {
	full := errors.New("disk full")
	tasks := manyTasks()
	for _, workers := range []int{1, 2, 8} {
		engine := Engine{Workers: workers}
		n := 0
		err := engine.Run(context.Background(), tasks, func(*Result) error {
			if n++; n == 5 {
				return full
			}
			return nil
		})
		if err != full || n != 5 {
			t.Errorf("%d workers: error %v after %d results", workers, err, n)
		}

		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		err = engine.Run(ctx, tasks, func(*Result) error {
			if n++; n == 3 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || n >= len(tasks) {
			t.Errorf("%d workers: error %v after %d results, cancelled after 3", workers, err, n)
		}

		failing := append([]Task(nil), tasks...)
		failing[7].Settings.Quantile = 2
		n = 0
		if err = engine.Run(context.Background(), failing, func(*Result) error { n++; return nil }); err == nil ||
			n > 7 {
			t.Errorf("%d workers: error %v after %d results, task 7 fails", workers, err, n)
		}
	}
}

// failing panics at its n-th call, as a predictor and as a forecaster.
type failing struct{ calls, panicAt int }

func (f *failing) call() {
	if f.calls++; f.calls == f.panicAt {
		panic("the table has no entry 7")
	}
}
func (f *failing) Observe(methods.Event)                 { f.call() }
func (f *failing) Predict(methods.Query) (float64, bool) { f.call(); return 1, true }
func (f *failing) Refit(float64)                         { f.call() }
func (f *failing) Forecast(*methods.QueuedJob, *methods.Machine) methods.Forecast {
	f.call()
	return methods.Forecast{Wait: 1, Turnaround: 1}
}
func (f *failing) Submitted(*methods.QueuedJob, *methods.Machine)               { f.call() }
func (f *failing) Started(*methods.QueuedJob, *methods.Machine)                 { f.call() }
func (f *failing) Ended(*methods.QueuedJob, float64, float64, *methods.Machine) { f.call() }

// TestPanicOfPredictor: a method that panics has no bounds on the series, and
// the others have theirs.
func TestPanicOfPredictor(t *testing.T) {
	for call := range 200 {
		m := methods.Method{Name: "failing",
			Bound: func(methods.Settings) methods.Predictor { return &failing{panicAt: call + 1} }}
		tasks := []Task{
			{Series: random(1, 100), Method: m, Settings: settings95,
				Config: Config{Epoch: 300, Train: Train{Fraction: .1}}},
			{Series: random(1, 100), Method: mustFind("bmbp"), Settings: settings95,
				Config: Config{Epoch: 300, Train: Train{Fraction: .1}}},
		}
		var results []*Result
		engine := Engine{Workers: math.MaxInt}
		if err := engine.Run(context.Background(), tasks,
			func(r *Result) error { results = append(results, r); return nil }); err != nil {
			t.Fatal(err)
		}
		if r := results[0]; r.Failed == nil || !strings.Contains(r.Failed.Error(), "no entry 7") || r.Bounds != nil ||
			r.Score.Bounded != 0 {
			t.Fatalf("call %d: %v, %d bounded", call, r.Failed, r.Score.Bounded)
		}
		if r := results[1]; r.Failed != nil || r.Score.Bounded == 0 {
			t.Fatalf("bmbp beside it: %v, %d bounded", r.Failed, r.Score.Bounded)
		}
		r := results[1]
		err := r.WithPredictor(func(methods.Predictor, methods.Query) { panic("the table has no entry 7") })
		if want := "method bmbp: internal error: the table has no entry 7"; err == nil || err.Error() != want {
			t.Fatalf("call %d, asked: %v", call, err)
		}
	}
}

// TestPanicOfForecaster: a forecaster that panics is lacking, and the others
// see all of the log.
func TestPanicOfForecaster(t *testing.T) {
	log := random(1, 100).Log
	change(log, func(_ int, j *Job) { j.Procs, j.Run = 1, 100 })
	smith := mustFind("smith").Forecaster
	watch := func(kinds ...*methods.ForecasterSpec) *LogForecasts {
		w, err := (&Engine{Workers: 1}).Forecast(context.Background(), log, kinds, settings95, levels95,
			Config{Epoch: 300, Train: Train{Fraction: .1}})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	alone := watch(smith).Forecasts[smith]
	for call := range 200 {
		bad := &methods.ForecasterSpec{Name: "failing", New: func(methods.LogInfo) (methods.Forecaster, error) {
			if call == 0 {
				panic("no entry 7")
			}
			return &failing{panicAt: call}, nil
		}}
		w := watch(bad, smith)
		if err := w.LeftOut[bad]; err == nil || !strings.Contains(err.Error(), "no entry 7") ||
			w.Forecasts[bad] != nil {
			t.Fatalf("call %d: missing %v", call, err)
		}
		if _, ok := sameForecasts(alone, w.Forecasts[smith], 100, math.Inf(1)); !ok {
			t.Fatalf("call %d: the other forecaster says something else", call)
		}
	}
}
