package arrowio

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// Pair is an entry of the metadata of a file.
type Pair struct{ Key, Value string }

// Metadata is the settings of a run and whatever else is to be known of a file, in the order they
// were given.
type Metadata []Pair

// batchRows is the number of rows in a batch of predictions: 10 MB before compression. Batches of
// half the size make the file a fifth larger and take a quarter longer to write.
const batchRows = 1 << 17

// PredictionWriter writes predictions.arrow row by row. It keeps one batch in memory. Close or
// Abort ends it; any error ends it too, and leaves nothing behind.
type PredictionWriter struct {
	file         *fileWriter
	schema       *arrow.Schema
	names        Names
	dictionaries [keyColumns]*array.Data
	batch        *batch
	trace        int32 // whose rows the batch holds
	err          error // that ended the file
}

// CreatePredictions begins a file of predictions. names lists all texts that are going to occur,
// since dictionaries cannot grow; traces are in the order in which their rows will come.
func CreatePredictions(path string, metadata Metadata, names Names) (*PredictionWriter, error) {
	return createPredictions(path, metadata, names, batchRows, memory.DefaultAllocator)
}

func createPredictions(path string, metadata Metadata, names Names, rows int, mem memory.Allocator) (*PredictionWriter, error) {
	if err := names.check(); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	about := make([]string, 2*len(metadata))
	for i, p := range metadata {
		about[i], about[len(metadata)+i] = validText(p.Key), validText(p.Value)
	}
	pairs := arrow.NewMetadata(about[:len(metadata)], about[len(metadata):])
	w := &PredictionWriter{schema: arrow.NewSchema(predictionFields, &pairs), names: names, batch: newBatch(rows)}
	for c, list := range names.lists() {
		w.dictionaries[c] = newDictionary(*list)
	}
	// The compression library's default is the one level that the Arrow library offers. Compressing
	// columns side by side is no faster: every goroutine begins a batch with 16 MB of fresh tables.
	var err error
	if w.file, err = createFile(path, w.schema, ipc.WithAllocator(mem), ipc.WithZstd()); err != nil {
		return nil, err
	}
	return w, nil
}

// Append adds the jobs of a result. Its trace must not come before that of the results appended so
// far.
func (w *PredictionWriter) Append(r *replay.Result) error {
	s := r.Series
	return w.append([keyColumns]string{s.Trace.Name, s.Queue, s.Range, r.Score.Method, r.Score.Level().String()}, s.Len(), func(i int) row {
		j := s.Job(i)
		f := r.Forecast(i)
		return row{j.ID, j.Submit, j.Wait, j.Procs, r.Bound(i), i >= r.First, f.Wait, f.Turnaround, known(j.Estimate)}
	})
}

// known is a number that -1 stands for not knowing, or NaN.
func known(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	return x
}

// append adds rows of one series, method and level.
func (w *PredictionWriter) append(values [keyColumns]string, rows int, at func(i int) row) error {
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
	for done := 0; done < rows; {
		done += w.batch.add(k, rows-done, func(i int) row { return at(done + i) })
		if w.batch.n == len(w.batch.job) {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// next ends the rows of one trace and begins those of another.
func (w *PredictionWriter) next(trace int32) error {
	if trace < w.trace {
		return w.fail(fmt.Errorf("trace %s comes after %s, against their order in the file", w.names.Traces[trace], w.names.Traces[w.trace]))
	}
	w.trace = trace
	if w.batch.n == 0 {
		return nil
	}
	return w.flush()
}

// flush writes the batch.
func (w *PredictionWriter) flush() error {
	r := w.batch.record(w.schema, w.dictionaries)
	defer r.Release()
	w.err = w.file.write(r)
	w.batch.clear()
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
	if w.batch.n > 0 || w.file.records == 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.file.close()
}

// Abort gives the file up and leaves nothing behind. It does nothing after Close.
func (w *PredictionWriter) Abort() { w.file.out.Abort() }
