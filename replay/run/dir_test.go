package run_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
)

// smallRun returns a run of one log.
func smallRun(t *testing.T) *run.Dir {
	t.Helper()
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	log.AddTo(t, e)
	return runtest.Finish(t, e)
}

func TestFind(t *testing.T) {
	d := smallRun(t)
	for _, name := range []string{"a", ""} {
		if r, err := d.Trace(name); err != nil || r.Name != "a" {
			t.Errorf("trace %q: %v, error %v", name, r, err)
		}
	}
	if _, err := d.Trace("b"); err == nil || !strings.HasSuffix(err.Error(), `: unknown trace "b"; known are a`) {
		t.Errorf("error %v", err)
	}
	d.Run.Traces = append(d.Run.Traces, d.Run.Traces[0])
	d.Run.Traces[1].Name = "c"
	if _, err := d.Trace(""); err == nil || !strings.HasSuffix(err.Error(), " holds several traces, name one: a, c") {
		t.Errorf("error %v", err)
	}
	for name, want := range map[string]string{"": "bmbp", "lognormal": "lognormal"} {
		if got, err := d.Method(name); got != want || err != nil {
			t.Errorf("method %q: %q, error %v", name, got, err)
		}
	}
	if _, err := d.Method("qbets"); err == nil || !strings.HasSuffix(err.Error(), `: unknown method "qbets"; known are bmbp, lognormal`) {
		t.Errorf("error %v", err)
	}
}

// TestOpenHollowRun opens records without required parts.
func TestOpenHollowRun(t *testing.T) {
	d := smallRun(t)
	path := filepath.Join(d.Path, run.RecordFile)
	for want, change := range map[string]func(*run.Record){
		path + " is not the record of a run: it has no method":                             func(r *run.Record) { r.Settings.Methods = nil },
		path + " is not the record of a run: it has no trace":                              func(r *run.Record) { r.Traces = nil },
		path + " is not the record of a run: trace a has no queues":                        func(r *run.Record) { r.Traces[0].Queues = nil },
		path + " is not the record of a run: quantiles: no quantile is named":              func(r *run.Record) { r.Settings.Quantiles = nil },
		path + " is not the record of a run: quantiles: quantile 2 is not between 0 and 1": func(r *run.Record) { r.Settings.Quantiles = []string{"2"} },
	} {
		record := *d.Run
		record.Traces = slices.Clone(record.Traces)
		change(&record)
		if err := run.WriteRecord(path, &record); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Open(d.Path); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
