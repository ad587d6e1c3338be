package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// Shared is what methods achieved on the same jobs: those of a series that all methods compared
// have bounds for. Methods are compared that have a bound for any job of the series, so that one
// that keeps silent where waits are long gains nothing by it.
type Shared struct {
	Scores    []replay.Score // by series, level and method; Bounded is what all of them bound
	Intervals []Interval
	Weighted  []WeightedLoss
}

// Interval is what a method's two-sided interval achieved on a series.
type Interval struct {
	Trace, Queue, Method string
	Lower, Upper         methods.Level
	Jobs                 int     // that all methods have both bounds for
	Scored               int     // in the series
	Inside, Below, Above float64 // shares of waits; the ends are inside
	Width                float64 // mean, seconds
	Score                float64 // mean interval score, seconds
}

// WeightedLoss is the weighted sum of a method's mean pinball losses at all levels of the run.
type WeightedLoss struct {
	Trace, Queue, Method string
	Jobs                 int     // that all methods have bounds of all levels for
	Scored               int     // in the series
	Loss                 float64 // seconds
}

// SharedTables gives tables of what methods achieved on the same jobs: for each level
// scores-by-queue; where the run has both lower and upper levels, intervals; and where it has
// several, weighted-pinball. The lowest mean loss of a queue is bold.
func SharedTables(run *rundir.Run, s *Shared) []*Table {
	g := newGrid(s.Scores, 0)
	var tables []*Table
	for _, l := range g.levels {
		tables = append(tables, newLevelTables(g, l, &run.Settings).sharedScores())
	}
	if len(s.Intervals) > 0 {
		tables = append(tables, intervalTable(run, s.Intervals))
	}
	if len(s.Weighted) > 0 {
		tables = append(tables, weightedTable(run, s.Weighted))
	}
	for _, t := range tables {
		t.Notes = append(t.Notes, fmt.Sprintf("queues of fewer than %d jobs are left out", run.Settings.MinJobs))
	}
	return tables
}

const (
	sameJobs    = "jobs: those that all methods of the queue have bounds for; methods without any bound are left out"
	lowestLoss  = "the lowest mean loss of the queue"
	noSharedJob = "no job that all methods have bounds for"
)

// comparedColumns begin the tables of methods on the same jobs.
func comparedColumns() []Column {
	return append(rowColumns(), Column{Heading: "method"}, jobsColumn(), numberColumn("", "scored"))
}

func secondsColumn(key, heading string, marked bool) Column {
	return Column{Key: key, Heading: heading, Unit: "s", Align: Right, Marked: marked}
}

func (s *levelTables) sharedScores() *Table {
	t := s.table("scores-by-queue", "Scores on the jobs that all methods have bounds for")
	t.Bold, t.Missing = lowestLoss, noSharedJob
	names := []string{"correct", "pinball_s", "log_pinball", "mean_bound_s", "median_bound_s", "mean_over_s"}
	t.Columns = append(comparedColumns(), scoreColumns(names, "correct", "pinball_s", "log_pinball")...)
	for _, q := range s.queues {
		var scores []*replay.Score
		for _, m := range s.methods {
			if score := s.scores[s.at(q, m)]; score != nil {
				scores = append(scores, score)
			}
		}
		for _, score := range scores {
			cells := scoreCells(score, names)
			cells[0].Star = score.Bounded > 0 && !score.IsCorrect()
			for i, name := range names[1:3] {
				cells[1+i] = best(cells[1+i], bestOf(scores, name))
			}
			t.Rows = append(t.Rows, append([]Cell{
				Words(q.trace), Words(q.queue), Words(score.Method), Count(score.Bounded), Count(score.Scored),
			}, cells...))
		}
	}
	t.Notes = append(t.Notes, sameJobs,
		fmt.Sprintf("pinball loss: mean of (wait - bound)(q - 1 where wait <= bound), q = %v, least for the quantile itself; of logarithms: of waits and bounds of at "+
			"least 1 s; excess: what the bound is above the wait, 0 where it is below", s.level.Quantile))
	return t
}

