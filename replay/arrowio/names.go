package arrowio

import (
	"context"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"

	"waitbench/methods"
)

// Names is the texts that occur in a predictions file, each once, in the order of its dictionaries.
type Names struct {
	Traces, Queues, Ranges, Methods []string

	sides []string // upper and lower
}

// The text columns of a predictions file.
const (
	traceKey = iota
	queueKey
	rangeKey
	methodKey
	sideKey
	keyColumns
)

// keyWords are what the text columns are called in messages.
var keyWords = [keyColumns]string{"trace", "queue", "range", "method", "side"}

// lists gives the names by column.
func (n *Names) lists() []*[]string {
	return []*[]string{&n.Traces, &n.Queues, &n.Ranges, &n.Methods, &n.sides}
}

// keys is a value of each text column, as places in the dictionaries. -1 stands for any value in a
// filter.
type keys [keyColumns]int32

// find gives the places of values; the empty text is any value where empty says so.
func (n *Names) find(values [keyColumns]string, emptyIsAny bool) (keys, error) {
	var k keys
	for c, list := range n.lists() {
		if k[c] = int32(slices.Index(*list, values[c])); k[c] >= 0 || emptyIsAny && values[c] == "" {
			continue
		}
		return k, fmt.Errorf("no %s %q; there are %s", keyWords[c], values[c], strings.Join(*list, ", "))
	}
	return k, nil
}

// check returns an error naming a text that is there twice.
func (n *Names) check() error {
	for c, list := range n.lists() {
		seen := map[string]bool{}
		for _, name := range *list {
			if seen[name] {
				return fmt.Errorf("%s %q is listed twice", keyWords[c], name)
			}
			seen[name] = true
		}
	}
	return nil
}

// add takes up those of other's names that are not there yet.
func (n *Names) add(other *Names) {
	from := other.lists()
	for c, list := range n.lists() {
		known := map[string]bool{}
		for _, name := range *list {
			known[name] = true
		}
		for _, name := range *from[c] {
			if !known[name] {
				*list = append(*list, name)
				known[name] = true
			}
		}
	}
}

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

// Stretch is the rows of one series, method and level in one of several files.
type Stretch struct {
	File int
	Filter
}

// Interleave writes a predictions file of the stretches of several, which must be all that they
// have, in the order in which they have them, as if the rows had been written to it at once. It
// holds a batch of each file in memory. Now and then it tells of rows that it has written.
func Interleave(ctx context.Context, path string, metadata Metadata, names Names, paths []string, rows []Stretch, tell func(rows int)) error {
	w, err := CreatePredictions(path, metadata, names)
	if err != nil {
		return err
	}
	defer w.Abort()
	var sources []*source
	for _, path := range paths {
		r, err := OpenPredictions(path)
		if err != nil {
			return err
		}
		defer r.Close()
		s := &source{path: path}
		next, stop := iter.Pull2(r.all(names.Traces[0]))
		defer stop()
		s.next = func() { s.block, s.err, _ = next() }
		s.next()
		sources = append(sources, s)
	}
	for _, of := range rows {
		from := sources[of.File]
		if from.err == nil && !from.has(of.Filter) {
			return fmt.Errorf("%s has no rows of %v at their place", from.path, of.Filter)
		}
		for from.has(of.Filter) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := w.appendBlock(from.block); err != nil {
				return err
			}
			tell(len(from.block.JobID))
			from.next()
		}
	}
	for _, s := range sources {
		if s.err == nil && s.block != nil {
			s.err = fmt.Errorf("%s has more rows than it should", s.path)
		}
		if s.err != nil {
			return s.err
		}
	}
	return w.Close()
}

// source is a file under way.
type source struct {
	path  string
	block *Block // the next one; nil at the end
	err   error
	next  func()
}

// has reports whether the next rows are those that a filter lets through.
func (s *source) has(f Filter) bool {
	b := s.block
	return b != nil && f == Filter{b.Trace, b.Queue, b.Range, b.Method, b.Level}
}

// all gives the rows of a trace, or an error at the end.
func (r *PredictionReader) all(trace string) iter.Seq2[*Block, error] {
	return func(yield func(*Block, error) bool) {
		if err := r.Series(Filter{Trace: trace}, func(b *Block) error {
			if !yield(b, nil) {
				return io.EOF
			}
			return nil
		}); err != nil && err != io.EOF {
			yield(nil, err)
		}
	}
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
