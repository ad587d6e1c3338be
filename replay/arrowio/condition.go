package arrowio

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// Condition selects rows, such as method=bmbp or wait>=3600. Texts and truths can
// only be compared with = and !=; times are in seconds. The empty value is null:
// bound= holds where there is no bound and bound!= where there is one. No other
// condition holds for null.
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

// operators are all of them, each before one that it begins with.
var operators = []operator{
	{"!=", []int{-1, 1}}, {"<=", []int{-1, 0}}, {">=", []int{0, 1}}, {"=", []int{0}}, {"<", []int{-1}}, {">", []int{1}},
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
	return Condition{}, fmt.Errorf("condition %q is not of the form column=value; operators are = != < <= > >=", text)
}

// kind is the kind of the values of a column.
type kind struct {
	values, value string // what they are, and what they are compared with, in messages
	ordered       bool
	number        func(text string) (float64, error) // reads a value to compare by; nil for texts
}

var (
	textKind  = &kind{values: "text", value: "a text"}
	truthKind = &kind{"true or false", "true or false", false, func(text string) (float64, error) {
		b, err := strconv.ParseBool(text)
		return float64(integerOf(b)), err
	}}
	numberKind = &kind{"numbers", "a number", true, func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if x != x {
			err = errors.New("nothing compares with NaN")
		}
		return x, err
	}}
	countKind = &kind{"whole numbers", "a whole number", true, func(text string) (float64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		return float64(n), err
	}}
	timeKind = &kind{"a date", "a date such as 2000-04-01 or 2000-04-01T13:00:00Z", true, func(text string) (float64, error) {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t, err = time.Parse(time.DateOnly, text)
		}
		return float64(t.Unix()), err
	}}
)

// kindOf returns the kind of a type; nil for types that no file of this program has,
// and few of others.
func kindOf(t arrow.DataType) *kind {
	switch t.ID() {
	case arrow.STRING, arrow.LARGE_STRING:
		return textKind
	case arrow.INT64, arrow.INT32, arrow.UINT32:
		return countKind
	case arrow.FLOAT64, arrow.FLOAT32:
		return numberKind
	case arrow.BOOL:
		return truthKind
	}
	switch {
	case arrow.TypeEqual(t, textType):
		return textKind
	case arrow.TypeEqual(t, dateType):
		return timeKind
	}
	return nil
}

// on returns a test of the condition on the values of a column.
func (c *Condition) on(a arrow.Array, kind *kind) (func(Shown) bool, error) {
	equal := c.Op == "="
	if c.Value == "" && (equal || c.Op == "!=") {
		return func(v Shown) bool { return v.Null == equal }, nil
	}
	if !kind.ordered && !equal && c.Op != "!=" {
		return nil, fmt.Errorf("column %s is %s, which %s does not compare", c.Column, kind.values, c.Op)
	}
	compare := func(v Shown) int { return cmp.Compare(v.Text, c.Value) }
	if kind.number != nil {
		want, err := kind.number(c.Value)
		if err != nil {
			return nil, fmt.Errorf("%q is not %s, which column %s needs", c.Value, kind.value, c.Column)
		}
		compare = func(v Shown) int {
			x, _ := kind.number(v.Text)
			return cmp.Compare(x, want)
		}
	}
	if d, ok := a.(*array.Dictionary); ok {
		if known := textsOf(d); !slices.Contains(known, c.Value) {
			return nil, fmt.Errorf("no %s %q; there are %s", c.Column, c.Value, strings.Join(known, ", "))
		}
	}
	i := slices.IndexFunc(operators, func(o operator) bool { return o.op == c.Op })
	return func(v Shown) bool { return !v.Null && slices.Contains(operators[i].results, compare(v)) }, nil
}

// textsOf returns the dictionary of a column.
func textsOf(d *array.Dictionary) (texts []string) {
	for i := range d.Dictionary().Len() {
		texts = append(texts, d.Dictionary().ValueStr(i))
	}
	return texts
}
