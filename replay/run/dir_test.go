package run_test

import (
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
)

// smallRun returns a run of one log.
func smallRun(t *testing.T) *run.Dir {
	t.Helper()
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	return log.Replay(t, e)
}

func TestFind(t *testing.T) {
	d := smallRun(t)
	for name, want := range map[string]string{"": "bmbp", "lognormal": "lognormal"} {
		if got, err := d.Method(name); got != want || err != nil {
			t.Errorf("method %q: %q, error %v", name, got, err)
		}
	}
	if _, err := d.Method("qbets"); err == nil || !strings.HasSuffix(err.Error(),
		`: unknown method "qbets"; known are bmbp, lognormal`) {
		t.Errorf("error %v", err)
	}
}

// TestOpenHollowRun opens records without required parts.
func TestOpenHollowRun(t *testing.T) {
	d := smallRun(t)
	path := filepath.Join(d.Path, run.RecordFile)
	for want, change := range map[string]func(*run.Record){
		path + " is not the record of a run: it has no method":                             func(r *run.Record) { r.Settings.Methods = nil },
		path + " is not the record of a run: its log has no queues":                        func(r *run.Record) { r.Log = run.LogRecord{} },
		path + " is not the record of a run: quantiles: no quantile is named":              func(r *run.Record) { r.Settings.Quantiles = nil },
		path + " is not the record of a run: quantiles: quantile 2 is not between 0 and 1": func(r *run.Record) { r.Settings.Quantiles = []string{"2"} },
	} {
		record := *d.Run
		change(&record)
		if err := run.WriteRecord(path, &record); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Open(d.Path); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
