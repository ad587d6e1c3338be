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

// everything selects all predictions.
func everything(arrowio.Filter) bool { return true }

// eachSeries reads predictions and passes the scored jobs of one series after
// another to use, with the bounds of all methods and levels that f and wants
// select. One series is in memory at a time. Each block goes to add first,
// which may be nil.
func (d *Dir) eachSeries(r *arrowio.PredictionReader, f arrowio.Filter,
	wants func(arrowio.Filter) bool,
	add func(*arrowio.Block), use func(*verdict.SeriesBounds) error) error {
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
					"for queue %q and range %q of %s",
					d.Path, s.Queue, s.Range, s.Log)
			}
		}
		return use(s)
	}
	isShown := func(of arrowio.Filter) bool {
		return !slices.Contains(d.twins, of.Method) && wants(of)
	}
	err := r.Select(f, isShown, func(b *arrowio.Block) error {
		if add != nil {
			add(b)
		}
		if s == nil || b.Queue != s.Queue || b.Range != s.Range {
			if err := finish(); err != nil {
				return err
			}
			s = &verdict.SeriesBounds{
				Log: b.Log, Queue: b.Queue, Range: b.Range,
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
	})
	if err != nil {
		return err
	}
	return finish()
}

// readSeries is eachSeries for the predictions of the run directory.
func (d *Dir) readSeries(f arrowio.Filter, wants func(arrowio.Filter) bool,
	use func(*verdict.SeriesBounds) error) error {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return err
	}
	defer r.Close()
	return d.eachSeries(r, f, wants, nil, use)
}

// decided judges the methods on every series at every level.
func (d *Dir) decided() ([]verdict.Verdict, error) {
	verdicts := verdict.Judge(d.Scores, d.Run.Settings.MinJobs)
	bySeries := verdict.BySeries(verdicts)
	return verdicts, d.readSeries(arrowio.Filter{}, everything, func(s *verdict.SeriesBounds) error {
		s.Compare(bySeries)
		return nil
	})
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
	err = r.Series(one, func(b *arrowio.Block) error {
		submits = append(submits, b.Submit...)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(submits)
	halves := verdict.Halves{Level: l, Clock: d.Run.Log.Clock(), Cut: submits[len(submits)/2]}
	verdicts := verdict.AllSizes(verdict.Judge(d.Scores, d.Run.Settings.MinJobs), l)
	bySeries := verdict.BySeries(verdicts)
	var list []verdict.SplitHalf
	err = d.eachSeries(r, every, everything, nil, func(s *verdict.SeriesBounds) error {
		halves.Add(s)
		return nil
	})
	if err == nil {
		err = d.eachSeries(r, all, everything, nil, func(s *verdict.SeriesBounds) error {
			s.Compare(bySeries)
			if of, ok := halves.Compare(s); ok {
				list = append(list, of)
			}
			return nil
		})
	}
	return verdicts, list, err
}

// Rank returns a row for each queue of the run that is judged, each level and
// each of the methods.
func (d *Dir) Rank(methodNames []string) (rows []board.Row, err error) {
	ofAll, scores := arrowio.Filter{Range: replay.AllRanges}, verdict.ByName(d.Scores)
	err = d.readSeries(ofAll, everything, func(s *verdict.SeriesBounds) error {
		if s.Jobs < d.Run.Settings.MinJobs {
			return nil
		}
		for _, level := range d.Levels {
			for _, m := range methodNames {
				score := scores[[...]string{s.Log, s.Queue, s.Range, level.String(), m}]
				rows = append(rows, board.NewRow(s, level, m, score))
			}
		}
		return nil
	})
	return rows, err
}

// Best lists the methods with bounds in some runs, the ones recommended on most
// queues first, then bmbp.
func Best(runs ...*Dir) ([]string, error) {
	var verdicts []verdict.Verdict
	var scores []replay.Score
	for _, d := range runs {
		d = d.distinct()
		decided, err := d.decided()
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, verdict.AllSizes(decided, d.Levels[0])...)
		scores = append(scores, d.Scores...)
	}
	return verdict.Ranked(verdicts, verdict.MethodsIn(verdict.WithBounds(scores))), nil
}

// PairQuery selects two methods to compare, and the series. Empty lists select
// all of the run.
type PairQuery struct {
	Methods [2]string
	Queues  []string        // as LogRecord.FindQueue takes them
	Ranges  []string        // of processors, or replay.AllRanges; empty for that alone
	Levels  []methods.Level // empty for the main level
	backtest.Bootstrap
}

// Pairs compares two methods on every series of some runs that a query selects,
// by the losses on the jobs that both methods bound. Series without such a job
// are included. A queue that no run has is an error.
func Pairs(runs []*Dir, q PairQuery) (pairs []verdict.Pair, err error) {
	var held, found []string
	for _, d := range runs {
		held = append(held, d.Run.Log.QueueNames()...)
		for _, text := range q.Queues {
			if _, ok := d.Run.Log.FindQueue(text); ok {
				found = append(found, text)
			}
		}
		compared, err := d.pairs(q)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, compared...)
	}
	for _, text := range q.Queues {
		if !slices.Contains(found, text) {
			return nil, methods.Unknown("queue", text, held)
		}
	}
	return pairs, nil
}

func (d *Dir) pairs(q PairQuery) (pairs []verdict.Pair, err error) {
	for _, m := range q.Methods {
		if _, err := d.Method(m); err != nil {
			return nil, err
		}
	}
	if len(q.Levels) == 0 {
		q.Levels = d.Levels[:1]
	}
	if len(q.Ranges) == 0 {
		q.Ranges = []string{replay.AllRanges}
	}
	if err := d.known("range", q.Ranges, append([]string{replay.AllRanges},
		d.ranges()...)); err != nil {
		return nil, err
	}
	var queues []string
	for _, text := range q.Queues {
		queue, _ := d.Run.Log.FindQueue(text)
		queues = append(queues, queue)
	}
	wants := func(b arrowio.Filter) bool {
		return slices.Contains(q.Methods[:], b.Method) && slices.Contains(q.Ranges, b.Range) &&
			(len(q.Queues) == 0 || slices.Contains(queues, b.Queue))
	}
	err = d.readSeries(arrowio.Filter{}, wants, func(s *verdict.SeriesBounds) error {
		// A method may be left out of the log.
		missing := func(m string) bool { return !slices.Contains(s.Methods, m) }
		if s.Scored == 0 || slices.ContainsFunc(q.Methods[:], missing) {
			return nil
		}
		for _, level := range q.Levels {
			pairs = append(pairs, verdict.NewPair(s, level, q.Methods, q.Bootstrap))
		}
		return nil
	})
	return pairs, err
}

// known returns an error for the first name of a kind that the run does not
// hold.
func (d *Dir) known(kind string, names, held []string) error {
	if err := methods.CheckNames(kind, held, names...); err != nil {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	return nil
}
