package arrowio

import (
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"

	"waitbench/replay"
)

// WriteScores writes scores.arrow: a row per score, in the order given.
func WriteScores(path string, scores []replay.Score) error {
	return scoreFrame(scores, replay.Columns).Write(path)
}

// WriteScoresCSV writes scores.csv, which has the same columns as scores.arrow: numbers in full
// precision, nothing for null.
func WriteScoresCSV(w io.Writer, scores []replay.Score) error {
	return scoreFrame(scores, replay.Columns).WriteCSV(w)
}

// scoreFrame is the columns of scores.
func scoreFrame(scores []replay.Score, columns []replay.Column) Frame {
	frame := make(Frame, len(columns))
	for i := range columns {
		c := &columns[i]
		to := &frame[i]
		*to = Column{Name: c.Name, Optional: c.Optional, Unit: string(c.Unit), Doc: c.Doc}
		switch c.At(new(replay.Score)).(type) {
		case *int:
			to.Counts = make([]int64, len(scores))
			for k := range scores {
				to.Counts[k] = int64(*c.At(&scores[k]).(*int))
			}
		case *float64:
			to.Numbers = make([]float64, len(scores))
			for k := range scores {
				to.Numbers[k] = *c.At(&scores[k]).(*float64)
			}
		default:
			to.Texts = make([]string, len(scores))
			for k := range scores {
				to.Texts[k] = c.Text(&scores[k])
			}
		}
	}
	return frame
}

// ReadScores reads scores.arrow, also one written by an earlier or later version: columns it does
// not know are left out, and values that a file of an earlier version does not have are missing.
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
	err = f.each(func(r arrow.Record) (err error) {
		scores, err = appendScores(scores, r, places)
		return err
	})
	if err != nil {
		return nil, err
	}
	return scores, nil
}

// findScoreColumns gives the place in a file of every column, -1 for one that may be missing and
// is.
func findScoreColumns(f *fileReader) ([]int, error) {
	places := make([]int, len(replay.Columns))
	for i := range replay.Columns {
		c := &replay.Columns[i]
		places[i] = -1
		if found := f.schema().FieldIndices(c.Name); len(found) > 0 {
			places[i] = found[0]
		} else if !c.Optional {
			return nil, fmt.Errorf("%s is not a file of scores: it has no column %s, only %s", f.path,
				c.Name, strings.Join(columnNames(f.schema()), ", "))
		} else {
			continue
		}
		t, want := f.schema().Field(places[i]).Type, scoreKind(c)
		if k, ok := kindOf(t); !ok || k != want {
			return nil, fmt.Errorf("%s is not a file of scores: column %s is of type %s, not %s", f.path,
				c.Name, t, want)
		}
	}
	return places, nil
}

// scoreKind is what the values of a column of scores are in a file.
func scoreKind(c *replay.Column) kind {
	switch c.At(new(replay.Score)).(type) {
	case *int:
		return countKind
	case *float64:
		return numberKind
	}
	return textKind
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
	for range n {
		scores = append(scores, replay.NewScore())
	}
	for k, place := range places {
		if place < 0 {
			continue
		}
		c, from := &replay.Columns[k], cellsOf(r.Column(place))
		for i := range n {
			if !from.IsNull(i) {
				setScore(c, &scores[first+i], from, i)
			} else if !c.Optional {
				return nil, fmt.Errorf("column %s is null in row %d", c.Name, first+i)
			}
		}
	}
	return scores, nil
}

// setScore takes the value of row i of a file.
func setScore(c *replay.Column, s *replay.Score, from *cells, i int) {
	switch at := c.At(s).(type) {
	case *int:
		*at = int(from.counts[i])
	case *float64:
		*at = from.numbers[i]
	default:
		c.SetText(s, from.text(i))
	}
}
