package arrowio

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/bitutil"
)

// kind is what the values of a column are.
type kind int

const (
	textKind   kind = iota // a dictionary of texts
	countKind              // int64
	numberKind             // float64
	truthKind              // bool
	timeKind               // seconds since 1970 UTC
)

// kinds say in messages what columns of each kind hold, and what is compared with them.
var kinds = [...]struct{ what, value string }{
	textKind:   {"text", "a text"},
	countKind:  {"whole numbers", "a whole number"},
	numberKind: {"numbers", "a number"},
	truthKind:  {"true or false", "true or false"},
	timeKind:   {"a date", "a date such as 2000-04-01 or 2000-04-01T13:00:00Z"},
}

// kindOf gives the kind of a type, and false for types that neither a file of ours has nor one of
// another program as a rule.
func kindOf(t arrow.DataType) (kind, bool) {
	switch t.ID() {
	case arrow.DICTIONARY:
		return textKind, arrow.TypeEqual(t, textType)
	case arrow.STRING, arrow.LARGE_STRING:
		return textKind, true
	case arrow.INT64, arrow.INT32, arrow.UINT32:
		return countKind, true
	case arrow.FLOAT64, arrow.FLOAT32:
		return numberKind, true
	case arrow.BOOL:
		return truthKind, true
	case arrow.TIMESTAMP:
		return timeKind, t.(*arrow.TimestampType).Unit == arrow.Second
	}
	return 0, false
}

// cells is the values of a column in a batch, by row. Texts stay when the batch is released,
// numbers do not.
type cells struct {
	arrow.Array // says which are null
	kind        kind
	texts       []string // the dictionary
	places      []int32  // of each row's text in texts
	counts      []int64  // also dates
	numbers     []float64
	truths      *array.Boolean
}

// text gives the text in row i, which is not null.
func (c *cells) text(i int) string { return c.texts[c.places[i]] }

// finite gives the number in row i; NaN for null and for what is no finite number.
func (c *cells) finite(i int) float64 {
	switch {
	case c.IsNull(i):
	case c.kind == countKind:
		return float64(c.counts[i])
	case c.kind == numberKind && !math.IsInf(c.numbers[i], 0):
		return c.numbers[i]
	}
	return math.NaN()
}

// cellsOf gives the values of a column whose type kindOf knows.
func cellsOf(a arrow.Array) *cells {
	c := &cells{Array: a}
	switch a := a.(type) {
	case *array.Dictionary:
		c.texts = textsOf(a.Dictionary().(*array.String))
		c.places = a.Indices().(*array.Int32).Int32Values()
	case *array.String, *array.LargeString:
		c.texts = textsOf(a.(stringArray))
		for i := range c.texts {
			c.places = append(c.places, int32(i))
		}
	case *array.Int64:
		c.kind, c.counts = countKind, a.Int64Values()
	case *array.Int32:
		c.kind, c.counts = countKind, widened[int64](a.Int32Values())
	case *array.Uint32:
		c.kind, c.counts = countKind, widened[int64](a.Uint32Values())
	case *array.Float32:
		c.kind, c.numbers = numberKind, widened[float64](a.Float32Values())
	case *array.Float64:
		c.kind, c.numbers = numberKind, a.Float64Values()
	case *array.Boolean:
		c.kind, c.truths = truthKind, a
	case *array.Timestamp:
		c.kind, c.counts = timeKind, arrow.Int64Traits.CastFromBytes(arrow.TimestampTraits.CastToBytes(a.TimestampValues()))
	default:
		panic(fmt.Sprintf("no cells of type %s", a.DataType()))
	}
	return c
}

// withNulls overwrites the values of a column where they are null.
func withNulls[T int64 | float64](c *cells, values []T, null T) []T {
	if c.NullN() > 0 {
		for i := range values {
			if c.IsNull(i) {
				values[i] = null
			}
		}
	}
	return values
}

// widened gives values as a type that holds them all.
func widened[W int64 | float64, T int32 | uint32 | float32](values []T) []W {
	wide := make([]W, len(values))
	for i, x := range values {
		wide[i] = W(x)
	}
	return wide
}

// stringArray is an array of texts.
type stringArray interface {
	Len() int
	Value(i int) string
}

func textsOf(a stringArray) []string {
	texts := make([]string, a.Len())
	for i := range texts {
		texts[i] = strings.Clone(a.Value(i))
	}
	return texts
}

var errTooShort = errors.New("there are fewer values than rows")

