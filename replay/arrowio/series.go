package arrowio

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/apache/arrow/go/v15/arrow"

	"waitbench/methods"
)

// PredictionReader reads predictions.arrow a batch at a time. It is for one goroutine.
type PredictionReader struct {
	file    *fileReader
	names   Names
	columns []int   // places in the file of predictionColumns
	runs    [][]run // by batch; nil for one that was not read yet
	last    int     // batch that was read last, which is often wanted again
	rows    *batch  // of it; nil before the first
}

// group is what rows of one series, method and level have in common, or a filter asks for: there -1
// and NaN stand for any value.
type group struct {
	keys     keys
	quantile float64
}

// run is consecutive rows of a batch that are of one group.
type run struct {
	group
	first, last int // last is the row after it
}

// Filter says which rows are wanted; an empty text stands for all.
type Filter struct {
	Trace, Queue, Range, Method string
	Level                       string // as methods.Level writes it: 0.95, 0.25l
}

// OpenPredictions opens a predictions file, and reads its first batch for the names.
func OpenPredictions(path string) (*PredictionReader, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	r := &PredictionReader{file: f}
	if err := r.start(); err != nil {
		f.close()
		return nil, err
	}
	return r, nil
}

func (r *PredictionReader) start() error {
	for i := range predictionColumns {
		c := &predictionColumns[i]
		place, err := r.file.place("predictions", c.Name, c.t, false)
		if err != nil {
			return err
		}
		r.columns = append(r.columns, place)
	}
	r.runs = make([][]run, r.file.batches)
	if len(r.runs) == 0 {
		return nil
	}
	if err := r.read(0); err != nil {
		return err
	}
	lists := r.names.lists()
	for i, c := range predictionColumns {
		if c.t == textType {
			*lists[0] = cellsOf(r.rows.of.Column(r.columns[i])).texts
			lists = lists[1:]
		}
	}
	return r.names.check()
}

// Close closes the file.
func (r *PredictionReader) Close() error {
	r.keep(nil, 0)
	return r.file.close()
}

// keep replaces the batch that is kept.
func (r *PredictionReader) keep(rows *batch, i int) {
	if r.rows != nil {
		r.rows.of.Release()
	}
	r.rows, r.last = rows, i
}

// Most is how many rows the file has at most, if this program wrote it.
func (r *PredictionReader) Most() int { return r.file.batches * batchRows }

// Names gives the traces, queues, ranges and methods of the file. It must not be written to.
func (r *PredictionReader) Names() Names { return r.names }

// Series hands the rows that the filter lets through to use, in the order of the file. A series
// that reaches over several batches comes in several blocks. Batches known to hold nothing of it
// are not read: those of other traces always, others once they were read for an earlier call. An
// error of use ends the reading and is returned as it is.
func (r *PredictionReader) Series(f Filter, use func(*Block) error) error {
	want, err := r.find(f)
	if err != nil {
		return fmt.Errorf("%s: %w", r.file.path, err)
	}
	trace := want.keys[traceKey]
	first, err := r.firstOf(trace)
	if err != nil {
		return err
	}
	for i := first; i < len(r.runs); i++ {
		if r.runs[i] == nil || slices.ContainsFunc(r.runs[i], want.match) {
			if err := r.blocks(i, want, use); err != nil {
				return err
			}
		}
		if trace >= 0 && r.traceOf(i) > trace {
			break
		}
	}
	return nil
}

// Rows gives all rows that the filter lets through in one block; what they are of is that of the
// last.
func (r *PredictionReader) Rows(f Filter) (Block, error) {
	var all Block
	err := r.Series(f, func(b *Block) error {
		rows := *b
		rows.JobID, rows.SubmitTime = append(all.JobID, b.JobID...), append(all.SubmitTime, b.SubmitTime...)
		rows.Submit, rows.Wait = append(all.Submit, b.Submit...), append(all.Wait, b.Wait...)
		rows.Procs, rows.User = append(all.Procs, b.Procs...), append(all.User, b.User...)
		rows.Bound, rows.Forecast = append(all.Bound, b.Bound...), append(all.Forecast, b.Forecast...)
		rows.Scored, rows.Hit = append(all.Scored, b.Scored...), append(all.Hit, b.Hit...)
		rows.Turnaround, rows.Estimate = append(all.Turnaround, b.Turnaround...), append(all.Estimate, b.Estimate...)
		rows.RunTime = append(all.RunTime, b.RunTime...)
		all = rows
		return nil
	})
	return all, err
}

