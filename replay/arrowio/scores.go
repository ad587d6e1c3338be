package arrowio

import (
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// WriteScores writes scores.arrow: a row per score, in the order given.
func WriteScores(path string, scores []replay.Score) error {
	return writeScores(path, scores, memory.DefaultAllocator)
}

func writeScores(path string, scores []replay.Score, mem memory.Allocator) error {
	fields := make([]arrow.Field, len(scoreColumns))
	for i := range scoreColumns {
		fields[i] = scoreColumns[i].field()
	}
	schema := arrow.NewSchema(fields, nil)
	f, err := createFile(path, schema, ipc.WithAllocator(mem))
	if err != nil {
		return err
	}
	columns := make([]arrow.Array, len(scoreColumns))
	for i := range scoreColumns {
		columns[i] = scoreColumns[i].array(scores)
	}
	r := newRecord(schema, columns, len(scores))
	defer r.Release()
	if err := f.write(r); err != nil {
		return err
	}
	return f.close()
}

// ReadScores reads scores.arrow, also one written by an earlier or later version: columns it does not know are left out,
// and values that a file of an earlier version does not have are as if they had been null.
func ReadScores(path string) ([]replay.Score, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	places, err := findScoreColumns(f)
	if err != nil {
		return nil, err
	}
	var scores []replay.Score
	for i := range f.batches {
		r, err := f.record(i)
		if err != nil {
			return nil, err
		}
		scores, err = appendScores(scores, r, places)
		r.Release()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return scores, nil
}

// findScoreColumns gives the place in a file of every column, -1 for one that may be missing and is.
func findScoreColumns(f *fileReader) ([]int, error) {
	places := make([]int, len(scoreColumns))
	for i := range scoreColumns {
		c := &scoreColumns[i]
		places[i] = -1
		if found := f.schema().FieldIndices(c.name); len(found) > 0 {
			places[i] = found[0]
		} else if !c.nullable {
			return nil, fmt.Errorf("%s is not a file of scores: it has no column %s, only %s", f.path, c.name, strings.Join(columnNames(f.schema()), ", "))
		} else {
			continue
		}
		t := f.schema().Field(places[i]).Type
		if k, ok := kindOf(t); !ok || k != c.kind {
			return nil, fmt.Errorf("%s is not a file of scores: column %s is of type %s, not %s", f.path, c.name, t, c.kind)
		}
	}
	return places, nil
}

func columnNames(s *arrow.Schema) []string {
	names := make([]string, s.NumFields())
	for i := range names {
		names[i] = s.Field(i).Name
	}
	return names
}

func appendScores(scores []replay.Score, r arrow.Record, places []int) ([]replay.Score, error) {
	first, n := len(scores), int(r.NumRows())
	scores = append(scores, make([]replay.Score, n)...)
	for k, place := range places {
		c := &scoreColumns[k]
		if place < 0 {
			for i := range n {
				c.setNull(&scores[first+i])
			}
			continue
		}
		from := cellsOf(r.Column(place))
		for i := range n {
			if from.IsNull(i) && !c.nullable {
				return nil, fmt.Errorf("column %s is null in row %d", c.name, first+i)
			}
			c.set(&scores[first+i], from, i)
		}
	}
	return scores, nil
}

// WriteScoresCSV writes scores.csv, which has the same columns as scores.arrow: numbers in full precision, nothing for null.
func WriteScoresCSV(w io.Writer, scores []replay.Score) error {
	var lines []byte
	for i := range scoreColumns {
		lines = append(append(lines, scoreColumns[i].name...), ',')
	}
	lines[len(lines)-1] = '\n'
	for i := range scores {
		for k := range scoreColumns {
			lines = append(scoreColumns[k].appendTo(lines, &scores[i]), ',')
		}
		lines[len(lines)-1] = '\n'
	}
	_, err := w.Write(lines)
	return err
}
