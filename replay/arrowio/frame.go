package arrowio

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// Frame is a table: columns of the same length.
type Frame []Column

// Column is a column of a frame. One of the three slices is its values.
type Column struct {
	Name    string
	Texts   []string
	Counts  []int64
	Numbers []float64

	// Optional says that values may be missing: NaN is null then, and so are a negative count and
	// an empty text.
	Optional bool

	Unit, Doc string // in the file; empty for none
	Null      string // likewise: when a value is missing
}

// write writes an Arrow file of one batch.
func (f Frame) write(path string, metadata Metadata, mem memory.Allocator, options ...ipc.Option) error {
	var fields []arrow.Field
	var columns []arrow.Array
	for i := range f {
		fields, columns = append(fields, f[i].field()), append(columns, f[i].array())
	}
	schema := arrow.NewSchema(fields, metadata.pairs())
	r := newRecord(schema, columns, f.rows())
	defer r.Release()
	out, err := createFile(path, schema, append(options, ipc.WithAllocator(mem))...)
	if err != nil {
		return err
	}
	if err := out.write(r); err != nil {
		return err
	}
	return out.close()
}

// read reads the columns of f, which has no rows, from a file that is to be one of what. A
// missing column is an error, but for an optional one, which has no values then.
func (f Frame) read(path, what string) error {
	file, err := openFile(path)
	if err != nil {
		return err
	}
	defer file.close()
	places := make([]int, len(f))
	for i := range f {
		if places[i], err = file.place(what, f[i].Name, f[i].dataType(), f[i].Optional); err != nil {
			return err
		}
	}
	return file.each(func(r arrow.Record) error {
		for i, place := range places {
			if place < 0 {
				continue
			}
			if err := f[i].take(cellsOf(r.Column(place))); err != nil {
				return err
			}
		}
		return nil
	})
}

// take appends the values of a column of a file.
func (c *Column) take(from *cells) error {
	if from.NullN() > 0 && !c.Optional {
		row := 0
		for !from.IsNull(row) {
			row++
		}
		return fmt.Errorf("column %s is null in row %d", c.Name, c.rows()+row)
	}
	switch from.kind {
	case textKind:
		for i := range from.Len() {
			text := ""
			if from.IsValid(i) {
				text = from.text(i)
			}
			c.Texts = append(c.Texts, text)
		}
	case countKind:
		c.Counts = append(c.Counts, withNulls(from, from.counts, -1)...)
	default:
		c.Numbers = append(c.Numbers, withNulls(from, from.numbers, math.NaN())...)
	}
	return nil
}

// rows is how many there are.
func (f Frame) rows() int {
	if len(f) == 0 {
		return 0
	}
	return f[0].rows()
}

func (c *Column) rows() int { return max(len(c.Texts), len(c.Counts), len(c.Numbers)) }

// isNull reports whether the value of a row is missing.
func (c *Column) isNull(row int) bool {
	switch {
	case !c.Optional:
		return false
	case c.Texts != nil:
		return c.Texts[row] == ""
	case c.Counts != nil:
		return c.Counts[row] < 0
	}
	return math.IsNaN(c.Numbers[row])
}

// dataType is the type of the column in a file.
func (c *Column) dataType() arrow.DataType {
	switch {
	case c.Texts != nil:
		return textType
	case c.Counts != nil:
		return count
	}
	return number
}

// field is the column in a schema.
func (c *Column) field() arrow.Field {
	about := About{c.Name, c.Unit, c.Doc, c.Null}
	f := about.field(c.dataType())
	f.Nullable = c.Optional
	return f
}

// array gives the column as a file has it.
func (c *Column) array() arrow.Array {
	n := c.rows()
	valid, nulls := bitsOf(n, func(i int) bool { return !c.isNull(i) })
	var values []byte
	var dictionary *array.Data
	switch {
	case c.Texts != nil:
		texts := []string{}
		places := make([]int32, n)
		known := map[string]int32{}
		for i, text := range c.Texts {
			if _, ok := known[text]; !ok && !c.isNull(i) {
				known[text] = int32(len(texts))
				texts = append(texts, text)
			}
			places[i] = known[text]
		}
		values, dictionary = arrow.Int32Traits.CastToBytes(places), newDictionary(texts)
	case c.Counts != nil:
		values = arrow.Int64Traits.CastToBytes(c.Counts)
	default:
		numbers := slices.Clone(c.Numbers)
		for i, x := range numbers {
			if x != x {
				numbers[i] = math.NaN() // the same bytes under every null
			}
		}
		values = arrow.Float64Traits.CastToBytes(numbers)
	}
	return newColumn(c.dataType(), n, values, valid, nulls, dictionary)
}

// WriteCSV writes a line of names and then the rows: numbers in full precision, nothing for null.
func (f Frame) WriteCSV(w io.Writer) error {
	var lines []byte
	for i := range f {
		lines = append(append(lines, csvText(f[i].Name)...), ',')
	}
	for row := -1; row < f.rows(); row++ {
		if row >= 0 {
			for i := range f {
				lines = append(f[i].appendTo(lines, row), ',')
			}
		}
		if len(f) > 0 {
			lines[len(lines)-1] = '\n'
		}
	}
	_, err := w.Write(lines)
	return err
}

// appendTo appends the value of a row.
func (c *Column) appendTo(dst []byte, row int) []byte {
	switch {
	case c.isNull(row):
		return dst
	case c.Texts != nil:
		return append(dst, csvText(c.Texts[row])...)
	case c.Counts != nil:
		return strconv.AppendInt(dst, c.Counts[row], 10)
	}
	return replay.AppendNumber(dst, c.Numbers[row])
}