func intervalTable(run *rundir.Run, intervals []Interval) *Table {
	t := &Table{
		ID: "intervals", Title: "Two-sided intervals on the jobs that all methods have both bounds for",
		Bold: lowestLoss, Missing: noSharedJob,
		Columns: append(comparedColumns(), Column{Heading: "lower"}, Column{Heading: "upper"}, numberColumn("", "target"),
			Column{Heading: "inside", Align: Right, Marked: true}, numberColumn("", "below"), numberColumn("", "above"),
			secondsColumn("mean_width_s", "mean width", false), secondsColumn("interval_score_s", "interval score", true)),
		Star: "the share inside is below the target, compared before rounding",
		Notes: []string{
			fmt.Sprintf("bounds at confidence %v each; %s", run.Settings.Confidence, run.Settings.Describe()), sameJobs,
			"target: upper less lower quantile; interval score (Winkler): mean of the width, and of what the wait lies outside over the share that is to lie on that side",
		},
	}
	for i, v := range intervals {
		low := math.NaN()
		for _, other := range intervals {
			if other.Trace == v.Trace && other.Queue == v.Queue && other.Lower == v.Lower && other.Upper == v.Upper {
				low = lower(low, other.Score)
			}
		}
		target := v.Upper.Quantile - v.Lower.Quantile
		inside := Number(v.Inside, "%.3f")
		inside.Star = v.Inside < target-rounding
		t.Rows = append(t.Rows, []Cell{
			Words(v.Trace), Words(v.Queue), Words(v.Method), Count(v.Jobs), Count(v.Scored), Words(v.Lower.String()), Words(v.Upper.String()),
			Number(target, "%.3g"), inside, Number(v.Below, "%.3f"), Number(v.Above, "%.3f"),
			Number(v.Width, "%.0f"), best(Number(intervals[i].Score, "%.0f"), low),
		})
	}
	return t
}

func weightedTable(run *rundir.Run, losses []WeightedLoss) *Table {
	levels, _ := run.Settings.Levels()
	slices.SortStableFunc(levels, ByQuantile)
	var names []string
	for _, l := range levels {
		names = append(names, l.String())
	}
	t := &Table{
		ID:    "weighted-pinball",
		Title: "Weighted sum of the pinball losses at quantiles " + strings.Join(names, ", "),
		Bold:  lowestLoss, Missing: noSharedJob,
		Columns: append(comparedColumns(), secondsColumn("weighted_pinball_s", "weighted sum", true)),
		Notes: []string{
			fmt.Sprintf("bounds at confidence %v; %s", run.Settings.Confidence, run.Settings.Describe()), sameJobs + "; of every quantile",
			"weighted sum: twice the sum of the mean losses, each weighted by the share of quantiles that are nearest to its own; an approximation of the continuous " +
				"ranked probability score, CRPS, from the quantiles at hand",
		},
	}
	for _, v := range losses {
		low := math.NaN()
		for _, other := range losses {
			if other.Trace == v.Trace && other.Queue == v.Queue {
				low = lower(low, other.Loss)
			}
		}
		t.Rows = append(t.Rows, []Cell{
			Words(v.Trace), Words(v.Queue), Words(v.Method), Count(v.Jobs), Count(v.Scored), best(Number(v.Loss, "%.0f"), low),
		})
	}
	return t
}

// lower gives the smaller of two numbers, that which is none left aside.
func lower(a, b float64) float64 {
	if math.IsNaN(a) || cmp.Less(b, a) && !math.IsNaN(b) {
		return b
	}
	return a
}

// best makes a cell bold if it holds the lowest value.
func best(c Cell, lowest float64) Cell {
	c.Bold = c.HasValue && c.Value == lowest
	return c
}
