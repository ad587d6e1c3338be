package arrowio

import (
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// Block is consecutive rows of one series, method and level, in replay order. The slices are as
// long as each other, and belong to the reader: they are good until the function that was given the
// block returns.
type Block struct {
	Trace, Queue, Range, Method, Level string
	JobID                              []int64
	Submit, Wait                       []float64 // seconds
	Procs                              []int64   // -1 for unknown
	Bound                              []float64 // seconds, NaN for none
	Scored                             []bool    // false in the training part
	Forecast                           []float64 // of the wait, seconds, NaN for none
	Turnaround                         []float64 // forecast, seconds, NaN for none
	Estimate                           []float64 // requested run time, seconds, NaN for unknown
}

// wholeBatch is the columns of a batch besides its keys.
type wholeBatch struct {
	job                                          []int64
	submit, wait                                 []float64
	procs, bound, forecast, turnaround, estimate *cells
	scored                                       *array.Boolean
}

func (r *PredictionReader) wholeBatch(batch arrow.Record) *wholeBatch {
	at := func(c int) *cells { return r.cells(batch, firstValue+c) }
	return &wholeBatch{
		job: at(0).counts, submit: at(1).numbers, wait: at(2).numbers, procs: at(3), bound: at(4), scored: at(5).truths,
		forecast: at(7), turnaround: at(8), estimate: at(9), // behind the level
	}
}

// block cuts out a run. The batch was decompressed for this reader alone, so nulls are overwritten
// in place.
func (b *wholeBatch) block(n *Names, r run) *Block {
	procs := b.procs.counts[r.first:r.last]
	fillNulls(procs, b.procs, r.first, -1)
	optional := func(c *cells) []float64 {
		values := c.numbers[r.first:r.last]
		fillNulls(values, c, r.first, math.NaN())
		return values
	}
	scored := make([]bool, r.last-r.first)
	for i := range scored {
		scored[i] = b.scored.Value(r.first + i)
	}
	return &Block{
		Trace: n.Traces[r.keys[traceKey]], Queue: n.Queues[r.keys[queueKey]],
		Range: n.Ranges[r.keys[rangeKey]], Method: n.Methods[r.keys[methodKey]], Level: n.Levels[r.keys[levelKey]],
		JobID: b.job[r.first:r.last], Submit: b.submit[r.first:r.last], Wait: b.wait[r.first:r.last],
		Procs: procs, Bound: optional(b.bound), Scored: scored, Forecast: optional(b.forecast), Turnaround: optional(b.turnaround),
		Estimate: optional(b.estimate),
	}
}

// fillNulls overwrites values, which are those of a column from row first on, where they are null.
func fillNulls[T any](values []T, column *cells, first int, null T) {
	if column.NullN() == 0 {
		return
	}
	for i := range values {
		if column.IsNull(first + i) {
			values[i] = null
		}
	}
}
