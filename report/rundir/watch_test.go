package rundir

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// watchingPlan is a plan with methods that watch the machine, first of all.
func watchingPlan(t *testing.T, names []string, quantiles ...string) Plan {
	t.Helper()
	plan := smallPlan(t)
	plan.Settings.Quantiles, plan.Settings.Select = quantiles, "all"
	var err error
	if plan.Levels, err = plan.Settings.Levels(); err != nil {
		t.Fatal(err)
	}
	if plan.Methods, _, err = methods.Find(names, false); err != nil {
		t.Fatal(err)
	}
	plan.Settings.Methods = nil
	for _, m := range plan.Methods {
		plan.Settings.Methods = append(plan.Settings.Methods, m.Name)
	}
	if err := plan.Check(); err != nil {
		t.Fatal(err)
	}
	return plan
}

// changed is a generated log of one day in which some fields of every job, counted from 1, are unknown.
func changed(t *testing.T, name string, seed uint64, unknown ...int) loaded {
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
	lines := strings.Split(text.String(), "\n")
	for i, line := range lines {
		if fields := strings.Fields(line); len(fields) == 18 && !strings.HasPrefix(line, ";") {
			for _, field := range unknown {
				fields[field-1] = "-1"
			}
			lines[i] = strings.Join(fields, " ")
		}
	}
	f, err := swf.OpenReader(strings.NewReader(strings.Join(lines, "\n")), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace, err := replay.Load(name, f.Reader, swf.All, nil)
	if err != nil {
		t.Fatal(err)
	}
	series, outside := replay.Group(trace, nil)
	return loaded{report.NewTraceRecord(trace, f.Reader, f.SHA256(), outside), series}
}

// A log that has too little for some methods leaves them out, with a warning that its caller gets to see; the other methods run, and so do all on another log.
func TestLackingMethods(t *testing.T) {
	all := []string{"bmbp", "lognormal", "downey", "historical", "smith", "bmbp+aci", "smith+cal"}
	for _, c := range []struct {
		what    string
		unknown []int
		left    map[string]string // methods left out, and a word of the warning
	}{
		{"run times", []int{4, 6}, map[string]string{"downey": "run times", "smith": "run times", "smith+cal": "run times"}},
		{"processors", []int{5, 8}, map[string]string{
			"downey": "number of processors", "historical": "number of processors", "smith": "number of processors", "smith+cal": "number of processors",
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			plan := watchingPlan(t, all, "0.95", "0.5")
			b := begin(t, filepath.Join(t.TempDir(), "run"), plan, false)
			lacking, whole := changed(t, "lacking", 1, c.unknown...), changed(t, "whole", 2)
			if err := b.Add(context.Background(), &lacking.record, lacking.series); err != nil {
				t.Fatal(err)
			}
			if err := b.Add(context.Background(), &whole.record, whole.series); err != nil {
				t.Fatal(err)
			}
			warned := 0
			for _, w := range lacking.record.Warnings {
				for m, word := range c.left {
					if strings.HasPrefix(w, "method "+m+" is left out: ") && strings.Contains(w, word) {
						warned++
					}
				}
			}
			if warned != len(c.left) {
				t.Errorf("warnings %q, want one for each of %v", lacking.record.Warnings, c.left)
			}
			d, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			want := slices.DeleteFunc(slices.Clone(plan.Settings.Methods), func(m string) bool { return c.left[m] != "" })
			if got := d.methodsOf("lacking"); !slices.Equal(got, want) {
				t.Errorf("methods %v, want %v", got, want)
			}
			if got := d.methodsOf("whole"); !slices.Equal(got, plan.Settings.Methods) {
				t.Errorf("methods of the whole log %v, want all", got)
			}
			if r := d.Run.Traces[1].Machine; r == nil || r.Processors <= 0 || r.Source != "MaxProcs" {
				t.Errorf("machine %+v", r)
			}
			if c.what != "run times" {
				return
			}
			before := textsIn(t, d.path)
			opened, err := Open(d.path)
			if err != nil {
				t.Fatal(err)
			}
			if err := opened.Render(); err != nil {
				t.Fatal(err)
			}
			for name, text := range textsIn(t, d.path) {
				if text != before[name] {
					t.Errorf("%s differs when made again", name)
				}
			}
		})
	}
}

// What is left out of a trace is not compared there, and jobs are read from the methods that are there.
func TestLackingFirstMethod(t *testing.T) {
	plan := watchingPlan(t, []string{"smith", "lognormal", "smith+cal"}, "0.95")
	plan.Methods = []methods.Method{plan.Methods[1], plan.Methods[2], plan.Methods[0]}
	plan.Settings.Methods = []string{"smith", "smith+cal", "lognormal"}
	b := begin(t, filepath.Join(t.TempDir(), "run"), plan, false)
	log := changed(t, "lacking", 1, 4, 6)
	log.addTo(t, b)
	d, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.Series("lacking", d.Run.Traces[0].Busiest(), replay.AllRanges)
	if err != nil || s.Len() == 0 {
		t.Errorf("series %v, error %v", s, err)
	}
	pairs, err := d.Pairs(PairQuery{Methods: [2]string{"smith", "lognormal"}})
	if err != nil || len(pairs) != 0 {
		t.Errorf("pairs %v, error %v", pairs, err)
	}
	alone := watchingPlan(t, []string{"smith"}, "0.95")
	if err := begin(t, filepath.Join(t.TempDir(), "run"), alone, false).Add(context.Background(), &log.record, log.series); err == nil ||
		!strings.HasPrefix(err.Error(), "lacking: the log has too little for any of the methods: method smith is left out: ") {
		t.Errorf("error %v", err)
	}
}

// headsIn gives what heads.arrow in a folder holds, as CSV.
func headsIn(t *testing.T, folder string) string {
	t.Helper()
	var b strings.Builder
	if err := arrowio.Cat(&b, filepath.Join(folder, headsFile), arrowio.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Heads of the queue reach the results from every trace, also from those that an interrupted run has finished, and go with the methods that tell them.
func TestHeadsOfRuns(t *testing.T) {
	plan := watchingPlan(t, []string{"bmbp", "downey", "downey-bias", "downey+cal"}, "0.95")
	a, c := changed(t, "a", 1), changed(t, "c", 2)
	dir := filepath.Join(t.TempDir(), "run")
	interrupted := begin(t, dir, plan, false)
	a.addTo(t, interrupted)
	part := headsIn(t, filepath.Join(dir, partsFolder, "a"))
	interrupted.Abandon()

	resumed := begin(t, dir, plan, true)
	if !resumed.TakeOver("a", a.record.SHA256) {
		t.Fatal("did not take over the trace that was finished")
	}
	c.addTo(t, resumed)
	d, err := resumed.Finish()
	if err != nil {
		t.Fatal(err)
	}
	all := headsIn(t, dir)
	if rows := strings.TrimPrefix(part, "trace,method,job_id,time,predicted,actual\n"); rows == part || rows == "" || !strings.HasPrefix(all, part) {
		t.Errorf("heads of the part\n%.200s\nof the run\n%.200s", part, all)
	}
	for _, start := range []string{"a,downey,", "a,downey-bias,", "c,downey,", "c,downey-bias,"} {
		if !strings.Contains(all, "\n"+start) {
			t.Errorf("no head of %s", start)
		}
	}
	if strings.Contains(all, "+cal") {
		t.Error("heads of the same watcher twice")
	}
	for _, name := range []string{"tables/heads.md", "figures/heads-a.svg", "figures/heads-c.png", "figures/heads-c.csv"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantHeads(t, d, c)
	// Taken over from the results themselves, and then gone with other methods.
	again := begin(t, dir, plan, true)
	if !again.TakeOver("c", c.record.SHA256) {
		t.Fatal("did not take over a trace from the results")
	}
	if _, err := again.Finish(); err != nil {
		t.Fatal(err)
	}
	if got := headsIn(t, dir); strings.Contains(got, "\na,") || !strings.Contains(got, "\nc,downey,") {
		t.Errorf("heads\n%.200s", got)
	}
	other := begin(t, dir, watchingPlan(t, []string{"bmbp"}, "0.95"), false)
	c.addTo(t, other)
	if _, err := other.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, headsFile)); !os.IsNotExist(err) {
		t.Errorf("heads of an earlier run stay (%v)", err)
	}
	if slices.Contains(namesIn(t, dir, tablesFolder), "heads.md") {
		t.Error("the table of heads of an earlier run stays")
	}
}

// wantHeads compares heads with the jobs of the log: the actual remaining wait ends with the wait of the job.
func wantHeads(t *testing.T, d *Dir, log loaded) {
	t.Helper()
	starts := map[int64]float64{}
	for _, s := range log.series {
		for i := range s.Len() {
			starts[s.Job(i).ID] = s.Job(i).Start()
		}
	}
	for _, h := range d.heads {
		if h.Trace != log.record.Name {
			continue
		}
		for _, head := range h.Heads {
			if start, ok := starts[head.ID]; !ok || math.Abs(head.Time+head.Actual-start) > 1e-6 {
				t.Fatalf("%s: job %d is at the head at %v and waits %v more, but starts at %v", h.Method, head.ID, head.Time, head.Actual, start)
			}
		}
	}
}
