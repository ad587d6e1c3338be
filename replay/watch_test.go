package replay

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// watches lists the watches of all methods, each once.
func watches() []*methods.ForecasterSpec {
	var list []*methods.ForecasterSpec
	for _, m := range methods.All() {
		if m.Forecaster != nil && !slices.Contains(list, m.Forecaster) {
			list = append(list, m.Forecaster)
		}
	}
	return list
}

// forecastAll shows a trace to all watches and fails if one lacks something.
func forecastAll(t *testing.T, trace *Trace, cfg Config, workers int) map[*methods.ForecasterSpec]*Forecasts {
	t.Helper()
	ranges, err := ParseRanges(DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	Group(trace, ranges)
	got, err := (&Engine{Workers: workers}).Forecast(context.Background(), trace, watches(), settings95, levels95, cfg)
	if err != nil || len(got.Lacking) > 0 {
		t.Fatalf("error %v, lacking %v", err, got.Lacking)
	}
	return got.Forecasts
}

// sameForecasts compares forecasts bit by bit, up to job n and time now.
func sameForecasts(a, b *Forecasts, n int, now float64) (job int, ok bool) {
	for level, bounds := range a.Bounds {
		for i := range n {
			if !sameBits(bounds[i], valueAt(b.Bounds[level], i)) {
				return i, false
			}
		}
	}
	for i := range n {
		x, y := a.at(i), b.at(i)
		if !sameBits(x.Wait, y.Wait) || !sameBits(x.Turnaround, y.Turnaround) || !slices.Equal(x.Curve, y.Curve) {
			return i, false
		}
	}
	heads := map[int]Head{}
	for _, h := range b.Heads {
		heads[h.Job] = h
	}
	for _, h := range a.Heads {
		other, found := heads[h.Job]
		if h.Time < now && found && (!sameBits(h.Forecast, other.Forecast) || h.Time != other.Time) {
			return h.Job, false
		}
	}
	return 0, true
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

func TestWatchLacking(t *testing.T) {
	// No job has a run time; both have waits.
	trace, err := load(t, "; MaxProcs: 8\n"+line(1, 0, 5, -1, 1, 1, 60, 1)+line(2, 9, 5, -1, 1, 1, 60, 1)+line(3, 20, 5, -1, 1, 1, 60, 1), swf.All)
	if err != nil {
		t.Fatal(err)
	}
	ranges, _ := ParseRanges(DefaultRanges)
	Group(trace, ranges)
	var site methods.LogInfo
	noted := &methods.ForecasterSpec{Name: "noted", New: func(s methods.LogInfo) (methods.Forecaster, error) {
		site = s
		return nil, errors.New("nothing to note")
	}}
	kinds := []*methods.ForecasterSpec{noted, mustFind("downey").Forecaster, mustFind("historical").Forecaster}
	for _, workers := range []int{1, 3} {
		got, err := (&Engine{Workers: workers}).Forecast(context.Background(), trace, kinds, settings95, levels95, Config{Epoch: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want := (methods.LogInfo{Settings: settings95, Levels: levels95, Log: trace.Name, Queues: trace.QueueNames(), MaxProcs: 8}); !reflect.DeepEqual(site, want) {
			t.Errorf("site %+v, want %+v", site, want)
		}
		if len(got.Lacking) != 2 || got.Lacking[noted] == nil || !strings.Contains(got.Lacking[kinds[1]].Error(), "run times") {
			t.Errorf("lacking %v", got.Lacking)
		}
		if f := got.Forecasts[kinds[2]]; f == nil || len(f.Bounds) > 0 || len(got.Forecasts) != 1 {
			t.Errorf("forecasts %+v", got.Forecasts)
		}
	}
}

// Jobs of unknown size have no place on a machine, so nothing can be said of a log that has no
// others.
func TestWatchUnsized(t *testing.T) {
	trace, err := load(t, "; MaxProcs: 8\n"+line(1, 0, 5, 60, -1, -1, 60, 1)+line(2, 9, 5, 60, -1, -1, 60, 1), swf.All)
	if err != nil {
		t.Fatal(err)
	}
	kinds := []*methods.ForecasterSpec{mustFind("historical").Forecaster, mustFind("smith").Forecaster}
	got, err := (&Engine{Workers: 1}).Forecast(context.Background(), trace, kinds, settings95, levels95, Config{Epoch: 1})
	if err != nil || len(got.Lacking) != 2 || len(got.Forecasts) != 0 || !strings.Contains(got.Lacking[kinds[0]].Error(), "number of processors") {
		t.Errorf("lacking %v, forecasts %v, error %v", got.Lacking, got.Forecasts, err)
	}
}

func TestWatchSettings(t *testing.T) {
	for want, s := range map[string]methods.Settings{"quantile 0": {}, `scheduler "sjf"`: {Level: settings95.Level, Scheduler: "sjf"}} {
		if _, err := (&Engine{Workers: 1}).Forecast(context.Background(), machineTrace(1, 10), watches(), s, levels95, Config{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}

// Progress counts the jobs of all passes, also of a forecaster that lacks something.
func TestWatchProgress(t *testing.T) {
	trace, last := machineTrace(4, 400), int64(-1)
	lacking := &methods.ForecasterSpec{New: func(methods.LogInfo) (methods.Forecaster, error) { return nil, errors.New("no") }}
	kinds := append(watches(), lacking)
	all := int64(len(trace.Jobs) * (1 + len(kinds)))
	engine := Engine{Workers: 1, Progress: func(phase Phase, done, of int64) {
		if phase != Forecasting || done < last || of != all {
			t.Errorf("%s: %d of %d after %d, want %d", phase, done, of, last, all)
		}
		last = done
	}}
	if _, err := engine.Forecast(context.Background(), trace, kinds, settings95, levels95, Config{}); err != nil || last != all {
		t.Errorf("%d of %d jobs done, error %v", last, all, err)
	}
}

func TestWatchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	cancel(stop)
	if _, err := (&Engine{Workers: 2}).Forecast(ctx, machineTrace(1, 10), watches(), settings95, levels95, Config{}); err != stop {
		t.Errorf("error %v after cancelling", err)
	}
}
