package report

import (
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// SeriesBounds holds the scored jobs of a series with the bounds of all methods
// and levels.
type SeriesBounds struct {
	Log, Queue, Range string
	Jobs, Scored      int
	Submit, Wait      []float64 // of the scored jobs, seconds of the log and seconds
	Methods           []string  // of the log
	Levels            []methods.Level
	Bounds            [][]float64 // by method, then level; NaN for none
}

// Of returns the bounds of a method at a level.
func (s *SeriesBounds) Of(method string, l methods.Level) []float64 {
	return s.Bounds[slices.Index(s.Methods, method)*len(s.Levels)+slices.Index(s.Levels, l)]
}

// Compare decides the verdicts on the series.
func (s *SeriesBounds) Compare(verdicts []Verdict) {
	for i := range verdicts {
		if v := &verdicts[i]; v.Log == s.Log && v.Queue == s.Queue && v.Range == s.Range {
			v.Compare(s.Wait, func(method string) []float64 { return s.Of(method, v.Level) })
		}
	}
}

// common returns the methods that bound any job at one of the levels, and the
// jobs that all of these methods bound at all of them. So a method gains
// nothing by bounding only short waits.
func (s *SeriesBounds) common(levels ...methods.Level) (names []string, jobs []int) {
	var lists [][]float64
	for _, m := range s.Methods {
		var of [][]float64
		for _, l := range levels {
			of = append(of, s.Of(m, l))
		}
		if slices.ContainsFunc(slices.Concat(of...), known) {
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

// CommonJobs holds the tables of several levels together, on the jobs of a
// queue that all methods bound at these levels: intervals where the run has
// both lower and upper levels, and weighted-pinball where it has several. The
// lowest mean loss of a queue is bold.
type CommonJobs struct{ Intervals, Weighted *Table }

// NewCommonJobs returns tables without rows.
func NewCommonJobs(record *run.Record) *CommonJobs {
	var names []string
	levels, _ := record.Settings.Levels()
	slices.SortStableFunc(levels, byQuantile)
	for _, l := range levels {
		names = append(names, l.String())
	}
	table := func(id string, columns ...string) *Table {
		t := NewTable(id, strings.Join(names, ", "))
		t.Columns = Columns(append([]string{"log", "queue", "method", "#jobs", "#scored"},
			columns...)...)
		return t
	}
	return &CommonJobs{
		table("intervals", "lower", "upper", "#target", "*inside", "#below", "#above",
			"#mean_width_s=mean width|s",
			"*interval_score_s=interval score|s"),
		table("weighted-pinball", "*weighted_pinball_s=weighted sum|s"),
	}
}

// Add adds the rows of a series.
func (c *CommonJobs) Add(s *SeriesBounds) {
	levels := slices.SortedFunc(slices.Values(s.Levels), byQuantile)
	for _, l := range levels {
		for _, u := range levels {
			if l.Side == methods.Lower && u.Side == methods.Upper && l.Quantile < u.Quantile {
				c.Intervals.addCommon(s, []methods.Level{l, u}, func(method string, jobs []int) []any {
					return interval(s, method, jobs, l, u)
				})
			}
		}
	}
	if len(levels) > 1 {
		c.Weighted.addCommon(s, levels, func(method string, jobs []int) []any {
			var quantiles, means []float64
			for _, l := range levels {
				var losses []float64
				for _, i := range jobs {
					losses = append(losses, backtest.Pinball(s.Wait[i]-s.Of(method, l)[i],
						l.Quantile))
				}
				quantiles, means = append(quantiles, l.Quantile), append(means, backtest.Mean(losses))
			}
			return []any{secondsCell(backtest.Weighted(quantiles, means))}
		})
	}
}

// addCommon adds a row for each method, with the cells of the method on the common
// jobs, and makes the lowest values of the last column bold.
func (t *Table) addCommon(s *SeriesBounds, levels []methods.Level,
	cells func(method string, jobs []int) []any) {
	names, jobs := s.common(levels...)
	from := len(t.Rows)
	for _, m := range names {
		t.Add(append([]any{s.Log, s.Queue, m, len(jobs), s.Scored}, cells(m, jobs)...)...)
	}
	t.embolden(from, t.Columns[len(t.Columns)-1].key(), -1)
}

// interval returns the cells on the interval between a lower and an upper
// level.
func interval(s *SeriesBounds, method string, jobs []int, l, u methods.Level) []any {
	lower, upper := s.Of(method, l), s.Of(method, u)
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
	n := float64(len(jobs))
	target := math.Round((u.Quantile-l.Quantile)*1e12) / 1e12 // 0.9 for 0.95 and 0.05
	inside := Number((n-below-above)/n, "%.3f")
	inside.Star = inside.HasValue && inside.Value < target-rounding
	return []any{l, u, Number(target, "%.3g"), inside, Number(below/n, "%.3f"),
		Number(above/n, "%.3f"), secondsCell(width / n), secondsCell(score / n)}
}

// Pair is two methods on the jobs of a series that both bound.
type Pair struct {
	Log, Queue, Range string
	Level             methods.Level
	Scored            int               // in the series
	Losses            [2]float64        // mean pinball losses, seconds; NaN without jobs
	Difference        backtest.Estimate // of the first loss less the second, by job
}

// NewPair compares two methods on a series.
func NewPair(s *SeriesBounds, l methods.Level, names [2]string, b backtest.Bootstrap) Pair {
	losses := losses(s.Wait, [][]float64{s.Of(names[0], l), s.Of(names[1], l)}, l.Quantile)
	return Pair{Log: s.Log, Queue: s.Queue, Range: s.Range, Level: l, Scored: s.Scored,
		Losses:     [2]float64{backtest.Mean(losses[0]), backtest.Mean(losses[1])},
		Difference: compareLosses(losses, b, 1)[0]}
}

// PairTable returns the table of pairs of two methods.
func PairTable(record *run.Record, first, second string,
	b backtest.Bootstrap, pairs []Pair) *Table {
	t := NewTable("compare", map[string]any{
		"First": first, "Second": second,
		"Confidence": b.Confidence, "Resamples": b.Resamples, "Seed": b.Seed})
	t.ID += "-" + first + "-" + second
	t.Columns = Columns("log", "queue", "procs_range=processors", "quantile", "#jobs", "#scored",
		"#first|s", "#second|s", "#difference_s=difference|s", "#difference_lo_s=from|s",
		"#difference_hi_s=to|s", "#block", "lower loss")
	t.Columns[6].Heading, t.Columns[7].Heading = first, second
	for _, p := range pairs {
		d, lower := p.Difference, ""
		switch {
		case d.High < 0:
			lower = first
		case d.Low > 0:
			lower = second
		}
		t.Add(p.Log, p.Queue, p.Range, p.Level, d.Values, p.Scored,
			Number(p.Losses[0], "%.1f"), Number(p.Losses[1], "%.1f"), signed(d.Mean, "%.1f"),
			signed(d.Low, "%.1f"), signed(d.High, "%.1f"), d.Block, lower)
	}
	t.Notes = append(t.Notes, record.OutsideNotes(t.Names)...)
	return t
}
