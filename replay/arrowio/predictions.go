package arrowio

import (
	"fmt"
	"math"
	"reflect"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/bitutil"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/methods"
	"waitbench/replay"
)

// Block is consecutive rows of one series, method and level, in replay order. The slices are as
// long as each other, and belong to the reader: they are good until the function that was given the
// block returns, and must not be written to.
type Block struct {
	Trace, Queue, Range, Method string
	Level                       string // as methods.Level writes it: 0.95, 0.25l

	JobID        []int64
	Submit, Wait []float64 // seconds
	Procs        []int64   // -1 for unknown
	Bound        []float64 // seconds, NaN for none
	Scored       []bool    // false in the training part
	Forecast     []float64 // of the wait, seconds, NaN for none
	Turnaround   []float64 // forecast, seconds, NaN for none
	Estimate     []float64 // requested run time, seconds, NaN for unknown
	SubmitTime   []int64   // seconds since 1970 UTC, -1 where the log is not dated
	Hit          []bool    // the wait lies on the right side of the bound; false without one
	User         []int64   // -1 for unknown
	RunTime      []float64 // seconds, NaN for unknown
}

// batch is the rows of a record of predictions, by column.
type batch struct {
	Block
	keys      [keyColumns][]int32 // places in the dictionaries
	quantiles []float64
	of        arrow.Record // that was read, and has the memory; nil for rows to be written
}

// predictionColumn is a column of predictions.arrow. at gives its values: *[]int32 for a key,
// *[]int64 with negative numbers and *[]float64 with NaN for null, or *[]bool, null where there is
// no bound.
type predictionColumn struct {
	About
	t  arrow.DataType
	at func(*batch) any
}

const noBound = "there is no bound"

var (
	count  = arrow.PrimitiveTypes.Int64
	number = arrow.PrimitiveTypes.Float64
	truth  = arrow.FixedWidthTypes.Boolean
	date   = arrow.FixedWidthTypes.Timestamp_s // in UTC
)

// predictionColumns are the columns of predictions.arrow, in order. Those of keys are in the order
// of keys.
var predictionColumns = []predictionColumn{
	{About{"trace", noUnit, "name of the log", ""}, textType, func(b *batch) any { return &b.keys[traceKey] }},
	{About{"queue", noUnit, "queue of the job", ""}, textType, func(b *batch) any { return &b.keys[queueKey] }},
	{About{"procs_range", noUnit, "range of processors of the series, or all", ""}, textType, func(b *batch) any { return &b.keys[rangeKey] }},
	{About{"method", noUnit, "what gave the bound", ""}, textType, func(b *batch) any { return &b.keys[methodKey] }},
	{About{"job_id", noUnit, "number of the job in the log", ""}, count, func(b *batch) any { return &b.JobID }},
	{About{"submit", seconds, "submission, on the clock of the log", ""}, number, func(b *batch) any { return &b.Submit }},
	{About{"wait", seconds, "time from submission to start", ""}, number, func(b *batch) any { return &b.Wait }},
	{About{"procs", cpus, "processors asked for, else allocated", "the log does not say"}, count, func(b *batch) any { return &b.Procs }},
	{About{"bound", seconds, "bound of the wait, given at submission", "the method gave none"}, number, func(b *batch) any { return &b.Bound }},
	{About{"scored", noUnit, "whether the job is behind the training part", ""}, truth, func(b *batch) any { return &b.Scored }},
	{About{"quantile", "share", "quantile of the waits that is bounded", ""}, number, func(b *batch) any { return &b.quantiles }},
	{About{"side", noUnit, "upper or lower: from where the bound is", ""}, textType, func(b *batch) any { return &b.keys[sideKey] }},
	{About{"point", seconds, "forecast of the wait, made at submission", "the method forecast none"}, number,
		func(b *batch) any { return &b.Forecast }},
	{About{"turnaround", seconds, "forecast of the time from submission to end", "the method forecast none"}, number,
		func(b *batch) any { return &b.Turnaround }},
	{About{"estimate", seconds, "run time asked for", "the log does not say"}, number, func(b *batch) any { return &b.Estimate }},
	{About{"submit_time", unixTime, "submission as a date", "the log is not dated"}, date, func(b *batch) any { return &b.SubmitTime }},
	{About{"hit", noUnit, "whether the wait is at most the bound, or at least a lower one", noBound}, truth,
		func(b *batch) any { return &b.Hit }},
	{About{"user", noUnit, "number of the user in the log", "the log does not say"}, count, func(b *batch) any { return &b.User }},
	{About{"run_time", seconds, "time from start to end", "the log does not say"}, number, func(b *batch) any { return &b.RunTime }},
}

