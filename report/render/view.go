package render

import (
	"slices"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/rundir"
	"waitbench/report"
	"waitbench/report/figure"
)

// view is what the figures of a trace show.
type view struct {
	trace       *rundir.TraceRecord
	clock       replay.Clock
	methods     []string // of the trace
	bounding    []string // methods that figures of bounds show
	others      []string // methods with bounds that they do not show
	forecasting []string // methods with forecasts
	coverage    *figure.Coverage
	wait        []float64            // of the scored jobs of all queues, for forecasts
	points      map[string][]float64 // forecasts of them by method, NaN for none
	heads       []replay.Heads       // of all traces
}

func (d *Dir) newView(t *rundir.TraceRecord) *view {
	scores := d.scoresOf(t.Name)
	v := &view{trace: t, clock: t.Clock(), methods: report.MethodsIn(scores), points: map[string][]float64{}}
	main := slices.DeleteFunc(scores, func(s replay.Score) bool { return s.Level() != d.Levels[0] })
	v.bounding, v.others = chosen(report.MethodsIn(report.WithBounds(main)))
	v.forecasting = report.Forecasting(main)
	v.coverage = d.coverageFigure(v)
	return v
}

// scoresOf lists the scores of a trace.
func (d *Dir) scoresOf(trace string) []replay.Score {
	return slices.DeleteFunc(slices.Clone(d.Scores), func(s replay.Score) bool { return s.Trace != trace })
}

// look reads the bounds and forecasts of all methods on a trace side by side, for its verdicts, for
// what the methods achieved on the same jobs, and for figures. Of ranges of processors it keeps the
// bounds that verdicts want.
func (d *Dir) look(r *arrowio.PredictionReader, t *rundir.TraceRecord, joint *report.Joint, verdicts []report.Verdict) (*view, error) {
	v, shown := d.newView(t), busiestQueues(t)
	keep := func(b *arrowio.Block) bool { return b.Range == replay.AllRanges || wanted(verdicts, b) }
	err := d.together(r, arrowio.Filter{Trace: t.Name}, keep, func(s *together) error {
		s.decide(verdicts)
		if s.Range != replay.AllRanges {
			return nil
		}
		if !d.isBatch() && len(v.forecasting) > 0 {
			v.wait = append(v.wait, s.Wait...)
			for _, name := range v.forecasting {
				v.points[name] = append(v.points[name], s.points[name]...)
			}
		}
		if s.Jobs < d.Run.Settings.MinJobs {
			return nil
		}
		joint.Add(&s.SeriesBounds)
		if !d.isBatch() && slices.Contains(shown, s.Queue) {
			s.addPanel(v.coverage, v.clock)
		}
		return nil
	})
	return v, err
}

// wanted reports whether one of the verdicts needs the bounds of a block.
func wanted(verdicts []report.Verdict, b *arrowio.Block) bool {
	return slices.ContainsFunc(verdicts, func(v report.Verdict) bool {
		return v.Trace == b.Trace && v.Queue == b.Queue && v.Range == b.Range && v.Level.String() == b.Level && v.Wants(b.Method)
	})
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
