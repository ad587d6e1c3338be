package arrowio

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/apache/arrow/go/v15/arrow"
)

// PredictionReader reads predictions.arrow a batch at a time. It is for one goroutine.
type PredictionReader struct {
	file    *fileReader
	names   Names
	columns []int   // places in the file of predictionFields
	runs    [][]run // by batch; nil for one that was not read yet
}

// run is consecutive rows of a batch with the same keys.
type run struct {
	keys        keys
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
	var err error
	if r.columns, err = r.file.columns("predictions", predictionFields); err != nil {
		return err
	}
	r.runs = make([][]run, r.file.batches)
	if len(r.runs) == 0 {
		return nil
	}
	first, err := r.read(0)
	if err != nil {
		return err
	}
	defer first.Release()
	for c, list := range r.names.lists() {
		*list = r.cells(first, keyPlace(c)).texts
	}
	return r.names.check()
}

// Close closes the file.
func (r *PredictionReader) Close() error { return r.file.close() }

// Names gives the traces, queues, ranges, methods and levels of the file. It must not be written
// to.
func (r *PredictionReader) Names() Names { return r.names }

// Series hands the rows that the filter lets through to use, in the order of the file. A series
// that reaches over several batches comes in several blocks. Batches known to hold nothing of it
// are not read: those of other traces always, others once they were read for an earlier call. An
// error of use ends the reading and is returned as it is.
func (r *PredictionReader) Series(f Filter, use func(*Block) error) error {
	want, err := r.names.find([keyColumns]string{f.Trace, f.Queue, f.Range, f.Method, f.Level}, true)
	if err != nil {
		return fmt.Errorf("%s: %w", r.file.path, err)
	}
	first, err := r.firstOf(want[traceKey])
	if err != nil {
		return err
	}
	for i := first; i < len(r.runs); i++ {
		if r.runs[i] == nil || slices.ContainsFunc(r.runs[i], want.match) {
			if err := r.blocks(i, want, use); err != nil {
				return err
			}
		}
		if want[traceKey] >= 0 && r.traceOf(i) > want[traceKey] {
			break
		}
	}
	return nil
}

// match reports whether the rows of a run are let through.
func (k keys) match(r run) bool {
	for c, want := range k {
		if want >= 0 && want != r.keys[c] {
			return false
		}
	}
	return true
}

// firstOf gives the first batch of a trace, or of the file if trace is -1.
func (r *PredictionReader) firstOf(trace int32) (int, error) {
	if trace < 0 {
		return 0, nil
	}
	var failed error
	first := sort.Search(len(r.runs), func(i int) bool {
		if r.runs[i] == nil && failed == nil {
			batch, err := r.read(i)
			if err != nil {
				failed = err
				return true
			}
			batch.Release()
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

// read reads batch i, which the caller releases, and finds its runs.
func (r *PredictionReader) read(i int) (arrow.Record, error) {
	batch, err := r.file.record(i)
	if err != nil {
		return nil, err
	}
	if r.runs[i] != nil {
		return batch, nil
	}
	runs, err := r.findRuns(batch)
	if err != nil {
		batch.Release()
		return nil, fmt.Errorf("%s: batch %d: %w", r.file.path, i, err)
	}
	r.runs[i] = runs
	return batch, nil
}

func (r *PredictionReader) findRuns(batch arrow.Record) ([]run, error) {
	var places [keyColumns][]int32
	for c := range places {
		column := r.cells(batch, keyPlace(c))
		if column.NullN() > 0 {
			return nil, fmt.Errorf("%s is null", predictionFields[keyPlace(c)].Name)
		}
		places[c] = column.places
	}
	runs := []run{}
	for first, n := 0, int(batch.NumRows()); first < n; {
		next := run{first: first, last: n}
		for c, p := range places {
			next.keys[c] = p[first]
			next.last = first + lengthOfRun(p[first:next.last])
		}
		if next.keys[traceKey] != places[traceKey][0] {
			return nil, errors.New("it mixes traces")
		}
		runs = append(runs, next)
		first = next.last
	}
	return runs, nil
}

// lengthOfRun says how many values at the beginning are the same.
func lengthOfRun(values []int32) int {
	for i, v := range values {
		if v != values[0] {
			return i
		}
	}
	return len(values)
}

// cells gives column c of predictionFields.
func (r *PredictionReader) cells(batch arrow.Record, c int) *cells {
	return cellsOf(batch.Column(r.columns[c]))
}

// blocks hands over the wanted rows of batch i.
func (r *PredictionReader) blocks(i int, want keys, use func(*Block) error) error {
	batch, err := r.read(i)
	if err != nil {
		return err
	}
	defer batch.Release()
	all := r.wholeBatch(batch)
	for _, run := range r.runs[i] {
		if !want.match(run) {
			continue
		}
		if err := use(all.block(&r.names, run)); err != nil {
			return err
		}
	}
	return nil
}
