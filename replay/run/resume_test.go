package run_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
)

// namesIn lists the entries of a folder.
func namesIn(t *testing.T, path ...string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestInterruptInTheMiddle cancels a replay after its first series: nothing
// stays. A run that is finished is known by its settings and its log.
func TestInterruptInTheMiddle(t *testing.T) {
	plan, dir := runtest.Plan(t, "bmbp,lognormal", "0.95"), filepath.Join(t.TempDir(), "run")
	a := runtest.Load(t, plan, "a", 1, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopping := *plan
	stopping.Engine.Workers = 1
	w := runtest.Begin(t, dir, &stopping, "a")
	w.Engine.Progress = func(replay.Phase, int64, int64) { cancel() }
	if _, err := w.Replay(ctx, &a.Record, slices.Clone(a.Series)); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	w.Discard()
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the run left %v", namesIn(t, dir))
	}
	if plan.Finished(dir, "a", a.Record.SHA256) {
		t.Error("a run that was interrupted is finished")
	}
	w = runtest.Begin(t, dir, plan, "a")
	a.Replay(t, w)
	d := runtest.Commit(t, w)
	few, other := *plan, *d.Run
	few.Settings.MinJobs++
	other.Version = "0.0.1"
	record, predictions := filepath.Join(dir, run.RecordFile), d.Predictions()
	for _, c := range []struct {
		name   string
		change func() error
		want   bool
	}{
		{"as it was", func() error { return nil }, true},
		{"of another version", func() error { return run.WriteRecord(record, &other) }, false},
		{"as it was again", func() error { return run.WriteRecord(record, d.Run) }, true},
		{"without predictions", func() error { return os.Remove(predictions) }, false},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		if got := plan.Finished(dir, "a", a.Record.SHA256); got != c.want || few.Finished(dir, "a", a.Record.SHA256) ||
			plan.Finished(dir, "b", a.Record.SHA256) || plan.Finished(dir, "a", "00ff") {
			t.Errorf("a run %s: finished %v, want %v; or finished with other jobs, name or sum", c.name, got, c.want)
		}
	}
}

func TestOtherSettings(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	a := runtest.Load(t, plan, "a", 1, 1)
	finished := filepath.Join(t.TempDir(), "run")
	e := runtest.Begin(t, finished, plan, "a")
	a.Replay(t, e)
	runtest.Commit(t, e)
	before := runtest.Files(t, finished)
	others := map[string]string{
		"methods": "bmbp", "quantiles": "0.5", "confidence": "0.9", "epoch": "0", "train": "0", "select": "all",
		"ranges":    "1-4",
		"scheduler": "fcfs", "cluster": "mpl 2", "queues": "low", "lenient": "true", "age": "10m", "state": "ticks",
		"exec-limit": "1m", "disguise": "true",
	}
	for _, p := range run.AllSettings {
		if p.Layout || p.Key == "exec" { // which changes --methods first
			continue
		}
		s := plan.Settings
		want := fmt.Sprintf("holds a run with --%s %s, not %s; --force replaces it, --out names another folder", p.Flag,
			cmp.Or(p.Value(&s).String(), "unset"), others[p.Flag])
		if err := p.Value(&s).Set(others[p.Flag]); err != nil {
			t.Fatal(err)
		}
		other := runtest.PlanOf(t, s)
		if _, err := run.NewWriter(finished, *other, "a", false); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("error %v, want ...%s", err, want)
		}
	}
	if _, err := run.NewWriter(finished, *plan, "b", false); err == nil ||
		!strings.HasSuffix(err.Error(),
			"holds a run with log a, not b; --force replaces it, --out names another folder") {
		t.Errorf("error %v", err)
	}
	if !maps.Equal(runtest.Files(t, finished), before) {
		t.Error("a refused run changed the folder")
	}
	// With force a run of other settings replaces this one.
	s := plan.Settings
	s.Epoch = 0
	e, err := run.NewWriter(finished, *runtest.PlanOf(t, s), "a", true)
	if err != nil {
		t.Fatal(err)
	}
	a.Replay(t, e)
	if d := runtest.Commit(t, e); d.Run.Settings.Epoch != 0 {
		t.Errorf("the forced run has settings %+v", d.Run.Settings)
	}
}

func TestDiscard(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	dir := filepath.Join(t.TempDir(), "runs", "run")
	runtest.Begin(t, dir, plan, "a").Discard()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder that the run made is still there (%v)", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	runtest.Begin(t, dir, plan, "a").Discard()
	if got := namesIn(t, dir); len(got) > 0 {
		t.Errorf("the folder that was there holds %v", got)
	}
}
