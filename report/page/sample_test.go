package page

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/swf"
)

// sampleJobs is the number of jobs of the queues of a sample; only the first
// two are enough for a verdict.
var sampleJobs = []int{3000, 1200, 40}

// sampleOf is a run of invented jobs: three queues with the names given, and
// methods whose bounds are 2 h, drift with time, and are a few seconds. All
// quantiles have the same bounds; the default is 0.95.
func sampleOf(t *testing.T, log string, queues, methodNames []string, quantiles ...string) *Input {
	t.Helper()
	start := int64(951_000_000) // 19 February 2000; summer time begins within the log
	if quantiles == nil {
		quantiles = []string{"0.95"}
	}
	made := &run.Record{Version: "1.2.3", Settings: run.Settings{
		Methods: methodNames, Quantiles: quantiles, Confidence: 0.95, Epoch: 300, Train: replay.Train{Fraction: 0.1},
		Select: "started", Ranges: "1-4,5+", MinJobs: 1000, Queues: []string{},
	}}
	levels, err := made.Settings.Levels()
	if err != nil {
		t.Fatal(err)
	}
	in := &Input{
		Title: log, Run: made, Command: "waitbench replay sample.swf",
		Unpublished: "no log is of a machine of the paper",
		Methods:     methodNames,
	}
	var blocks []arrowio.Block
	record := run.LogRecord{
		Name: log, SHA256: "abc", Read: 5000, Selected: 4240,
		LeftOut:  []run.RuleCount{{Rule: "no_run_time", Jobs: 760}},
		Header:   swf.Facts{Computer: "a machine", UnixStartTime: &start, TimeZoneString: "US/Pacific"},
		Warnings: []string{"lines out of order: 7"}, Notes: []string{"760 jobs are left out"},
	}
	for q, queue := range queues {
		record.Queues = append(record.Queues,
			run.QueueRecord{Name: queue, Jobs: sampleJobs[q], Mean: 600, Median: 60, StdDev: 1000})
		for _, name := range []string{replay.AllRanges, "1-4", "5+"} {
			b := inventJobs(uint64(q), sampleJobs[q], name)
			b.Log, b.Queue, b.Range = log, queue, name
			record.LastSubmit = max(record.LastSubmit, b.Submit[len(b.Submit)-1])
			for m, method := range methodNames {
				for _, l := range levels {
					b.Method, b.Level, b.Bound = method, l.String(), inventBounds(b, m)
					blocks = append(blocks, b)
					score := scoreOf(&b, l.Quantile)
					score.Side = l.Side
					in.Scores = append(in.Scores, score)
				}
			}
		}
	}
	made.Log = record
	in.Plot = NewPlot(made, levels)
	for i := range blocks {
		addInParts(in.Plot, &blocks[i])
	}
	in.Verdicts = verdict.Judge(in.Scores, made.Settings.MinJobs)
	for i := range in.Verdicts {
		v := &in.Verdicts[i]
		of := func(method string) *arrowio.Block {
			return &blocks[slices.IndexFunc(blocks, func(b arrowio.Block) bool {
				return b.Log == v.Log && b.Queue == v.Queue && b.Range == v.Range && b.Level == v.Level.String() &&
					b.Method == method
			})]
		}
		first := slices.Index(of(v.Reference).Scored, true)
		v.Compare(of(v.Reference).Wait[first:], func(method string) []float64 { return of(method).Bound[first:] })
	}
	in.Tables = append(published.Tables(made, in.Scores), verdict.Tables(made, in.Verdicts)...)
	in.Figures = []Picture{{Question: table.WhenFailed, Alt: "Two dots", SVG: []byte(dotsSVG)}}
	return in
}

// plainSample is a run of one log with ordinary names.
func plainSample(t *testing.T) *Input {
	return sampleOf(t, "demo", []string{"normal", "low", "test"}, []string{"bmbp", "lognormal", "guess"})
}

// addInParts adds a block in parts of different lengths.
func addInParts(p *Plot, all *arrowio.Block) {
	for first, n := 0, 1; first < len(all.Bound); first, n = first+n, 2*n+1 {
		last := min(first+n, len(all.Bound))
		b := *all
		b.JobID, b.Submit, b.Wait = all.JobID[first:last], all.Submit[first:last], all.Wait[first:last]
		b.Procs, b.Scored, b.Bound = all.Procs[first:last], all.Scored[first:last], all.Bound[first:last]
		p.Add(&b)
	}
}

const dotsSVG = `<?xml version="1.0"?>
<svg width="100pt" height="50pt" viewBox="0 0 100 50" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L100,0L100,50L0,50Z" style="fill:#FFFFFF" />
<text x="5" y="40" style="font-size:7px">waits &amp; bounds</text></svg>`

// inventJobs makes waits from 0 s to days, one job every half an hour or so.
func inventJobs(seed uint64, n int, procs string) (j arrowio.Block) {
	if procs != replay.AllRanges {
		n /= 2
	}
	r := rand.New(rand.NewPCG(seed, 7))
	at := 3600.0
	for i := range n {
		at += math.Floor(r.ExpFloat64() * 1800)
		wait := math.Floor(math.Exp(r.NormFloat64()*2 + 4))
		if r.IntN(4) == 0 {
			wait = 0
		}
		j.JobID, j.Procs = append(j.JobID, int64(i+1)), append(j.Procs, 1<<r.IntN(7))
		j.Submit, j.Wait = append(j.Submit, at), append(j.Wait, wait)
		j.Scored = append(j.Scored, i >= n/10)
	}
	return j
}

func inventBounds(j arrowio.Block, method int) []float64 {
	bounds := make([]float64, len(j.Submit))
	for i := range bounds {
		bounds[i] = [...]float64{7200, 1200 + float64(i/50%20)*300.25, float64(i / 100 % 3)}[method%3]
		if i < 59 {
			bounds[i] = math.NaN()
		}
	}
	return bounds
}

// scoreOf scores bounds as far as pages need it.
func scoreOf(b *arrowio.Block, quantile float64) replay.Score {
	s := replay.NewScore()
	s.Log, s.Queue, s.Range, s.Method, s.Jobs = b.Log, b.Queue, b.Range, b.Method, len(b.Submit)
	s.Quantile, s.Confidence, s.Epoch, s.Train = quantile, 0.95, 300, "0.1"
	var ratios, bounds []float64
	covered := 0
	for i, bound := range b.Bound {
		if b.Scored[i] {
			s.Scored++
		}
		if !b.Scored[i] || math.IsNaN(bound) {
			continue
		}
		s.Bounded++
		if b.Wait[i] <= bound {
			covered++
		}
		ratios, bounds = append(ratios, max(b.Wait[i], 1)/max(bound, 1)), append(bounds, bound)
		s.Pinball = math.Max(0.95*(b.Wait[i]-bound), -0.05*(b.Wait[i]-bound)) // of the last job will do
	}
	if s.Bounded == 0 {
		return s
	}
	s.Coverage = float64(covered) / float64(s.Bounded)
	slices.Sort(ratios)
	s.MedianRatio = ratios[len(ratios)/2]
	s.CorrectLow, s.CorrectHigh = s.Coverage-0.01, min(1, s.Coverage+0.01)
	slices.Sort(bounds)
	s.MedianBound = bounds[len(bounds)/2]
	return s
}

// write returns the page of a run.
func write(t *testing.T, in *Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
