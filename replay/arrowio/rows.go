package arrowio

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Options selects the rows and columns that Cat and Rows read.
type Options struct {
	Where   []Condition // all must hold
	Columns []string    // in this order; empty for all
	Head    int         // maximum number of rows; 0 for all
	Format  string      // of Cat, one of Formats; empty for csv
}

// Value is the value of a column in a row, as text.
type Value struct {
	Text string
	Null bool // the text is empty then

	number float64 // NaN unless the value is a number
	quoted bool    // JSON writes it as a string
}

// Number returns the value, NaN unless it is a finite number.
func (v Value) Number() float64 {
	if math.IsInf(v.number, 0) {
		return math.NaN()
	}
	return v.number
}

// valueIn returns the value in a row of a column.
func valueIn(a arrow.Array, row int) Value {
	v := Value{number: math.NaN()}
	if v.Null = a.IsNull(row); v.Null {
		return v
	}
	switch a := a.(type) {
	case *array.Float64:
		v.number = a.Value(row)
	case *array.Float32:
		v.number = float64(a.Value(row))
	case *array.Timestamp:
		v.Text, v.quoted = time.Unix(int64(a.Value(row)), 0).UTC().Format(time.RFC3339), true
		return v
	default:
		id := a.DataType().ID()
		v.Text, v.quoted = a.ValueStr(row), !arrow.IsInteger(id) && id != arrow.BOOL
		if arrow.IsInteger(id) {
			v.number, _ = strconv.ParseFloat(v.Text, 64)
		}
		return v
	}
	v.Text = output.NumberText(v.number)
	v.quoted = math.IsNaN(v.Number())
	return v
}

