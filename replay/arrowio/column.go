package arrowio

import (
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// table is columns of the same length.
type table []column

// column is a column of a file, and its values.
type column struct {
	Name string
	Unit string // as it is written; "1" for a number without one, "none" for other values
	Doc  string // one line
	Null string // when a value is null; empty for a column without nulls

	// Values points to the values: a []string, []int64, []float64, []bool,
	// dates or truths, or a string that all rows share. The empty text, a
	// negative integer and NaN mean null.
	Values any
}

// dates is seconds since 1970 UTC; truths is 1 for true and 0 for false.
type dates []int64
type truths []int64

// The units of columns.
const (
	noUnit   = "none"
	seconds  = "s"
	unixTime = "s since 1970-01-01 UTC"
	cpus     = "processors"
)

var (
	// textType is the type of all columns of text. Every reader of Arrow takes
	// indices of 32 bits; compressed, they are no larger than shorter ones.
	textType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32,
		ValueType: arrow.BinaryTypes.String}
	dateType = arrow.FixedWidthTypes.Timestamp_s // in UTC
)

// dataType returns the type of the column in a file.
func (c *column) dataType() arrow.DataType {
	switch c.Values.(type) {
	case *string, *[]string:
		return textType
	case *[]float64:
		return arrow.PrimitiveTypes.Float64
	case *[]bool, *truths:
		return arrow.FixedWidthTypes.Boolean
	case *dates:
		return dateType
	}
	return arrow.PrimitiveTypes.Int64
}

// integers returns the values of a column of integers, dates or truths.
func (c *column) integers() *[]int64 {
	switch v := c.Values.(type) {
	case *dates:
		return (*[]int64)(v)
	case *truths:
		return (*[]int64)(v)
	}
	return c.Values.(*[]int64)
}

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

// resize makes the column have n values, which take or the caller sets.
func (c *column) resize(n int) {
	switch v := c.Values.(type) {
	case *string:
	case *[]string:
		*v = slices.Grow((*v)[:0], n)[:n]
	case *[]float64:
		*v = slices.Grow((*v)[:0], n)[:n]
	case *[]bool:
		*v = slices.Grow((*v)[:0], n)[:n]
	default:
		list := c.integers()
		*list = slices.Grow((*list)[:0], n)[:n]
	}
}

// put appends rows of the column to a builder. The value under a null is 0, so
// that the same rows make the same bytes.
func (c *column) put(to array.Builder, first, last int) {
	mayBeNull := c.Null != ""
	switch v := c.Values.(type) {
	case *string:
		if to := to.(*array.BinaryDictionaryBuilder); first < last {
			to.AppendString(validText(*v))
			index := to.GetValueIndex(to.Len() - 1)
			to.AppendIndices(slices.Repeat([]int{index}, last-first-1), nil)
		}
	case *[]string:
		to := to.(*array.BinaryDictionaryBuilder)
		for _, text := range (*v)[first:last] {
			if text == "" && mayBeNull {
				to.AppendNull()
			} else {
				to.AppendString(validText(text))
			}
		}
	case *[]float64:
		to := to.(*array.Float64Builder)
		for _, x := range (*v)[first:last] {
			if x != x && mayBeNull {
				to.AppendNull()
			} else {
				to.Append(x)
			}
		}
	case *[]bool:
		to.(*array.BooleanBuilder).AppendValues((*v)[first:last], nil)
	default:
		add := integerAdder(to)
		for _, n := range (*c.integers())[first:last] {
			if n < 0 && mayBeNull {
				to.AppendNull()
			} else {
				add(n)
			}
		}
	}
}

// integerAdder returns a function that appends an integer to a column.
func integerAdder(to array.Builder) func(int64) {
	switch to := to.(type) {
	case *array.TimestampBuilder:
		return func(n int64) { to.Append(arrow.Timestamp(n)) }
	case *array.BooleanBuilder:
		return func(n int64) { to.Append(n == 1) }
	}
	return to.(*array.Int64Builder).Append
}

// integerOf returns 1 for true.
func integerOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// take sets the values of the column to rows of an array. The rows must have
// the same text where the column shares one. take panics if the array is
// damaged.
func (c *column) take(from arrow.Array, first, last int) error {
	for row := first; row < last && c.Null == "" && from.NullN() > 0; row++ {
		if from.IsNull(row) {
			return fmt.Errorf("column %s is null in row %d", c.Name, row)
		}
	}
	c.resize(last - first)
	switch v := c.Values.(type) {
	case *string:
		*v = from.ValueStr(first)
	case *[]string:
		for i := range *v {
			(*v)[i] = from.ValueStr(first + i)
		}
		setNulls(*v, from, first, "")
	case *[]float64:
		copy(*v, from.(*array.Float64).Float64Values()[first:last])
		setNulls(*v, from, first, math.NaN())
	case *[]bool:
		for i := range *v {
			(*v)[i] = from.(*array.Boolean).Value(first + i)
		}
	default:
		list := *c.integers()
		switch from := from.(type) {
		case *array.Int64:
			copy(list, from.Int64Values()[first:last])
		case *array.Timestamp:
			for i, t := range from.TimestampValues()[first:last] {
				list[i] = int64(t)
			}
		case *array.Boolean:
			for i := range list {
				list[i] = integerOf(from.Value(first + i))
			}
		}
		setNulls(list, from, first, -1)
	}
	return nil
}

// setNulls sets the values to null whose rows, from first on, are null.
func setNulls[T any](values []T, from arrow.Array, first int, null T) {
	for i := 0; i < len(values) && from.NullN() > 0; i++ {
		if from.IsNull(first + i) {
			values[i] = null
		}
	}
}
