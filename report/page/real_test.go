package page

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// blue is a run of SDSC-BLUE through 25 methods: those of the BMBP paper, and others made of them.
func blue(t *testing.T) *Input {
	t.Helper()
	const name = "SDSC-BLUE-2000-4.2-cln"
	f, err := swf.Open(swftest.RealLog(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace, err := replay.Load(name, f.Reader, swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	ranges, err := replay.ParseRanges(replay.DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	all, outside := replay.Group(trace, ranges)
	in := &Input{Run: &run.Record{
		Version:  "test",
		Settings: run.Settings{Quantiles: []string{"0.95"}, Confidence: 0.95, Epoch: 300, Train: 0.1, Select: "started", Ranges: replay.DefaultRanges, MinJobs: 1000},
		Traces:   []run.TraceRecord{run.NewTraceRecord(trace, f.Reader, "0123456789abcdef", outside)},
	}}
	base, _, err := methods.Find([]string{"bmbp", "lognormal", "lognormal-trim"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		in.Run.Settings.Methods = append(in.Run.Settings.Methods, fmt.Sprintf("%s-%d", base[i%3].Name, i))
	}
	replayAll(t, in, all, base)
	in.Verdicts = judge(t, in)
	in.Tables = report.Tables(in.Run, in.Scores)
	in.Figures = []Figure{blueFigure(t, in)}
	return in
}

// replayAll fills in scores and jobs: the methods of the paper are replayed, and others have their
// bounds times a factor.
func replayAll(t *testing.T, in *Input, all []*replay.Series, base []methods.Method) {
	t.Helper()
	results := make([]*replay.Result, len(all)*len(base))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range results {
		task := replay.Task{Series: all[k/len(base)], Method: base[k%len(base)], Config: replay.Config{Epoch: 300, Train: 0.1},
			Settings: methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: 0.95}, Rank: methods.ExactRank}}
		group.Go(func() (err error) {
			results[k], err = task.Run(context.Background())
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	names := in.Run.Settings.Methods
	found := map[arrowio.Filter]arrowio.Block{}
	for i, s := range all {
		for m, name := range names {
			jobs := jobsOf(results[i*len(base)+m%len(base)])
			for k := range jobs.Bound {
				jobs.Bound[k] *= 0.4 + float64(m)/20
			}
			score := scoreOf(s.Trace.Name, s.Queue, s.Range, name, &jobs)
			in.Scores = append(in.Scores, score)
			found[arrowio.Filter{Trace: score.Trace, Queue: score.Queue, Range: score.Range, Level: "0.95", Method: name}] = jobs
		}
	}
	in.Jobs = inBlocks(func(k arrowio.Filter) (arrowio.Block, error) { return found[k], nil })
}

func jobsOf(r *replay.Result) arrowio.Block {
	j := arrowio.Block{Bound: slices.Clone(r.Bounds)}
	for i := range r.Series.Len() {
		job := r.Series.Job(i)
		j.JobID = append(j.JobID, job.ID)
		j.Submit = append(j.Submit, job.Submit)
		j.Wait = append(j.Wait, job.Wait)
		j.Procs = append(j.Procs, job.Procs)
		j.Scored = append(j.Scored, i >= r.First)
	}
	return j
}

// blueFigure is a figure of as many points as figures have.
func blueFigure(t *testing.T, in *Input) Figure {
	t.Helper()
	jobs := jobsIn(t, in, arrowio.Filter{Trace: in.Scores[0].Trace, Queue: "express", Range: replay.AllRanges, Level: "0.95", Method: in.Run.Settings.Methods[0]})
	base := filepath.Join(t.TempDir(), "express")
	err := figure.Save(&figure.Bounds{
		Title: "Queue express", YLabel: "wait (s)", Elapsed: true,
		Lines: []figure.Line{{Name: "express", Times: jobs.Submit, Bound: jobs.Bound, Waits: jobs.Wait}},
	}, base, "svg")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(base + ".svg")
	if err != nil {
		t.Fatal(err)
	}
	return Figure{Name: "express", Title: "Queue express", Alt: "Waits and bounds of queue express", SVG: svg}
}

// TestRealPageInBrowser holds the page of SDSC-BLUE with 25 methods to its size and to the time in
// which it opens.
func TestRealPageInBrowser(t *testing.T) {
	in := blue(t)
	page := write(t, in)
	checkMarkup(t, page)
	t.Logf("%d bytes for %d scores", len(page), len(in.Scores))
	if len(page) >= maxSize {
		t.Errorf("the page has %d bytes, %d are too many", len(page), maxSize)
	}
	b := startBrowser(t)
	path := file(t, page)
	fastest := math.Inf(1)
	for range 3 {
		b.open(path, desk)
		var ms float64
		b.run(`window.drawnAt`, &ms)
		fastest = min(fastest, ms)
	}
	t.Logf("opened, with its plot, in %.0f ms", fastest)
	if fastest > 1500 {
		t.Errorf("the page takes %.0f ms to open", fastest)
	}
	b.verdict("drawing()")
	b.verdict("shares()")
	b.shoot("blue")
	b.show(phone)
	b.verdict("overflow()")
	b.shoot("blue phone")
	b.quiet()
}
