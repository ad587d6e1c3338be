package render

import (
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/report/board"
	"waitbench/report/verdict"
)

// eachSeries reads predictions and passes the scored jobs of one series after
// another to use, with the bounds of all methods and levels that the filters
// select. One series is in memory at a time. Each block goes to add first,
// which may be nil.
func (d *Dir) eachSeries(r *arrowio.PredictionReader, add func(*arrowio.Block),
	use func(*verdict.SeriesBounds) error, filters ...arrowio.Filter) error {
	methodNames := verdict.MethodsIn(d.Scores)
	var s *verdict.SeriesBounds
	jobsFrom := -1 // index of the bounds that came first, with which the jobs are read
	finish := func() error {
		if s == nil {
			return nil
		}
		for _, b := range s.Bounds {
			if b != nil && len(b) != len(s.Wait) {
				return fmt.Errorf("%s: methods and quantiles have different numbers of bounds "+
					"for queue %q and range %q of %s", d.Path, s.Queue, s.Range, s.Log)
			}
		}
		return use(s)
	}
	err := r.Series(func(b *arrowio.Block) error {
		if slices.Contains(d.twins, b.Method) {
			return nil
		}
		if add != nil {
			add(b)
		}
		if s == nil || b.Queue != s.Queue || b.Range != s.Range {
			if err := finish(); err != nil {
				return err
			}
			s = &verdict.SeriesBounds{
				Log: b.Log, Queue: b.Queue, Range: b.Range, Clock: d.Run.Log.Clock(),
				Methods: methodNames, Levels: d.Levels,
				Bounds: make([][]float64, len(methodNames)*len(d.Levels)),
			}
			jobsFrom = -1
		}
		m := slices.Index(s.Methods, b.Method)
		l := slices.IndexFunc(s.Levels, func(l methods.Level) bool { return l.String() == b.Level })
		if m < 0 || l < 0 {
			return fmt.Errorf("%s: the run has no method %s with quantile %s",
				d.Predictions(), b.Method, b.Level)
		}
		firstScored := slices.Index(b.Scored, true)
		if firstScored < 0 {
			firstScored = len(b.Scored)
		}
		index := m*len(s.Levels) + l
		if jobsFrom < 0 {
			jobsFrom = index
		}
		if jobsFrom == index {
			s.Submit = append(s.Submit, b.Submit[firstScored:]...)
			s.Wait = append(s.Wait, b.Wait[firstScored:]...)
			s.Jobs, s.Scored = s.Jobs+len(b.JobID), s.Scored+len(b.JobID)-firstScored
		}
		if s.Bounds[index] == nil {
			s.Bounds[index] = make([]float64, 0, len(s.Wait))
		}
		s.Bounds[index] = append(s.Bounds[index], b.Bound[firstScored:]...)
		return nil
	}, filters...)
	if err != nil {
		return err
	}
	return finish()
}

// readSeries is eachSeries for the predictions of the run directory.
func (d *Dir) readSeries(use func(*verdict.SeriesBounds) error, filters ...arrowio.Filter) error {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return err
	}
	defer r.Close()
	return d.eachSeries(r, nil, use, filters...)
}

// splitHalves judges the methods on all jobs of each queue at a level, and on
// the jobs before and after the median job of the log.
func (d *Dir) splitHalves(l methods.Level) ([]verdict.Verdict, []verdict.SplitHalf, error) {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	every := arrowio.Filter{Level: l.String()}
	all := arrowio.Filter{Range: replay.AllRanges, Level: l.String()}
	one := all // method, which shows all jobs
	one.Method = verdict.MethodsIn(d.Scores)[0]
	var submits []float64
	err = fill(r, []filler{{one, func(b *arrowio.Block) { submits = append(submits, b.Submit...) }}})
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(submits)
	halves := verdict.Halves{Level: l, Clock: d.Run.Log.Clock(), Cut: submits[len(submits)/2]}
	verdicts := verdict.AllSizes(verdict.Judge(d.Scores, d.Run.Settings.MinJobs), l)
	bySeries := verdict.BySeries(verdicts)
	var list []verdict.SplitHalf
	err = d.eachSeries(r, nil, func(s *verdict.SeriesBounds) error {
		halves.Add(s)
		return nil
	}, every)
	if err == nil {
		err = d.eachSeries(r, nil, func(s *verdict.SeriesBounds) error {
			s.Compare(bySeries)
			if of, ok := halves.Compare(s); ok {
				list = append(list, of)
			}
			return nil
		}, all)
	}
	verdict.Choose(verdicts)
	halves.Choose()
	return verdicts, list, err
}

// Rank returns a row for each queue of the run that is judged, each level and
// each of the methods.
func (d *Dir) Rank(methodNames []string) (rows []board.Row, err error) {
	scores := verdict.ByName(d.Scores)
	err = d.readSeries(func(s *verdict.SeriesBounds) error {
		if s.Jobs < d.Run.Settings.MinJobs {
			return nil
		}
		for _, level := range d.Levels {
			for _, m := range methodNames {
				of := func(m string) *replay.Score {
					return scores[[...]string{s.Log, s.Queue, s.Range, level.String(), m}]
				}
				rows = append(rows, board.NewRow(s, level, m, of(m), of(verdict.Reference)))
			}
		}
		return nil
	}, arrowio.Filter{Range: replay.AllRanges})
	return rows, err
}

// Best lists the methods with bounds in some runs, the ones recommended on most
// queues first, then bmbp.
func Best(runs ...*Dir) ([]string, error) {
	var verdicts []verdict.Verdict
	var scores []replay.Score
	for _, d := range runs {
		d = d.distinct()
		decided := verdict.Judge(d.Scores, d.Run.Settings.MinJobs)
		bySeries := verdict.BySeries(decided)
		err := d.readSeries(func(s *verdict.SeriesBounds) error {
			s.Compare(bySeries)
			return nil
		})
		if err != nil {
			return nil, err
		}
		verdict.Choose(decided)
		verdicts = append(verdicts, verdict.AllSizes(decided, d.Levels[0])...)
		scores = append(scores, d.Scores...)
	}
	return verdict.Ranked(verdicts, verdict.MethodsIn(verdict.WithBounds(scores))), nil
}

// PairQuery selects two methods to compare, and the series.
type PairQuery struct {
	Selection // no queues for all of them
	backtest.Bootstrap
}

// Pairs compares two methods on every series of some runs that a query selects,
// by the losses on the jobs that both methods bound. Series without such a job
// are included. A queue that no run has is an error.
func Pairs(runs []*Dir, q PairQuery) (pairs []verdict.Pair, err error) {
	if err := known(runs, q.Queues); err != nil {
		return nil, err
	}
	for _, d := range runs {
		s, levels, err := d.find(q.Selection)
		if err != nil {
			return nil, err
		}
		err = d.readSeries(func(b *verdict.SeriesBounds) error {
			// A method may be left out of the log.
			missing := func(m string) bool { return !slices.Contains(b.Methods, m) }
			if b.Scored == 0 || slices.ContainsFunc(s.Methods, missing) {
				return nil
			}
			for _, level := range levels {
				pairs = append(pairs, verdict.NewPair(b, level, [2]string(s.Methods), q.Bootstrap))
			}
			return nil
		}, s.filters()...)
		if err != nil {
			return nil, err
		}
	}
	return pairs, nil
}