// predictionFields are the columns as a schema has them.
var predictionFields = func() (fields []arrow.Field) {
	for i := range predictionColumns {
		c := &predictionColumns[i]
		fields = append(fields, c.field(c.t))
	}
	return fields
}()

// list is the values of a column, as at gives them.
func (c *predictionColumn) list(b *batch) reflect.Value { return reflect.ValueOf(c.at(b)).Elem() }

// newBatch makes a batch of so many rows.
func newBatch(rows int) *batch {
	b := new(batch)
	for _, c := range predictionColumns {
		list := c.list(b)
		list.Set(reflect.MakeSlice(list.Type(), rows, rows))
	}
	return b
}

// slice gives some rows of the batch, which share its memory.
func (b *batch) slice(first, last int) *batch {
	s := &batch{Block: b.Block}
	for _, c := range predictionColumns {
		c.list(s).Set(c.list(b).Slice(first, last))
	}
	return s
}

// bitsOf is a bitmap of n values with those set that hold, and the number of the others.
func bitsOf(n int, holds func(i int) bool) (bits []byte, others int) {
	bits, others = make([]byte, bitutil.BytesForBits(int64(n))), n
	for i := range n {
		if holds(i) {
			bits[i/8] |= 1 << (i % 8)
			others--
		}
	}
	return bits, others
}

// record makes a record of a batch, which is good until the next change of it. The values of nulls
// become 0, so that the same rows give the same bytes.
func (b *batch) record(schema *arrow.Schema, dictionaries []*array.Data) arrow.Record {
	n := len(b.JobID)
	var bounded []byte // of the bounds, which come before the hits
	var unbounded int
	var columns []arrow.Array
	for _, c := range predictionColumns {
		var values, valid []byte
		var nulls int
		var dictionary *array.Data
		switch at := c.at(b).(type) {
		case *[]int32:
			values, dictionary = arrow.Int32Traits.CastToBytes(*at), dictionaries[0]
			dictionaries = dictionaries[1:]
		case *[]int64:
			values = arrow.Int64Traits.CastToBytes(*at)
			if c.Null != "" {
				valid, nulls = zeroNulls(*at, 0)
			}
		case *[]float64:
			values = arrow.Float64Traits.CastToBytes(*at)
			if c.Null != "" {
				valid, nulls = zeroNulls(*at, math.Inf(-1))
			}
			if at == &b.Bound {
				bounded, unbounded = valid, nulls
			}
		case *[]bool:
			values, _ = bitsOf(n, func(i int) bool { return (*at)[i] })
			if c.Null != "" {
				valid, nulls = bounded, unbounded
			}
		}
		columns = append(columns, newColumn(c.t, n, values, valid, nulls, dictionary))
	}
	return newRecord(schema, columns, n)
}

// zeroNulls makes 0 of the values that stand for null, those that are not from least on, and gives a
// bitmap of the others.
func zeroNulls[T int64 | float64](values []T, least T) (valid []byte, nulls int) {
	valid = make([]byte, bitutil.BytesForBits(int64(len(values))))
	for i, x := range values {
		if x >= least {
			valid[i/8] |= 1 << (i % 8)
		} else {
			values[i] = 0
			nulls++
		}
	}
	return valid, nulls
}

// batchRows is the number of rows in a batch of predictions: 30 MB before compression. Most columns
// say the same of a job for every method, so the file shrinks where a batch holds a long series more
// than once: batches of half the size make it a third larger. For the same reason a batch that is half
// full ends with a series.
const batchRows = 1 << 18

// firstRows is the number of rows that a batch has room for at first: small logs do with it.
const firstRows = 1 << 12

// PredictionWriter writes predictions.arrow row by row. It keeps one batch in memory. Close or
// Abort ends it; any error ends it too, and leaves nothing behind.
type PredictionWriter struct {
	file         *fileWriter
	schema       *arrow.Schema
	names        Names
	dictionaries []*array.Data
	rows         int // in a full batch
	batch        *batch
	n            int            // rows in the batch
	trace        int32          // of these rows
	series       *replay.Series // whose jobs, all of them, begin at row from of the batch; nil for none
	from         int
	err          error // that ended the file
}

// CreatePredictions begins a file of predictions. names lists all texts that are going to occur,
// since dictionaries cannot grow; traces are in the order in which their rows will come.
func CreatePredictions(path string, metadata Metadata, names Names) (*PredictionWriter, error) {
	return createPredictions(path, metadata, names, batchRows, &recycler{Allocator: memory.DefaultAllocator})
}

