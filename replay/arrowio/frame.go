package arrowio

import (
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
}

// Write writes an Arrow file of one batch.
func (f Frame) Write(path string) error { return f.write(path, memory.DefaultAllocator) }

func (f Frame) write(path string, mem memory.Allocator, options ...ipc.Option) error {
	var fields []arrow.Field
	var columns []arrow.Array
	for i := range f {
		field, column := f[i].array()
		fields, columns = append(fields, field), append(columns, column)
	}
	schema := arrow.NewSchema(fields, nil)
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

// array gives the column as a file has it.
func (c *Column) array() (arrow.Field, arrow.Array) {
	n, nulls := c.rows(), 0
	valid := newBits(n)
	for i := range n {
		if c.isNull(i) {
			nulls++
		} else {
			valid.set(i)
		}
	}
	field := arrow.Field{Name: c.Name, Nullable: c.Optional, Metadata: aboutColumn(c.Unit, c.Doc)}
	var values []byte
	var dictionary *array.Data
	switch {
	case c.Texts != nil:
		field.Type = textType
		values, dictionary = c.places()
	case c.Counts != nil:
		field.Type = arrow.PrimitiveTypes.Int64
		values = arrow.Int64Traits.CastToBytes(c.Counts)
	default:
		field.Type = arrow.PrimitiveTypes.Float64
		numbers := slices.Clone(c.Numbers)
		for i, x := range numbers {
			if x != x {
				numbers[i] = math.NaN() // the same bytes under every null
			}
		}
		values = arrow.Float64Traits.CastToBytes(numbers)
	}
	return field, newColumn(field.Type, n, values, valid, nulls, dictionary)
}

// aboutColumn is what a file says of a column: its unit and a line on it.
func aboutColumn(unit, doc string) arrow.Metadata {
	var keys, values []string
	if doc != "" {
		keys, values = append(keys, "description"), append(values, doc)
	}
	if unit != "" {
		keys, values = append(keys, "unit"), append(values, unit)
	}
	return arrow.NewMetadata(keys, values)
}

// places gives texts as places in a dictionary.
func (c *Column) places() ([]byte, *array.Data) {
	var values []string
	known := map[string]int32{}
	places := make([]int32, len(c.Texts))
	for i, text := range c.Texts {
		if c.isNull(i) {
			continue
		}
		place, ok := known[text]
		if !ok {
			place = int32(len(values))
			values, known[text] = append(values, text), place
		}
		places[i] = place
	}
	return arrow.Int32Traits.CastToBytes(places), newDictionary(values)
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
