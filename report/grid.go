package report

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// grid finds scores by what they are about and knows the order in which tables list them: traces,
// queues and methods as they first appear in the scores, ranges by size, levels by quantile, the
// lower bound of one before the upper.
type grid struct {
	queues  []traceQueue
	methods []string
	named   []string // methods, also those left out for want of bounds
	ranges  []string // without AllRanges
	levels  []methods.Level
	scores  map[scoreKey]*replay.Score
	minJobs int // series with fewer are not shown
}

// traceQueue is a row of most tables.
type traceQueue struct{ trace, queue string }

// scoreKey says what a score is about.
type scoreKey struct {
	traceQueue
	procs  string // range, or replay.AllRanges
	level  string // as methods.Level writes it
	method string
}

func keyOf(s *replay.Score) scoreKey {
	return scoreKey{traceQueue{s.Trace, s.Queue}, s.Range, s.Level().String(), s.Method}
}

func newGrid(scores []replay.Score, minJobs int) *grid {
	g := &grid{scores: make(map[scoreKey]*replay.Score, len(scores)), minJobs: minJobs}
	var traces []string
	for i := range scores {
		s := &scores[i]
		g.scores[keyOf(s)] = s
		traces = addNew(traces, s.Trace)
		g.queues = addNew(g.queues, traceQueue{s.Trace, s.Queue})
		g.methods = addNew(g.methods, s.Method)
		g.levels = addNew(g.levels, s.Level())
		if s.Range != replay.AllRanges {
			g.ranges = addNew(g.ranges, s.Range)
		}
	}
	slices.SortStableFunc(g.queues, func(a, b traceQueue) int {
		return cmp.Compare(slices.Index(traces, a.trace), slices.Index(traces, b.trace))
	})
	slices.SortStableFunc(g.ranges, func(a, b string) int { return cmp.Compare(lowest(a), lowest(b)) })
	slices.SortStableFunc(g.levels, ByQuantile)
	return g
}

// newBoundGrid is newGrid without methods that have nothing to show.
func newBoundGrid(scores []replay.Score, minJobs int) *grid {
	g := newGrid(WithBounds(scores), minJobs)
	for i := range scores {
		g.named = addNew(g.named, scores[i].Method)
	}
	return g
}

// mainLevel is the level that a run names first.
func mainLevel(run *rundir.Run, scores []replay.Score) methods.Level {
	levels, err := run.Settings.Levels()
	if err != nil || len(levels) == 0 {
		return scores[0].Level()
	}
	return levels[0]
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

// large reports whether all jobs of a queue are enough to be shown for any method and level.
func (g *grid) large(q traceQueue) bool {
	for _, l := range g.levels {
		for _, m := range g.methods {
			if s := g.scores[scoreKey{q, replay.AllRanges, l.String(), m}]; s != nil && s.Jobs >= g.minJobs {
				return true
			}
		}
	}
	return false
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

// quantity is a number of a score that tables show.
type quantity struct {
	name   string // in file names
	title  string
	column string // of scores
	format string // as the paper prints it
}

var (
	shareCorrect = quantity{"correct", "share of waits within the bound", "correct", "%.3f"}
	medianRatio  = quantity{"median-ratio", "median of actual wait over bound", "median_ratio", "%.2e"}
)

// cell gives a quantity of a score with its marks.
func (g *grid) cell(p scoreKey, of quantity) Cell {
	s := g.shown(p)
	if s == nil {
		return Absent()
	}
	c := Number(replay.FindColumn(of.column).Number(s), of.format)
	c.N = s.Bounded
	c.Star = !s.IsCorrect()
	c.Bold = !c.Star && s.MedianRatio == g.best(p)
	return c
}

// at is all jobs of a queue by a method.
func (s *levelTables) at(q traceQueue, method string) scoreKey {
	return scoreKey{q, replay.AllRanges, s.level.String(), method}
}
