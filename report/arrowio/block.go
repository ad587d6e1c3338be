package arrowio

import (
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// Block is consecutive rows of one series and method, in replay order. The slices are as long as each other, and belong to
// the reader: they are good until the function that was given the block returns.
type Block struct {
	Trace, Queue, Range, Method string
	JobID                       []int64
	Submit, Wait                []float64 // seconds
	Procs                       []int64   // -1 for unknown
	Bound                       []float64 // seconds, NaN for none
	Scored                      []bool    // false in the training part
}

// wholeBatch is the columns of a batch besides its keys.
type wholeBatch struct {
	job          []int64
	submit, wait []float64
	procs, bound *cells
	scored       *array.Boolean
}

func (r *PredictionReader) wholeBatch(batch arrow.Record) *wholeBatch {
	at := func(c int) *cells { return r.cells(batch, keyColumns+c) }
	return &wholeBatch{at(0).counts, at(1).numbers, at(2).numbers, at(3), at(4), at(5).truths}
}

// block cuts out a run. The batch was decompressed for this reader alone, so nulls are overwritten in place.
func (b *wholeBatch) block(n *Names, r run) *Block {
	procs, bound := b.procs.counts[r.first:r.last], b.bound.numbers[r.first:r.last]
	fillNulls(procs, b.procs, r.first, -1)
	fillNulls(bound, b.bound, r.first, math.NaN())
	scored := make([]bool, r.last-r.first)
	for i := range scored {
		scored[i] = b.scored.Value(r.first + i)
	}
	return &Block{
		Trace: n.Traces[r.keys[traceKey]], Queue: n.Queues[r.keys[queueKey]],
		Range: n.Ranges[r.keys[rangeKey]], Method: n.Methods[r.keys[methodKey]],
		JobID: b.job[r.first:r.last], Submit: b.submit[r.first:r.last], Wait: b.wait[r.first:r.last],
		Procs: procs, Bound: bound, Scored: scored,
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
