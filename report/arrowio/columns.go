package arrowio

import (
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"waitbench/replay"
)

// scoreColumns are the columns of scores.arrow and scores.csv, in order. A new column is a new line at the end.
var scoreColumns = []scoreColumn{
	text("trace", func(s *replay.Score) *string { return &s.Trace }),
	text("queue", func(s *replay.Score) *string { return &s.Queue }),
	text("procs", func(s *replay.Score) *string { return &s.Range }),
	text("method", func(s *replay.Score) *string { return &s.Method }),
	number("quantile", func(s *replay.Score) *float64 { return &s.Quantile }),
	number("confidence", func(s *replay.Score) *float64 { return &s.Confidence }),
	number("epoch_s", func(s *replay.Score) *float64 { return &s.Epoch }),
	number("train", func(s *replay.Score) *float64 { return &s.Train }),
	count("jobs", func(s *replay.Score) *int { return &s.Jobs }),
	count("scored", func(s *replay.Score) *int { return &s.Scored }),
	count("bounded", func(s *replay.Score) *int { return &s.Bounded }),
	number("correct", func(s *replay.Score) *float64 { return &s.Correct }).orNull(),
	number("median_ratio", func(s *replay.Score) *float64 { return &s.MedianRatio }).orNull(),
	count("change_points", func(s *replay.Score) *int { return &s.ChangePoints }).orNull(),
	count("threshold", func(s *replay.Score) *int { return &s.Threshold }).orNull(),
}

// scoreColumn is a column of scores: where in a score its value is kept. One of text, count and number is set.
type scoreColumn struct {
	name     string
	kind     kind
	nullable bool // NaN is null, and so is a negative count
	text     func(*replay.Score) *string
	count    func(*replay.Score) *int
	number   func(*replay.Score) *float64
}

func text(name string, field func(*replay.Score) *string) scoreColumn {
	return scoreColumn{name: name, kind: textKind, text: field}
}

func count(name string, field func(*replay.Score) *int) scoreColumn {
	return scoreColumn{name: name, kind: countKind, count: field}
}

func number(name string, field func(*replay.Score) *float64) scoreColumn {
	return scoreColumn{name: name, kind: numberKind, number: field}
}

func (c scoreColumn) orNull() scoreColumn {
	c.nullable = true
	return c
}

func (c *scoreColumn) field() arrow.Field {
	types := [...]arrow.DataType{textKind: textType, countKind: arrow.PrimitiveTypes.Int64, numberKind: arrow.PrimitiveTypes.Float64}
	return arrow.Field{Name: c.name, Type: types[c.kind], Nullable: c.nullable}
}

// isNull reports whether the score does not give the value of the column.
func (c *scoreColumn) isNull(s *replay.Score) bool {
	switch {
	case !c.nullable:
		return false
	case c.kind == countKind:
		return *c.count(s) < 0
	}
	return math.IsNaN(*c.number(s))
}

// setNull makes the value of the column one that the score does not give.
func (c *scoreColumn) setNull(s *replay.Score) {
	if c.kind == countKind {
		*c.count(s) = -1
	} else {
		*c.number(s) = math.NaN()
	}
}

// array makes the column of an Arrow file.
func (c *scoreColumn) array(scores []replay.Score) arrow.Array {
	n := len(scores)
	valid := newBits(n)
	nulls := 0
	for i := range scores {
		if c.isNull(&scores[i]) {
			nulls++
		} else {
			valid.set(i)
		}
	}
	values, dictionary := c.values(scores)
	return newColumn(c.field().Type, n, values, valid, nulls, dictionary)
}

// values gives the values of the column as an array holds them: numbers, or places in a dictionary.
func (c *scoreColumn) values(scores []replay.Score) ([]byte, *array.Data) {
	switch c.kind {
	case textKind:
		var values []string
		places := make([]int32, len(scores))
		for i := range scores {
			v := *c.text(&scores[i])
			p := slices.Index(values, v)
			if p < 0 {
				p = len(values)
				values = append(values, v)
			}
			places[i] = int32(p)
		}
		return arrow.Int32Traits.CastToBytes(places), newDictionary(values)
	case countKind:
		counts := make([]int64, len(scores))
		for i := range scores {
			counts[i] = int64(*c.count(&scores[i]))
		}
		return arrow.Int64Traits.CastToBytes(counts), nil
	}
	numbers := make([]float64, len(scores))
	for i := range scores {
		numbers[i] = *c.number(&scores[i])
	}
	return arrow.Float64Traits.CastToBytes(numbers), nil
}

// set takes the value of row i of a file.
func (c *scoreColumn) set(s *replay.Score, from *cells, i int) {
	switch {
	case from.IsNull(i):
		c.setNull(s)
	case c.kind == textKind:
		*c.text(s) = from.text(i)
	case c.kind == countKind:
		*c.count(s) = int(from.counts[i])
	default:
		*c.number(s) = from.numbers[i]
	}
}

// appendTo appends the value as CSV has it, nothing for null.
func (c *scoreColumn) appendTo(dst []byte, s *replay.Score) []byte {
	switch {
	case c.isNull(s):
		return dst
	case c.kind == textKind:
		return append(dst, csvText(*c.text(s))...)
	case c.kind == countKind:
		return strconv.AppendInt(dst, int64(*c.count(s)), 10)
	}
	return appendNumber(dst, *c.number(s))
}
