package rundir

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// loaded is a log that was read and cut into series.
type loaded struct {
	record report.TraceRecord
	series []*replay.Series
}

// load makes a log of one day, some 700 jobs in four queues.
func load(t *testing.T, name string, seed uint64, plan *Plan) loaded {
	t.Helper()
	cfg := synth.Default()
	cfg.Days, cfg.Seed = 1, seed
	log, err := synth.Generate(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := log.WriteSWF(&text); err != nil {
		t.Fatal(err)
	}
	f, err := swf.OpenReader(&text, name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace, err := replay.Load(name, f.Reader, swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	series, outside := replay.Group(trace, plan.Ranges)
	return loaded{report.NewTraceRecord(trace, f.Reader, f.SHA256(), outside), series}
}

// smallPlan compares bmbp with the log-normal bound by queue.
func smallPlan(t *testing.T) Plan {
	t.Helper()
	s := report.Settings{
		Methods: []string{"bmbp", "lognormal"}, Quantiles: []string{"0.95"}, Confidence: 0.95, Epoch: 300, Train: 0.1, Select: "started",
		Ranges: "none", MinJobs: 50, Rank: "exact", Queues: []string{},
	}
	levels, err := s.Levels()
	if err != nil {
		t.Fatal(err)
	}
	found, _, err := methods.Find(s.Methods, false)
	if err != nil {
		t.Fatal(err)
	}
	return Plan{Version: "test", Settings: s, Levels: levels, Methods: found, Engine: replay.Engine{Workers: 2}}
}

func begin(t *testing.T, dir string, plan Plan, resume bool) *Builder {
	t.Helper()
	b, err := NewBuilder(dir, plan, resume)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (l loaded) addTo(t *testing.T, b *Builder) {
	t.Helper()
	if err := b.Add(context.Background(), &l.record, l.series); err != nil {
		t.Fatal(err)
	}
}

// namesIn lists what is in a folder.
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

// TestInterruptInTheMiddle ends the replay of the second of two logs after its first series, and goes on.
func TestInterruptInTheMiddle(t *testing.T) {
	plan := smallPlan(t)
	a, b := load(t, "a", 1, &plan), load(t, "b", 2, &plan)

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopping := plan
	stopping.Engine.Workers = 1
	dir := filepath.Join(t.TempDir(), "run")
	builder := begin(t, dir, stopping, false)
	a.addTo(t, builder)
	builder.Engine.Progress = func(_, _ int64) { cancel() }
	if err := builder.Add(ctx, &b.record, b.series); !errors.Is(err, context.Canceled) || builder.Finished() != 1 {
		t.Fatalf("error %v, %d traces finished", err, builder.Finished())
	}
	builder.Abandon()
	if got := namesIn(t, dir, partsFolder); !slices.Equal(got, []string{"a"}) || len(namesIn(t, dir)) != 1 {
		t.Fatalf("the run left %v in %s and %v", got, partsFolder, namesIn(t, dir))
	}

	resumed := begin(t, dir, plan, true)
	switch {
	case resumed.TakeOver("b", b.record.SHA256):
		t.Error("took over a trace that was not finished")
	case resumed.TakeOver("a", b.record.SHA256):
		t.Error("took over a trace of another log")
	case !resumed.TakeOver("a", a.record.SHA256) || resumed.Finished() != 1:
		t.Error("did not take over the trace that was finished")
	}
	b.addTo(t, resumed)
	whole := begin(t, filepath.Join(t.TempDir(), "run"), plan, false)
	a.addTo(t, whole)
	b.addTo(t, whole)
	if got, want := textsIn(t, dir), textsIn(t, whole.dir); len(want) != 6 || !maps.Equal(got, want) {
		t.Error("the resumed run kept other bytes than one that was not interrupted")
	}
	if _, err := resumed.Finish(); err != nil {
		t.Fatal(err)
	}
	for name := range textsIn(t, dir) {
		folder, file := path.Split(name)
		if folder != "" && !isMade(file) {
			t.Errorf("a later run would leave %s behind: its beginning belongs to madeNames", name)
		}
	}
	replaceTraces(t, dir, plan, a, b)
}

// replaceTraces takes the second of two traces over from finished results, which become results of that trace alone.
func replaceTraces(t *testing.T, dir string, plan Plan, a, b loaded) {
	t.Helper()
	builder := begin(t, dir, plan, true)
	if !builder.TakeOver("b", b.record.SHA256) {
		t.Fatal("did not take over a trace from the results")
	}
	d, err := builder.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Run.Traces) != 1 || d.Run.Traces[0].Name != "b" {
		t.Errorf("traces %+v", d.Run.Traces)
	}
	for _, s := range d.Scores {
		if s.Trace != "b" {
			t.Errorf("a score of trace %s", s.Trace)
		}
	}
	for _, name := range namesIn(t, dir, figuresFolder) {
		if strings.Contains(name, "-"+a.record.Name+".") {
			t.Errorf("%s is of a trace that is not in the run", name)
		}
	}
	if _, err := d.Series("a", a.record.Queues[0].Name, replay.AllRanges); err == nil {
		t.Error("predictions of a trace that is not in the run")
	}
}

func TestResumeOtherSettings(t *testing.T) {
	plan := smallPlan(t)
	a := load(t, "a", 1, &plan)
	dir := filepath.Join(t.TempDir(), "run")
	a.addTo(t, begin(t, dir, plan, false))
	for setting, change := range map[string]func(*Plan){
		"version of the program": func(p *Plan) { p.Version = "other" },
		"methods":                func(p *Plan) { p.Settings.Methods = []string{"bmbp"} },
		"confidence":             func(p *Plan) { p.Settings.Confidence = 0.9 },
		"epoch_s":                func(p *Plan) { p.Settings.Epoch = 0 },
		"train":                  func(p *Plan) { p.Settings.Train = 0 },
		"select":                 func(p *Plan) { p.Settings.Select = "all" },
		"ranges":                 func(p *Plan) { p.Settings.Ranges = "1-4" },
		"rank":                   func(p *Plan) { p.Settings.Rank = "normal" },
		"queues":                 func(p *Plan) { p.Settings.Queues = []string{"low"} },
		"lenient":                func(p *Plan) { p.Settings.Lenient = true },
	} {
		other := plan
		change(&other)
		if _, err := NewBuilder(dir, other, true); err == nil || !strings.HasSuffix(err.Error(), "was made with other settings ("+setting+")") {
			t.Errorf("%s: error %v", setting, err)
		}
	}
	fewer := plan
	fewer.Settings.MinJobs = 1
	if b := begin(t, dir, fewer, true); !b.TakeOver("a", a.record.SHA256) {
		t.Error("another least number of jobs keeps a trace from being taken over")
	}
	// Without resume the traces of the interrupted run are given up.
	if begin(t, dir, plan, false); len(namesIn(t, dir, partsFolder)) != 0 {
		t.Errorf("a new run kept %v", namesIn(t, dir, partsFolder))
	}
}

func TestAbandon(t *testing.T) {
	plan := smallPlan(t)
	dir := filepath.Join(t.TempDir(), "results", "run")
	begin(t, dir, plan, false).Abandon()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder that the run made is still there (%v)", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	begin(t, dir, plan, false).Abandon()
	if got := namesIn(t, dir); len(got) > 0 {
		t.Errorf("the folder that was there holds %v", got)
	}
	b := begin(t, dir, plan, false)
	load(t, "a", 1, &plan).addTo(t, b)
	b.Abandon()
	if got := namesIn(t, dir, partsFolder, "a"); !slices.Equal(got, []string{predictionsFile, runFile, scoresFile}) {
		t.Errorf("of the finished trace there are %v", got)
	}
}
