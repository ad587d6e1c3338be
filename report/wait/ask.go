package wait

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/published"
	"waitbench/report/table"
)

// Question is about a job that is submitted to each series at a moment, or about
// jobs that wait then.
type Question struct {
	Now       float64      // seconds of the log
	Asked     float64      // when it is asked, for the age of a live log; by default Now
	Job       replay.Job   // submitted then, as far as it is known
	Instead   []replay.Job // jobs to compare, in each series, in place of Job; nil for none
	EachRange bool         // about a job of the usual size of each series
	Pending   bool         // about all jobs that wait
	ID        string       // about this job, which waits; empty for none
	Within    []float64    // seconds: which share of such jobs starts within each

	// IDs are those of the batch system by job number. They are nil if ID is a
	// job number.
	IDs map[int64]string
}

func (q *Question) waits() bool { return q.Pending || q.ID != "" }

// Ask answers a question, for each series in turn. It fails if the log cannot
// answer, or if too little is known for the one answer. The error is an
// [output.UsageError] if no method of the plan can answer.
func (t *Log) Ask(ctx context.Context, q Question) (*Reply, error) {
	r := &Reply{Question: q, log: t}
	only, err := r.check()
	if err != nil {
		return nil, err
	}
	for _, s := range r.known.asked() {
		answers, err := r.about(ctx, s, only)
		if err != nil {
			return nil, err
		}
		r.Answers = append(r.Answers, answers...)
	}
	for i := range r.Answers {
		r.Answers[i].Name = q.IDs[r.Answers[i].Job().ID]
	}
	if err := r.finish(); err != nil {
		return r, err
	}
	r.block()
	r.remarkOnAge()
	return r, nil
}

// about answers about a series, of jobs that wait about one only if it is not nil.
func (r *Reply) about(ctx context.Context, s *known, only *replay.Job) (answers []Answer,
	err error) {
	job, by := r.Job, r.log.Plan.Methods
	if r.waits() {
		answers, err = r.known.pending(ctx, s, only)
		slices.SortStableFunc(answers, func(a, b Answer) int { // those without a bound last
			return cmp.Compare(latest(a), latest(b))
		})
		return answers, err
	}
	if r.EachRange {
		if job.Procs, by = r.log.typical(s.Series, r.Now); len(by) == 0 {
			return nil, nil
		}
	}
	jobs := []replay.Job{job}
	if r.Instead != nil {
		jobs = r.Instead
	}
	for _, job := range jobs {
		a, err := r.known.ask(ctx, s, job, r.Within, by)
		if err != nil {
			return nil, err
		}
		if r.Instead != nil {
			r.known.compare(a)
		}
		answers = append(answers, *a)
	}
	return answers, nil
}

// latest returns the first bound, +Inf for none.
func latest(a Answer) float64 {
	if table.Known(a.Bounds[0]) {
		return a.Bounds[0]
	}
	return math.Inf(1)
}

// results returns the results of methods on a series at levels and ages, in this
// order, without methods for which the log has too little.
func (t *Log) results(ctx context.Context, f *replay.LogForecasts, s *replay.Series, by []methods.Method,
	levels []methods.Level, ages []float64) (results []*replay.Result, err error) {
	tasks := t.Plan.Tasks(f, []*replay.Series{s}, by, levels, ages)
	err = t.Plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		results = append(results, r)
		return nil
	})
	return results, err
}

// OverTime returns a table of the bounds that the plan's method had for a job at
// several moments, from one to another, in seconds of the log. It fails if none
// has a bound.
func (t *Log) OverTime(ctx context.Context, job replay.Job, from, to, every float64) (*table.Table,
	error) {
	able, _, err := t.forJob(job)
	if err != nil {
		return nil, err
	}
	series, err := able.One()
	if err != nil {
		return nil, err
	}
	plan, clock := able.Plan, able.Record.Clock()
	times := &published.BoundsInForce{
		Log: able.Record.Name, Queue: series.Queue, Range: series.Range,
		Method: plan.Methods[0].Name, Levels: plan.Levels,
		Confidence: plan.Settings.Confidence, Train: plan.Settings.Train,
		Undated: !clock.Dated,
	}
	for now := from; now <= to; now += every {
		bounds, err := able.boundsOf(ctx, series.WithJob(now, job))
		if err != nil {
			return nil, err
		}
		times.Times = append(times.Times, clock.Date(now))
		times.Bounds = append(times.Bounds, bounds)
	}
	if times.Empty() {
		return nil, tooFew(series)
	}
	machine, _ := published.MachineOf(able.Record)
	bounds := published.BoundsTable(times, machine.Name)
	if plan.Settings.Train.Fraction > 0 {
		bounds.Notes = append(bounds.Notes, fmt.Sprintf("training part: %v of the jobs of the whole "+
			"log, as in the papers; wait without --from takes it of the jobs until then",
			plan.Settings.Train))
	}
	return bounds, nil
}

// boundsOf returns the bounds at all levels of the last job of a series.
func (t *Log) boundsOf(ctx context.Context, series *replay.Series) (bounds []float64, err error) {
	m := &present{Log: t, jobs: series.Log}
	if err := m.forecast(ctx); err != nil {
		return nil, err
	}
	results, err := t.results(ctx, m.forecasts, series, t.Plan.Methods, t.Plan.Levels, nil)
	if err == nil {
		err = m.failures(results, t.Plan.Methods)
	}
	for _, r := range results {
		bounds = append(bounds, r.Bound(series.Len()-1))
	}
	return bounds, err
}
