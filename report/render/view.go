package render

import (
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report"
)

// view is what the figures of a trace show.
type view struct {
	trace       *run.TraceRecord
	clock       replay.Clock
	bounding    []string         // methods that figures of bounds show
	others      []string         // methods with bounds that they do not show
	forecasting []string         // methods with forecasts
	heads       []replay.Heads   // of all traces
	verdicts    []report.Verdict // of the trace at the main level
}

// newView chooses among the methods of the run, as ranked.
func (d *Dir) newView(t *run.TraceRecord, ranked []string, verdicts []report.Verdict, heads []replay.Heads) *view {
	main := slices.DeleteFunc(d.scoresOf(t.Name), func(s replay.Score) bool { return s.Level() != d.Levels[0] })
	v := &view{trace: t, clock: t.Clock(), forecasting: report.Forecasting(main), heads: heads}
	v.verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(o report.Verdict) bool { return o.Trace != t.Name })
	bounding := report.MethodsIn(report.WithBounds(main))
	v.bounding, v.others = chosen(slices.DeleteFunc(slices.Clone(ranked), func(m string) bool { return !slices.Contains(bounding, m) }))
	return v
}

// judged lists the queues and the ranges, of some, of which there are verdicts.
func (v *view) judged(among ...string) (queues, ranges []string) {
	for _, o := range v.verdicts {
		if slices.Contains(among, o.Range) && !slices.Contains(queues, o.Queue) {
			queues = append(queues, o.Queue)
		}
		ranges = append(ranges, o.Range)
	}
	return queues, slices.DeleteFunc(slices.Clone(among), func(r string) bool { return !slices.Contains(ranges, r) })
}

// value is a number of the score of a method on a series; NaN without a verdict on that.
func (v *view) value(queue, procs, method string, of func(*replay.Score) float64) float64 {
	for _, o := range v.verdicts {
		for _, j := range o.Methods {
			if o.Queue == queue && o.Range == procs && j.Method == method {
				return of(j.Score)
			}
		}
	}
	return math.NaN()
}

// ranked lists the methods of the run that give bounds, as figures show them: in the order of the
// verdicts on all jobs of each queue at the main level.
func (d *Dir) ranked(verdicts []report.Verdict) []string {
	return report.Ranked(report.AllSizes(verdicts, d.Levels[0]), report.MethodsIn(report.WithBounds(d.Scores)))
}

// scoresOf lists the scores of a trace, or of all if it is empty.
func (d *Dir) scoresOf(trace string) (scores []replay.Score) {
	for i := range d.Scores { // a copy of all would take a batch long
		if s := &d.Scores[i]; trace == "" || s.Trace == trace {
			scores = append(scores, *s)
		}
	}
	return scores
}

// look reads the bounds of all methods on a trace side by side, for its verdicts and for what the
// methods achieved on the same jobs. Of ranges of processors it keeps the bounds that verdicts want.
func (d *Dir) look(r *arrowio.PredictionReader, t *run.TraceRecord, joint *report.CommonJobs, verdicts []report.Verdict) error {
	keep := func(b *arrowio.Block) bool {
		return b.Range == replay.AllRanges || wanted(verdicts, b)
	}
	const short = 1 << 18 // so that several side by side take little memory
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	defer group.Wait()
	return d.together(r, arrowio.Filter{Trace: t.Name}, keep, func(s *together) error {
		if s.Jobs > short {
			s.decide(verdicts)
		} else {
			group.Go(func() error {
				s.decide(verdicts)
				return nil
			})
		}
		if s.Range == replay.AllRanges && s.Jobs >= d.Run.Settings.MinJobs {
			joint.Add(&s.SeriesBounds)
		}
		return nil
	})
}

// wanted reports whether one of the verdicts needs the bounds of a block.
func wanted(verdicts []report.Verdict, b *arrowio.Block) bool {
	for i := range verdicts {
		if v := &verdicts[i]; v.Trace == b.Trace && v.Queue == b.Queue && v.Range == b.Range && v.Level.String() == b.Level && v.Wants(b.Method) {
			return true
		}
	}
	return false
}

// Verdicts judges the methods on all jobs of each queue, at every level of the run.
func (d *Dir) Verdicts() ([]report.Verdict, error) {
	return d.decided(slices.DeleteFunc(report.Judge(d.Scores, d.Run.Settings.MinJobs), func(v report.Verdict) bool {
		return v.Range != replay.AllRanges
	}))
}

// decided reads the bounds that verdicts want, and decides.
func (d *Dir) decided(verdicts []report.Verdict) ([]report.Verdict, error) {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	keep := func(b *arrowio.Block) bool { return wanted(verdicts, b) }
	err = d.together(r, arrowio.Filter{}, keep, func(s *together) error {
		s.decide(verdicts)
		return nil
	})
	return verdicts, err
}

// Rank adds the queues of the run that are judged to a ranking, at the run's main level.
func (d *Dir) Rank(to *report.Ranking) error {
	file, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return err
	}
	defer file.Close()
	level := d.Levels[0]
	keep := func(b *arrowio.Block) bool { return b.Range == replay.AllRanges && b.Level == level.String() }
	return d.together(file, arrowio.Filter{}, keep, func(s *together) error {
		if s.Jobs >= d.Run.Settings.MinJobs {
			to.Add(&s.SeriesBounds, level, func(method string) *replay.Score {
				i := slices.IndexFunc(d.Scores, func(o replay.Score) bool {
					return o.Trace == s.Trace && o.Queue == s.Queue && o.Range == s.Range && o.Method == method && o.Level() == level
				})
				return &d.Scores[i]
			})
		}
		return nil
	})
}
