package experiment

import (
	"math"

	"waitbench/replay"
	"waitbench/replay/arrowio"
)

// mostKept is how many rows of predictions are kept for what is made of a run: 100 MB at most.
const mostKept = 1 << 21

// keeper keeps the rows of a log that were written, so that they need not be read again: all, or
// none if there are too many.
type keeper struct {
	series *replay.Series // of the last block
	blocks []arrowio.Block
	rows   int
}

func (k *keeper) add(r *replay.Result) {
	if k.rows += r.Series.Len(); k.rows > mostKept {
		k.series, k.blocks = nil, nil
		return
	}
	n := r.Series.Len()
	b := arrowio.Block{Trace: r.Series.Trace.Name, Queue: r.Series.Queue, Range: r.Series.Range}
	if k.series == r.Series {
		b = k.blocks[len(k.blocks)-1]
	} else {
		for i := range n {
			j := r.Series.Job(i)
			b.JobID, b.Submit, b.Wait = append(b.JobID, j.ID), append(b.Submit, j.Submit), append(b.Wait, j.Wait)
			b.Procs, b.Scored = append(b.Procs, j.Procs), append(b.Scored, i >= r.First)
		}
	}
	k.series = r.Series
	b.Method, b.Level, b.Bound, b.Forecast = r.Score.Method, r.Score.Level().String(), r.Bounds, nil
	if r.Score.Forecasts.Jobs >= 0 {
		b.Forecast = make([]float64, n)
		for i := range n {
			b.Forecast[i] = r.Forecast(i).Wait
		}
	}
	if b.Bound == nil {
		b.Bound = make([]float64, n)
		for i := range n {
			b.Bound[i] = math.NaN()
		}
	}
	k.blocks = append(k.blocks, b)
}