// checkArray returns an error if the buffers of an array just read hold less than it says. It
// panics if they contradict themselves, which fileReader.record makes an error of.
func checkArray(a arrow.Array) error {
	n, data := a.Len(), a.Data()
	if nulls := a.NullN(); nulls > n || nulls > 0 && data.Buffers()[0].Len() < int(bitutil.BytesForBits(int64(n))) {
		return errTooShort
	}
	if n == 0 {
		return nil
	}
	switch a := a.(type) {
	case *array.String, *array.LargeString:
		textsOf(a.(stringArray))
	case *array.Dictionary:
		if places, ok := a.Indices().(*array.Int32); ok {
			return checkPlaces(a, places.Int32Values())
		}
	default:
		width, fixed := a.DataType().(arrow.FixedWidthDataType)
		if fixed && len(data.Buffers()) > 1 && data.Buffers()[1].Len() < int(bitutil.BytesForBits(int64(n*width.BitWidth()))) {
			return errTooShort
		}
	}
	return nil
}

func checkPlaces(a *array.Dictionary, places []int32) error {
	if a.Data().Buffers()[1].Len() < 4*a.Len() {
		return errTooShort
	}
	if err := checkArray(a.Dictionary()); err != nil {
		return fmt.Errorf("dictionary: %w", err)
	}
	size := uint32(a.Dictionary().Len())
	for i, p := range places {
		if uint32(p) >= size && a.IsValid(i) {
			return fmt.Errorf("row %d has value %d of a dictionary of %d", i, p, size)
		}
	}
	return nil
}

// Condition is what must hold for a row to be shown, such as method=bmbp or wait>=3600. Texts and
// truths can only be compared with = and !=; times are in seconds. The empty value is null: bound=
// holds where there is no bound and bound!= where there is one. Nothing else holds for null.
type Condition struct {
	Column string
	Op     string // =, !=, <, <=, > or >=
	Value  string
}

// operators are the comparisons, longer ones before those they begin with.
var operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// ParseCondition reads a condition of the form COLUMN OP VALUE, without blanks around the operator.
func ParseCondition(text string) (Condition, error) {
	if at := strings.IndexAny(text, "!=<>"); at > 0 {
		for _, op := range operators {
			if value, ok := strings.CutPrefix(text[at:], op); ok {
				return Condition{text[:at], op, value}, nil
			}
		}
	}
	return Condition{}, fmt.Errorf("condition %q is not of the form column=value; operators are = != < <= > >=", text)
}

// on makes a test of the condition on the rows of a column.
func (c *Condition) on(column *cells) (func(i int) bool, error) {
	equal := c.Op == "="
	switch known := equal || c.Op == "!="; {
	case known && c.Value == "":
		return func(i int) bool { return column.IsNull(i) == equal }, nil
	case !known && (column.kind == textKind || column.kind == truthKind):
		return nil, fmt.Errorf("column %s is %s, which %s does not compare", c.Column, kinds[column.kind].what, c.Op)
	}
	var holds func(i int) bool
	var err error
	switch column.kind {
	case textKind:
		if !slices.Contains(column.texts, c.Value) {
			return nil, fmt.Errorf("no %s %q; there are %s", c.Column, c.Value, strings.Join(column.texts, ", "))
		}
		holds = func(i int) bool { return (column.text(i) == c.Value) == equal }
	case truthKind:
		var want bool
		want, err = strconv.ParseBool(c.Value)
		holds = func(i int) bool { return (column.truths.Value(i) == want) == equal }
	case numberKind:
		var want float64
		want, err = strconv.ParseFloat(c.Value, 64)
		holds = func(i int) bool { return compare(column.numbers[i], c.Op, want) }
	default:
		var want int64
		if want, err = strconv.ParseInt(c.Value, 10, 64); column.kind == timeKind {
			want, err = parseTime(c.Value)
		}
		holds = func(i int) bool { return compare(column.counts[i], c.Op, want) }
	}
	if err != nil {
		return nil, fmt.Errorf("%q is not %s, which column %s needs", c.Value, kinds[column.kind].value, c.Column)
	}
	return func(i int) bool { return column.IsValid(i) && holds(i) }, nil
}

// parseTime reads a date, or a date and time, as seconds since 1970 UTC.
func parseTime(text string) (int64, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t, err = time.Parse(time.DateOnly, text)
	}
	return t.Unix(), err
}

func compare[T int64 | float64](a T, op string, b T) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}
