package render

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// builderOf begins a run of some days of a generated log at several levels.
func builderOf(t *testing.T, quantiles ...string) (*run.Writer, *runtest.Log) {
	t.Helper()
	s := runtest.Plan(t, "bmbp,lognormal", quantiles...).Settings
	s.Ranges, s.MinJobs = "1-4,5+", 100
	plan := runtest.PlanOf(t, s)
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "small")
	log := runtest.Load(t, plan, "small", 12, 1)
	return e, &log
}

// runOf is such a run, without tables and figures.
func runOf(t *testing.T, quantiles ...string) *Dir {
	t.Helper()
	e, log := builderOf(t, quantiles...)
	return &Dir{Dir: log.Replay(t, e)}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// Readers use the main level unless told, and the files say what levels there
// are.
func TestMainLevel(t *testing.T) {
	d := runOf(t, "0.5", "0.95", "0.25l")
	opened, err := Open(d.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(opened.Levels, d.Levels) || d.Levels[0].Quantile != 0.5 {
		t.Errorf("levels %v, want %v", opened.Levels, d.Levels)
	}
	queue := d.Run.Log.Busiest()[0]
	f, err := d.Bounds(BoundsQuery{Selection: Selection{Methods: []string{"bmbp"}, Queues: []string{queue}},
		To: math.MaxInt32})
	if err != nil {
		t.Fatal(err)
	}
	main := runtest.Bounds(t, d.Dir, arrowio.Filter{Queue: queue, Range: replay.AllRanges, Method: "bmbp",
		Level: "0.5"})
	if len(f.Lines) != 1 || !slices.EqualFunc(f.Lines[0].Bound, main, same) {
		t.Errorf("%d lines, or other bounds", len(f.Lines))
	}
	for text, want := range map[string]string{"": "0.5", "0.250l": "0.25l"} {
		if l, err := d.Level(text); err != nil || l.String() != want {
			t.Errorf("level %q is %v, %v; want %s", text, l, err, want)
		}
	}
	if _, err := d.Level("0.25"); err == nil ||
		!strings.HasSuffix(err.Error(), `: unknown quantile "0.25"; did you mean 0.5 or 0.95 or 0.25l? known are `+
			`0.5, 0.95, 0.25l`) {
		t.Errorf("a level that the run does not have: %v", err)
	}
}

func scoreOf(d *Dir, queue, method, level string) *replay.Score {
	for i := range d.Scores {
		if s := &d.Scores[i]; s.Queue == queue && s.Range == replay.AllRanges && s.Method == method &&
			s.Level().String() == level {
			return s
		}
	}
	return nil
}

// The bound in force when the window opens is the last one before it, wherever
// batches end.
func TestBoundsOfLevels(t *testing.T) {
	d := runOf(t, "0.95", "0.5", "0.25l")
	queue := d.Run.Log.Busiest()[0]
	from := d.Run.Log.LastSubmit / 2
	selected := Selection{Methods: []string{"bmbp"}, Queues: []string{queue}, Quantiles: d.Run.Settings.Quantiles}
	f, err := d.Bounds(BoundsQuery{Selection: selected, From: from, To: from + 86400, Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Lines) != 3 || f.Lines[0].Waits == nil || f.Lines[1].Waits != nil {
		t.Fatalf("%d lines", len(f.Lines))
	}
	if name := f.Lines[2].Name; name != queue+", 0.25 lower" {
		t.Errorf("line %q", name)
	}
	for _, l := range f.Lines {
		if !slices.Equal(l.Times, f.Lines[0].Times) || l.Times[0] >= f.From || l.Times[1] < f.From {
			t.Errorf("%s begins at %v, %v; the plot at %v", l.Name, l.Times[0], l.Times[1], f.From)
		}
	}
}

func TestTablesAndFiguresOfLevels(t *testing.T) {
	e, log := builderOf(t, "0.95", "0.25l")
	d := finish(t, e, log)
	for _, name := range []string{
		"tables/backtests.md", "tables/verdict-by-queue.md", "tables/losses-by-queue.csv",
		"tables/table3-correct-by-queue-q0.25l.md",
		"tables/intervals.csv", "tables/weighted-pinball.csv", "figures/coverage-small.svg",
		"figures/coverage-small.png",
	} {
		if runtest.Files(t, d.Path)[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	common, seen := verdict.NewCommonJobs(d.Run), 0
	verdicts := verdict.Judge(d.Scores, d.Run.Settings.MinJobs)
	err := d.readSeries(func(s *verdict.SeriesBounds) error {
		s.Compare(verdict.BySeries(verdicts))
		if s.Range == replay.AllRanges {
			common.Add(s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Where the candidates begin to bound at the same job, their losses are
	// those of the scores.
	for _, v := range verdicts {
		if v.Common > 0 != (len(v.With(verdict.Recommended)) > 0) {
			t.Errorf("%d common jobs, %+v", v.Common, v.Methods)
		}
		for _, j := range v.Methods {
			if j.Status <= verdict.Candidate && v.Common == j.Bounded {
				if seen++; math.Abs(j.Loss/j.Pinball-1) > 1e-12 {
					t.Errorf("%s %s %s: loss %v, the score has %v", v.Queue, v.Range, j.Method, j.Loss, j.Pinball)
				}
			}
		}
	}
	if seen < 10 || len(common.Intervals.Rows) == 0 || len(common.Weighted.Rows) != len(common.Intervals.Rows) {
		t.Errorf("%d losses, %d intervals, %d weighted losses", seen, len(common.Intervals.Rows),
			len(common.Weighted.Rows))
	}
}

func TestPairs(t *testing.T) {
	d := runOf(t, "0.95", "0.25l")
	boot, two := backtest.Bootstrap{Resamples: 199, Confidence: 0.95, Seed: 1}, []string{"bmbp", "lognormal"}
	pairs, err := Pairs([]*Dir{d}, PairQuery{Selection{Methods: two, Quantiles: d.Run.Settings.Quantiles}, boot})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range pairs {
		first, second := scoreOf(d, p.Queue, "bmbp", p.Level.String()), scoreOf(d, p.Queue, "lognormal",
			p.Level.String())
		if p.Difference.Values != first.Bounded || first.Bounded != second.Bounded || first.Bounded == 0 {
			continue
		}
		seen++
		if math.Abs(p.Losses[0]/first.Pinball-1) > 1e-12 || math.Abs(p.Losses[1]/second.Pinball-1) > 1e-12 {
			t.Errorf("%s: losses %v, the scores are %v and %v", p.Queue, p.Losses, first.Pinball, second.Pinball)
		}
		if e := p.Difference; e.Low > e.Mean || e.Mean > e.High || math.Abs(e.Mean-(p.Losses[0]-p.Losses[1])) > 1e-6 {
			t.Errorf("%s: difference %+v of losses %v", p.Queue, e, p.Losses)
		}
	}
	if seen == 0 {
		t.Error("no pair on the jobs of both scores")
	}
	queue := d.Run.Log.Busiest()[0]
	some, err := Pairs([]*Dir{d},
		PairQuery{Selection{Methods: two, Queues: []string{queue}, Ranges: []string{"all", "5+"}}, boot})
	if err != nil || len(some) != 2 || some[1].Range != "5+" || some[0].Level != d.Levels[0] {
		t.Errorf("%+v, %v", some, err)
	}
	for want, wrong := range map[string]Selection{
		`unknown method "lognormal-trim"; did you mean lognormal? `: {Methods: []string{"bmbp", "lognormal-trim"}},
		`unknown queue "nightly"; known `:                           {Methods: two, Queues: []string{queue, "nightly"}},
		`unknown range "65+"; did you mean 5+? `:                    {Methods: two, Ranges: []string{"65+"}},
		`unknown quantile "0.9"; did you mean 0.95? `:               {Methods: two, Quantiles: []string{"0.9"}},
	} {
		_, ofPairs := Pairs([]*Dir{d}, PairQuery{wrong, boot})
		_, ofBounds := d.Bounds(BoundsQuery{Selection: wrong, To: 1})
		for _, err := range []error{ofPairs, ofBounds} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %s...", err, want)
			}
		}
	}
}

// A query without names has the recommended method, and the queue with the most
// waiting; a number of the log is the queue's name.
func TestSelection(t *testing.T) {
	d := runOf(t, "0.95", "0.25l")
	q := BoundsQuery{}
	if _, err := d.complete(&q); err != nil {
		t.Fatal(err)
	}
	best, err := Best(d)
	if want := fmt.Sprint(best[:1], d.Run.Log.MostWaiting()[:1], []string{"all"}); err != nil ||
		fmt.Sprint(q.Methods, q.Queues, q.Ranges) != want {
		t.Errorf("an empty query selects %v %v %v, want %s", q.Methods, q.Queues, q.Ranges, want)
	}
	for _, queue := range d.Run.Log.Queues {
		q := BoundsQuery{Selection: Selection{Queues: []string{fmt.Sprint(*queue.Number)}}}
		if _, err := d.complete(&q); err != nil || q.Queues[0] != queue.Name {
			t.Errorf("queue %d is %q, want %q; error %v", *queue.Number, q.Queues[0], queue.Name, err)
		}
	}
}

// A log that lacks what a method needs has no pairs of it, and its tables and
// figures are made again to the same bytes.
func TestLackingMethod(t *testing.T) {
	settings := runtest.Plan(t, "downey,lognormal,smith+cal", "0.95", "0.5").Settings
	settings.Select = "all"
	plan := runtest.PlanOf(t, settings)
	a, b := runtest.Load(t, plan, "a", 1, 1, 4, 6), runtest.Load(t, plan, "b", 1, 2)
	lacking := finish(t, runtest.Begin(t, filepath.Join(t.TempDir(), "a"), plan, "a"), &a)
	d := finish(t, runtest.Begin(t, filepath.Join(t.TempDir(), "b"), plan, "b"), &b)
	query := PairQuery{Selection{Methods: []string{"smith+cal", "lognormal"}}, backtest.Bootstrap{Resamples: 9,
		Confidence: 0.9}}
	for _, c := range []struct {
		runs []*Dir
		log  string
	}{{[]*Dir{lacking}, ""}, {[]*Dir{lacking, d}, "b"}} {
		pairs, err := Pairs(c.runs, query)
		if of := table.Distinct(pairs, func(p *verdict.Pair) string { return p.Log }); err != nil ||
			strings.Join(of, " ") != c.log {
			t.Errorf("pairs of %v, want %s; error %v", of, c.log, err)
		}
	}
	before := runtest.Files(t, d.Path)
	for _, name := range []string{"tables/heads.md", "figures/heads-b.png", "figures/heads-b.csv"} {
		if before[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	again := locked(t, d.Path)
	if _, err := again.Rerender(allFigures); err != nil {
		t.Fatal(err)
	}
	again.Close()
	if !maps.Equal(runtest.Files(t, d.Path), before) {
		t.Error("made again, the run has other bytes")
	}
}
