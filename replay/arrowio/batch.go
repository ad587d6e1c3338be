package arrowio

import (
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/bitutil"
)

// predictionFields are the columns of predictions.arrow, in order. Those of keys are where keyPlace
// says.
var predictionFields = []arrow.Field{
	{Name: "trace", Type: textType},
	{Name: "queue", Type: textType},
	{Name: "procs_range", Type: textType},
	{Name: "method", Type: textType},
	{Name: "job_id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "submit", Type: arrow.PrimitiveTypes.Float64},
	{Name: "wait", Type: arrow.PrimitiveTypes.Float64},
	{Name: "procs", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	{Name: "bound", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "scored", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "level", Type: textType},
	{Name: "point", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "turnaround", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "estimate", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}

// row is what a prediction holds besides its keys.
type row struct {
	job          int64
	submit, wait float64 // seconds
	procs        int64   // negative if unknown
	bound        float64 // seconds, NaN for none
	scored       bool
	forecast     float64 // of the wait, seconds, NaN for none
	turnaround   float64 // forecast, seconds, NaN for none
	estimate     float64 // requested run time, seconds, NaN for unknown
}

// bits is a bitmap as in Arrow: bit i is bit i%8 of byte i/8.
type bits []byte

func newBits(n int) bits { return make(bits, bitutil.BytesForBits(int64(n))) }

func (b bits) set(i int) { b[i/8] |= 1 << (i % 8) }

// batch is rows on their way into a file, by column.
type batch struct {
	n            int // rows so far
	keys         [keyColumns][]int32
	job          []int64
	submit, wait []float64
	procs        []int64
	hasProcs     bits
	withoutProcs int
	scored       bits
	bound        optional
	forecast     optional
	turnaround   optional
	estimate     optional
}

// optional is a column of numbers some of which are not there.
type optional struct {
	values  []float64
	has     bits
	without int
}

func newOptional(size int) optional {
	return optional{values: make([]float64, size), has: newBits(size)}
}

// set writes value i, NaN for none. The value of a null is 0, so that the same rows give the same
// bytes.
func (o *optional) set(i int, x float64) {
	if math.IsNaN(x) {
		o.values[i] = 0
		o.without++
		return
	}
	o.values[i] = x
	o.has.set(i)
}

func (o *optional) clear() {
	clear(o.has)
	o.without = 0
}

func newBatch(size int) *batch {
	b := &batch{
		job: make([]int64, size), submit: make([]float64, size), wait: make([]float64, size),
		procs: make([]int64, size), hasProcs: newBits(size), scored: newBits(size),
		bound: newOptional(size), forecast: newOptional(size), turnaround: newOptional(size), estimate: newOptional(size),
	}
	for c := range b.keys {
		b.keys[c] = make([]int32, size)
	}
	return b
}

// add takes as many of the rows as there is room for and says how many that is.
func (b *batch) add(k keys, rows int, row func(i int) row) int {
	rows = min(rows, len(b.job)-b.n)
	for c := range b.keys {
		run := b.keys[c][b.n : b.n+rows]
		for i := range run {
			run[i] = k[c]
		}
	}
	for i := range rows {
		r := row(i)
		b.set(b.n+i, &r)
	}
	b.n += rows
	return rows
}

// set writes row i.
func (b *batch) set(i int, r *row) {
	b.job[i], b.submit[i], b.wait[i] = r.job, r.submit, r.wait
	if r.procs >= 0 {
		b.procs[i] = r.procs
		b.hasProcs.set(i)
	} else {
		b.procs[i] = 0
		b.withoutProcs++
	}
	if r.scored {
		b.scored.set(i)
	}
	b.bound.set(i, r.bound)
	b.forecast.set(i, r.forecast)
	b.turnaround.set(i, r.turnaround)
	b.estimate.set(i, r.estimate)
}

// record makes a record of the rows, which is good until the next change of the batch.
func (b *batch) record(schema *arrow.Schema, dictionaries [keyColumns]*array.Data) arrow.Record {
	columns := make([]arrow.Array, 0, len(predictionFields))
	put := func(values []byte, valid bits, nulls int, dictionary *array.Data) {
		t := predictionFields[len(columns)].Type
		columns = append(columns, newColumn(t, b.n, values, valid, nulls, dictionary))
	}
	key := func(c int) { put(arrow.Int32Traits.CastToBytes(b.keys[c][:b.n]), nil, 0, dictionaries[c]) }
	for c := range firstValue {
		key(c)
	}
	put(arrow.Int64Traits.CastToBytes(b.job[:b.n]), nil, 0, nil)
	put(arrow.Float64Traits.CastToBytes(b.submit[:b.n]), nil, 0, nil)
	put(arrow.Float64Traits.CastToBytes(b.wait[:b.n]), nil, 0, nil)
	put(arrow.Int64Traits.CastToBytes(b.procs[:b.n]), b.hasProcs, b.withoutProcs, nil)
	number := func(o *optional) { put(arrow.Float64Traits.CastToBytes(o.values[:b.n]), o.has, o.without, nil) }
	number(&b.bound)
	put(b.scored, nil, 0, nil)
	key(levelKey)
	number(&b.forecast)
	number(&b.turnaround)
	number(&b.estimate)
	return newRecord(schema, columns, b.n)
}

// clear empties the batch.
func (b *batch) clear() {
	clear(b.hasProcs)
	clear(b.scored)
	b.bound.clear()
	b.forecast.clear()
	b.turnaround.clear()
	b.estimate.clear()
	b.n, b.withoutProcs = 0, 0
}
