package wait

import (
	"context"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/verdict"
)

// judgedBy names verdicts at a moment by some methods, on whole queues or also on
// their ranges of processors.
type judgedBy struct {
	methods string // their names
	ranges  bool
}

// isJudged reports whether a replay judges the methods on a series.
func (t *Log) isJudged(s *replay.Series) bool { return s.Len() >= t.Plan.Settings.MinJobs }

// judged returns the results of some methods on a series at submission, and the
// verdict on them. It is that of a replay, for which the methods bound the other
// series of the log, too. Of a whole queue the ranges of processors matter only for
// a choice among several methods.
func (m *present) judged(ctx context.Context, s *known, by []methods.Method) ([]*replay.Result,
	*verdict.Verdict, error) {
	if err := m.bound(ctx, by, s); err != nil {
		return nil, nil, err
	}
	var results []*replay.Result
	for _, method := range by {
		if r := s.results[method.Name]; r != nil {
			results = append(results, r)
		}
	}
	v := s.verdicts[namesOf(by)]
	if v != nil || len(results) == 0 {
		return results, v, nil
	}
	whole := s.Range == replay.AllRanges
	for _, ranges := range []bool{false, true} {
		switch {
		case !m.isJudged(s.Series):
			v = s.judgeAlone(results)
		case !ranges && whole, ranges && (!whole || len(v.With(verdict.Recommended)) > 1):
			all, err := m.judgedSeries(ctx, by, ranges)
			if err != nil {
				return nil, nil, err
			}
			v = s.among(all, results)
		}
	}
	s.verdicts[namesOf(by)] = v
	return results, v, nil
}

// judgedSeries returns the verdicts by scores on all series that a replay judges.
func (m *present) judgedSeries(ctx context.Context, by []methods.Method, ranges bool) ([]verdict.Verdict,
	error) {
	key := judgedBy{namesOf(by), ranges}
	if m.verdicts[key] != nil {
		return m.verdicts[key], nil
	}
	var of []*known
	for _, s := range m.series {
		if m.isJudged(s.Series) && (ranges || s.Range == replay.AllRanges) {
			of = append(of, s)
		}
	}
	if err := m.bound(ctx, by, of...); err != nil {
		return nil, err
	}
	var scores []replay.Score
	for _, s := range of {
		for _, method := range by {
			if score, ok := s.scores[method.Name]; ok {
				scores = append(scores, score)
			}
		}
	}
	m.verdicts[key] = verdict.Judge(scores, 0)
	return m.verdicts[key], nil
}

// bound replays series by methods at submission, each once. It keeps the scores,
// and the results on series that are asked about.
func (m *present) bound(ctx context.Context, by []methods.Method, of ...*known) error {
	at := map[*replay.Series]*known{}
	var tasks []replay.Task
	if err := m.forecast(ctx); err != nil {
		return err
	}
	for _, s := range of {
		at[s.Series] = s
		for i, method := range by {
			if _, done := s.scores[method.Name]; !done {
				tasks = append(tasks, m.Plan.Tasks(m.forecasts, []*replay.Series{s.Series}, by[i:i+1],
					m.Plan.Levels[:1], nil)...)
			}
		}
	}
	return m.Plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		s := at[r.Series]
		if s.scores[r.Score.Method] = r.Score; s.isAsked {
			s.results[r.Score.Method] = r
		}
		return nil
	})
}

// judgeAlone returns the verdict on results for the series by itself.
func (s *known) judgeAlone(results []*replay.Result) *verdict.Verdict {
	var scores []replay.Score
	for _, r := range results {
		score := r.Score
		score.Range = replay.AllRanges
		scores = append(scores, score)
	}
	return s.compared(verdict.Judge(scores, 0)[0], results)
}

// among returns the verdict on results for the series among those on all.
func (s *known) among(all []verdict.Verdict, results []*replay.Result) *verdict.Verdict {
	i := slices.IndexFunc(all, func(v verdict.Verdict) bool {
		return v.Queue == s.Queue && v.Range == s.Range
	})
	return s.compared(all[i], results)
}

// compared compares the bounds of results for the scored jobs that have started.
func (s *known) compared(v verdict.Verdict, results []*replay.Result) *verdict.Verdict {
	v.Methods = slices.Clone(v.Methods)
	resultOf := map[string]*replay.Result{}
	for _, r := range results {
		resultOf[r.Score.Method] = r
	}
	var started []int
	var waits []float64
	for i := results[0].First; i < s.Len(); i++ {
		if wait := s.Job(i).Wait; !math.IsInf(wait, 1) {
			started, waits = append(started, i), append(waits, wait)
		}
	}
	v.Compare(waits, func(method string) (bounds []float64) {
		for _, i := range started {
			bounds = append(bounds, resultOf[method].Bound(i))
		}
		return bounds
	})
	return &v
}
