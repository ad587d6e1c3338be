package wait

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/published"
	"waitbench/report/table"
)

// Question is about a job that is submitted to each series at a moment, or about
// jobs that wait then.
type Question struct {
	Now       float64    // seconds of the log
	Asked     float64    // when it is asked, for the age of a live log; by default Now
	Job       replay.Job // submitted then, as far as it is known
	EachRange bool       // about a job of the usual size of each series
	Pending   bool       // about all jobs that wait
	ID        string     // about this job, which waits; empty for none
	Within    []float64  // seconds: which share of such jobs starts within each

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
	scores := map[judgedBy][]replay.Score{}
	for _, series := range t.Series {
		s := inSeries{Log: r.log, within: q.Within, scores: scores}
		jobs := []int{1} // positions from the end of the series
		switch job := q.Job; {
		case q.waits():
			s.series, s.ages, jobs = series.AsOf(q.Now), Ages, nil
			waiting := s.series.Waiting()
			for k, i := range waiting {
				if only == nil || s.series.Job(i).ID == only.ID {
					jobs = append(jobs, len(waiting)-k)
				}
			}
		case q.EachRange:
			if job.Procs, s.Log = r.log.typical(series, q.Now); s.Log == nil {
				continue
			}
			fallthrough
		default:
			s.series = series.WithJob(q.Now, job)
		}
		answers, err := s.about(ctx, jobs)
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

// inSeries is a question about jobs of one series.
type inSeries struct {
	*Log                     // with the methods to ask
	series    *replay.Series // as it is known at the moment
	forecasts *replay.LogForecasts
	ages      []float64 // none for jobs submitted now, else those at which earlier jobs are compared
	within    []float64
	scores    map[judgedBy][]replay.Score // at the moment
}

// about answers about jobs by their positions from the end of the series, 1 for
// the last.
func (s *inSeries) about(ctx context.Context, jobs []int) (answers []Answer, err error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	if by := (judgedBy{len(s.Plan.Methods), true}); s.isJudged(s.series) && s.scores[by] == nil {
		s.series.ForecastAll()
	}
	if s.forecasts, err = s.Plan.Forecast(ctx, s.series.Log); err != nil {
		return nil, err
	}
	levels := s.Plan.Levels
	judged, err := s.results(ctx, s.Plan.Methods, levels[:1], nil)
	results := judged
	if err == nil && s.ages != nil {
		results, err = s.results(ctx, s.Plan.Methods, levels[:1], s.ages)
	}
	if err != nil {
		return nil, err
	}
	v, err := s.judge(ctx, judged)
	if err != nil {
		return nil, err
	}
	further := map[string][]*replay.Result{} // at the further levels, by method
	for _, fromEnd := range jobs {
		a := newAnswer(v, results, results[0].Series.Len()-fromEnd)
		err := a.addQuantiles(levels, s.within, func() (_ []*replay.Result, err error) {
			if further[a.Method] == nil {
				i := slices.Index(s.Plan.Settings.Methods, a.Method)
				further[a.Method], err = s.results(ctx, s.Plan.Methods[i:i+1], levels[1:], s.ages)
			}
			return further[a.Method], err
		})
		if err != nil {
			return nil, err
		}
		answers = append(answers, *a)
	}
	return answers, nil
}

// results returns the results of methods at levels and ages, in this order,
// without methods for which the log has too little. It fails if no method can
// answer.
func (s *inSeries) results(ctx context.Context, asked []methods.Method, levels []methods.Level,
	ages []float64) (results []*replay.Result, err error) {
	var failures error
	fail := func(method string, err error) {
		failures = errors.Join(failures, fmt.Errorf("method %s cannot answer: %w", method, err))
	}
	for _, m := range asked {
		if why := s.forecasts.LeftOut[m.Forecaster]; why != nil {
			fail(m.Name, why)
		}
	}
	able := false
	tasks := s.Plan.Tasks(s.forecasts, []*replay.Series{s.series}, asked, levels, ages)
	err = s.Plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		results = append(results, r)
		if able = able || r.Failed == nil; r.Failed != nil {
			fail(r.Score.Method, r.Failed)
		}
		return nil
	})
	if err == nil && !able {
		err = failures
	}
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
	series, plan, clock := able.Series[0], able.Plan, able.Record.Clock()
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
	return published.BoundsTable(times, machine.Name), nil
}

// boundsOf returns the bounds at all levels of the last job of a series.
func (t *Log) boundsOf(ctx context.Context, series *replay.Series) (bounds []float64, err error) {
	s := inSeries{Log: t, series: series}
	if s.forecasts, err = t.Plan.Forecast(ctx, series.Log); err != nil {
		return nil, err
	}
	results, err := s.results(ctx, t.Plan.Methods, t.Plan.Levels, nil)
	for _, r := range results {
		bounds = append(bounds, r.Bound(series.Len()-1))
	}
	return bounds, err
}
