package arrowio

import (
	"errors"
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/bitutil"
)

// kind is what the values of a column are.
type kind int

const (
	textKind   kind = iota // a dictionary of texts, or texts
	countKind              // int64
	numberKind             // float64
	truthKind              // bool
	timeKind               // seconds since 1970 UTC
)

func (k kind) String() string {
	return [...]string{"text", "whole numbers", "numbers", "true or false", "a date"}[k]
}

// kindOf gives the kind of a type, and false for types that no file of ours has.
func kindOf(t arrow.DataType) (kind, bool) {
	switch t.ID() {
	case arrow.DICTIONARY:
		d := t.(*arrow.DictionaryType)
		return textKind, d.IndexType.ID() == arrow.INT32 && d.ValueType.ID() == arrow.STRING
	case arrow.STRING:
		return textKind, true
	case arrow.INT64:
		return countKind, true
	case arrow.FLOAT64:
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
	texts       []string // the dictionary, or the texts themselves if places is nil
	places      []int32  // of each row's text in texts
	counts      []int64  // also dates
	numbers     []float64
	truths      *array.Boolean
}

// text gives the text in row i, which is not null.
func (c *cells) text(i int) string { return c.texts[c.place(i)] }

// place says where in texts that of row i is.
func (c *cells) place(i int) int {
	if c.places == nil {
		return i
	}
	return int(c.places[i])
}

// cellsOf gives the values of a column whose type kindOf knows.
func cellsOf(a arrow.Array) *cells {
	c := &cells{Array: a}
	switch a := a.(type) {
	case *array.Dictionary:
		c.texts = textsOf(a.Dictionary().(*array.String))
		c.places = a.Indices().(*array.Int32).Int32Values()
	case *array.String:
		c.texts = textsOf(a)
	case *array.Int64:
		c.kind, c.counts = countKind, a.Int64Values()
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

func textsOf(a *array.String) []string {
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
	case *array.Int64, *array.Float64, *array.Timestamp:
		if data.Buffers()[1].Len() < 8*n {
			return errTooShort
		}
	case *array.Boolean:
		if data.Buffers()[1].Len() < int(bitutil.BytesForBits(int64(n))) {
			return errTooShort
		}
	case *array.String:
		textsOf(a)
	case *array.Dictionary:
		if places, ok := a.Indices().(*array.Int32); ok {
			return checkPlaces(a, places.Int32Values())
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
