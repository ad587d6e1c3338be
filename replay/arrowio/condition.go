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

// test says whether a condition holds for row i of a batch.
type test func(i int) bool

// on makes the test of a condition on a column of a batch.
func (c *Condition) on(column *cells) (test, error) {
	if c.Value == "" && (c.Op == "=" || c.Op == "!=") {
		wantNull := c.Op == "="
		return func(i int) bool { return column.IsNull(i) == wantNull }, nil
	}
	holds, err := c.onValues(column)
	if err != nil || column.NullN() == 0 {
		return holds, err
	}
	return func(i int) bool { return column.IsValid(i) && holds(i) }, nil
}

// onValues makes the test for rows that are not null.
func (c *Condition) onValues(column *cells) (test, error) {
	switch column.kind {
	case textKind:
		return c.onTexts(column)
	case timeKind:
		want, err := parseTime(c.Value)
		if err != nil {
			return nil, c.badValue("a date such as 2000-04-01 or 2000-04-01T13:00:00Z")
		}
		return func(i int) bool { return compare(column.counts[i], c.Op, want) }, nil
	case countKind:
		want, err := strconv.ParseInt(c.Value, 10, 64)
		if err != nil {
			return nil, c.badValue("a whole number")
		}
		return func(i int) bool { return compare(column.counts[i], c.Op, want) }, nil
	case numberKind:
		want, err := strconv.ParseFloat(c.Value, 64)
		if err != nil {
			return nil, c.badValue("a number")
		}
		return func(i int) bool { return compare(column.numbers[i], c.Op, want) }, nil
	}
	return c.onTruths(column)
}

// parseTime reads a date, or a date and time, as seconds since 1970 UTC.
func parseTime(text string) (int64, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t, err = time.Parse(time.DateOnly, text)
	}
	return t.Unix(), err
}

func (c *Condition) onTruths(column *cells) (test, error) {
	equal, err := c.equality(truthKind)
	if err != nil {
		return nil, err
	}
	want, err := strconv.ParseBool(c.Value)
	if err != nil {
		return nil, c.badValue("true or false")
	}
	return func(i int) bool { return (column.truths.Value(i) == want) == equal }, nil
}

func (c *Condition) onTexts(column *cells) (test, error) {
	equal, err := c.equality(textKind)
	if err != nil {
		return nil, err
	}
	if column.places != nil && !slices.Contains(column.texts, c.Value) {
		return nil, fmt.Errorf("no %s %q; there are %s", c.Column, c.Value, strings.Join(column.texts, ", "))
	}
	hold := make([]bool, len(column.texts))
	for i, text := range column.texts {
		hold[i] = (text == c.Value) == equal
	}
	return func(i int) bool { return hold[column.place(i)] }, nil
}

// equality reports whether the operator is = and not !=, which are those that texts and truths can
// be compared with.
func (c *Condition) equality(k kind) (equal bool, err error) {
	if c.Op != "=" && c.Op != "!=" {
		return false, fmt.Errorf("column %s is %s, which %s does not compare", c.Column, k, c.Op)
	}
	return c.Op == "=", nil
}

func (c *Condition) badValue(want string) error {
	return fmt.Errorf("%q is not %s, which column %s needs", c.Value, want, c.Column)
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
