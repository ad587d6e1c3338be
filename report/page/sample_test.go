package page

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report"
)

// sampleJobs is how many jobs the queues of a sample have; only the first two are enough for a
// verdict.
var sampleJobs = []int{3000, 1200, 40}

const sampleMinJobs = 1000

// sample is a run of invented jobs: a trace for each name, three queues with the names given, and
// methods whose bounds are 1 h, 20 min and a few seconds, or drift with time.
func sample(t *testing.T, traces, queues, methodNames []string) *Input {
	t.Helper()
	start := int64(951_000_000) // 19 February 2000; summer time begins within the log
	made := &run.Record{Version: "1.2.3", Settings: run.Settings{
		Methods: methodNames, Quantiles: []string{"0.95"}, Confidence: 0.95, Epoch: 300, Train: 0.1,
		Select: "started", Ranges: "1-4,5+", MinJobs: sampleMinJobs, Rank: "exact", Queues: []string{},
	}}
	in := &Input{Run: made, Command: "waitbench replay sample.swf", Unpublished: "no log is of a machine of the paper"}
	series := map[arrowio.Filter]arrowio.Block{}
	for _, trace := range traces {
		record := run.TraceRecord{
			Name: trace, SHA256: "abc", Header: run.HeaderFacts{Computer: "a machine", UnixStartTime: &start, TimeZoneString: "US/Pacific"},
			Read: 5000, Selected: 4240, LeftOut: []run.RuleCount{{Rule: "no_run_time", Jobs: 760}}, Warnings: []string{"lines out of order: 7"}, Notes: []string{"760 jobs are left out"},
		}
		for q, queue := range queues {
			record.Queues = append(record.Queues, run.QueueRecord{Name: queue, Jobs: sampleJobs[q], Mean: 600, Median: 60, StdDev: 1000})
			for _, name := range []string{replay.AllRanges, "1-4", "5+"} {
				jobs := inventJobs(uint64(q), sampleJobs[q], name)
				record.LastSubmit = max(record.LastSubmit, jobs.Submit[len(jobs.Submit)-1])
				for m, method := range methodNames {
					given := jobs
					given.Bound = inventBounds(jobs, m)
					series[arrowio.Filter{Trace: trace, Queue: queue, Range: name, Level: "0.95", Method: method}] = given
					in.Scores = append(in.Scores, scoreOf(trace, queue, name, method, &given))
				}
			}
		}
		made.Traces = append(made.Traces, record)
	}
	in.Jobs = inBlocks(func(k arrowio.Filter) (arrowio.Block, error) {
		jobs, ok := series[k]
		if !ok {
			return jobs, fmt.Errorf("no series %v", k)
		}
		return jobs, nil
	})
	in.Verdicts = judge(t, in)
	in.Tables = append(report.Tables(made, in.Scores), report.VerdictTables(made, in.Verdicts)...)
	in.Figures = []Figure{{Name: "dots", Title: "Dots", Question: report.WhenFailed, Alt: "Two dots", SVG: []byte(dotsSVG)}}
	return in
}

// inBlocks hands over the jobs of a series in blocks of different lengths.
func inBlocks(read func(arrowio.Filter) (arrowio.Block, error)) func(arrowio.Filter, func(*arrowio.Block) error) error {
	return func(f arrowio.Filter, use func(*arrowio.Block) error) error {
		all, err := read(f)
		for first, n := 0, 1; first < len(all.Bound) && err == nil; first, n = first+n, 2*n+1 {
			last := min(first+n, len(all.Bound))
			b := all
			b.JobID, b.Submit, b.Wait = all.JobID[first:last], all.Submit[first:last], all.Wait[first:last]
			b.Procs, b.Scored, b.Bound = all.Procs[first:last], all.Scored[first:last], all.Bound[first:last]
			err = use(&b)
		}
		return err
	}
}