func createPredictions(path string, metadata Metadata, names Names, rows int, mem memory.Allocator) (*PredictionWriter, error) {
	names.sides = []string{methods.Upper.String(), methods.Lower.String()}
	if err := names.check(); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	w := &PredictionWriter{schema: arrow.NewSchema(predictionFields, metadata.pairs()), names: names, rows: rows, batch: newBatch(min(rows, firstRows))}
	for _, list := range names.lists() {
		w.dictionaries = append(w.dictionaries, newDictionary(*list))
	}
	// The compression library's default is the one level that the Arrow library offers. Two columns at a
	// time, as a run waits for them in the end; each goroutine begins a batch with 16 MB of fresh tables.
	var err error
	if w.file, err = createFile(path, w.schema, ipc.WithAllocator(mem), ipc.WithZstd(), ipc.WithCompressConcurrency(2)); err != nil {
		return nil, err
	}
	return w, nil
}

// Append adds the jobs of a result. Its trace must not come before that of the results appended so
// far.
func (w *PredictionWriter) Append(r *replay.Result) error {
	s, level := r.Series, r.Score.Level()
	clock, from, again := s.Trace.Clock(), w.from, w.series == r.Series
	w.series, w.from = s, w.n
	return w.append([keyColumns]string{s.Trace.Name, s.Queue, s.Range, r.Score.Method, level.Side.String()}, level.Quantile, s.Len(),
		func(to *batch, first int) {
			if again && w.series == s { // methods share the jobs of a series
				to.copyJobs(w.batch, from+first)
			} else {
				for i := range to.JobID {
					j := s.Job(first + i)
					to.JobID[i], to.Submit[i], to.Wait[i], to.Procs[i] = j.ID, j.Submit, j.Wait, j.Procs
					to.User[i], to.RunTime[i], to.Estimate[i], to.SubmitTime[i] = j.User, known(j.Run), known(j.Estimate), -1
					if clock.Dated {
						to.SubmitTime[i] = clock.Unix(j.Submit)
					}
				}
			}
			for i, wait := range to.Wait {
				bound := r.Bound(first + i)
				to.Bound[i], to.Hit[i], to.Scored[i] = bound, level.Covers(wait, bound), first+i >= r.First
				to.Forecast[i], to.Turnaround[i] = r.Forecast(first + i)
			}
		})
}

// known is a number that -1 stands for not knowing, or NaN.
func known(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	return x
}

// append adds rows of one series, method and level. fill writes those from the first one on.
func (w *PredictionWriter) append(values [keyColumns]string, quantile float64, rows int, fill func(to *batch, first int)) error {
	if w.err != nil {
		return w.err
	}
	k, err := w.names.find(values, false)
	if err != nil {
		return w.fail(err)
	}
	if k[traceKey] != w.trace {
		if err := w.next(k[traceKey]); err != nil {
			return err
		}
	}
	if last := w.n - 1; last >= w.rows/2 && (w.batch.keys[queueKey][last] != k[queueKey] || w.batch.keys[rangeKey][last] != k[rangeKey]) {
		if err := w.flush(); err != nil {
			return err
		}
	}
	for done := 0; done < rows; {
		w.grow(w.n + rows - done)
		to := w.batch.slice(w.n, min(w.n+rows-done, len(w.batch.JobID)))
		for i := range to.JobID {
			for c := range k {
				to.keys[c][i] = k[c]
			}
			to.quantiles[i] = quantile
		}
		fill(to, done)
		done += len(to.JobID)
		if w.n += len(to.JobID); w.n == w.rows {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// grow makes room in the batch for so many rows, or a full batch.
func (w *PredictionWriter) grow(rows int) {
	if has := len(w.batch.JobID); has < min(rows, w.rows) {
		old := w.batch
		if has *= 8; rows > has {
			has = w.rows
		}
		w.batch = newBatch(min(has, w.rows))
		for _, c := range predictionColumns {
			reflect.Copy(c.list(w.batch), c.list(old).Slice(0, w.n))
		}
	}
}

// next ends the rows of one trace and begins those of another.
func (w *PredictionWriter) next(trace int32) error {
	if trace < w.trace {
		return w.fail(fmt.Errorf("trace %s comes after %s, against their order in the file", w.names.Traces[trace], w.names.Traces[w.trace]))
	}
	w.trace = trace
	if w.n == 0 {
		return nil
	}
	return w.flush()
}

// flush writes the batch.
func (w *PredictionWriter) flush() error {
	r := w.batch.slice(0, w.n).record(w.schema, w.dictionaries)
	defer r.Release()
	w.err = w.file.write(r)
	w.n, w.series = 0, nil
	return w.err
}

func (w *PredictionWriter) fail(err error) error {
	w.err = w.file.out.Fail(err)
	return w.err
}

// Close writes what is left and gives the file its name. If an Append failed it returns that error
// again.
func (w *PredictionWriter) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.n > 0 || w.file.records == 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.file.close()
}

// Abort gives the file up and leaves nothing behind. It does nothing after Close.
func (w *PredictionWriter) Abort() { w.file.out.Abort() }
