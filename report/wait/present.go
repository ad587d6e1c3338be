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

// present is a log as it is known at a time. It is replayed up to there once, and
// answers any number of questions, each as if it were the only one.
type present struct {
	*Log
	jobs    *replay.Log
	machine int64    // its processors, by a header that states them, or of a larger job; else 0
	series  []*known // in which a job has started

	forecasts *replay.LogForecasts // nil before the first answer
	verdicts  map[judgedBy][]verdict.Verdict
}

// known is a series as it is known at the moment.
type known struct {
	*replay.Series
	isAsked  bool                        // about
	scores   map[string]replay.Score     // at submission, by method
	results  map[string]*replay.Result   // the same, if it is asked about
	further  map[string][]*replay.Result // at the further levels, by method
	aged     []*replay.Result            // at Ages, of the jobs that wait; nil before they are asked about
	agedAt   map[string][]*replay.Result // at Ages and the further levels, by method
	verdicts map[string]*verdict.Verdict // by the names of the methods
}

// at returns the log as it is known at a time. It fails if no job has started in
// the series of Keep.
func (t *Log) at(now float64) (*present, error) {
	m := &present{Log: t, jobs: t.Series[0].Log.AsOf(now), verdicts: map[judgedBy][]verdict.Verdict{}}
	m.machine, _ = replay.MachineSize(m.jobs.Header)
	for _, j := range m.jobs.Jobs {
		if m.machine > 0 { // some headers state too little
			m.machine = max(m.machine, j.Procs)
		}
	}
	all, _ := replay.Group(m.jobs, t.Plan.Ranges)
	all = slices.DeleteFunc(all, func(s *replay.Series) bool { return s.Len() == len(s.Waiting()) })
	asked, err := t.kept(all)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		m.series = append(m.series, &known{s, slices.Contains(asked, s), map[string]replay.Score{},
			map[string]*replay.Result{}, map[string][]*replay.Result{}, nil, map[string][]*replay.Result{},
			map[string]*verdict.Verdict{}})
	}
	return m, nil
}

// asked returns the series that questions are about.
func (m *present) asked() (asked []*known) {
	for _, s := range m.series {
		if s.isAsked {
			asked = append(asked, s)
		}
	}
	return asked
}

// waiting returns how many jobs of the log wait.
func (m *present) waiting() (jobs int) {
	for _, j := range m.jobs.Jobs {
		if math.IsInf(j.Wait, 1) {
			jobs++
		}
	}
	return jobs
}

// ask answers about a job that is submitted to a series, by some of the methods.
func (m *present) ask(ctx context.Context, s *known, job replay.Job, within []float64,
	by []methods.Method) (*Answer, error) {
	results, v, err := m.judged(ctx, s, by)
	if err != nil {
		return nil, err
	}
	job = s.NewJob(job)
	forecasts := m.forecasts.Ask(&job)
	asked := func(of []*replay.Result) (with []*replay.Result) {
		for _, r := range of {
			with = append(with, r.Ask(&job, forecasts))
		}
		return with
	}
	results = asked(results)
	if err := m.failures(results, by); err != nil {
		return nil, err
	}
	a := newAnswer(v, results, s.Len())
	return a, a.addQuantiles(m.Plan.Levels, within, func() ([]*replay.Result, error) {
		if s.further[a.Method] == nil {
			s.further[a.Method], err = m.results(ctx, m.forecasts, s.Series, m.named(a.Method),
				m.Plan.Levels[1:], nil)
		}
		return asked(s.further[a.Method]), err
	})
}

// pending answers about jobs that wait in a series: all, or the given one.
func (m *present) pending(ctx context.Context, s *known, only *replay.Job) (answers []Answer, err error) {
	isAsked := func(i int) bool { return only == nil || s.Job(i).ID == only.ID }
	waiting := s.Waiting()
	if !slices.ContainsFunc(waiting, isAsked) {
		return nil, nil
	}
	able, _ := m.by(methods.Can[methods.RemainingBounder])
	if len(able.Plan.Methods) == 0 {
		return nil, cannotWait(m.Plan)
	}
	_, v, err := m.judged(ctx, s, able.Plan.Methods)
	if err != nil {
		return nil, err
	}
	if s.aged == nil {
		s.aged, err = m.results(ctx, m.forecasts, s.Series, able.Plan.Methods, m.Plan.Levels[:1], Ages)
	}
	if err == nil {
		err = m.failures(s.aged, able.Plan.Methods)
	}
	if err != nil {
		return nil, err
	}
	for k, i := range waiting {
		if !isAsked(i) {
			continue
		}
		a := newAnswer(v, s.aged, s.aged[0].Series.Len()-len(waiting)+k) // they come last
		err := a.addQuantiles(m.Plan.Levels, nil, func() (_ []*replay.Result, err error) {
			if s.agedAt[a.Method] == nil {
				s.agedAt[a.Method], err = m.results(ctx, m.forecasts, s.Series, m.named(a.Method),
					m.Plan.Levels[1:], Ages)
			}
			return s.agedAt[a.Method], err
		})
		if err != nil {
			return nil, err
		}
		answers = append(answers, *a)
	}
	return answers, nil
}

// named returns the method of the plan with this name.
func (m *present) named(name string) []methods.Method {
	i := slices.Index(m.Plan.Settings.Methods, name)
	return m.Plan.Methods[i : i+1]
}

// forecast makes the forecasts, once.
func (m *present) forecast(ctx context.Context) (err error) {
	if m.forecasts == nil {
		m.forecasts, err = m.Plan.Forecast(ctx, m.jobs)
	}
	return err
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

// namesOf names methods, as a key.
func namesOf(by []methods.Method) string {
	var names []string
	for _, m := range by {
		names = append(names, m.Name)
	}
	return strings.Join(names, ",")
}
