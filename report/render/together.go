package render

import (
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/report"
)

// together is the scored jobs of a series with the bounds of all methods and levels side by side.
type together struct {
	report.SeriesBounds
	first int // place of the bounds that came first, with which waits are read; -1 before
	room  int // jobs to come, as scores have it
}

// together hands the series that the filter lets through to use, one at a time, with what keep
// wants of their bounds; series of which it wants nothing are left out. It keeps one of them in
// memory.
func (d *Dir) together(r *arrowio.PredictionReader, f arrowio.Filter, keep func(*arrowio.Block) bool, use func(*together) error) error {
	var s *together
	var of struct {
		trace   string
		scores  []replay.Score
		methods []string // of these
	} // the trace of s
	finish := func() error {
		if s == nil {
			return nil
		}
		for _, b := range s.Bounds {
			if b != nil && len(b) != len(s.Wait) {
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
			if of.trace != b.Trace || of.methods == nil {
				of.trace, of.scores = b.Trace, d.scoresOf(b.Trace)
				of.methods = report.MethodsIn(of.scores)
			}
			s = d.newTogether(b, of.methods)
			if i := slices.IndexFunc(of.scores, func(o replay.Score) bool { return o.Queue == b.Queue && o.Range == b.Range }); i >= 0 {
				s.room = min(max(of.scores[i].Scored, 0), mostRoom)
			}
		}
		return d.add(s, b)
	})
	if err != nil {
		return err
	}
	return finish()
}

// mostRoom bounds the memory that scores can ask for, whatever they say.
const mostRoom = 1 << 24

func (d *Dir) newTogether(b *arrowio.Block, names []string) *together {
	return &together{report.SeriesBounds{
		Trace: b.Trace, Queue: b.Queue, Range: b.Range,
		Methods: names, Levels: d.Levels, Bounds: make([][]float64, len(names)*len(d.Levels)),
	}, -1, 0}
}

// add takes up the scored jobs of a block.
func (d *Dir) add(s *together, b *arrowio.Block) error {
	m := slices.Index(s.Methods, b.Method)
	l := slices.IndexFunc(s.Levels, func(l methods.Level) bool { return l.String() == b.Level })
	if m < 0 || l < 0 {
		return fmt.Errorf("%s: %s at quantile %s is not of this run", d.Predictions(), b.Method, b.Level)
	}
	first := slices.Index(b.Scored, true)
	if first < 0 {
		first = len(b.Scored)
	}
	at := m*len(s.Levels) + l
	if s.first < 0 {
		s.first, s.Wait = at, make([]float64, 0, s.room)
	}
	if s.Bounds[at] == nil {
		s.Bounds[at] = make([]float64, 0, s.room)
	}
	if s.first == at {
		s.Wait = append(s.Wait, b.Wait[first:]...)
		s.Jobs += len(b.JobID)
		s.Scored += len(b.JobID) - first
	}
	s.Bounds[at] = append(s.Bounds[at], b.Bound[first:]...)
	return nil
}

// decide chooses in the verdicts of the series.
func (s *together) decide(verdicts []report.Verdict) {
	for i := range verdicts {
		if v := &verdicts[i]; v.Trace == s.Trace && v.Queue == s.Queue && v.Range == s.Range {
			v.Decide(s.Wait, func(method string) []float64 { return s.Of(method, v.Level) })
		}
	}
}
