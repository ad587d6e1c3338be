package arrowio

import (
	"fmt"
	"reflect"
	"slices"

	"waitbench/methods"
)

// Source is rows for Join: those of a trace in a predictions file.
type Source struct {
	Path  string
	Trace string // empty for all traces of the file
}

// Join writes a predictions file with the rows of the sources, in their order, as if they had been
// written to it at once. Every trace may come from one source only. Of the metadata of the sources
// nothing is kept.
func Join(path string, sources []Source, metadata Metadata) (err error) {
	readers := make([]*PredictionReader, len(sources))
	defer func() {
		for _, r := range readers {
			if r != nil {
				r.Close()
			}
		}
	}()
	var names Names
	for i, s := range sources {
		if readers[i], err = OpenPredictions(s.Path); err != nil {
			return err
		}
		if err := addNames(&names, readers[i].Names(), s.Trace); err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
	}
	w, err := CreatePredictions(path, metadata, names)
	if err != nil {
		return err
	}
	defer w.Abort()
	for i, s := range sources {
		if err := readers[i].Series(Filter{Trace: s.Trace}, w.appendBlock); err != nil {
			return err
		}
	}
	return w.Close()
}

// addNames adds the names of a source, and of its traces only the one that is meant.
func addNames(names *Names, of Names, trace string) error {
	if trace != "" {
		if _, err := of.find([keyColumns]string{traceKey: trace}, true); err != nil {
			return err
		}
		of.Traces = []string{trace}
	}
	for _, name := range of.Traces {
		if slices.Contains(names.Traces, name) {
			return fmt.Errorf("trace %s comes from another source already", name)
		}
	}
	names.add(&of)
	return nil
}

// appendBlock adds rows that were read from another file.
func (w *PredictionWriter) appendBlock(b *Block) error {
	from := &batch{Block: *b}
	level, err := methods.ParseLevel(b.Level, 0.5)
	if err != nil {
		return w.fail(err)
	}
	return w.append([keyColumns]string{b.Trace, b.Queue, b.Range, b.Method, level.Side.String()}, level.Quantile, len(b.JobID),
		func(to *batch, first int) { to.copyJobs(from, first) })
}

// copyJobs fills the batch with rows of another one, from the first one on; keys stay.
func (b *batch) copyJobs(from *batch, first int) {
	for _, c := range predictionColumns {
		if c.t != textType && c.Name != "quantile" {
			rows := c.list(from)
			reflect.Copy(c.list(b), rows.Slice(first, rows.Len()))
		}
	}
}
