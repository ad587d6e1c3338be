package wait

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/verdict"
)

// present is a log as it is known at a time. It is replayed up to there once,
// and answers any number of questions, each as if it were the only one.
type present struct {
	*Log
	jobs    *replay.Log
	machine int64 // its processors, by a header that states them, or of a larger job; else 0
	all     []*replay.Series
	busiest string   // queue
	series  []*known // of all; in each a job has started

	forecasts *replay.LogForecasts // nil before the first answer
	verdicts  map[judgedBy][]verdict.Verdict
}

// known is a series as it is known at the moment.
type known struct {
	*replay.Series
	isAsked  bool                        // about
	results  map[result]*replay.Result   // without predictors, if the series is not asked about
	verdicts map[string]*verdict.Verdict // by the names of the methods
}

// result names a result on a series: at submission or at Ages.
type result struct {
	method string
	level  methods.Level
	aged   bool
}

// at returns the log as it is known at a time. With ownSizes, the series of a
// queue are of its own ranges. It fails if no job has started in the series of
// Keep.
func (t *Log) at(now float64, ownSizes bool) (*present, error) {
	m := &present{Log: t, jobs: t.Series[0].Log.AsOf(now), verdicts: map[judgedBy][]verdict.Verdict{}}
	m.machine, _ = replay.MachineSize(m.jobs.Header)
	for _, j := range m.jobs.Jobs {
		if m.machine > 0 { // some headers state too little
			m.machine = max(m.machine, j.Procs)
		}
	}
	if m.all, _ = replay.Group(m.jobs, t.Plan.Ranges); ownSizes {
		m.all = inOwnRanges(m.all, now)
	}
	m.all = slices.DeleteFunc(m.all, func(s *replay.Series) bool { return s.Len() == len(s.Waiting()) })
	m.busiest = busiest(m.all)
	asked, err := t.kept(m.all)
	for _, s := range m.all {
		m.series = append(m.series, newKnown(s, slices.Contains(asked, s)))
	}
	return m, err
}

// free frees what only questions need of the results.
func (s *known) free() {
	for key, r := range s.results {
		s.results[key] = &replay.Result{Series: r.Series, First: r.First, Bounds: r.Bounds, Score: r.Score}
	}
}

func newKnown(s *replay.Series, isAsked bool) *known {
	return &known{s, isAsked, map[result]*replay.Result{}, map[string]*verdict.Verdict{}}
}

// asked returns the series that questions are about.
func (m *present) asked() []*known {
	return slices.DeleteFunc(slices.Clone(m.series), func(s *known) bool { return !s.isAsked })
}

// of returns the results on a series by methods at levels, in this order,
// without methods for which the log has too little. It replays each once.
func (m *present) of(ctx context.Context, s *known, by []methods.Method, levels []methods.Level,
	aged bool) (results []*replay.Result, err error) {
	if m.forecasts == nil {
		if m.forecasts, err = m.Plan.Forecast(ctx, m.jobs); err != nil {
			return nil, err
		}
	}
	ages := []float64(nil)
	if aged {
		ages = Ages
	}
	tasks := m.Plan.Tasks(m.forecasts, []*replay.Series{s.Series}, by, levels, ages)
	keyOf := func(t replay.Task) result { return result{t.Method.Name, t.Settings.Level, aged} }
	missing := slices.DeleteFunc(slices.Clone(tasks),
		func(t replay.Task) bool { return s.results[keyOf(t)] != nil })
	err = m.Plan.Engine.Run(ctx, missing, func(r *replay.Result) error {
		s.results[result{r.Score.Method, r.Score.Level(), aged}] = r
		return nil
	})
	if !s.isAsked {
		s.free()
	}
	for _, t := range tasks {
		results = append(results, s.results[keyOf(t)])
	}
	return results, err
}

