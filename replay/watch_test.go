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
	"waitbench/methods/methodstest"
	"waitbench/swf"
)

// watches lists the forecasters of all methods, each once.
func watches() []*methods.ForecasterSpec {
	var list []*methods.ForecasterSpec
	for _, m := range methodstest.All() {
		if m.Forecaster != nil && !slices.Contains(list, m.Forecaster) {
			list = append(list, m.Forecaster)
		}
	}
	return list
}

// forecastAll forecasts a log with all forecasters.
func forecastAll(t *testing.T, log *Log, cfg Config, workers int) map[*methods.ForecasterSpec]*Forecasts {
	t.Helper()
	ranges, err := ParseRanges(DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	Group(log, ranges)
	got, err := (&Engine{Workers: workers}).Forecast(context.Background(), log, watches(), settings95, levels95, cfg)
	if err != nil || len(got.LeftOut) > 0 {
		t.Fatalf("error %v, missing %v", err, got.LeftOut)
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
	log, err := load(t, "; MaxProcs: 8\n"+line(1, 0, 5, -1, 1, 1, 60, 1)+line(2, 9, 5, -1, 1, 1, 60, 1)+line(3, 20, 5, -1, 1, 1, 60, 1), swf.All)
	if err != nil {
		t.Fatal(err)
	}
	ranges, _ := ParseRanges(DefaultRanges)
	Group(log, ranges)
	var site methods.LogInfo
	noted := &methods.ForecasterSpec{Name: "noted", New: func(s methods.LogInfo) (methods.Forecaster, error) {
		site = s
		return nil, errors.New("nothing to note")
	}}
	kinds := []*methods.ForecasterSpec{noted, mustFind("downey").Forecaster, mustFind("historical").Forecaster}
	for _, workers := range []int{1, 3} {
		got, err := (&Engine{Workers: workers}).Forecast(context.Background(), log, kinds, settings95, levels95, Config{Epoch: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want := (methods.LogInfo{Settings: settings95, Levels: levels95, Log: log.Name, Queues: log.QueueNames(), MaxProcs: 8}); !reflect.DeepEqual(site, want) {
			t.Errorf("site %+v, want %+v", site, want)
		}
		if len(got.LeftOut) != 2 || got.LeftOut[noted] == nil || !strings.Contains(got.LeftOut[kinds[1]].Error(), "run times") {
			t.Errorf("missing %v", got.LeftOut)
		}
		if f := got.Forecasts[kinds[2]]; f == nil || len(f.Bounds) > 0 || len(got.Forecasts) != 1 {
			t.Errorf("forecasts %+v", got.Forecasts)
		}
	}
}

// A log without sizes of jobs has no forecasts.
func TestWatchUnsized(t *testing.T) {
	log, err := load(t, "; MaxProcs: 8\n"+line(1, 0, 5, 60, -1, -1, 60, 1)+line(2, 9, 5, 60, -1, -1, 60, 1), swf.All)
	if err != nil {
		t.Fatal(err)
	}
	kinds := []*methods.ForecasterSpec{mustFind("historical").Forecaster, mustFind("smith").Forecaster}
	got, err := (&Engine{Workers: 1}).Forecast(context.Background(), log, kinds, settings95, levels95, Config{Epoch: 1})
	if err != nil || len(got.LeftOut) != 2 || len(got.Forecasts) != 0 || !strings.Contains(got.LeftOut[kinds[0]].Error(), "number of processors") {
		t.Errorf("missing %v, forecasts %v, error %v", got.LeftOut, got.Forecasts, err)
	}
}

// TestCorrectorSharesItsPass: the forecasts of downey and downey-bias come from
// one pass, and are those of a pass for each.
func TestCorrectorSharesItsPass(t *testing.T) {
	log := machineLog(1, 2000)
	plain, bias := mustFind("downey").Forecaster, mustFind("downey-bias").Forecaster
	forecast := func(passes int, specs ...*methods.ForecasterSpec) map[*methods.ForecasterSpec]*Forecasts {
		engine := Engine{Workers: 1, Progress: func(_ Phase, _, total int64) {
			if total != int64(passes*len(log.Jobs)) {
				t.Errorf("%d forecasters: %d jobs, want %d passes", len(specs), total, passes)
			}
		}}
		got, err := engine.Forecast(context.Background(), log, specs, settings95, levels95, Config{Epoch: 300})
		if err != nil {
			t.Fatal(err)
		}
		return got.Forecasts
	}
	both := forecast(2, plain, bias)
	for _, spec := range []*methods.ForecasterSpec{plain, bias} {
		alone, shared := forecast(2, spec)[spec], both[spec]
		job, ok := sameForecasts(alone, shared, len(log.Jobs), math.Inf(1))
		if !ok || len(alone.Heads) == 0 || len(alone.Heads) != len(shared.Heads) {
			t.Errorf("%s, job %d: other forecasts in a pass for two", spec.Name, job)
		}
	}
}
