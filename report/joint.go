package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay/rundir"
)

// Joint is what methods achieved at several levels together, on the jobs of a queue that all of
// them bound at these levels. Methods are compared that bound any job there, so that one that keeps
// silent where waits are long gains nothing by it.
type Joint struct {
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

// JointTables gives intervals where the run has both lower and upper levels, and weighted-pinball
// where it has several. The lowest mean loss of a queue is bold.
func JointTables(run *rundir.Run, j *Joint) []*Table {
	b := verdictTables{run: run}
	table := func(id, title string, columns ...Column) *Table {
		t := b.table(id, title)
		t.Question, t.Bold, t.Missing = HowTight, "the lowest of the queue", "no job that all methods have bounds for"
		t.Columns = append(append(rowColumns(), Column{Heading: "method"}, jobsColumn(), numberColumn("", "scored")), columns...)
		t.Notes = append(t.Notes, "jobs: those that all methods of the queue have bounds for at these quantiles; methods "+
			"without any bound are left out")
		return t
	}
	var tables []*Table
	if len(j.Intervals) > 0 {
		t := table("intervals", "Two-sided intervals", Column{Heading: "lower"}, Column{Heading: "upper"},
			numberColumn("", "target"),
			Column{Heading: "inside", Align: Right, Marked: true}, numberColumn("", "below"), numberColumn("", "above"),
			secondsColumn("mean_width_s", "mean width", false), secondsColumn("interval_score_s", "interval score", true))
		t.Notes = append(t.Notes, "target: upper less lower quantile; interval score (Winkler): mean of the width, and of "+
			"what the wait lies outside over the share that is to lie on that side")
		for i := range j.Intervals {
			v, low := &j.Intervals[i], math.NaN()
			for _, other := range j.Intervals {
				if other.Trace == v.Trace && other.Queue == v.Queue && other.Lower == v.Lower && other.Upper == v.Upper {
					low = lower(low, other.Score)
				}
			}
			target := v.Upper.Quantile - v.Lower.Quantile
			inside := Number(v.Inside, "%.3f")
			inside.Star = v.Inside < target-rounding
			t.Rows = append(t.Rows, []Cell{
				Words(v.Trace), Words(v.Queue), Words(v.Method), Count(v.Jobs), Count(v.Scored), Words(v.Lower.String()), Words(v.Upper.String()),
				Number(target, "%.3g"), inside, Number(v.Below, "%.3f"),
				Number(v.Above, "%.3f"), secondsCell(v.Width), best(secondsCell(v.Score), low),
			})
		}
		tables = append(tables, t)
	}
	if len(j.Weighted) > 0 {
		levels, _ := run.Settings.Levels()
		slices.SortStableFunc(levels, ByQuantile)
		var names []string
		for _, l := range levels {
			names = append(names, l.String())
		}
		t := table("weighted-pinball", "Weighted sum of the pinball losses at quantiles "+strings.Join(names, ", "),
			secondsColumn("weighted_pinball_s", "weighted sum", true))
		t.Notes = append(t.Notes, "weighted sum: twice the sum of the mean losses, each weighted by the share of quantiles "+
			"that are nearest to its own; an approximation of the continuous ranked probability score, CRPS, from the quantiles at hand")
		for _, v := range j.Weighted {
			low := math.NaN()
			for _, other := range j.Weighted {
				if other.Trace == v.Trace && other.Queue == v.Queue {
					low = lower(low, other.Loss)
				}
			}
			t.Rows = append(t.Rows, []Cell{
				Words(v.Trace), Words(v.Queue), Words(v.Method), Count(v.Jobs), Count(v.Scored), best(secondsCell(v.Loss), low),
			})
		}
		tables = append(tables, t)
	}
	return tables
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
