package render

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/report"
)

// together is the jobs of a series with the bounds of all methods and levels side by side.
type together struct {
	replay.Score             // trace, queue, range, jobs, scored and settings of the series
	submit, wait []float64   // of the scored jobs
	bounds       [][]float64 // by method and level, levels of a method side by side; of the scored jobs
	points       [][]float64 // forecasts by method, of the scored jobs, NaN for none; nil for methods whose forecasts are not shown
	levels       []methods.Level
	names        []string // of the methods of the trace
	first        int      // place of the bounds that came first, with which waits are read; -1 before
	forecasting  []string // of those whose forecasts are shown
}

// at gives the bounds of method m at level l, as places in names and levels.
func (s *together) at(m, l int) []float64 { return s.bounds[m*len(s.levels)+l] }

// together hands the series that the filter lets through to use, one at a time, with what keep
// wants of their bounds; series of which it wants nothing are left out. It keeps one of them in
// memory.
func (d *Dir) together(r *arrowio.PredictionReader, f arrowio.Filter, keep func(*arrowio.Block) bool, use func(*together) error) error {
	var s *together
	finish := func() error {
		if s == nil {
			return nil
		}
		for _, b := range s.bounds {
			if b != nil && len(b) != len(s.wait) {
				return fmt.Errorf("%s: queue %q and range %q of %s have not as many bounds for every method and quantile", d.Path,
					s.Queue, s.Range, s.Trace)
			}
		}
		return use(s)
	}
	err := r.Series(f, func(b *arrowio.Block) error {
		if !keep(b) {
			return nil
		}
		if s == nil || b.Trace != s.Trace || b.Queue != s.Queue || b.Range != s.Range {
			if err := finish(); err != nil {
				return err
			}
			s = d.newTogether(b)
		}
		return d.add(s, b)
	})
	if err != nil {
		return err
	}
	return finish()
}

func (d *Dir) newTogether(b *arrowio.Block) *together {
	settings, scores := &d.Run.Settings, d.scoresOf(b.Trace)
	names := methodsIn(scores)
	score := replay.NewScore()
	score.Trace, score.Queue, score.Range = b.Trace, b.Queue, b.Range
	score.Confidence, score.Epoch, score.Train = settings.Confidence, settings.Epoch, settings.Train
	return &together{
		Score: score, first: -1,
		bounds: make([][]float64, len(names)*len(d.Levels)),
		points: make([][]float64, len(names)), levels: d.Levels, names: names,
		forecasting: report.Forecasting(scores),
	}
}

// add takes up the scored jobs of a block.
func (d *Dir) add(s *together, b *arrowio.Block) error {
	m := slices.Index(s.names, b.Method)
	l := slices.IndexFunc(s.levels, func(l methods.Level) bool { return l.String() == b.Level })
	if m < 0 || l < 0 {
		return fmt.Errorf("%s: %s at quantile %s is not of this run", d.Predictions(), b.Method, b.Level)
	}
	first := slices.Index(b.Scored, true)
	if first < 0 {
		first = len(b.Scored)
	}
	at := m*len(s.levels) + l
	if s.first < 0 {
		s.first = at
	}
	if s.first == at {
		s.submit = append(s.submit, b.Submit[first:]...)
		s.wait = append(s.wait, b.Wait[first:]...)
		s.Jobs += len(b.JobID)
		s.Scored += len(b.JobID) - first
	}
	s.bounds[at] = append(s.bounds[at], b.Bound[first:]...)
	if l == 0 && slices.Contains(s.forecasting, b.Method) {
		s.points[m] = append(s.points[m], b.Forecast[first:]...)
	}
	return nil
}

// decide chooses in the verdicts of the series.
func (s *together) decide(verdicts []report.Verdict) {
	for i := range verdicts {
		if v := &verdicts[i]; v.Trace == s.Trace && v.Queue == s.Queue && v.Range == s.Range {
			l := slices.Index(s.levels, v.Level)
			v.Decide(s.wait, func(method string) []float64 { return s.at(slices.Index(s.names, method), l) })
		}
	}
}

// compared lists the methods that have a bound for any job, at one of the levels.
func (s *together) compared(levels ...int) []int {
	var found []int
	for m := range s.names {
		if slices.ContainsFunc(levels, func(l int) bool {
			return slices.ContainsFunc(s.at(m, l), func(b float64) bool { return !math.IsNaN(b) })
		}) {
			found = append(found, m)
		}
	}
	return found
}

// common lists the jobs that all of the methods have bounds for, at all of the levels.
func (s *together) common(compared []int, levels ...int) []int {
	var jobs []int
	for i := range s.wait {
		all := true
		for _, m := range compared {
			for _, l := range levels {
				all = all && !math.IsNaN(s.at(m, l)[i])
			}
		}
		if all {
			jobs = append(jobs, i)
		}
	}
	return jobs
}

// joint adds what the methods achieved at several levels on the jobs that they all have bounds for.
func (s *together) joint(to *report.Joint) {
	order := byQuantile(s.levels)
	for _, l := range order {
		for _, k := range order {
			if s.levels[l].Side == methods.Lower && s.levels[k].Side == methods.Upper && s.levels[l].Quantile < s.levels[k].Quantile {
				s.addIntervals(to, l, k)
			}
		}
	}
	if len(order) > 1 {
		s.addWeighted(to, order)
	}
}

// byQuantile lists the places of levels in the order of tables.
func byQuantile(levels []methods.Level) []int {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return report.ByQuantile(levels[a], levels[b]) })
	return order
}

func (s *together) addIntervals(to *report.Joint, l, k int) {
	compared := s.compared(l, k)
	jobs := s.common(compared, l, k)
	for _, m := range compared {
		v := report.Interval{
			Trace: s.Trace, Queue: s.Queue, Method: s.names[m], Lower: s.levels[l], Upper: s.levels[k], Jobs: len(jobs), Scored: s.Scored,
		}
		for _, i := range jobs {
			wait, lower, upper := s.wait[i], s.at(m, l)[i], s.at(m, k)[i]
			switch {
			case wait < lower:
				v.Below++
			case wait > upper:
				v.Above++
			default:
				v.Inside++
			}
			v.Width += upper - lower
			v.Score += backtest.Interval(wait, lower, upper, v.Lower.Quantile, v.Upper.Quantile)
		}
		for _, x := range []*float64{&v.Inside, &v.Below, &v.Above, &v.Width, &v.Score} {
			*x /= float64(len(jobs))
		}
		to.Intervals = append(to.Intervals, v)
	}
}

func (s *together) addWeighted(to *report.Joint, order []int) {
	compared := s.compared(order...)
	jobs := s.common(compared, order...)
	for _, m := range compared {
		var quantiles, losses []float64
		for _, l := range order {
			quantiles = append(quantiles, s.levels[l].Quantile)
			losses = append(losses, mean(s.losses(m, l, jobs)))
		}
		to.Weighted = append(to.Weighted, report.WeightedLoss{
			Trace: s.Trace, Queue: s.Queue, Method: s.names[m], Jobs: len(jobs), Scored: s.Scored, Loss: backtest.Weighted(quantiles, losses),
		})
	}
}

// losses gives the pinball losses of jobs, in seconds.
func (s *together) losses(m, l int, jobs []int) []float64 {
	losses := make([]float64, len(jobs))
	for k, i := range jobs {
		losses[k] = backtest.Pinball(s.wait[i]-s.at(m, l)[i], s.levels[l].Quantile)
	}
	return losses
}

// mean is NaN for none.
func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
