package arrowio

import (
	"fmt"
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

// Source is rows of a predictions file: those that its filter lets through.
type Source struct {
	Path string
	Filter
}

// Join writes a predictions file with the rows of the sources in their order.
// The file equals one that was written at once. names lists all texts that
// occur, as for CreatePredictions. Join calls progress with the number of rows
// of each block it has copied, and ends with the error that progress returns.
func Join(path string, metadata Metadata, names Names, sources []Source, progress func(rows int) error) error {
	w, err := CreatePredictions(path, metadata, names)
	if err != nil {
		return err
	}
	defer w.Abort()
	readers := map[string]*PredictionReader{}
	for _, s := range sources {
		r := readers[s.Path]
		if r == nil {
			if r, err = OpenPredictions(s.Path); err != nil {
				return err
			}
			defer r.Close()
			readers[s.Path] = r
		}
		err := r.Series(s.Filter, func(b *Block) error {
			if err := w.appendBlock(b); err != nil {
				return err
			}
			return progress(len(b.JobID))
		})
		if err != nil {
			return err
		}
	}
	return w.Close()
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
