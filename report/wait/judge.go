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

// judge returns the verdict on some methods on a series at submission. It is that of
// a replay, for which the methods bound the other series of the log, too. Other queues
// are compared only for a choice among several methods.
func (m *present) judge(ctx context.Context, s *known, by []methods.Method) (*verdict.Verdict, error) {
	names := namesOf(by)
	if v := s.verdicts[names]; v != nil {
		return v, nil
	}
	results, err := m.of(ctx, s, by, m.Plan.Levels[:1], false)
	if err != nil || len(results) == 0 {
		return nil, err
	}
	var v *verdict.Verdict
	if m.isJudged(s.Series) {
		all, err := m.verdictsBy(ctx, by, judgedBy{names, s.Range != replay.AllRanges})
		if err != nil {
			return nil, err
		}
		if v = s.compared(all, results); len(v.With(verdict.Recommended)) > 1 {
			if v, err = m.chosen(ctx, s, by, v); err != nil {
				return nil, err
			}
		}
	} else { // by itself, as if it were a queue
		scores := scoresOf(results)
		for i := range scores {
			scores[i].Range = replay.AllRanges
		}
		v = s.compared(verdict.Judge(scores, 0), results)
	}
	s.verdicts[names] = v
	return v, nil
}

// chosen returns the verdict on a series with its recommended methods in order, by
// the verdicts on all queues.
func (m *present) chosen(ctx context.Context, s *known, by []methods.Method,
	v *verdict.Verdict) (*verdict.Verdict, error) {
	all, err := m.verdictsBy(ctx, by, judgedBy{namesOf(by), false})
	if err != nil {
		return nil, err
	}
	list := []verdict.Verdict{*v}
	for _, q := range m.series {
		if q.Range == replay.AllRanges && m.isJudged(q.Series) && q != s {
			results, err := m.of(ctx, q, by, m.Plan.Levels[:1], false)
			if err != nil {
				return nil, err
			}
			list = append(list, *q.compared(all, results))
		}
	}
	verdict.Choose(list)
	return &list[0], nil
}

// verdictsBy returns the verdicts by scores on all series that a replay judges.
func (m *present) verdictsBy(ctx context.Context, by []methods.Method, key judgedBy) ([]verdict.Verdict,
	error) {
	if m.verdicts[key] != nil {
		return m.verdicts[key], nil
	}
	var scores []replay.Score
	for _, s := range m.series {
		if m.isJudged(s.Series) && (key.ranges || s.Range == replay.AllRanges) {
			results, err := m.of(ctx, s, by, m.Plan.Levels[:1], false)
			if err != nil {
				return nil, err
			}
			scores = append(scores, scoresOf(results)...)
		}
	}
	m.verdicts[key] = verdict.Judge(scores, 0)
	return m.verdicts[key], nil
}

func scoresOf(results []*replay.Result) (scores []replay.Score) {
	for _, r := range results {
		scores = append(scores, r.Score)
	}
	return scores
}

// compared returns the verdict on the series among all, or the only one. It compares
// the bounds of results for the scored jobs that have started.
func (s *known) compared(all []verdict.Verdict, results []*replay.Result) *verdict.Verdict {
	v := all[0]
	for _, of := range all {
		if of.Queue == s.Queue && of.Range == s.Range {
			v = of
		}
	}
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
