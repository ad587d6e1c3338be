package render

import (
	"slices"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/rundir"
	"waitbench/report"
	"waitbench/report/figure"
)

// view is what the figures of a trace show that scores do not tell.
type view struct {
	trace       *rundir.TraceRecord
	clock       replay.Clock
	scores      []replay.Score // of the trace
	bounding    []string       // methods that figures of bounds show
	others      []string       // methods with bounds that they do not show
	forecasting []string       // methods with forecasts
	coverage    *figure.Coverage
	forecasts   forecasts
	heads       []replay.Heads // of all traces
}

// forecasts is the scored jobs of a trace with the waits that methods forecast.
type forecasts struct {
	wait   []float64
	points [][]float64 // by forecasting method, NaN for no forecast
}

func (d *Dir) newView(t *rundir.TraceRecord) *view {
	v := &view{trace: t, clock: t.Clock(), scores: d.scoresOf(t.Name)}
	var main []replay.Score
	for _, s := range v.scores {
		if s.Level() == d.Levels[0] {
			main = append(main, s)
		}
	}
	v.bounding, v.others = chosen(methodsIn(report.WithBounds(main)))
	v.forecasting = report.Forecasting(main)
	v.forecasts.points = make([][]float64, len(v.forecasting))
	v.coverage = d.coverageFigure(v)
	return v
}

// methodsIn lists the methods of scores, in their order.
func methodsIn(scores []replay.Score) []string {
	var names []string
	for i := range scores {
		if !slices.Contains(names, scores[i].Method) {
			names = append(names, scores[i].Method)
		}
	}
	return names
}

// scoresOf lists the scores of a trace.
func (d *Dir) scoresOf(trace string) []replay.Score {
	var scores []replay.Score
	for _, s := range d.Scores {
		if s.Trace == trace {
			scores = append(scores, s)
		}
	}
	return scores
}

// look reads the bounds and forecasts of all methods on a trace side by side, for its verdicts, for
// what the methods achieved on the same jobs, and for figures. Of ranges of processors it keeps the
// bounds that verdicts want.
func (d *Dir) look(r *arrowio.PredictionReader, t *rundir.TraceRecord, joint *report.Joint, verdicts []report.Verdict) (*view, error) {
	v, shown := d.newView(t), busiestQueues(t)
	keep := func(b *arrowio.Block) bool {
		return b.Range == replay.AllRanges || slices.ContainsFunc(verdicts, func(v report.Verdict) bool {
			return v.Trace == b.Trace && v.Queue == b.Queue && v.Range == b.Range && v.Level.String() == b.Level && v.Wants(b.Method)
		})
	}
	err := d.together(r, arrowio.Filter{Trace: t.Name}, keep, func(s *together) error {
		s.decide(verdicts)
		if s.Range != replay.AllRanges {
			return nil
		}
		if !d.isBatch() {
			v.forecasts.add(s, v.forecasting)
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

// add takes up the jobs of a queue.
func (f *forecasts) add(s *together, forecasting []string) {
	if len(forecasting) == 0 {
		return
	}
	f.wait = append(f.wait, s.Wait...)
	for i, name := range forecasting {
		f.points[i] = append(f.points[i], s.points[name]...)
	}
}