// blocks hands over the wanted rows of batch i.
func (r *PredictionReader) blocks(i int, want group, use func(*Block) error) error {
	if err := r.read(i); err != nil {
		return err
	}
	b := r.rows
	b.of.Retain() // use may read another batch
	defer b.of.Release()
	for _, run := range r.runs[i] {
		if !want.match(run) {
			continue
		}
		rows := &b.slice(run.first, run.last).Block
		n, k := &r.names, run.keys
		rows.Trace, rows.Queue, rows.Range, rows.Method = n.Traces[k[traceKey]], n.Queues[k[queueKey]], n.Ranges[k[rangeKey]], n.Methods[k[methodKey]]
		rows.Level = methods.Level{Quantile: run.quantile, Side: methods.Side(n.sides[k[sideKey]] == methods.Lower.String())}.String()
		if err := use(rows); err != nil {
			return err
		}
	}
	return nil
}

// find looks up what a filter names. Quantiles are in no list: one that does not occur has no rows.
func (r *PredictionReader) find(f Filter) (want group, err error) {
	side := ""
	want.quantile = math.NaN()
	if f.Level != "" {
		l, err := methods.ParseLevel(f.Level, 0.5)
		if err != nil {
			return want, err
		}
		want.quantile, side = l.Quantile, l.Side.String()
	}
	want.keys, err = r.names.find([keyColumns]string{f.Trace, f.Queue, f.Range, f.Method, side}, true)
	return want, err
}

// match reports whether the rows of a run are let through.
func (w group) match(r run) bool {
	for c, want := range w.keys {
		if want >= 0 && want != r.keys[c] {
			return false
		}
	}
	return math.IsNaN(w.quantile) || w.quantile == r.quantile
}

// firstOf gives the first batch of a trace, or of the file if trace is -1. The first trace begins with
// the file.
func (r *PredictionReader) firstOf(trace int32) (int, error) {
	if trace <= 0 {
		return 0, nil
	}
	var failed error
	first := sort.Search(len(r.runs), func(i int) bool {
		if r.runs[i] == nil && failed == nil {
			failed = r.read(i)
		}
		return failed != nil || r.traceOf(i) >= trace
	})
	return first, failed
}

// traceOf gives the trace of a batch that was read.
func (r *PredictionReader) traceOf(i int) int32 {
	if len(r.runs[i]) == 0 {
		return math.MaxInt32 // an empty batch stands for a file without rows
	}
	return r.runs[i][0].keys[traceKey]
}

// read makes batch i the one that is kept, and finds its runs.
func (r *PredictionReader) read(i int) error {
	if r.rows != nil && r.last == i {
		return nil
	}
	record, err := r.file.record(i)
	if err != nil {
		return err
	}
	rows, err := r.batchOf(record)
	if err == nil && r.runs[i] == nil {
		r.runs[i], err = rows.findRuns()
	}
	if err != nil {
		record.Release()
		return fmt.Errorf("%s: batch %d: %w", r.file.path, i, err)
	}
	r.keep(rows, i)
	return nil
}

// batchOf gives the columns of a record, which was decompressed for this reader alone: nulls are
// overwritten in place.
func (r *PredictionReader) batchOf(record arrow.Record) (*batch, error) {
	b := &batch{of: record}
	for i, c := range predictionColumns {
		from := cellsOf(record.Column(r.columns[i]))
		if from.NullN() > 0 && c.Null == "" {
			return nil, fmt.Errorf("%s is null", c.Name)
		}
		switch at := c.at(b).(type) {
		case *[]int32:
			*at = from.places
		case *[]int64:
			*at = withNulls(from, from.counts, -1)
		case *[]float64:
			*at = withNulls(from, from.numbers, math.NaN())
		case *[]bool:
			*at = make([]bool, record.NumRows())
			for i := range *at {
				(*at)[i] = from.IsValid(i) && from.truths.Value(i)
			}
		}
	}
	return b, nil
}

func (b *batch) findRuns() ([]run, error) {
	runs := []run{}
	for first := 0; first < len(b.JobID); {
		next := run{group: group{quantile: b.quantiles[first]}, first: first}
		next.last = first + lengthOfRun(b.quantiles[first:])
		for c, places := range b.keys {
			next.keys[c] = places[first]
			next.last = first + lengthOfRun(places[first:next.last])
		}
		if next.keys[traceKey] != b.keys[traceKey][0] {
			return nil, errors.New("it mixes traces")
		}
		runs = append(runs, next)
		first = next.last
	}
	return runs, nil
}

// lengthOfRun says how many values at the beginning are the same.
func lengthOfRun[T int32 | float64](values []T) int {
	for i := 1; i < len(values); i++ {
		if values[i] != values[0] {
			return i
		}
	}
	return len(values)
}
