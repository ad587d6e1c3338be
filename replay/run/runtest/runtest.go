// Package runtest makes small runs of generated logs for tests of packages that
// make and read run directories.
package runtest

import (
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/swf"
	"waitbench/swf/swftest"
	"waitbench/traces/synth"
)

// Plan returns a plan that compares methods by queue at quantiles, for series
// of 50 jobs or more.
func Plan(t testing.TB, methods string, quantiles ...string) *run.Plan {
	t.Helper()
	s := run.Defaults()
	s.Methods, s.Quantiles, s.Ranges, s.MinJobs = strings.Split(methods, ","), quantiles, "none", 50
	return PlanOf(t, s)
}

// PlanOf returns the plan of settings, for two workers.
func PlanOf(t testing.TB, s run.Settings) *run.Plan {
	t.Helper()
	plan, err := run.NewPlan("replay", s, replay.Engine{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Log is a log that was read and grouped into series.
type Log struct {
	Record run.LogRecord
	Series []*replay.Series
}

// Load generates a log and reads it: some 700 jobs a day in four queues. In
// every job the given fields, counted from 1, are unknown.
func Load(t testing.TB, plan *run.Plan, name string, days int, seed uint64, unknown ...int) Log {
	t.Helper()
	cfg := synth.Default()
	cfg.Days, cfg.Seed = days, seed
	text, err := synth.Text(cfg)
	if err != nil {
		t.Fatal(err)
	}
	f, err := swf.OpenReader(strings.NewReader(without(string(text), unknown)), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	record, series, err := plan.Load(name, f)
	if err != nil {
		t.Fatal(err)
	}
	return Log{*record, series}
}

// without sets fields of every job to unknown.
func without(log string, fields []int) string {
	if len(fields) == 0 {
		return log
	}
	lines := strings.Split(log, "\n")
	for i, line := range lines {
		if values := strings.Fields(line); len(values) == 18 && !strings.HasPrefix(line, ";") {
			for _, field := range fields {
				values[field-1] = "-1"
			}
			lines[i] = strings.Join(values, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// Begin begins the run of a log into a folder.
func Begin(t testing.TB, dir string, plan *run.Plan, log string) *run.Writer {
	t.Helper()
	w, err := run.NewWriter(dir, *plan, log, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Discard)
	return w
}

// Replay replays the log.
func (l *Log) Replay(t testing.TB, w *run.Writer) *run.Dir {
	t.Helper()
	d, err := w.Replay(t.Context(), &l.Record, slices.Clone(l.Series))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Commit commits the run and reads it again.
func Commit(t testing.TB, e *run.Writer) *run.Dir {
	t.Helper()
	if err := e.Commit(); err != nil {
		t.Fatal(err)
	}
	d, err := run.Open(e.Folder.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Files is [swftest.Files].
var Files = swftest.Files

// Bounds returns the bounds of a run that a filter accepts.
func Bounds(t testing.TB, d *run.Dir, f arrowio.Filter) []float64 {
	t.Helper()
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var bounds []float64
	err = r.Series(func(b *arrowio.Block) error {
		bounds = append(bounds, b.Bound...)
		return nil
	}, f)
	if err != nil {
		t.Fatal(err)
	}
	return bounds
}
