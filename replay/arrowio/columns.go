package arrowio

import (
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"waitbench/methods"
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
	side("side"),
	number("correct_lo", func(s *replay.Score) *float64 { return &s.CorrectLow }).orNull(),
	number("correct_hi", func(s *replay.Score) *float64 { return &s.CorrectHigh }).orNull(),
	number("kupiec_lr", func(s *replay.Score) *float64 { return &s.Kupiec }).orNull(),
	number("christoffersen_ind_lr", func(s *replay.Score) *float64 { return &s.Independence }).orNull(),
	number("christoffersen_cc_lr", func(s *replay.Score) *float64 { return &s.Coverage }).orNull(),
	number("miss_after_miss", func(s *replay.Score) *float64 { return &s.MissAfterMiss }).orNull(),
	count("longest_miss_run", func(s *replay.Score) *int { return &s.LongestMisses }).orNull(),
	number("worst_month", func(s *replay.Score) *float64 { return &s.WorstMonth }).orNull(),
	text("worst_month_at", func(s *replay.Score) *string { return &s.WorstMonthAt }).orNull(),
	number("pinball_s", func(s *replay.Score) *float64 { return &s.Pinball }).orNull(),
	number("log_pinball", func(s *replay.Score) *float64 { return &s.LogPinball }).orNull(),
	number("mean_bound_s", func(s *replay.Score) *float64 { return &s.MeanBound }).orNull(),
	number("median_bound_s", func(s *replay.Score) *float64 { return &s.MedianBound }).orNull(),
	number("mean_over_s", func(s *replay.Score) *float64 { return &s.MeanOver }).orNull(),
	count("pointed", func(s *replay.Score) *int { return &s.Points.Jobs }).orNull(),
	number("mae_s", func(s *replay.Score) *float64 { return &s.Points.MeanError }).orNull(),
	number("median_ae_s", func(s *replay.Score) *float64 { return &s.Points.MedianError }).orNull(),
	number("log_corr", func(s *replay.Score) *float64 { return &s.Points.LogCorrelation }).orNull(),
	number("within_2x", func(s *replay.Score) *float64 { return &s.Points.WithinTwo }).orNull(),
	number("within_10min", func(s *replay.Score) *float64 { return &s.Points.WithinTenMinutes }).orNull(),
	number("turnaround_dev", func(s *replay.Score) *float64 { return &s.Points.TurnaroundDeviation }).orNull(),
}

// scoreColumn is a column of scores: where in a score its value is kept. One of text, with setText, count and number is set.
type scoreColumn struct {
	name     string
	kind     kind
	nullable bool // NaN is null, and so are a negative count and an empty text
	text     func(*replay.Score) string
	setText  func(*replay.Score, string)
	count    func(*replay.Score) *int
	number   func(*replay.Score) *float64
}

func text(name string, field func(*replay.Score) *string) scoreColumn {
	return scoreColumn{
		name: name, kind: textKind,
		text:    func(s *replay.Score) string { return *field(s) },
		setText: func(s *replay.Score, value string) { *field(s) = value },
	}
}

// side is the column of the side of bounds. It is never null, but files of earlier versions, which had upper bounds only, do not have it.
func side(name string) scoreColumn {
	return scoreColumn{
		name: name, kind: textKind, nullable: true,
		text:    func(s *replay.Score) string { return s.Side.String() },
		setText: func(s *replay.Score, value string) { s.Side = methods.Side(value == methods.Lower.String()) },
	}
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
	case c.kind == textKind:
		return c.text(s) == ""
	}
	return math.IsNaN(*c.number(s))
}

// setNull makes the value of the column one that the score does not give.
func (c *scoreColumn) setNull(s *replay.Score) {
	switch c.kind {
	case countKind:
		*c.count(s) = -1
	case textKind:
		c.setText(s, "")
	default:
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
			if c.isNull(&scores[i]) {
				continue
			}
			v := c.text(&scores[i])
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
		if numbers[i] = *c.number(&scores[i]); math.IsNaN(numbers[i]) {
			numbers[i] = math.NaN() // the same bytes under every null, whatever made the NaN
		}
	}
	return arrow.Float64Traits.CastToBytes(numbers), nil
}

// set takes the value of row i of a file.
func (c *scoreColumn) set(s *replay.Score, from *cells, i int) {
	switch {
	case from.IsNull(i):
		c.setNull(s)
	case c.kind == textKind:
		c.setText(s, from.text(i))
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
		return append(dst, csvText(c.text(s))...)
	case c.kind == countKind:
		return strconv.AppendInt(dst, int64(*c.count(s)), 10)
	}
	return appendNumber(dst, *c.number(s))
}