// Rows calls head with the names of the columns, and then use with each row, in
// the same slice every time. It stops at their first error. An unknown column is
// an error that lists the known ones. So is a text in a condition that its
// column does not contain.
func Rows(path string, o Options, head func(header []string) error,
	use func(row []Value) error) error {
	return records(path, o, func(s *arrow.Schema) error { return head(namesIn(s)) }, func(r arrow.Record) error {
		row := make([]Value, r.NumCols())
		for k := range int(r.NumRows()) {
			for i := range row {
				row[i] = valueIn(r.Column(i), k)
			}
			if err := use(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// records is Rows by batches: their rows that meet the conditions, if any do.
func records(path string, o Options, head func(*arrow.Schema) error,
	use func(arrow.Record) error) error {
	f, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if len(o.Columns) == 0 {
		o.Columns = namesIn(f.schema)
	}
	columns, err := f.findShown(o.Columns)
	if err != nil {
		return err
	}
	var conditioned []string
	for _, c := range o.Where {
		conditioned = append(conditioned, c.Column)
	}
	tested, err := f.findShown(conditioned)
	if err != nil {
		return err
	}
	fields, about := []arrow.Field{}, f.schema.Metadata()
	for _, c := range columns {
		fields = append(fields, f.schema.Field(c))
	}
	schema := arrow.NewSchema(fields, &about)
	if err := head(schema); err != nil {
		return err
	}
	left := cmp.Or(o.Head, math.MaxInt)
	for i := 0; i < f.batches && left > 0; i++ {
		r, err := f.decode(i)
		if err == nil {
			r, err = f.selected(r, o.Where, tested, schema, columns, left)
		}
		if err == nil && r.NumRows() > 0 {
			err = use(r)
		}
		if err != nil {
			return err
		}
		left -= int(r.NumRows())
	}
	return nil
}

// selected returns columns of a batch, which have a schema, and at most so many
// rows, in which the conditions hold for the tested columns.
func (f *fileReader) selected(r arrow.Record, where []Condition, tested []int,
	schema *arrow.Schema, columns []int, most int) (arrow.Record, error) {
	var tests []func(row int) bool
	for k, c := range tested {
		test, err := where[k].on(r.Column(c))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		tests = append(tests, test)
	}
	var rows []int
	var shown []arrow.Array
	err := f.catch(func() error {
		for k := 0; k < int(r.NumRows()) && len(rows) < most; k++ {
			if !slices.ContainsFunc(tests, func(holds func(int) bool) bool { return !holds(k) }) {
				rows = append(rows, k)
			}
		}
		for _, c := range columns {
			shown = append(shown, takeRows(r.Column(c), rows))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return array.NewRecord(schema, shown, int64(len(rows))), nil
}

// takeRows returns the values in rows of a column, and panics if one is damaged.
func takeRows(a arrow.Array, rows []int) arrow.Array {
	parts := []arrow.Array{array.NewSlice(a, 0, 0)}
	for begin, end := 0, 1; begin < len(rows); begin, end = end, end+1 {
		for end < len(rows) && rows[end] == rows[end-1]+1 {
			end++
		}
		parts = append(parts, array.NewSlice(a, int64(rows[begin]), int64(rows[end-1]+1)))
	}
	taken, err := array.Concatenate(parts, memory.DefaultAllocator)
	if err != nil {
		panic(err)
	}
	for row := 0; row < taken.Len() && !arrow.IsPrimitive(a.DataType().ID()); row++ {
		taken.ValueStr(row)
	}
	return taken
}

// findShown returns the positions of columns of types that can be shown.
func (f *fileReader) findShown(wanted []string) (columns []int, err error) {
	for _, name := range wanted {
		found := f.schema.FieldIndices(name)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: %w", f.path,
				methods.Unknown("column", name, namesIn(f.schema)))
		}
		t := f.schema.Field(found[0]).Type
		if arrow.IsNested(t.ID()) || t.ID() == arrow.DICTIONARY && !arrow.TypeEqual(t, textType) {
			return nil, fmt.Errorf("%s: column %s has type %s, which cannot be shown",
				f.path, name, t)
		}
		columns = append(columns, found[0])
	}
	return columns, nil
}

// Condition selects rows, such as method=bmbp or wait>=3600. The empty value is
// null: bound= holds where there is no bound and bound!= where there is one. No
// other condition holds for null.
type Condition struct {
	Column string
	Op     string // =, !=, <, <=, > or >=
	Value  string
}

// operator is a comparison, and the results of cmp.Compare for which it holds.
type operator struct {
	op      string
	results []int
}

// operators lists each operator before its prefixes.
var operators = []operator{
	{"!=", []int{-1, 1}}, {"<=", []int{-1, 0}}, {">=", []int{0, 1}}, {"=", []int{0}},
	{"<", []int{-1}}, {">", []int{1}},
}

// ParseCondition reads a condition of the form COLUMN OP VALUE, without blanks
// around the operator.
func ParseCondition(text string) (Condition, error) {
	if at := strings.IndexAny(text, "!=<>"); at > 0 {
		for _, o := range operators {
			if value, ok := strings.CutPrefix(text[at:], o.op); ok {
				return Condition{text[:at], o.op, value}, nil
			}
		}
	}
	return Condition{}, fmt.Errorf("condition %q is not of the form column=value; "+
		"operators are = != < <= > >=", text)
}

// on returns a test of the condition on a row of a column. Numbers compare as
// numbers, all else as text.
func (c *Condition) on(a arrow.Array) (func(row int) bool, error) {
	if c.Value == "" && (c.Op == "=" || c.Op == "!=") {
		return func(row int) bool { return a.IsNull(row) == (c.Op == "=") }, nil
	}
	text, number, needs := c.Value, math.NaN(), ""
	switch id := a.DataType().ID(); {
	case arrow.IsInteger(id) || arrow.IsFloating(id):
		x, err := strconv.ParseFloat(text, 64)
		if number = x; err != nil || x != x {
			needs = "a number"
		}
	case id == arrow.BOOL:
		if text != "true" && text != "false" {
			needs = "true or false"
		}
	case id == arrow.TIMESTAMP:
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t, err = time.Parse(time.DateOnly, text)
		}
		if text = t.UTC().Format(time.RFC3339); err != nil {
			needs = "a date such as 2000-04-01 or 2000-04-01T13:00:00Z"
		}
	case id == arrow.DICTIONARY:
		err := methods.CheckNames(c.Column, textsOf(a.(*array.Dictionary)), text)
		if err != nil {
			return nil, err
		}
	}
	if needs != "" {
		return nil, fmt.Errorf("invalid value %q for column %s: want %s", c.Value, c.Column, needs)
	}
	i := slices.IndexFunc(operators, func(o operator) bool { return o.op == c.Op })
	return func(row int) bool {
		v := valueIn(a, row)
		result := cmp.Compare(v.Text, text)
		if number == number {
			result = cmp.Compare(v.number, number)
		}
		return !v.Null && slices.Contains(operators[i].results, result)
	}, nil
}

func textsOf(d *array.Dictionary) (texts []string) {
	for i := range d.Dictionary().Len() {
		texts = append(texts, d.Dictionary().ValueStr(i))
	}
	return texts
}