// ask answers about a job that is submitted to a series, by some of the
// methods.
func (m *present) ask(ctx context.Context, s *known, job replay.Job, within []float64,
	by []methods.Method) (*Answer, error) {
	job = s.NewJob(job)
	var forecasts replay.Asked
	return m.answer(ctx, s, by, within, 0, func(r *replay.Result) *replay.Result {
		if forecasts == nil {
			forecasts = m.forecasts.Ask(&job)
		}
		return r.Ask(&job, forecasts)
	})
}

// pending answers about jobs that wait in a series: all, or the given one.
func (m *present) pending(ctx context.Context, s *known, only *replay.Job,
	by []methods.Method) (answers []Answer, err error) {
	waiting := s.Waiting()
	for k, i := range waiting {
		if only != nil && s.Job(i).ID != only.ID {
			continue
		}
		a, err := m.answer(ctx, s, by, nil, len(waiting)-k, nil)
		if err != nil {
			return nil, err
		}
		answers = append(answers, *a)
	}
	return answers, nil
}

// answer answers about a job by the verdict on some methods. The job is that
// which asks the results or, without ask, waits and is so many from their end.
func (m *present) answer(ctx context.Context, s *known, by []methods.Method, within []float64,
	fromEnd int, ask func(*replay.Result) *replay.Result) (*Answer, error) {
	v, err := m.judge(ctx, s, by)
	if err != nil {
		return nil, err
	}
	results := func(by []methods.Method, levels []methods.Level) ([]*replay.Result, error) {
		all, err := m.of(ctx, s, by, levels, ask == nil)
		for i := range all {
			if ask != nil {
				all[i] = ask(all[i])
			}
		}
		return all, err
	}
	all, err := results(by, m.Plan.Levels[:1])
	if err == nil {
		err = m.failures(all, by)
	}
	if err != nil {
		return nil, err
	}
	position := all[0].Series.Len() - fromEnd
	a, r := newAnswer(v, all, position)
	return a, a.addQuantiles(r, position, m.Plan.Levels, within, func() ([]*replay.Result, error) {
		i := slices.IndexFunc(by, func(m methods.Method) bool { return m.Name == a.Method })
		return results(by[i:i+1], m.Plan.Levels[1:])
	})
}

// failures returns why none of the methods can answer; nil if one can.
func (m *present) failures(results []*replay.Result, by []methods.Method) (failures error) {
	fail := func(method string, err error) {
		failures = errors.Join(failures, fmt.Errorf("method %s cannot answer: %w", method, err))
	}
	for _, method := range by {
		if why := m.forecasts.LeftOut[method.Forecaster]; why != nil {
			fail(method.Name, why)
		}
	}
	for _, r := range results {
		if r.Failed == nil {
			return nil
		}
		fail(r.Score.Method, r.Failed)
	}
	return failures
}

// unstarted returns answers without a bound about the jobs that wait in queues
// where no job has started.
func (m *present) unstarted(now float64) (answers []Answer) {
	for _, j := range m.jobs.Jobs {
		queue := m.jobs.QueueOf(j)
		isOfIt := func(s *known) bool { return s.Queue == queue }
		if math.IsInf(j.Wait, 1) && !m.isOne && !slices.ContainsFunc(m.series, isOfIt) {
			answers = append(answers, m.without(j, queue, now))
		}
	}
	return answers
}

// without returns an answer without a bound about a job that waits.
func (t *Log) without(job replay.Job, queue string, now float64) Answer {
	a := Answer{Job: job, Series: &replay.Series{Log: t.Series[0].Log, Queue: queue, Range: replay.AllRanges},
		Status: verdict.Silent, Age: now - job.Submit, Levels: t.Plan.Levels,
		Bounds: slices.Repeat([]float64{math.NaN()}, len(t.Plan.Levels)), Expected: math.NaN()}
	a.Job.Submit = now
	return a
}

// namesOf names methods, as in a list.
func namesOf(by []methods.Method) string {
	var names []string
	for _, m := range by {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}
