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
)

// Frame is a table of its own kind, such as the cells of a study: columns of the same length.
type Frame []Column

// Column is a column of a frame. One of the three slices is its values.
type Column struct {
	Name    string
	Texts   []string
	Counts  []int64
	Numbers []float64 // NaN for null
}

// Write writes an Arrow file of one batch, NaN as null.
func (f Frame) Write(path string) error { return f.write(path, memory.DefaultAllocator) }

func (f Frame) write(path string, mem memory.Allocator) error {
	var fields []arrow.Field
	var columns []arrow.Array
	for i := range f {
		field, column := f[i].array()
		fields, columns = append(fields, field), append(columns, column)
	}
	schema := arrow.NewSchema(fields, nil)
	r := newRecord(schema, columns, f.rows())
	defer r.Release()
	out, err := createFile(path, schema, ipc.WithAllocator(mem))
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
	return max(len(f[0].Texts), len(f[0].Counts), len(f[0].Numbers))
}

// array gives the column as a file has it.
func (c *Column) array() (arrow.Field, arrow.Array) {
	switch {
	case c.Texts != nil:
		values, dictionary := c.places()
		return arrow.Field{Name: c.Name, Type: textType}, newColumn(textType, len(c.Texts), values, nil, 0, dictionary)
	case c.Counts != nil:
		t := arrow.PrimitiveTypes.Int64
		return arrow.Field{Name: c.Name, Type: t}, newColumn(t, len(c.Counts), arrow.Int64Traits.CastToBytes(c.Counts), nil, 0, nil)
	}
	numbers, valid, nulls := slices.Clone(c.Numbers), newBits(len(c.Numbers)), 0
	for i, x := range numbers {
		if x == x {
			valid.set(i)
			continue
		}
		numbers[i] = math.NaN() // the same bytes under every null
		nulls++
	}
	t := arrow.PrimitiveTypes.Float64
	return arrow.Field{Name: c.Name, Type: t, Nullable: true}, newColumn(t, len(numbers), arrow.Float64Traits.CastToBytes(numbers), valid, nulls, nil)
}

// places gives texts as places in a dictionary.
func (c *Column) places() ([]byte, *array.Data) {
	var values []string
	known := map[string]int32{}
	places := make([]int32, len(c.Texts))
	for i, text := range c.Texts {
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
	case c.Texts != nil:
		return append(dst, csvText(c.Texts[row])...)
	case c.Counts != nil:
		return strconv.AppendInt(dst, c.Counts[row], 10)
	case math.IsNaN(c.Numbers[row]):
		return dst
	}
	return appendNumber(dst, c.Numbers[row])
}
