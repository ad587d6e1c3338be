package render

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/report/verdict"
	"waitbench/swf/swftest"
)

// runOfLog replays a generated log of three days into a folder of its name.
func runOfLog(t *testing.T, name string, seed uint64, methods string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	plan := runtest.Plan(t, methods, "0.95")
	e := runtest.Begin(t, dir, plan, name)
	log := runtest.Load(t, plan, name, 3, seed)
	log.Replay(t, e)
	runtest.Commit(t, e)
	return dir
}

const allKinds = "bmbp,lognormal,historical,downey,smith,bmbp+aci,historical+cal,downey+cal"

// TestCollection holds the page over all queues against a golden file, and
// follows all links. Written again, the files have the same bytes, and a
// README.md that somebody wrote stays.
func TestCollection(t *testing.T) {
	c := Collection{Runs: []string{runOfLog(t, "alpha-1996-1", 1, allKinds), runOfLog(t, "beta", 2, allKinds)}}
	out := filepath.Join(t.TempDir(), "out")
	if err := c.Write(out); err != nil {
		t.Fatal(err)
	}
	files := runtest.Files(t, out)
	swftest.Golden(t, filepath.Join("testdata", methodsFile), files[methodsFile])
	links := regexp.MustCompile(`(?:src="|href=")([^)"#:]+)[)"]`).FindAllStringSubmatch(files[IndexFile], -1)
	for _, link := range links {
		if files[link[1]] == "" {
			t.Errorf("a link leads to %s, which is not there", link[1])
		}
	}
	if len(links) < 8 {
		t.Errorf("only %d links", len(links))
	}
	const ours = "# Written by hand\n"
	swftest.WriteFile(t, filepath.Join(out, "README.md"), ours)
	if err := c.Write(out); err != nil {
		t.Fatal(err)
	}
	again := runtest.Files(t, out)
	if again["README.md"] != ours {
		t.Errorf("README.md is now %q", again["README.md"])
	}
	for name, text := range files {
		if again[name] != text {
			t.Errorf("%s is not the same again", name)
		}
	}
}

// Names are left and numbers right, the best methods but the reference are in order, and the list of
// methods comes before the tables.
func TestIndexInOrder(t *testing.T) {
	c, err := load([]string{runOfLog(t, "alpha", 1, "downey,lognormal,bmbp,forest"), runOfLog(t, "beta", 2, "li,bmbp")})
	if err != nil {
		t.Fatal(err)
	}
	totals := where(c.totals(), func(m verdict.Total) bool { return m.Method() != verdict.Reference })
	for i, m := range totals[1:] {
		if last := totals[i]; m.With(verdict.Recommended) > last.With(verdict.Recommended) ||
			m.With(verdict.Recommended) == last.With(verdict.Recommended) && m.Holds() > last.Holds() {
			t.Errorf("%s is before %s", last.Method(), m.Method())
		}
	}
	if got := strings.Join(c.methods, " "); len(totals) < 3 || c.methods[0] == "downey" ||
		!strings.HasSuffix(got, " li") {
		t.Errorf("%d methods with bounds, of %s", len(totals), got)
	}
	var b strings.Builder
	if err := c.index(nil, nil)(&b); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	if list, table := strings.Index(html, `<details class="about"`), strings.Index(html, "<table"); table < 0 ||
		list < table {
		t.Errorf("the list of methods is at %d, the first table at %d", list, table)
	}
	if strings.Contains(html, "<p>loss / best") || !strings.Contains(html, `<ul class="notes"><li>`) {
		t.Error("notes are no list")
	}
	if want := `<th scope="col" class="text">method</th><th scope="col">queues</th>`; !strings.Contains(html, want) {
		t.Errorf("no %s", want)
	}
}

