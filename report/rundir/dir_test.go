package rundir

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/figure"
)

// smallRun gives a run of one log without tables and figures.
func smallRun(t *testing.T) *Dir {
	t.Helper()
	plan := smallPlan(t)
	b := begin(t, filepath.Join(t.TempDir(), "run"), plan, false)
	load(t, "a", 1, &plan).addTo(t, b)
	d, err := Open(b.parts[0].folder)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func plotted(t *testing.T, d *Dir, q BoundsQuery) *figure.Bounds {
	t.Helper()
	f, err := d.Bounds(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFind(t *testing.T) {
	d := smallRun(t)
	for _, name := range []string{"a", ""} {
		if r, err := d.Trace(name); err != nil || r.Name != "a" {
			t.Errorf("trace %q: %v, error %v", name, r, err)
		}
	}
	if _, err := d.Trace("b"); err == nil || !strings.HasSuffix(err.Error(), " holds a") {
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
	if _, err := d.Method("qbets"); err == nil || !strings.HasSuffix(err.Error(), " holds bmbp, lognormal") {
		t.Errorf("error %v", err)
	}
}

func TestOpenNothing(t *testing.T) {
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := Open(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	}
}

// TestOpenHollowRun takes out of a record what the other functions rely on.
func TestOpenHollowRun(t *testing.T) {
	d := smallRun(t)
	path := filepath.Join(d.path, runFile)
	for want, change := range map[string]func(*report.Run){
		path + " is not the record of a run: it names no method":    func(r *report.Run) { r.Settings.Methods = nil },
		path + " is not the record of a run: it names no trace":     func(r *report.Run) { r.Traces = nil },
		path + " is not the record of a run: trace a has no queues": func(r *report.Run) { r.Traces[0].Queues = nil },
		path + ": no quantile is named":                             func(r *report.Run) { r.Settings.Quantiles = nil },
		path + ": quantile 2 is not between 0 and 1":                func(r *report.Run) { r.Settings.Quantiles = []string{"2"} },
	} {
		run := *d.Run
		run.Traces = slices.Clone(run.Traces)
		change(&run)
		if err := report.WriteRun(path, &run); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(d.path); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestSeries compares the jobs read back with those that were replayed.
func TestSeries(t *testing.T) {
	plan := smallPlan(t)
	want := load(t, "a", 1, &plan)
	d := smallRun(t)
	for _, s := range want.series {
		got, err := d.Series("a", s.Queue, s.Range)
		if err != nil {
			t.Fatal(err)
		}
		if got.Len() != s.Len() || got.Queue != s.Queue || got.Range != replay.AllRanges {
			t.Fatalf("%d jobs of queue %s, want %d of %s", got.Len(), got.Queue, s.Len(), s.Queue)
		}
		for i := range got.Len() {
			g, w := got.Job(i), s.Job(i)
			if g.ID != w.ID || g.Submit != w.Submit || g.Wait != w.Wait || g.Procs != w.Procs {
				t.Fatalf("job %d of %s is %+v, want %+v", i, s.Queue, g, w)
			}
		}
	}
	if _, err := d.Series("a", "fast", replay.AllRanges); err == nil || !strings.Contains(err.Error(), `no queue "fast"; there are express, high, normal, low`) {
		t.Errorf("error %v", err)
	}
	method, err := methods.Named("bmbp")
	if err != nil {
		t.Fatal(err)
	}
	if task := d.Task(want.series[0], method); task.Settings.Level != d.Levels[0] || task.Config.Epoch != 300 || task.Config.Train != 0.1 {
		t.Errorf("task %+v", task)
	}
}

// TestBoundsWindow plots a part of a run: the bound in force when the window opens is there, and a window without jobs says so.
func TestBoundsWindow(t *testing.T) {
	d := smallRun(t)
	unix0 := float64(*d.Run.Traces[0].Header.UnixStartTime)
	q := BoundsQuery{Method: "bmbp", Queues: []string{"normal"}, Ranges: []string{replay.AllRanges}, From: 20000, To: 30000, Waits: true}
	f := plotted(t, d, q)
	line, points := f.Lines[0], f.Waits[0]
	if len(points.Times) < 10 || len(line.Times) != len(points.Times)+1 || line.Times[0] >= unix0+q.From || points.Times[0] < unix0+q.From || f.Note != "" {
		t.Errorf("%d points, %d of the line, from %v and %v, note %q", len(points.Times), len(line.Times), points.Times[0]-unix0, line.Times[0]-unix0, f.Note)
	}
	q.From, q.To = 1e6, 2e6
	f = plotted(t, d, q)
	if len(f.Lines[0].Times) != 1 || len(f.Waits[0].Times) != 0 || f.Note != "No job was submitted in this time." {
		t.Errorf("behind the log: %+v", f)
	}
	if _, err := d.Bounds(BoundsQuery{Trace: "b"}); err == nil {
		t.Error("bounds of a trace that is not there")
	}
}
