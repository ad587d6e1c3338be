package arrowio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

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
		return nil, fmt.Errorf("column %s is %s, which %s does not compare", c.Column, column.kind, c.Op)
	}
	var holds func(i int) bool
	var err error
	switch column.kind {
	case textKind:
		if column.places != nil && !slices.Contains(column.texts, c.Value) {
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
		need := [...]string{countKind: "a whole number", numberKind: "a number", truthKind: "true or false",
			timeKind: "a date such as 2000-04-01 or 2000-04-01T13:00:00Z"}[column.kind]
		return nil, fmt.Errorf("%q is not %s, which column %s needs", c.Value, need, c.Column)
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
