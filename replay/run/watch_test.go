package run_test

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/swf/swftest"
)

// methodsOf lists the methods with scores.
func methodsOf(scores []replay.Score) (names []string) {
	for _, s := range scores {
		if !slices.Contains(names, s.Method) {
			names = append(names, s.Method)
		}
	}
	return names
}

// watchingPlan returns a plan for all jobs with methods that follow the
// machine.
func watchingPlan(t *testing.T, names string, quantiles ...string) *run.Plan {
	t.Helper()
	s := runtest.Plan(t, names, quantiles...).Settings
	s.Select = "all"
	return runtest.PlanOf(t, s)
}

// A log without run times or processors leaves out the methods that need them,
// with a note. The other methods run.
func TestLackingMethods(t *testing.T) {
	all := []string{"bmbp", "lognormal", "downey", "historical", "smith", "bmbp+aci", "smith+cal"}
	for _, c := range []struct {
		name    string
		unknown []int
		left    map[string]string // methods left out, and a word of the note
	}{
		{"run times", []int{4, 6}, map[string]string{"downey": "run times", "smith": "run times", "smith+cal": "run times"}},
		{"processors", []int{5, 8}, map[string]string{
			"downey": "number of processors", "historical": "number of processors", "smith": "number of processors",
			"smith+cal": "number of processors",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := watchingPlan(t, strings.Join(all, ","), "0.95", "0.5")
			lacking := runtest.Load(t, plan, "lacking", 1, 1, c.unknown...)
			d := lacking.Replay(t, runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "lacking"))
			warned := 0
			for _, w := range lacking.Record.Notes {
				for m, word := range c.left {
					if strings.HasPrefix(w, "method "+m+" is left out: ") && strings.Contains(w, word) {
						warned++
					}
				}
			}
			if warned != len(c.left) {
				t.Errorf("notes %q, want one for each of %v", lacking.Record.Notes, c.left)
			}
			want := slices.DeleteFunc(slices.Clone(plan.Settings.Methods), func(m string) bool { return c.left[m] != "" })
			if got := methodsOf(d.Scores); !slices.Equal(got, want) {
				t.Errorf("methods %v, want %v", got, want)
			}
			if r := d.Run.Log.Machine; r == nil || r.Processors <= 0 || r.Source != "MaxProcs" {
				t.Errorf("machine %+v", r)
			}
		})
	}
}

// A log without what any method needs is an error.
func TestLackingAllMethods(t *testing.T) {
	alone := watchingPlan(t, "smith", "0.95")
	log := runtest.Load(t, alone, "lacking", 1, 1, 4, 6)
	w := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), alone, "lacking")
	if _, err := w.Replay(t.Context(), &log.Record, log.Series); err == nil ||
		!strings.HasPrefix(err.Error(), "lacking: the log has too little for any of the methods: method smith is left out: ") {
		t.Errorf("error %v", err)
	}
}

