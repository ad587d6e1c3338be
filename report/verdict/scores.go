package verdict

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// SeriesScores holds the scores of a series at one level, by method.
type SeriesScores struct {
	Log, Queue, Range string // procs is a range, or replay.AllRanges
	Scores            []*replay.Score
}

// Find returns the score of a method, or nil.
func (s *SeriesScores) Find(method string) *replay.Score {
	for _, score := range s.Scores {
		if score.Method == method {
			return score
		}
	}
	return nil
}

// SeriesAt returns the series of all queues with at least minJobs jobs at a
// level, in the order of tables: logs and queues as they first appear in the
// scores, then all jobs of a queue, then its ranges by size, even those without
// scores. small counts the other queues.
func SeriesAt(scores []replay.Score, l methods.Level,
	minJobs int) (series []SeriesScores, small int) {
	type logQueue struct{ log, queue string }
	var logs, ranges []string
	var queues []logQueue
	judged := map[logQueue]bool{}              // of all queues
	byRange := map[[3]string][]*replay.Score{} // by log, queue and range
	for i := range scores {
		s := &scores[i]
		if s.Level() != l {
			continue
		}
		k, q := [3]string{s.Log, s.Queue, s.Range}, logQueue{s.Log, s.Queue}
		byRange[k] = append(byRange[k], s)
		logs = table.AddNew(logs, s.Log)
		isJudged := s.Range == replay.AllRanges && s.Jobs >= minJobs
		if s.Range != replay.AllRanges {
			ranges = table.AddNew(ranges, s.Range)
		} else if isJudged && !judged[q] {
			queues = append(queues, q)
		}
		judged[q] = judged[q] || isJudged
	}
	slices.SortStableFunc(queues, func(a, b logQueue) int {
		return cmp.Compare(slices.Index(logs, a.log), slices.Index(logs, b.log))
	})
	slices.SortStableFunc(ranges, func(a, b string) int {
		return cmp.Compare(lowest(a), lowest(b))
	})
	for _, q := range queues {
		for _, r := range append([]string{replay.AllRanges}, ranges...) {
			series = append(series, SeriesScores{q.log, q.queue, r,
				byRange[[3]string{q.log, q.queue, r}]})
		}
	}
	return series, len(judged) - len(queues)
}

// lowest returns the lower end of a range of processors.
func lowest(name string) int64 {
	ranges, err := replay.ParseRanges(name)
	if err != nil || len(ranges) == 0 {
		return math.MaxInt64
	}
	return ranges[0].Low
}

// LevelsIn lists the levels of scores, ordered by ByQuantile.
func LevelsIn(scores []replay.Score) []methods.Level {
	levels := table.Distinct(scores, (*replay.Score).Level)
	slices.SortStableFunc(levels, ByQuantile)
	return levels
}

// MethodsIn lists the methods of scores, as they first appear.
func MethodsIn(scores []replay.Score) []string {
	return table.Distinct(scores, func(s *replay.Score) string { return s.Method })
}

// MainLevel returns the level of scores that a run names first.
func MainLevel(record *run.Record, scores []replay.Score) methods.Level {
	found := LevelsIn(scores)
	named, _ := record.Settings.Levels()
	for _, l := range append(named, found...) {
		if slices.Contains(found, l) {
			return l
		}
	}
	return methods.Level{}
}

// ByQuantile orders levels by quantile, the lower bound before the upper.
func ByQuantile(a, b methods.Level) int {
	return cmp.Or(cmp.Compare(a.Quantile, b.Quantile),
		strings.Compare(a.Side.String(), b.Side.String()))
}

// WithBounds leaves out the scores of methods that forecast waits but bound no
// job of the log at the level.
func WithBounds(scores []replay.Score) []replay.Score {
	of := func(s *replay.Score) [3]string { return [3]string{s.Log, s.Method, s.Level().String()} }
	bounds, forecasts := map[[3]string]bool{}, map[[3]string]bool{}
	for i := range scores {
		s := &scores[i]
		bounds[of(s)] = bounds[of(s)] || s.Bounded > 0
		forecasts[of(s)] = forecasts[of(s)] || s.Forecasts.Jobs > 0
	}
	return slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool {
		return forecasts[of(&s)] && !bounds[of(&s)]
	})
}

// Forecasting lists the methods that forecast waits in the order of their
// scores. X and X with a suffix share the forecasts, and the first of them is
// listed.
func Forecasting(scores []replay.Score) []string {
	var names, stems []string
	for i := range scores {
		s := &scores[i]
		stem, _, _ := strings.Cut(s.Method, "+")
		if s.Forecasts.Jobs > 0 && !slices.Contains(stems, stem) {
			names, stems = append(names, s.Method), append(stems, stem)
		}
	}
	return names
}

// ByName finds scores by log, queue, range, level and method.
func ByName(scores []replay.Score) map[[5]string]*replay.Score {
	m := map[[5]string]*replay.Score{}
	for i := range scores {
		s := &scores[i]
		m[[...]string{s.Log, s.Queue, s.Range, s.Level().String(), s.Method}] = s
	}
	return m
}
