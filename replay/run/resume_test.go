package run_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
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

// TestInterruptInTheMiddle cancels the replay of the second of two logs after
// its first series, and resumes.
func TestInterruptInTheMiddle(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	a, b := runtest.Load(t, plan, "a", 1, 1), runtest.Load(t, plan, "b", 1, 2)

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopping := *plan
	stopping.Engine.Workers = 1
	dir := filepath.Join(t.TempDir(), "run")
	e := runtest.Begin(t, dir, &stopping, false, "a", "b")
	a.AddTo(t, e)
	e.Engine.Progress = func(replay.Phase, int64, int64) { cancel() }
	if err := e.Add(ctx, &b.Record, b.Series); !errors.Is(err, context.Canceled) || e.Finished() != 1 {
		t.Fatalf("error %v, %d traces finished", err, e.Finished())
	}
	parts := e.Folder.Parts()
	e.Discard()
	if got := namesIn(t, parts); !slices.Equal(got, []string{"0"}) || len(namesIn(t, dir)) != 1 {
		t.Fatalf("the run left %v in %s and %v", got, parts, namesIn(t, dir))
	}

	resumed := runtest.Begin(t, dir, plan, true, "a", "b")
	switch {
	case resumed.Reuse("b", b.Record.SHA256):
		t.Error("reused an unfinished trace")
	case resumed.Reuse("a", b.Record.SHA256):
		t.Error("reused a trace of another log")
	case !resumed.Reuse("a", a.Record.SHA256) || resumed.Finished() != 1:
		t.Error("did not reuse the finished trace")
	}
	b.AddTo(t, resumed)
	runtest.Finish(t, resumed)
	got := runtest.Commit(t, resumed)
	whole := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a", "b")
	a.AddTo(t, whole)
	b.AddTo(t, whole)
	runtest.Finish(t, whole)
	want := runtest.Files(t, runtest.Commit(t, whole).Path)
	if len(want) != 5 || !maps.Equal(runtest.Files(t, got.Path), want) {
		t.Errorf("the resumed run has other bytes than one that was not interrupted, which has %d files", len(want))
	}
	replaceTraces(t, dir, plan, a, b)
}

// replaceTraces reuses the second of two traces from results, and replaces them
// by results of that trace alone.
func replaceTraces(t *testing.T, dir string, plan *run.Plan, a, b runtest.Log) {
	t.Helper()
	if _, err := run.NewWriter(dir, *plan, []string{"b"}, true, false); err == nil || !strings.Contains(err.Error(), "holds a run with log a, not b; --force") {
		t.Errorf("results of other logs: error %v", err)
	}
	e, err := run.NewWriter(dir, *plan, []string{"a", "b"}, true, false)
	if err != nil {
		t.Fatal(err)
	}
	if !e.Reuse("b", b.Record.SHA256) {
		t.Fatal("did not reuse a trace of the results")
	}
	runtest.Finish(t, e)
	d := runtest.Commit(t, e)
	if len(d.Run.Traces) != 1 || d.Run.Traces[0].Name != "b" {
		t.Errorf("traces %+v", d.Run.Traces)
	}
	for _, s := range d.Scores {
		if s.Trace != "b" {
			t.Errorf("a score of trace %s", s.Trace)
		}
	}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Series(arrowio.Filter{Trace: "a"}, nil); err == nil {
		t.Error("predictions of a trace that is not in the run")
	}
}

func TestOtherSettings(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	a := runtest.Load(t, plan, "a", 1, 1)
	interrupted, finished := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	e := runtest.Begin(t, interrupted, plan, false, "a")
	a.AddTo(t, e)
	e.Discard()
	e = runtest.Begin(t, finished, plan, false, "a")
	a.AddTo(t, e)
	runtest.Finish(t, e)
	runtest.Commit(t, e)
	before := runtest.Files(t, finished)
	others := map[string]string{
		"methods": "bmbp", "quantiles": "0.5", "confidence": "0.9", "epoch": "0", "train": "0", "select": "all", "ranges": "1-4",
		"rank": "normal", "scheduler": "fcfs", "cluster": "mpl 2", "capacity": "64", "queues": "low", "lenient": "true", "age": "10m",
	}
	for _, p := range run.AllSettings {
		if p.Layout {
			continue
		}
		s := plan.Settings
		want := fmt.Sprintf("holds a run with --%s %s, not %s; --force replaces it", p.Flag, cmp.Or(p.Value(&s).String(), "unset"), others[p.Flag])
		if err := p.Value(&s).Set(others[p.Flag]); err != nil {
			t.Fatal(err)
		}
		other := runtest.PlanOf(t, s)
		for _, dir := range []string{interrupted, finished} {
			for _, resume := range []bool{false, true} {
				if _, err := run.NewWriter(dir, *other, []string{"a"}, resume, false); err == nil || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("error %v, want ...%s", err, want)
				}
			}
		}
	}
	if !maps.Equal(runtest.Files(t, finished), before) {
		t.Error("a refused run changed the folder")
	}
	s := plan.Settings
	s.MinJobs = 1
	e = runtest.Begin(t, interrupted, runtest.PlanOf(t, s), true, "a")
	if !e.Reuse("a", a.Record.SHA256) {
		t.Error("a trace is not reused with another --min-jobs")
	}
	e.Discard()
	// Without resume the traces of the interrupted run are removed.
	e = runtest.Begin(t, interrupted, plan, false, "a")
	if _, err := os.Stat(e.Folder.Parts()); err == nil {
		t.Errorf("a new run kept %v", namesIn(t, e.Folder.Parts()))
	}
	// With force a run of other settings replaces this one.
	s = plan.Settings
	s.Epoch = 0
	e, err := run.NewWriter(finished, *runtest.PlanOf(t, s), []string{"a"}, false, true)
	if err != nil {
		t.Fatal(err)
	}
	a.AddTo(t, e)
	runtest.Finish(t, e)
	if d := runtest.Commit(t, e); d.Run.Settings.Epoch != 0 {
		t.Errorf("the forced run has settings %+v", d.Run.Settings)
	}
}

func TestDiscard(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	dir := filepath.Join(t.TempDir(), "runs", "run")
	runtest.Begin(t, dir, plan, false).Discard()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder that the run made is still there (%v)", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	runtest.Begin(t, dir, plan, false).Discard()
	if got := namesIn(t, dir); len(got) > 0 {
		t.Errorf("the folder that was there holds %v", got)
	}
	e := runtest.Begin(t, dir, plan, false, "a")
	a := runtest.Load(t, plan, "a", 1, 1)
	a.AddTo(t, e)
	e.Discard()
	if got := namesIn(t, e.Folder.Parts(), "0"); !slices.Equal(got, []string{run.PredictionsFile, run.RecordFile, run.ScoresFile, "scores.csv"}) {
		t.Errorf("the finished trace has %v", got)
	}
}
