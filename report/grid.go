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

// grid holds the scores of a level by series and method, and the order in which tables list them:
// traces, queues and methods as they first appear in the scores, ranges by size.
type grid struct {
	level   methods.Level
	queues  []traceQueue // with at least minJobs jobs
	small   int          // queues with fewer
	methods []string
	ranges  []string // without AllRanges
	scores  map[scoreKey]*replay.Score
	minJobs int
}

// traceQueue names a queue.
type traceQueue struct{ trace, queue string }

// scoreKey names a series and a method.
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
	large := map[traceQueue]bool{} // by queue, whether it has enough jobs
	for i := range scores {
		s := &scores[i]
		if s.Level() != l {
			continue
		}
		k := keyOf(s)
		g.scores[k] = s
		traces, g.methods = addNew(traces, s.Trace), addNew(g.methods, s.Method)
		switch all := s.Range == replay.AllRanges; {
		case all && s.Jobs >= minJobs && !large[k.traceQueue]:
			g.queues, large[k.traceQueue] = append(g.queues, k.traceQueue), true
		case !large[k.traceQueue]:
			large[k.traceQueue] = false
		}
		if s.Range != replay.AllRanges {
			g.ranges = addNew(g.ranges, s.Range)
		}
	}
	g.small = len(large) - len(g.queues)
	slices.SortStableFunc(g.queues, func(a, b traceQueue) int {
		return cmp.Compare(slices.Index(traces, a.trace), slices.Index(traces, b.trace))
	})
	slices.SortStableFunc(g.ranges, func(a, b string) int { return cmp.Compare(lowest(a), lowest(b)) })
	return g
}

// lowest returns the lower end of a range of processors.
func lowest(name string) int64 {
	ranges, err := replay.ParseRanges(name)
	if err != nil || len(ranges) == 0 {
		return math.MaxInt64
	}
	return ranges[0].Low
}

// shown returns a score if its series has enough jobs and its method gave bounds, else nil.
func (g *grid) shown(p scoreKey) *replay.Score {
	s := g.scores[p]
	if s == nil || s.Jobs < g.minJobs || s.Bounded == 0 {
		return nil
	}
	return s
}

// best returns the median ratio of the tightest bounds among the methods that are correct for a series:
// the highest of upper bounds, the lowest of lower bounds. It is NaN if none is correct.
func (g *grid) best(p scoreKey) float64 {
	var correct []*replay.Score
	for _, p.method = range g.methods {
		if s := g.shown(p); s != nil && s.IsCorrect() {
			correct = append(correct, s)
		}
	}
	return bestOf(correct, medianRatio.column)
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

// Distinct lists the different values of a property of elements, as they first appear.
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

// byQuantile compares levels in the order of tables: by quantile, the lower bound before the upper.
func byQuantile(a, b methods.Level) int {
	side := func(l methods.Level) int {
		if l.Side == methods.Lower {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Quantile, b.Quantile), cmp.Compare(side(a), side(b)))
}

// WithBounds leaves out the scores of methods that forecast waits but bound no job of the trace at the
// level.
func WithBounds(scores []replay.Score) []replay.Score {
	type key struct {
		trace, method string
		level         methods.Level
	}
	of := func(s *replay.Score) key { return key{s.Trace, s.Method, s.Level()} }
	bounds, forecasts := map[key]bool{}, map[key]bool{}
	for i := range scores {
		s := &scores[i]
		bounds[of(s)] = bounds[of(s)] || s.Bounded > 0
		forecasts[of(s)] = forecasts[of(s)] || s.Forecasts.Jobs > 0
	}
	return slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool { return forecasts[of(&s)] && !bounds[of(&s)] })
}

// Forecasting lists the methods that forecast waits in the order of their scores. X and X with a suffix
// share the forecasts, and the first of them is listed.
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

// stem returns the name of a method without its suffixes.
func stem(method string) string {
	name, _, _ := strings.Cut(method, "+")
	return name
}

// scoreHead returns a column of scores as Columns takes it.
func scoreHead(name string) string {
	c := replay.FindColumn(name)
	head := c.Name + "=" + c.Heading
	if !c.IsText() {
		head = "#" + head
	}
	if c.Unit == replay.Seconds {
		head += "|" + string(c.Unit)
	}
	return head
}

// scoreCell returns the value of a column, and a missing cell where the score has none.
func scoreCell(s *replay.Score, name string) Cell {
	switch c := replay.FindColumn(name); {
	case c.Unit == replay.Seconds:
		return secondsCell(c.Number(s))
	case !c.IsText():
		return Number(c.Number(s), c.Format)
	case c.IsNull(s):
		return Missing()
	default:
		return Text(c.Text(s))
	}
}

// secondsCell shows a duration, below 10 s with a decimal.
func secondsCell(v float64) Cell {
	if math.Abs(v) < 10 {
		return Number(v, "%.1f")
	}
	return Number(v, "%.0f")
}

// secondsColumn returns a column of durations.
func secondsColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Unit: "s", Align: Right}
}