// jobsIn gives the jobs of a series in one.
func jobsIn(t *testing.T, in *Input, f arrowio.Filter) (all arrowio.Block) {
	t.Helper()
	err := in.Jobs(f, func(b *arrowio.Block) error {
		all.JobID, all.Submit, all.Wait = append(all.JobID, b.JobID...), append(all.Submit, b.Submit...), append(all.Wait, b.Wait...)
		all.Procs, all.Scored, all.Bound = append(all.Procs, b.Procs...), append(all.Scored, b.Scored...), append(all.Bound, b.Bound...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// judge makes the verdicts of a run.
func judge(t *testing.T, in *Input) []report.Verdict {
	t.Helper()
	verdicts := report.Judge(in.Scores, in.Run.Settings.MinJobs)
	for i := range verdicts {
		v := &verdicts[i]
		read := func(method string) arrowio.Block {
			return jobsIn(t, in, arrowio.Filter{Trace: v.Trace, Queue: v.Queue, Range: v.Range, Level: v.Level.String(), Method: method})
		}
		jobs := read(v.Reference)
		first := slices.Index(jobs.Scored, true)
		v.Decide(jobs.Wait[first:], func(method string) []float64 { return read(method).Bound[first:] })
	}
	return verdicts
}

const dotsSVG = `<?xml version="1.0"?><svg width="100pt" height="50pt" viewBox="0 0 100 50" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L100,0L100,50L0,50Z" style="fill:#FFFFFF" /><text x="5" y="40" style="font-size:7px">waits &amp; bounds</text></svg>`

// inventJobs makes waits from 0 s to days, one job every ten minutes or so.
func inventJobs(seed uint64, n int, procs string) arrowio.Block {
	if procs != replay.AllRanges {
		n /= 2
	}
	r := rand.New(rand.NewPCG(seed, 7))
	j := arrowio.Block{}
	at := 3600.0
	for i := range n {
		at += math.Floor(r.ExpFloat64() * 1800)
		wait := math.Floor(math.Exp(r.NormFloat64()*2 + 4))
		if r.IntN(4) == 0 {
			wait = 0
		}
		j.JobID = append(j.JobID, int64(i+1))
		j.Submit = append(j.Submit, at)
		j.Wait = append(j.Wait, wait)
		j.Procs = append(j.Procs, 1<<r.IntN(7))
		j.Scored = append(j.Scored, i >= n/10)
	}
	return j
}

func inventBounds(j arrowio.Block, method int) []float64 {
	bounds := make([]float64, len(j.Submit))
	for i := range bounds {
		switch {
		case i < 59:
			bounds[i] = math.NaN()
		case method%3 == 0:
			bounds[i] = 7200
		case method%3 == 1:
			bounds[i] = 1200 + float64(i/50%20)*300.25
		default:
			bounds[i] = float64(i / 100 % 3)
		}
	}
	return bounds
}

// scoreOf scores bounds as far as pages need it.
func scoreOf(trace, queue, procs, method string, j *arrowio.Block) replay.Score {
	s := replay.NewScore()
	s.Trace, s.Queue, s.Range, s.Method, s.Jobs = trace, queue, procs, method, len(j.Submit)
	s.Quantile, s.Confidence, s.Epoch, s.Train = 0.95, 0.95, 300, 0.1
	var ratios []float64
	var bounds []float64
	covered := 0
	for i, b := range j.Bound {
		if !j.Scored[i] {
			continue
		}
		s.Scored++
		if b != b {
			continue
		}
		s.Bounded++
		if j.Wait[i] <= b {
			covered++
		}
		ratios = append(ratios, max(j.Wait[i], 1)/max(b, 1))
		bounds = append(bounds, b)
		s.Pinball = math.Max(0.95*(j.Wait[i]-b), -0.05*(j.Wait[i]-b)) // of the last job will do
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

// plainSample is a run of one trace with ordinary names.
func plainSample(t *testing.T) *Input {
	return sample(t, []string{"demo"}, []string{"normal", "low", "test"}, []string{"bmbp", "lognormal", "guess"})
}

// write gives the page of a run.
func write(t *testing.T, in *Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
