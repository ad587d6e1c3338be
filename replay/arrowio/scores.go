package arrowio

import (
	"io"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// WriteScores writes scores.arrow: a row per score, in the order given.
func WriteScores(path string, metadata Metadata, scores []replay.Score) error {
	return scoreFrame(scores).write(path, metadata, memory.DefaultAllocator)
}

// WriteScoresCSV writes scores.csv, which has the same columns as scores.arrow: numbers in full
// precision, nothing for null.
func WriteScoresCSV(w io.Writer, scores []replay.Score) error { return scoreFrame(scores).WriteCSV(w) }

// scoreFrame is the columns of scores.
func scoreFrame(scores []replay.Score) Frame { return frameOf(scores, replay.Columns) }

func frameOf(scores []replay.Score, columns []replay.Column) Frame {
	frame := make(Frame, len(columns))
	for i := range columns {
		c := &columns[i]
		to := &frame[i]
		*to = Column{Name: c.Name, Optional: c.Optional, Unit: unitOf(c), Doc: c.Doc, Null: c.NullRule()}
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

// unitOf is the unit of a column of scores in a file, which every column has.
func unitOf(c *replay.Column) string {
	switch {
	case c.Unit != replay.NoUnit:
		return string(c.Unit)
	case c.IsText():
		return noUnit
	}
	return "1"
}

// ReadScores reads scores.arrow, also one written by an earlier or later version: columns it does
// not know are left out, and values that a file of an earlier version does not have are missing.
func ReadScores(path string) ([]replay.Score, error) {
	frame := scoreFrame(nil)
	if err := frame.read(path, "scores"); err != nil {
		return nil, err
	}
	var scores []replay.Score
	for range frame.rows() {
		scores = append(scores, replay.NewScore())
	}
	for k := range frame {
		c, from := &replay.Columns[k], &frame[k]
		for i := range from.rows() {
			switch at := c.At(&scores[i]).(type) {
			case *int:
				*at = int(from.Counts[i])
			case *float64:
				*at = from.Numbers[i]
			default:
				c.SetText(&scores[i], from.Texts[i])
			}
		}
	}
	return scores, nil
}
