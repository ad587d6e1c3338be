package wait

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/published"
	"waitbench/report/table"
)

// Question is about a job that is submitted to each series at a moment, or
// about jobs that wait then.
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
	by, err := r.able()
	if err != nil {
		return nil, err
	}
	log, plan := *t, *t.Plan
	r.log, log.Plan, plan.Methods = &log, &plan, by
	if err := r.checkMoment(); err != nil {
		return nil, err
	}
	if err := r.checkSize(); err != nil {
		return nil, err
	}
	r.remarkOnSize()
	if err := r.answer(ctx, r.known.asked(), true); err != nil {
		return nil, err
	}
	if err := r.finish(); err != nil {
		return r, err
	}
	r.block()
	r.remarkOnLog()
	return r, nil
}

// answer adds the answers about series, which are not asked about again if
// isLast. Those about jobs that wait are in the order of their bounds, jobs
// without one last.
func (r *Reply) answer(ctx context.Context, series []*known, isLast bool) error {
	only, err := r.findJob()
	if err != nil {
		return err
	}
	by, err := r.able()
	if err != nil {
		return err
	}
	for _, s := range series {
		answers, err := r.about(ctx, s, only, by)
		if err != nil {
			return err
		}
		if r.Answers = append(r.Answers, answers...); isLast {
			s.free()
		}
	}
	if r.Pending {
		r.Answers = append(r.Answers, r.known.unstarted(r.Now)...)
	}
	for i := range r.Answers {
		r.Answers[i].Name = r.IDs[r.Answers[i].Job.ID]
	}
	return nil
}

// about answers about a series by some methods, of jobs that wait about one
// only if it is not nil.
func (r *Reply) about(ctx context.Context, s *known, only *replay.Job,
	by []methods.Method) (answers []Answer, err error) {
	if r.waits() {
		answers, err = r.known.pending(ctx, s, only, by)
		slices.SortStableFunc(answers, func(a, b Answer) int { // NaN is less than all numbers, and comes last
			return cmp.Compare(-b.Bounds[0], -a.Bounds[0])
		})
		return answers, err
	}
	jobs := []replay.Job{r.Job}
	switch {
	case r.EachRange:
		jobs[0], by = r.known.ofRange(s.Series, r.Job, r.Now)
	case r.Instead != nil:
		jobs = r.Instead
	}
	for i := 0; i < len(jobs) && len(by) > 0; i++ {
		a, err := r.known.ask(ctx, s, jobs[i], r.Within, by)
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

// OverTime returns a table of the bounds that the plan's method had for a job
// at several moments, from one to another, in seconds of the log. It fails if
// none has a bound.
func (t *Log) OverTime(ctx context.Context, job replay.Job, from, to, every float64) (*table.Table,
	error) {
	if m := t.Plan.Methods[0]; job.Procs < 1 && m.Forecaster != nil {
		return nil, needsSize(m.Name)
	}
	series, err := t.One()
	if err != nil {
		return nil, err
	}
	plan, clock := t.Plan, t.Record.Clock()
	times := &published.BoundsInForce{
		Log: t.Record.Name, Queue: series.Queue, Range: series.Range,
		Method: plan.Methods[0].Name, Levels: plan.Levels,
		Confidence: plan.Settings.Confidence, Train: plan.Settings.Train,
		Undated: !clock.Dated,
	}
	for now := from; now <= to; now += every {
		bounds, err := t.boundsOf(ctx, newKnown(series.AsOf(now), true), job)
		if err != nil {
			return nil, err
		}
		times.Times = append(times.Times, clock.Date(now))
		times.Bounds = append(times.Bounds, bounds)
	}
	if times.Empty() {
		return nil, tooFew(series)
	}
	machine, _ := published.MachineOf(t.Record)
	bounds := published.BoundsTable(times, machine.Name)
	if plan.Settings.Train.Fraction > 0 {
		bounds.Notes = append(bounds.Notes, fmt.Sprintf("training part: %v of the jobs of the whole "+
			"log, as in the papers; wait without --from takes it of the jobs until then",
			plan.Settings.Train))
	}
	return bounds, nil
}

// boundsOf returns the bounds at all levels of a job that is submitted to a
// series.
func (t *Log) boundsOf(ctx context.Context, s *known, job replay.Job) (bounds []float64, err error) {
	m := &present{Log: t, jobs: s.Log}
	results, err := m.of(ctx, s, t.Plan.Methods, t.Plan.Levels, false)
	if err == nil {
		err = m.failures(results, t.Plan.Methods)
	}
	if err != nil {
		return nil, err
	}
	job = s.NewJob(job)
	forecasts := m.forecasts.Ask(&job)
	for _, r := range results {
		bounds = append(bounds, r.Ask(&job, forecasts).Bound(s.Len()))
	}
	return bounds, nil
}
