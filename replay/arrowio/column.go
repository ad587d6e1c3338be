package arrowio

import (
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"waitbench/replay/output"
)

// table is columns of the same length.
type table []column

// column is a column of a file, and its values.
type column struct {
	Name string
	Unit string // as it is written; "1" for a number without one, "none" for other values
	Doc  string // one line
	Null string // when a value is null; empty for a column without nulls

	values
}

// The units of columns.
const (
	noUnit   = "none"
	seconds  = "s"
	unixTime = "s since 1970-01-01 UTC"
	cpus     = "processors"
)

// textType is the type of all columns of text. Every reader of Arrow takes
// indices of 32 bits; compressed, they are no larger than shorter ones.
var textType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32,
	ValueType: arrow.BinaryTypes.String}

// schema returns the columns and the metadata of a file. The metadata of a
// column has the keys description, unit and null.
func (t table) schema(metadata Metadata) *arrow.Schema {
	var fields []arrow.Field
	for i := range t {
		c, about := &t[i], Metadata{}
		for _, pair := range []Pair{{"description", c.Doc}, {"unit", c.Unit}, {"null", c.Null}} {
			if pair.Value != "" {
				about = append(about, pair)
			}
		}
		fields = append(fields, arrow.Field{Name: c.Name, Type: c.dataType(),
			Nullable: c.Null != "", Metadata: about.arrow()})
	}
	about := metadata.arrow()
	return arrow.NewSchema(fields, &about)
}

// read sets the values of the column to rows of an array. It panics if the array
// is damaged.
func (c *column) read(from arrow.Array, begin, end int) error {
	for row := begin; row < end && c.Null == "" && from.NullN() > 0; row++ {
		if from.IsNull(row) {
			return fmt.Errorf("column %s is null in row %d", c.Name, row)
		}
	}
	c.take(from, begin, end)
	return nil
}

// accepts reports whether the column is read from an array of a type. A text
// may be a number in files of earlier versions.
func (c *column) accepts(t arrow.DataType) bool {
	_, isText := c.values.(*texts)
	return arrow.TypeEqual(t, c.dataType()) ||
		isText && arrow.TypeEqual(t, arrow.PrimitiveTypes.Float64)
}

// values is the values of a column in memory.
type values interface {
	dataType() arrow.DataType // in a file
	resize(n int)             // makes n values, which the caller sets
	take(from arrow.Array, begin, end int)
	put(to array.Builder, begin, end int, mayBeNull bool)
}

// slice is the values of a column of numbers or truths. The value under a null
// is the zero value in a file, so that the same rows make the same bytes.
type slice[T any] struct {
	data   *[]T
	kind   arrow.DataType
	null   T // of a null that was read
	isNull func(row int) bool
}

func (l slice[T]) dataType() arrow.DataType { return l.kind }

func (l slice[T]) resize(n int) { *l.data = slices.Grow((*l.data)[:0], n)[:n] }

func (l slice[T]) take(from arrow.Array, begin, end int) {
	l.resize(end - begin)
	array, nulls := from.(interface{ Value(row int) T }), from.NullN() > 0
	for i := range *l.data {
		if (*l.data)[i] = array.Value(begin + i); nulls && from.IsNull(begin+i) {
			(*l.data)[i] = l.null
		}
	}
}

func (l slice[T]) put(to array.Builder, begin, end int, mayBeNull bool) {
	values, valid := (*l.data)[begin:end], []bool(nil)
	if mayBeNull {
		values, valid = slices.Clone(values), make([]bool, len(values))
		for i := range values {
			if valid[i] = !l.isNull(begin + i); !valid[i] {
				values[i] = *new(T)
			}
		}
	}
	to.(interface{ AppendValues([]T, []bool) }).AppendValues(values, valid)
}

// numbers is a slice in which NaN means null.
func numbers(data *[]float64) values {
	return slice[float64]{data, arrow.PrimitiveTypes.Float64, math.NaN(),
		func(row int) bool { return math.IsNaN((*data)[row]) }}
}

// integers is a slice in which negative integers mean null.
func integers(data *[]int64) values {
	return slice[int64]{data, arrow.PrimitiveTypes.Int64, -1,
		func(row int) bool { return (*data)[row] < 0 }}
}

// dates is a slice of dates after 1970. Negative ones mean null.
func dates(data *[]arrow.Timestamp) values {
	return slice[arrow.Timestamp]{data, arrow.FixedWidthTypes.Timestamp_s, -1,
		func(row int) bool { return (*data)[row] < 0 }}
}

// truths is a slice that is null in some rows.
func truths(data *[]bool, isNull func(row int) bool) values {
	return slice[bool]{data, arrow.FixedWidthTypes.Boolean, false, isNull}
}

// texts is a slice in which the empty text means null.
type texts []string

func (t *texts) dataType() arrow.DataType { return textType }

func (t *texts) resize(n int) { *t = make(texts, n) }

func (t *texts) take(from arrow.Array, begin, end int) {
	t.resize(end - begin)
	for i := range *t {
		if !from.IsNull(begin + i) {
			(*t)[i] = output.Printable(from.ValueStr(begin + i))
		}
	}
}

func (t *texts) put(to array.Builder, begin, end int, mayBeNull bool) {
	for _, text := range (*t)[begin:end] {
		if text == "" && mayBeNull {
			to.AppendNull()
		} else {
			to.(*array.BinaryDictionaryBuilder).AppendString(text)
		}
	}
}

// sameText is a text that all rows share.
type sameText string

func (t *sameText) dataType() arrow.DataType { return textType }

func (t *sameText) resize(int) {}

func (t *sameText) take(from arrow.Array, begin, _ int) {
	*t = sameText(output.Printable(from.ValueStr(begin)))
}

func (t *sameText) put(to array.Builder, begin, end int, _ bool) {
	if to := to.(*array.BinaryDictionaryBuilder); begin < end {
		to.AppendString(string(*t))
		index := to.GetValueIndex(to.Len() - 1)
		to.AppendIndices(slices.Repeat([]int{index}, end-begin-1), nil)
	}
}
