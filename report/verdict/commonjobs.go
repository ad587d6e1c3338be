package verdict

import (
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// SeriesBounds holds the scored jobs of a series with the bounds of all methods
// and levels.
type SeriesBounds struct {
	Log, Queue, Range string
	Clock             replay.Clock // of the log
	Jobs, Scored      int
	Submit, Wait      []float64 // of the scored jobs, seconds of the log and seconds
	Methods           []string  // of the log
	Levels            []methods.Level
	Bounds            [][]float64 // by method, then level; NaN for none
}

// ByMethod returns the bounds of a method at a level.
func (s *SeriesBounds) ByMethod(method string, l methods.Level) []float64 {
	return s.Bounds[slices.Index(s.Methods, method)*len(s.Levels)+slices.Index(s.Levels, l)]
}

// Compare decides the verdicts on the series, among those of all series.
func (s *SeriesBounds) Compare(verdicts map[[3]string][]*Verdict) {
	for _, v := range verdicts[[...]string{s.Log, s.Queue, s.Range}] {
		v.Compare(s.Wait, func(method string) []float64 { return s.ByMethod(method, v.Level) })
	}
}

// common returns the methods that bound any job at one of the levels, and the
// jobs that all of these methods bound at all of them. So a method gains
// nothing by bounding only short waits.
func (s *SeriesBounds) common(levels ...methods.Level) (bounding []string, jobs []int) {
	var lists [][]float64
	for _, m := range s.Methods {
		var of [][]float64
		for _, l := range levels {
			of = append(of, s.ByMethod(m, l))
		}
		if slices.ContainsFunc(slices.Concat(of...), table.Known) {
			bounding, lists = append(bounding, m), append(lists, of...)
		}
	}
	for i := range s.Wait {
		if !slices.ContainsFunc(lists, func(b []float64) bool { return math.IsNaN(b[i]) }) {
			jobs = append(jobs, i)
		}
	}
	return bounding, jobs
}

// CommonJobs holds the tables of several levels together, on the jobs of a
// queue that all methods bound at these levels: intervals where the run has
// both lower and upper levels, and weighted-pinball where it has several. The
// lowest mean loss of a queue is bold.
type CommonJobs struct{ Intervals, Weighted *table.Table }

// NewCommonJobs returns tables without rows.
func NewCommonJobs(record *run.Record) *CommonJobs {
	var levelNames []string
	levels, _ := record.Settings.Levels()
	slices.SortStableFunc(levels, ByQuantile)
	for _, l := range levels {
		levelNames = append(levelNames, l.String())
	}
	newTable := func(id string, columns ...string) *table.Table {
		t := table.New(id, strings.Join(levelNames, ", "))
		t.Columns = table.Columns(append([]string{"log", "queue", "method", "#jobs", "#scored"},
			columns...)...)
		return t
	}
	return &CommonJobs{
		newTable("intervals", "lower", "upper", "#target", "#inside", "#below", "#above",
			"#mean_width_s=mean width|s",
			"*interval_score_s=interval score|s"),
		newTable("weighted-pinball", "*weighted_pinball_s=weighted sum|s"),
	}
}

// Add adds the rows of a series.
func (c *CommonJobs) Add(s *SeriesBounds) {
	levels := slices.SortedFunc(slices.Values(s.Levels), ByQuantile)
	for _, l := range levels {
		for _, u := range levels {
			if l.Side == methods.Lower && u.Side == methods.Upper && l.Quantile < u.Quantile {
				addCommon(c.Intervals, s, []methods.Level{l, u},
					func(method string, jobs []int) []any {
						return interval(s, method, jobs, l, u)
					})
			}
		}
	}
	if len(levels) > 1 {
		addCommon(c.Weighted, s, levels, func(method string, jobs []int) []any {
			var quantiles, means []float64
			for _, l := range levels {
				var losses []float64
				for _, i := range jobs {
					losses = append(losses, backtest.Pinball(s.Wait[i]-s.ByMethod(method, l)[i],
						l.Quantile))
				}
				quantiles, means = append(quantiles, l.Quantile), append(means, backtest.Mean(losses))
			}
			return []any{table.Seconds(backtest.Weighted(quantiles, means))}
		})
	}
}

// addCommon adds a row for each method to a table, with its cells on the common
// jobs, and makes the lowest values of the last column bold.
func addCommon(t *table.Table, s *SeriesBounds, levels []methods.Level,
	cells func(method string, jobs []int) []any) {
	names, jobs := s.common(levels...)
	from := len(t.Rows)
	for _, m := range names {
		t.Add(append([]any{s.Log, s.Queue, m, len(jobs), s.Scored}, cells(m, jobs)...)...)
	}
	t.Embolden(from, t.Columns[len(t.Columns)-1].Key, -1)
}

// interval returns the cells on the interval between a lower and an upper
// level.
func interval(s *SeriesBounds, method string, jobs []int, l, u methods.Level) []any {
	lower, upper := s.ByMethod(method, l), s.ByMethod(method, u)
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
	return []any{l, u, table.Number(target, "%.3g"), table.Number((n-below-above)/n, "%.3f"),
		table.Number(below/n, "%.3f"), table.Number(above/n, "%.3f"), table.Seconds(width / n), table.Seconds(score / n)}
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
	bounds := [][]float64{s.ByMethod(names[0], l), s.ByMethod(names[1], l)}
	losses := Losses(s.Wait, bounds, l.Quantile)
	return Pair{Log: s.Log, Queue: s.Queue, Range: s.Range, Level: l, Scored: s.Scored,
		Losses:     [2]float64{backtest.Mean(losses[0]), backtest.Mean(losses[1])},
		Difference: compareLosses(losses, b, 1)[0]}
}

// PairTable returns the table of pairs of two methods.
func PairTable(record *run.Record, one, other string,
	b backtest.Bootstrap, pairs []Pair) *table.Table {
	t := table.New("compare", map[string]any{
		"First": one, "Second": other,
		"Confidence": b.Confidence, "Resamples": b.Resamples, "Seed": b.Seed})
	t.ID += "-" + one + "-" + other
	t.Columns = table.Columns("log", "queue", "procs_range=processors", "quantile", "#jobs",
		"#scored", "#first|s", "#second|s", "#difference_s=difference|s", "#difference_lo_s=from|s",
		"#difference_hi_s=to|s", "#block", "lower loss")
	t.Columns[6].Heading, t.Columns[7].Heading = one, other
	for _, p := range pairs {
		d, lower := p.Difference, ""
		switch {
		case d.High < 0:
			lower = one
		case d.Low > 0:
			lower = other
		}
		t.Add(p.Log, p.Queue, p.Range, p.Level, d.Values, p.Scored,
			table.Number(p.Losses[0], "%.1f"), table.Number(p.Losses[1], "%.1f"),
			table.Signed(d.Mean, "%.1f"), table.Signed(d.Low, "%.1f"), table.Signed(d.High, "%.1f"),
			d.Block, lower)
	}
	t.Notes = append(t.Notes, record.OutsideNotes(t.Shows)...)
	return t
}
