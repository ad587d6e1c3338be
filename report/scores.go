package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
)

// seriesScores holds the scores of a series at one level, by method.
type seriesScores struct {
	log, queue, procs string // procs is a range, or replay.AllRanges
	scores            []*replay.Score
}

// find returns the score of a method, or nil.
func (s *seriesScores) find(method string) *replay.Score {
	for _, score := range s.scores {
		if score.Method == method {
			return score
		}
	}
	return nil
}

// any returns the score of any method, or nil.
func (s seriesScores) any() *replay.Score {
	if len(s.scores) == 0 {
		return nil
	}
	return s.scores[0]
}

// seriesAt returns the series of all queues with at least minJobs jobs at a
// level, in the order of tables: traces and queues as they first appear in the
// scores, then all jobs of a queue, then its ranges by size, even those without
// scores. small counts the other queues.
func seriesAt(scores []replay.Score, l methods.Level,
	minJobs int) (list []seriesScores, small int) {
	type logQueue struct{ log, queue string }
	var traces, ranges []string
	var queues, all []logQueue
	of := map[[3]string][]*replay.Score{} // by log, queue and range
	for i := range scores {
		s := &scores[i]
		if s.Level() != l {
			continue
		}
		k, q := [3]string{s.Log, s.Queue, s.Range}, logQueue{s.Log, s.Queue}
		of[k] = append(of[k], s)
		traces, all = addNew(traces, s.Log), addNew(all, q)
		if s.Range != replay.AllRanges {
			ranges = addNew(ranges, s.Range)
		} else if s.Jobs >= minJobs {
			queues = addNew(queues, q)
		}
	}
	slices.SortStableFunc(queues, func(a, b logQueue) int {
		return cmp.Compare(slices.Index(traces, a.log), slices.Index(traces, b.log))
	})
	slices.SortStableFunc(ranges, func(a, b string) int {
		return cmp.Compare(lowest(a), lowest(b))
	})
	for _, q := range queues {
		for _, r := range append([]string{replay.AllRanges}, ranges...) {
			list = append(list, seriesScores{q.log, q.queue, r,
				of[[3]string{q.log, q.queue, r}]})
		}
	}
	return list, len(all) - len(queues)
}

// lowest returns the lower end of a range of processors.
func lowest(name string) int64 {
	ranges, err := replay.ParseRanges(name)
	if err != nil || len(ranges) == 0 {
		return math.MaxInt64
	}
	return ranges[0].Low
}

// bestOf returns the best value of a column in some scores, NaN for none.
func bestOf(scores []*replay.Score, name string) float64 {
	c, best := replay.FindColumn(name), math.NaN()
	for _, s := range scores {
		if v := c.Number(s); c.Better(v, best, s.Side) {
			best = v
		}
	}
	return best
}

// addNew appends v to a list that does not hold it.
func addNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// Distinct lists the different values of a property of elements, as they first
// appear.
func Distinct[E any, T comparable](elements []E, of func(*E) T) []T {
	var list []T
	for i := range elements {
		list = addNew(list, of(&elements[i]))
	}
	return list
}

// LevelsIn lists the levels of scores, ordered by byQuantile.
func LevelsIn(scores []replay.Score) []methods.Level {
	levels := Distinct(scores, (*replay.Score).Level)
	slices.SortStableFunc(levels, byQuantile)
	return levels
}

// MethodsIn lists the methods of scores, as they first appear.
func MethodsIn(scores []replay.Score) []string {
	return Distinct(scores, func(s *replay.Score) string { return s.Method })
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

// byQuantile orders levels by quantile, the lower bound before the upper.
func byQuantile(a, b methods.Level) int {
	return cmp.Or(cmp.Compare(a.Quantile, b.Quantile),
		strings.Compare(a.Side.String(), b.Side.String()))
}

// WithBounds leaves out the scores of methods that forecast waits but bound no
// job of the log at the level.
func WithBounds(scores []replay.Score) []replay.Score {
	type key struct {
		log, method string
		level       methods.Level
	}
	of := func(s *replay.Score) key { return key{s.Log, s.Method, s.Level()} }
	bounds, forecasts := map[key]bool{}, map[key]bool{}
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

// scoreHead returns the head of a column of scores for Columns.
func scoreHead(name string) string {
	c := replay.FindColumn(name)
	head := name + "=" + c.Heading
	switch {
	case name == "procs_range":
		return "procs_range=processors"
	case name == "quantile":
		return name
	case name == "correct":
		return "**correct=share"
	case c.Unit == replay.Seconds:
		head += "|s"
	}
	if !c.IsText() {
		head = "#" + head
	}
	return head
}

// scoreCell returns the value of a column, and a missing cell for none. A share
// of waits within the bound has a star below the target.
func scoreCell(s *replay.Score, name string) Cell {
	c := replay.FindColumn(name)
	switch {
	case s == nil || c.IsNull(s):
		return Missing()
	case name == "quantile":
		return Text(s.Level().String())
	case name == "correct":
		share := Number(s.Coverage, c.Format)
		share.N, share.Star = s.Bounded, !share.Missing && !s.IsCorrect()
		return share
	case c.Unit == replay.Seconds:
		return secondsCell(c.Number(s))
	case c.IsText():
		return Text(c.Text(s))
	}
	return Number(c.Number(s), c.Format)
}
