package report

import (
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// SeriesBounds is the scored jobs of a series with the bounds of all methods and levels side by
// side.
type SeriesBounds struct {
	Trace, Queue, Range string
	Jobs, Scored        int
	Submit, Wait        []float64 // of the scored jobs, seconds of the log and seconds
	Methods             []string  // of the trace
	Levels              []methods.Level
	Bounds              [][]float64 // by method and level, levels of a method side by side; NaN for none
}

// Of gives the bounds of a method at a level.
func (s *SeriesBounds) Of(method string, l methods.Level) []float64 {
	return s.Bounds[slices.Index(s.Methods, method)*len(s.Levels)+slices.Index(s.Levels, l)]
}

// common lists the methods that bound any job at one of the levels, and the jobs that all of these
// methods bound at all of them. One that keeps silent where waits are long gains nothing by it.
func (s *SeriesBounds) common(levels ...methods.Level) (names []string, jobs []int) {
	var lists [][]float64
	for _, m := range s.Methods {
		var of [][]float64
		for _, l := range levels {
			of = append(of, s.Of(m, l))
		}
		if slices.ContainsFunc(slices.Concat(of...), func(b float64) bool { return !math.IsNaN(b) }) {
			names, lists = append(names, m), append(lists, of...)
		}
	}
	for i := range s.Wait {
		if !slices.ContainsFunc(lists, func(b []float64) bool { return math.IsNaN(b[i]) }) {
			jobs = append(jobs, i)
		}
	}
	return names, jobs
}

// CommonJobs is tables of what methods achieved at several levels together, on the jobs of a queue that
// all of them bound at these levels: intervals where the run has both lower and upper levels, and
// weighted-pinball where it has several. The lowest mean loss of a queue is bold.
type CommonJobs struct{ Intervals, Weighted *Table }

// NewCommonJobs gives tables without rows.
func NewCommonJobs(run *run.Record) *CommonJobs {
	var names []string
	levels, _ := run.Settings.Levels()
	slices.SortStableFunc(levels, ByQuantile)
	for _, l := range levels {
		names = append(names, l.String())
	}
	table := func(id, title, note string, columns ...string) *Table {
		t := (&verdictTables{run: run}).table(id, title)
		t.Question, t.Bold, t.Missing = HowTight, "the lowest of the queue", "no job that all methods have bounds for"
		t.Columns = Columns(append([]string{"trace", "queue", "method", "#jobs", "#scored"}, columns...)...)
		t.Notes = append(t.Notes, "jobs: those that all methods of the queue have bounds for at these quantiles; methods "+
			"without any bound are left out", note)
		return t
	}
	return &CommonJobs{
		table("intervals", "Two-sided intervals",
			"target: upper less lower quantile; interval score (Winkler): mean of the width, and of "+
				"what the wait lies outside over the share that is to lie on that side",
			"lower", "upper", "#target", "*inside", "#below", "#above", "#mean_width_s=mean width|s", "*interval_score_s=interval score|s"),
		table("weighted-pinball", "Weighted sum of the pinball losses at quantiles "+strings.Join(names, ", "),
			"weighted sum: twice the sum of the mean losses, each weighted by the share of quantiles that are nearest to "+
				"its own; an approximation of the continuous ranked probability score, CRPS, from the quantiles at hand",
			"*weighted_pinball_s=weighted sum|s"),
	}
}

// Add adds the rows of a series.
func (j *CommonJobs) Add(s *SeriesBounds) {
	levels := slices.SortedFunc(slices.Values(s.Levels), ByQuantile)
	for _, l := range levels {
		for _, u := range levels {
			if l.Side == methods.Lower && u.Side == methods.Upper && l.Quantile < u.Quantile {
				j.addIntervals(s, l, u)
			}
		}
	}
	if len(levels) > 1 {
		j.addWeighted(s, levels)
	}
}

func (j *CommonJobs) addIntervals(s *SeriesBounds, l, u methods.Level) {
	var rows [][]Cell
	names, jobs := s.common(l, u)
	for _, m := range names {
		lower, upper := s.Of(m, l), s.Of(m, u)
		var below, above, width, score float64
		for _, i := range jobs {
			switch wait := s.Wait[i]; {
			case wait < lower[i]:
				below++
			case wait > upper[i]:
				above++
			}
			width += upper[i] - lower[i]
			score += backtest.Interval(s.Wait[i], lower[i], upper[i], l.Quantile, u.Quantile)
		}
		n, target := float64(len(jobs)), math.Round((u.Quantile-l.Quantile)*1e12)/1e12 // 0.9 for 0.95 and 0.05
		inside := Number((n-below-above)/n, "%.3f")
		inside.Star = inside.HasValue && inside.Value < target-rounding
		rows = append(rows, []Cell{
			Text(s.Trace), Text(s.Queue), Text(m), Count(len(jobs)), Count(s.Scored), Text(l.String()), Text(u.String()),
			Number(target, "%.3g"), inside, Number(below/n, "%.3f"), Number(above/n, "%.3f"), secondsCell(width / n), secondsCell(score / n),
		})
	}
	j.Intervals.Rows = append(j.Intervals.Rows, markLowest(rows)...)
}

func (j *CommonJobs) addWeighted(s *SeriesBounds, levels []methods.Level) {
	var rows [][]Cell
	names, jobs := s.common(levels...)
	for _, m := range names {
		var quantiles, losses []float64
		for _, l := range levels {
			sum, bounds := 0.0, s.Of(m, l)
			for _, i := range jobs {
				sum += backtest.Pinball(s.Wait[i]-bounds[i], l.Quantile)
			}
			quantiles, losses = append(quantiles, l.Quantile), append(losses, sum/float64(len(jobs)))
		}
		rows = append(rows, []Cell{
			Text(s.Trace), Text(s.Queue), Text(m), Count(len(jobs)), Count(s.Scored), secondsCell(backtest.Weighted(quantiles, losses)),
		})
	}
	j.Weighted.Rows = append(j.Weighted.Rows, markLowest(rows)...)
}

// markLowest makes the lowest values of the last column bold.
func markLowest(rows [][]Cell) [][]Cell {
	lowest := math.Inf(1)
	for _, row := range rows {
		if c := row[len(row)-1]; c.HasValue {
			lowest = min(lowest, c.Value)
		}
	}
	for _, row := range rows {
		c := &row[len(row)-1]
		c.Bold = c.HasValue && c.Value == lowest
	}
	return rows
}

// Decide decides the verdicts on the series.
func (s *SeriesBounds) Decide(verdicts []Verdict) {
	for i := range verdicts {
		if v := &verdicts[i]; v.Trace == s.Trace && v.Queue == s.Queue && v.Range == s.Range {
			v.Decide(s.Wait, func(method string) []float64 { return s.Of(method, v.Level) })
		}
	}
}
