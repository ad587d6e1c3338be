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

// grid finds the scores of a level by what they are about, and knows the order in which tables list
// them: traces, queues and methods as they first appear in the scores, ranges by size.
type grid struct {
	level   methods.Level
	queues  []traceQueue // with enough jobs to be shown
	small   int          // queues with fewer
	methods []string
	ranges  []string // without AllRanges
	scores  map[scoreKey]*replay.Score
	minJobs int
}

// traceQueue is a row of most tables.
type traceQueue struct{ trace, queue string }

// scoreKey says what a score is about.
type scoreKey struct {
	traceQueue
	procs  string // range, or replay.AllRanges
	method string
}

func keyOf(s *replay.Score) scoreKey {
	return scoreKey{traceQueue{s.Trace, s.Queue}, s.Range, s.Method}
}

func newGrid(scores []replay.Score, l methods.Level, minJobs int) *grid {
	g := &grid{level: l, scores: map[scoreKey]*replay.Score{}, minJobs: minJobs}
	var traces []string
	all := map[traceQueue]bool{}
	large := map[traceQueue]bool{}
	for i := range scores {
		s := &scores[i]
		if s.Level() != l {
			continue
		}
		k := keyOf(s)
		g.scores[k] = s
		traces, all[k.traceQueue] = addNew(traces, s.Trace), true
		g.methods = addNew(g.methods, s.Method)
		if s.Range != replay.AllRanges {
			g.ranges = addNew(g.ranges, s.Range)
		} else if s.Jobs >= minJobs && !large[k.traceQueue] {
			g.queues, large[k.traceQueue] = append(g.queues, k.traceQueue), true
		}
	}
	g.small = len(all) - len(g.queues)
	slices.SortStableFunc(g.queues, func(a, b traceQueue) int {
		return cmp.Compare(slices.Index(traces, a.trace), slices.Index(traces, b.trace))
	})
	slices.SortStableFunc(g.ranges, func(a, b string) int { return cmp.Compare(lowest(a), lowest(b)) })
	return g
}

// Distinct lists the different values of something of scores, as they first appear.
func Distinct[T comparable](scores []replay.Score, of func(*replay.Score) T) []T {
	var list []T
	for i := range scores {
		list = addNew(list, of(&scores[i]))
	}
	return list
}

// LevelsIn lists the levels of scores, in order.
func LevelsIn(scores []replay.Score) []methods.Level {
	levels := Distinct(scores, (*replay.Score).Level)
	slices.SortStableFunc(levels, ByQuantile)
	return levels
}

// MethodsIn lists the methods of scores, as they first appear.
func MethodsIn(scores []replay.Score) []string {
	return Distinct(scores, func(s *replay.Score) string { return s.Method })
}

// MainLevel is the level of scores that a run names first.
func MainLevel(run *run.Record, scores []replay.Score) methods.Level {
	found := LevelsIn(scores)
	named, _ := run.Settings.Levels()
	for _, l := range append(named, found...) {
		if slices.Contains(found, l) {
			return l
		}
	}
	return methods.Level{}
}

// ByQuantile orders levels as tables do: by quantile, the lower bound of one before the upper.
func ByQuantile(a, b methods.Level) int {
	switch {
	case a.Quantile != b.Quantile:
		return cmp.Compare(a.Quantile, b.Quantile)
	case a.Side == b.Side:
		return 0
	case a.Side == methods.Lower:
		return -1
	}
	return 1
}

// addNew appends v to list if it is not there yet.
func addNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// lowest gives the lower end of a range of processors.
func lowest(name string) int64 {
	ranges, err := replay.ParseRanges(name)
	if err != nil || len(ranges) == 0 {
		return math.MaxInt64
	}
	return ranges[0].Low
}

// shown gives a score if its series has enough jobs and its method gave bounds, else nil.
func (g *grid) shown(p scoreKey) *replay.Score {
	s := g.scores[p]
	if s == nil || s.Jobs < g.minJobs || s.Bounded == 0 {
		return nil
	}
	return s
}

// best gives the median ratio of the tightest bounds of the methods that are correct for a series,
// whatever the method of the key: the highest of upper bounds, the lowest of lower ones. NaN if
// none is correct.
func (g *grid) best(p scoreKey) float64 {
	var correct []*replay.Score
	for _, p.method = range g.methods {
		if s := g.shown(p); s != nil && s.IsCorrect() {
			correct = append(correct, s)
		}
	}
	return bestOf(correct, medianRatio.column)
}

// bestOf is the best value of a column in some scores, NaN for none.
func bestOf(scores []*replay.Score, name string) float64 {
	c, best := replay.FindColumn(name), math.NaN()
	for _, s := range scores {
		if v := c.Number(s); c.Precedes(v, best, s.Side) {
			best = v
		}
	}
	return best
}

// WithBounds leaves out the scores of methods that have nothing to show in tables and figures of
// bounds: those that forecast waits but gave no job of the trace a bound of the level.
func WithBounds(scores []replay.Score) []replay.Score {
	type run struct {
		trace, method string
		level         methods.Level
	}
	at := func(s *replay.Score) run { return run{s.Trace, s.Method, s.Level()} }
	bounds, forecasts := map[run]bool{}, map[run]bool{}
	for i := range scores {
		s := &scores[i]
		bounds[at(s)] = bounds[at(s)] || s.Bounded > 0
		forecasts[at(s)] = forecasts[at(s)] || s.Forecasts.Jobs > 0
	}
	return slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool { return forecasts[at(&s)] && !bounds[at(&s)] })
}

// Forecasting lists the methods that forecast waits in the order of their scores. Of X and X with a
// suffix, which share the forecasts, it lists the first.
func Forecasting(scores []replay.Score) []string {
	var names, stems []string
	for i := range scores {
		s := &scores[i]
		if s.Forecasts.Jobs > 0 && !slices.Contains(stems, stem(s.Method)) {
			names, stems = append(names, s.Method), append(stems, stem(s.Method))
		}
	}
	return names
}

// stem is the name of a method without its suffixes.
func stem(method string) string {
	name, _, _ := strings.Cut(method, "+")
	return name
}
