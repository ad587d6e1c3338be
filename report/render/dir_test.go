package render

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/report/figure"
	"waitbench/report/verdict"
)

// smallRun gives a run of one log without tables and figures.
func smallRun(t *testing.T) *Dir {
	t.Helper()
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	return &Dir{Dir: log.Replay(t, e)}
}

// locked returns a run whose tables and figures may be made again.
func locked(t *testing.T, path string) *Dir {
	t.Helper()
	d, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// finish replays a log, makes everything of the run, commits it and reads it
// again.
func finish(t *testing.T, e *run.Writer, log *runtest.Log) *Dir {
	t.Helper()
	d := &Dir{Dir: log.Replay(t, e)}
	if _, err := d.Render(e.Folder, allFigures); err != nil {
		t.Fatal(err)
	}
	return &Dir{Dir: runtest.Commit(t, e)}
}

// allFigures are all in both formats.
var allFigures = Figures{Which: AllFigures, Formats: []string{"svg", "png"}}

func plotted(t *testing.T, d *Dir, q BoundsQuery) *figure.Bounds {
	t.Helper()
	f, err := d.Bounds(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// normal selects a method on queue normal.
func normal(method string) Selection {
	return Selection{Methods: []string{method}, Queues: []string{"normal"}}
}

// TestBoundsWindow plots a part of a run: the bound in force when the window
// opens is there, and a window without jobs says so.
func TestBoundsWindow(t *testing.T) {
	d := smallRun(t)
	unix0 := float64(*d.Run.Log.Header.UnixStartTime)
	q := BoundsQuery{Selection: normal("bmbp"), From: 20000, To: 30000, Waits: true}
	f := plotted(t, d, q)
	line := f.Lines[0]
	if n := len(line.Times); n < 11 || len(line.Waits) != n || line.Times[0] >= unix0+q.From ||
		line.Times[1] < unix0+q.From || line.Times[n-1] >= unix0+q.To || f.Note != "" {
		t.Errorf("%d times, %d waits, from %v, note %q", n, len(line.Waits), line.Times[0]-unix0, f.Note)
	}
	q.From, q.To = 1e6, 2e6
	f = plotted(t, d, q)
	if len(f.Lines[0].Times) != 1 || f.Note != "No job was submitted in this time." {
		t.Errorf("behind the log: %+v", f)
	}
}

// Bounds around forecasts depend on the job, and those of bmbp do not.
func TestBoundsPerJob(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,smith+cal", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	d := &Dir{Dir: log.Replay(t, e)}
	for method, want := range map[string]bool{"bmbp": false, "smith+cal": true} {
		q := BoundsQuery{Selection: normal(method), To: 30000}
		if got := plotted(t, d, q).Lines[0].PerJob; got != want {
			t.Errorf("bounds of %s depend on the job: %v", method, got)
		}
	}
}

// A plot of several methods has a line for each in their order, and one queue.
func TestCompared(t *testing.T) {
	d := smallRun(t)
	q := BoundsQuery{Selection: normal("lognormal"), From: 20000, To: 30000, Waits: true}
	q.Methods = []string{"lognormal", "bmbp", "bmbp"}
	f, err := d.Compared(q, true)
	if err != nil {
		t.Fatal(err)
	}
	alone := plotted(t, d, BoundsQuery{Selection: normal("bmbp"), From: 20000, To: 30000, Waits: true})
	if len(f.Lines) != 2 || f.Lines[0].Name != "lognormal" || f.Lines[1].Name != "bmbp" || !f.Apart ||
		!slices.Equal(f.Lines[1].Bound, alone.Lines[0].Bound) || !slices.Equal(f.Lines[0].Waits, f.Lines[1].Waits) ||
		f.Title != "Bounds in queue normal, "+d.Run.Log.Name {
		t.Errorf("%q with lines %+v", f.Title, f.Lines)
	}
	for want, wrong := range map[string]func(*BoundsQuery){
		"need one queue":  func(q *BoundsQuery) { q.Queues = []string{"normal", "high"} },
		"at most 4":       func(q *BoundsQuery) { q.Methods = strings.Split("bmbp a b c d", " ") },
		"need one method": func(q *BoundsQuery) { q.Like = &methods.Query{} },
		"unknown method":  func(q *BoundsQuery) { q.Methods = []string{"bmbp", "guess"} },
	} {
		q := q
		wrong(&q)
		if _, err := d.Compared(q, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s...", err, want)
		}
	}
}

// TestBoundsOfCluster: no job is in the clusters of two jobs unlike each other,
// without clusters all are in one, and bmbp has none.
func TestBoundsOfCluster(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,qbets,qbets:clusters=none", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	d := &Dir{Dir: log.Replay(t, e)}
	q := BoundsQuery{Selection: normal("qbets"), To: 100000, Waits: true}
	jobs := func(like *methods.Query) int {
		q.Like = like
		return len(plotted(t, d, q).Lines[0].Times)
	}
	small, large := &methods.Query{Procs: 1, Estimate: 60}, &methods.Query{Procs: 1000, Estimate: 1e6}
	all, ofSmall, ofLarge := jobs(nil), jobs(small), jobs(large)
	if ofSmall == 0 || ofLarge == 0 || ofSmall+ofLarge > all {
		t.Errorf("%d jobs, %d in the cluster of a small one and %d of a large one", all, ofSmall, ofLarge)
	}
	q.Selection = normal("qbets:clusters=none")
	if n := jobs(small); n != all {
		t.Errorf("%d of %d jobs without clusters", n, all)
	}
	q.Selection = normal("bmbp")
	if _, err := d.Bounds(q); err == nil || !strings.Contains(err.Error(), "choose --methods qbets") {
		t.Errorf("clusters of bmbp: %v", err)
	}
}

// A method from outside is marked where results name it and nowhere else, also
// where they are made again of what is in the folder.
func TestOutside(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95")
	plan.Methods[1].ExternalNote = "not checked for look-ahead"
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	d := finish(t, e, &log)
	const mark = "not checked for look-ahead: lognormal"
	if !slices.Contains(log.Record.Notes, mark) {
		t.Errorf("notes of the log %q", log.Record.Notes)
	}
	files := runtest.Files(t, d.Path)
	marked := func(name, text string, want bool) {
		if got := strings.Contains(strings.ToLower(text), mark); got != want {
			t.Errorf("%s: marked %v, want %v", name, got, want)
		}
	}
	marked("page", files["report.html"], true)
	marked("run.json", files["run.json"], true)
	marked("scores.arrow", files["scores.arrow"], true)
	for name, text := range files {
		if strings.HasPrefix(name, "tables/") && !strings.HasSuffix(name, ".csv") {
			marked(name, text, strings.Contains(strings.ReplaceAll(text, mark, ""), "lognormal"))
		}
	}
	d = locked(t, d.Path)
	made, err := d.Rerender(Figures{Which: NoFigures})
	d.Close()
	if err != nil || !slices.Contains(verdict.Sentences(d.Run, made.Verdicts, d.Levels[0]),
		"Not checked for look-ahead: lognormal.") {
		t.Errorf("sentences without the mark, error %v", err)
	}
	if again := runtest.Files(t, d.Path); again["report.html"] == "" ||
		!strings.Contains(again["tables/losses-by-queue-a.md"]+again["tables/losses-by-queue.md"], mark) {
		t.Error("made again, tables are not marked")
	}
}

// TestTwinsAreShownOnce: of methods that are equal without a cluster, files of
// results have all, and tables, figures and pages one with a note on the others.
func TestTwinsAreShownOnce(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,smith,hanzich,smith+cal,sdpn+cal", "0.95")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	d := finish(t, e, &log)
	if all := verdict.MethodsIn(d.Scores); len(all) != 5 {
		t.Errorf("scores of %v", all)
	}
	_, note := plan.Settings.Twins()
	collected := filepath.Join(t.TempDir(), "collected")
	if err := (&Collection{Runs: []string{d.Path}}).Write(collected); err != nil {
		t.Fatal(err)
	}
	files, noted := runtest.Files(t, d.Path), 0
	for name, text := range runtest.Files(t, collected) {
		files["collected/"+name] = text
	}
	for name, text := range files {
		isTable := strings.HasPrefix(name, tablesFolder) || name == "collected/methods.md"
		if strings.HasSuffix(name, ".md") && isTable && strings.Contains(text, note) {
			noted++
		}
		if !isTable && !strings.HasPrefix(name, figuresFolder) && name != "collected/"+IndexFile {
			continue
		}
		text = strings.ReplaceAll(text, note, "")
		if strings.Contains(text, "hanzich") || strings.Contains(text, "sdpn") {
			t.Errorf("%s shows a method twice", name)
		}
	}
	page := files[PageFile]
	if noted < 3 || !strings.Contains(page, "smith+<wbr>cal") || strings.Contains(page, "sdpn+<wbr>cal") ||
		!strings.Contains(files["collected/scores.csv"], ",sdpn+cal,") {
		t.Errorf("%d tables have a note", noted)
	}
	pair, err := Best(d)
	if err != nil || slices.Contains(pair, "sdpn+cal") {
		t.Errorf("the best are %v, %v", pair, err)
	}
}

// TestFigureSets makes the figures that are asked for, as SVG and their numbers
// where nothing else is said, and the page has those of them that it does not
// draw itself.
func TestFigureSets(t *testing.T) {
	d := smallRun(t)
	few := []string{"bounds-month-a", "correct-by-queue-a", "coverage-a"} // the run has no ranges to map
	for _, c := range []struct {
		figures    Figures
		names      []string
		extensions []string
		onPage     int // the shares covered, by queue and over time, and the ratio where it is made
	}{
		{Figures{Which: NoFigures}, nil, nil, 0},
		{Figures{}, few, []string{".csv", ".svg"}, 2},
		{Figures{Which: AllFigures, Formats: []string{"png"}},
			append([]string{"bounds-day-a", "median-ratio-by-queue-a"}, few...), []string{".csv", ".png"}, 3},
	} {
		var want []string
		for _, name := range c.names {
			for _, extension := range c.extensions {
				want = append(want, figuresFolder+name+extension)
			}
		}
		if len(want) > 0 {
			want = append(want, figuresFolder+"captions.md")
		}
		slices.Sort(want)
		dir := filepath.Join(t.TempDir(), "run")
		folder, err := output.Begin(dir, false, output.Run)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		if _, err := d.Render(folder, c.figures); err != nil {
			t.Fatal(err)
		}
		if _, err := folder.Add(run.RecordFile); err != nil {
			t.Fatal(err)
		}
		if err := run.WriteRecord(folder.Path(run.RecordFile), d.Run); err != nil {
			t.Fatal(err)
		}
		if err := folder.Commit(); err != nil {
			t.Fatal(err)
		}
		files := runtest.Files(t, dir)
		got := slices.Sorted(maps.Keys(files))
		got = slices.DeleteFunc(got, func(name string) bool { return !strings.HasPrefix(name, figuresFolder) })
		if !slices.Equal(got, want) {
			t.Errorf("%+v: files %v, want %v", c.figures, got, want)
		}
		if n := strings.Count(files[PageFile], "<figure"); n != c.onPage {
			t.Errorf("%+v: %d figures on the page, want %d", c.figures, n, c.onPage)
		}
	}
}

// TestNamesAreNoPaths renders a run with a log whose name leads out of the
// folder, as in a run.json that somebody else wrote.
func TestNamesAreNoPaths(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "a", "b", "run")
	plan := runtest.Plan(t, "bmbp,lognormal", "0.95", "0.5")
	log := runtest.Load(t, plan, "x/../../../../pwned", 1, 1)
	e := runtest.Begin(t, dir, plan, log.Record.Name)
	run := &Dir{Dir: log.Replay(t, e)}
	if _, err := run.Render(e.Folder, allFigures); err != nil {
		t.Fatal(err)
	}
	runtest.Commit(t, e)
	names := slices.Sorted(maps.Keys(runtest.Files(t, above)))
	for _, name := range names {
		if !strings.HasPrefix(name, "a/b/run/") || strings.Count(name, "/") > 4 {
			t.Errorf("there is %s", name)
		}
	}
	if figure := "a/b/run/figures/coverage-x_.._.._.._.._pwned.svg"; !slices.Contains(names, figure) {
		t.Errorf("no %s among %q", figure, names)
	}
}

// TestManyMethods shows the methods that verdicts on whole queues at the main
// level recommend, the reference and the first of the run, and says which are
// left out.
func TestManyMethods(t *testing.T) {
	d := smallRun(t)
	recommends := func(procs string, l methods.Level, names ...string) (v verdict.Verdict) {
		v.Range, v.Level = procs, l
		for _, m := range names {
			v.Methods = append(v.Methods, verdict.Method{Score: &replay.Score{Method: m}})
		}
		return v
	}
	all, main := replay.AllRanges, d.Levels[0]
	d.Scores = nil
	for _, m := range strings.Fields("a b c d e f g bmbp h i") {
		d.Scores = append(d.Scores, replay.Score{Method: m, Bounded: 1})
	}
	ranked := d.ranked([]verdict.Verdict{recommends(all, main, "c", "h"), recommends(all, main, "h"),
		recommends("1-4", main, "b", "i"),
		recommends(all, methods.Level{Quantile: 0.5}, "b")})
	shown, others := chosen(ranked)
	if want := strings.Fields("h c bmbp a b d e"); !slices.Equal(shown, want) || !strings.HasSuffix(leftOut(others),
		", then the others, the best first. Not shown: f, g, i.") {
		t.Errorf("shown %v, then %q", shown, leftOut(others))
	}
	if shown, others := chosen(ranked[:mostMethods]); len(shown) != mostMethods || leftOut(others) != "" {
		t.Errorf("shown %v, then %q", shown, leftOut(others))
	}
}