// headsIn returns heads.arrow of a folder as CSV.
func headsIn(t *testing.T, folder string) string {
	t.Helper()
	var b strings.Builder
	if err := arrowio.Cat(&b, filepath.Join(folder, run.HeadsFile), arrowio.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Heads of queues reach the results. Without methods that forecast them the file
// is removed.
func TestHeadsOfRuns(t *testing.T) {
	plan, dir := watchingPlan(t, "bmbp,downey,downey-bias,downey+cal", "0.95"), filepath.Join(t.TempDir(), "run")
	a := runtest.Load(t, plan, "a", 1, 1)
	w := runtest.Begin(t, dir, plan, "a")
	a.Replay(t, w)
	d := runtest.Commit(t, w)
	heads := headsIn(t, dir)
	for _, start := range []string{"a,downey,", "a,downey-bias,"} {
		if !strings.Contains(heads, "\n"+start) {
			t.Errorf("no head of %s", start)
		}
	}
	if strings.Contains(heads, "+cal") {
		t.Error("heads of the same forecaster twice")
	}
	wantHeads(t, d, a)
	other, err := run.NewWriter(dir, *watchingPlan(t, "bmbp", "0.95"), "a", true)
	if err != nil {
		t.Fatal(err)
	}
	a.Replay(t, other)
	runtest.Commit(t, other)
	if _, err := os.Stat(filepath.Join(dir, run.HeadsFile)); !os.IsNotExist(err) {
		t.Errorf("heads of an earlier run stay (%v)", err)
	}
}

// TestChangedFiles changes a byte of each Arrow file at many positions, and
// leaves a file out of the record. The run opens again only as it was, or if its
// record has no sums, as in earlier versions.
func TestChangedFiles(t *testing.T) {
	plan, dir := watchingPlan(t, "bmbp,downey", "0.95"), filepath.Join(t.TempDir(), "run")
	log, e := runtest.Load(t, plan, "a", 1, 1), runtest.Begin(t, dir, plan, "a")
	log.Replay(t, e)
	d := runtest.Commit(t, e)
	for _, name := range []string{run.ScoresFile, run.PredictionsFile, run.HeadsFile} {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(data); at += 1 + len(data)/100 {
			changed := slices.Clone(data)
			changed[at] ^= 1 << (at % 8)
			swftest.WriteFile(t, path, string(changed))
			if _, err := run.Open(dir); err == nil || err.Error() != path+
				" was changed after the run: it does not have the SHA-256 in run.json; replay the logs again" {
				t.Fatalf("%s with a changed byte %d: error %v", name, at, err)
			}
		}
		if plan.Finished(dir, "a", log.Record.SHA256) {
			t.Errorf("%s was changed, and the run is finished", name)
		}
		swftest.WriteFile(t, path, string(data))
	}
	if again, err := run.Open(dir); err != nil || len(again.Run.Files) != 3 || !maps.Equal(again.Run.Files, d.Run.Files) {
		t.Errorf("sums %v, error %v", again.Run.Files, err)
	}
	delete(d.Run.Files, run.HeadsFile)
	for _, sums := range []map[string]string{d.Run.Files, nil} {
		d.Run.Files = sums
		if err := run.WriteRecord(filepath.Join(dir, run.RecordFile), d.Run); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Open(dir); (err == nil) != (sums == nil) {
			t.Errorf("opened with sums %v: error %v", sums, err)
		}
	}
}

// wantHeads compares heads with the jobs of the log: the actual remaining wait
// ends when the job starts.
func wantHeads(t *testing.T, d *run.Dir, log runtest.Log) {
	t.Helper()
	starts := map[int64]float64{}
	for _, s := range log.Series {
		for i := range s.Len() {
			starts[s.Job(i).ID] = s.Job(i).Start()
		}
	}
	heads, err := d.Heads()
	if err != nil || len(heads) == 0 {
		t.Fatalf("%d heads, error %v", len(heads), err)
	}
	for _, h := range heads {
		for _, head := range h.Heads {
			if start, ok := starts[head.ID]; !ok || math.Abs(head.Time+head.Actual-start) > 1e-6 {
				t.Fatalf("%s: job %d is at the head at %v and waits %v more, but starts at %v", h.Method, head.ID, head.Time,
					head.Actual, start)
			}
		}
	}
}

// A method that panics has no bounds on the log and one note. So has a level
// that needs a longer log.
func TestNotesOfFailures(t *testing.T) {
	plan := watchingPlan(t, "lognormal,bmbp", "0.95", "0.99999")
	plan.Methods[0].Bound = func(methods.Settings) methods.Predictor { panic("no entry 7") }
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "failing")
	log := runtest.Load(t, plan, "failing", 1, 1)
	d := log.Replay(t, e)
	var failed, short int
	for _, note := range log.Record.Notes {
		if strings.HasPrefix(note, "method bmbp has no bounds on queue ") && strings.HasSuffix(note, "no entry 7") {
			failed++
		}
		if strings.HasPrefix(note, "no order statistic bounds the quantile 0.99999: it takes a history of 299572 waits") {
			short++
		}
	}
	if failed != 1 || short != 1 {
		t.Errorf("notes %q, want one of the failure and one of the level", log.Record.Notes)
	}
	for _, s := range d.Scores {
		if s.Method == "bmbp" && s.Bounded > 0 || s.Method == "lognormal" && s.Quantile == 0.95 && s.Jobs > 100 &&
			s.Bounded == 0 {
			t.Errorf("%s on queue %s, %s: %d bounded", s.Method, s.Queue, s.Range, s.Bounded)
		}
	}
}