// TestSplitHalf counts the jobs before and after the median job of the log.
func TestSplitHalf(t *testing.T) {
	s := runtest.Plan(t, "bmbp,lognormal", "0.5", "0.95").Settings
	s.Ranges = "1-4,5+"
	plan, dir := runtest.PlanOf(t, s), filepath.Join(t.TempDir(), "long")
	e := runtest.Begin(t, dir, plan, "long")
	log := runtest.Load(t, plan, "long", 8, 1)
	log.Replay(t, e)
	runtest.Commit(t, e)
	c := Collection{Runs: []string{dir}}
	out := filepath.Join(t.TempDir(), "out")
	if err := c.Write(out); err != nil {
		t.Fatal(err)
	}
	var submits []float64
	for _, series := range log.Series {
		for i := range series.Len() {
			if series.Range == replay.AllRanges {
				submits = append(submits, series.Job(i).Submit)
			}
		}
	}
	slices.Sort(submits)
	cut := submits[len(submits)/2]
	for _, series := range log.Series {
		before, after := 0, 0
		for i := series.Len() / 10; i < series.Len(); i++ { // a tenth is for training
			if j := series.Job(i); j.Submit >= cut {
				after++
			} else if j.Start() < cut {
				before++
			}
		}
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| long +\| %s +\| +%d \| +%d \|`, series.Queue, before, after))
		judged := series.Range == replay.AllRanges && before >= 1000 && after >= 500
		for _, name := range []string{methodsFile, IndexFile} {
			text := runtest.Files(t, out)[name]
			if name == methodsFile && row.MatchString(text) != judged ||
				!strings.Contains(text, "Does a recommendation last?") {
				t.Errorf("queue %s: %d jobs before and %d after in %s:\n%s", series.Queue, before, after, name, text)
			}
			if name == IndexFile && !strings.Contains(text, `<td class="text">`) {
				t.Error("index.html has no text on the left")
			}
		}
	}
}

// TestFewMethods leaves out figures that the runs have no methods for.
func TestFewMethods(t *testing.T) {
	c, err := load([]string{runOfLog(t, "alpha", 1, "lognormal,bmbp+aci")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range c.figures() {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); got != "correct adaptation" {
		t.Errorf("figures %s", got)
	}
}

// TestRatioFigure has the median ratio of bmbp of each queue and range.
func TestRatioFigure(t *testing.T) {
	c, err := load([]string{runOfLog(t, "alpha", 1, "bmbp,lognormal")})
	if err != nil {
		t.Fatal(err)
	}
	f, compared := c.ratioFigure(), 0
	for _, s := range c.logs[0].scores {
		k := slices.Index(f.Categories, c.logs[0].queueName(s.Queue))
		if s.Method == "bmbp" && s.Jobs >= c.settings.MinJobs && k >= 0 {
			if compared++; f.Values[slices.Index(f.Series, s.Range)][k] != s.MedianRatio {
				t.Errorf("queue %s, range %s: want %v", s.Queue, s.Range, s.MedianRatio)
			}
		}
	}
	if compared < 4 {
		t.Errorf("%d ratios compared", compared)
	}
}

func TestCollectionRefused(t *testing.T) {
	one, two := runOfLog(t, "alpha", 1, "bmbp"), runOfLog(t, "alpha", 1, "bmbp")
	for want, c := range map[string]Collection{
		"alpha is in ":                {Runs: []string{one, two}},
		"no run has a log beta":       {Runs: []string{one}, Pages: []string{"beta"}},
		"two files of the coll":       {Runs: []string{runOfLog(t, "methods", 1, "bmbp")}},
		"report.html: no such":        {Runs: []string{one}, Pages: []string{"alpha"}},
		"nowhere is no run directory": {Runs: []string{"nowhere"}},
	} {
		if err := c.Write(filepath.Join(t.TempDir(), "out")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", c, err, want)
		}
	}
}

// TestWordsAndIntervals: the index has a word and a mark for each method, a star
// where it is short alone, as the map has. Bars are the intervals by days: the odds
// of .9 are 9, times or by exp(2.0930 .02 / .09) = 1.5922.
func TestWordsAndIntervals(t *testing.T) {
	level := methods.Level{Quantile: .95, Confidence: .95}
	v := verdict.Verdict{Log: "t", Queue: "q", Range: replay.AllRanges, Level: level}
	for i, share := range []float64{.96, .96, .94, .9, .97, .9, .98} {
		s := replay.NewScore()
		s.Method, s.Quantile, s.Coverage = fmt.Sprint("m", i), .95, share
		status := []verdict.Status{verdict.Recommended, verdict.Candidate, verdict.Candidate, verdict.Unsure, verdict.Wide,
			verdict.TooShort, verdict.Sparse}[i]
		v.Methods = append(v.Methods, verdict.Method{Score: &s, Factor: math.NaN(), Status: status})
	}
	v.Methods[3].ShareSE, v.Methods[3].Blocks = .02, 20
	var got []string
	for i := range 8 {
		c := cellOf(v, fmt.Sprint("m", i))
		got = append(got, c.Word+" "+c.Mark)
	}
	if got := strings.Join(got, ", "); got !=
		"recommended ✓, holds , near ~, near ~, wide …, short *, few bounds ·, no bounds –" {
		t.Error(got)
	}
	d := &Dir{Dir: &run.Dir{Run: &run.Record{Log: run.LogRecord{Name: "t"}}, Levels: []methods.Level{level}}}
	w := &view{rendering: &rendering{Dir: d}, log: &d.Run.Log, bounding: []string{"m3", "m5"}, verdicts: []verdict.Verdict{v},
		bySeries: verdict.BySeries([]verdict.Verdict{v})}
	shares, _ := w.dots()
	if low, high := shares.Low[0][0], shares.High[0][0]; !(math.Abs(low-9/10.5922) < 1e-5 &&
		math.Abs(high-14.3298/15.3298) < 1e-5) {
		t.Errorf("a bar from %v to %v", low, high)
	}
	if p := w.heat().Panels; p[0].Short[0][0] || !p[1].Short[0][0] {
		t.Error("a star where the method is near, or none where it is short")
	}
}
