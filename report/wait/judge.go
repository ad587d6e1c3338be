package wait

import (
	"context"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/report/verdict"
)

// judgedBy names the scores at a moment of whole queues, or of all their ranges of
// processors, by so many methods.
type judgedBy struct {
	methods int
	ranges  bool
}

// isJudged reports whether a replay judges the methods on a series.
func (t *Log) isJudged(s *replay.Series) bool { return s.Len() >= t.Plan.Settings.MinJobs }

// judge returns the verdict on results at submission. It is that of a replay,
// for which the methods bound the other series of the log, too. Of a whole
// queue the ranges of processors matter only for a choice among several methods.
func (s *inSeries) judge(ctx context.Context,
	judged []*replay.Result) (v *verdict.Verdict, err error) {
	if v = judgeSeries(judged, nil); !s.isJudged(s.series) {
		return v, nil
	}
	var scores []replay.Score
	for _, ranges := range []bool{false, true} {
		if ranges && s.series.Range == replay.AllRanges && len(v.With(verdict.Recommended)) < 2 {
			break
		}
		by := judgedBy{len(s.Plan.Methods), ranges}
		if s.scores[by] == nil {
			if s.scores[by], err = s.scoresAt(ctx, judged, ranges); err != nil {
				return nil, err
			}
		}
		scores = append(scores, s.scores[by]...)
		v = judgeSeries(judged, scores)
	}
	return v, nil
}

// scoresAt returns the scores of the methods on whole queues, or on ranges of
// processors, by the jobs known at the moment. Those on the series of the question
// are judged already.
func (s *inSeries) scoresAt(ctx context.Context, judged []*replay.Result,
	ranges bool) (scores []replay.Score, err error) {
	var others []*replay.Series
	for _, o := range s.all {
		if (o.Range != replay.AllRanges) != ranges {
			continue
		}
		if o.Queue == s.series.Queue && o.Range == s.series.Range {
			for _, r := range judged {
				scores = append(scores, r.Score)
			}
		} else if known := s.series.Beside(o); s.isJudged(known) {
			others = append(others, known)
		}
	}
	tasks := s.Plan.Tasks(s.forecasts, others, s.Plan.Methods, s.Plan.Levels[:1], nil)
	err = s.Plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		scores = append(scores, r.Score)
		return nil
	})
	return scores, err
}

// judgeSeries returns the verdict on results at submission for the same
// series, by the scored jobs that have started. Without the scores of the other
// series of the log it is judged by itself.
func judgeSeries(results []*replay.Result, others []replay.Score) *verdict.Verdict {
	var v verdict.Verdict
	series, resultOf := results[0].Series, map[string]*replay.Result{}
	var started []int
	var waits []float64
	for i := results[0].First; i < series.Len(); i++ {
		if wait := series.Job(i).Wait; !math.IsInf(wait, 1) {
			started, waits = append(started, i), append(waits, wait)
		}
	}
	scores := slices.DeleteFunc(slices.Clone(others), func(s replay.Score) bool {
		return s.Queue == series.Queue && s.Range == series.Range
	})
	for _, r := range results {
		score := r.Score
		if others == nil {
			score.Range = replay.AllRanges
		}
		scores, resultOf[score.Method] = append(scores, score), r
	}
	for _, v = range verdict.Judge(scores, 0) {
		if others != nil && (v.Queue != series.Queue || v.Range != series.Range) {
			continue
		}
		v.Compare(waits, func(method string) (bounds []float64) {
			for _, i := range started {
				bounds = append(bounds, resultOf[method].Bound(i))
			}
			return bounds
		})
		break
	}
	return &v
}
