package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Cell is an entry of a table. The zero value is an empty cell.
type Cell struct {
	Text     string  // as shown, without marks
	Value    float64 // in full precision, valid if HasValue
	HasValue bool
	IsTruth  bool   // CSV and JSON have false for the value 0, else true
	Data     string // in CSV and JSON in place of the text; empty for the text
	N        int    // number of jobs behind the value
	Star     bool
	Bold     bool
	Missing  bool // shown as a dash, whatever the text
}

// Text returns a cell of text.
func Text(text string) Cell { return Cell{Text: text} }

// Missing returns a cell without a value: a dash in text, empty in CSV.
func Missing() Cell { return Cell{Missing: true} }

// Count returns a cell with an integer.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), HasValue: true}
}

// YesNo returns a cell that shows yes or no.
func YesNo(yes bool) Cell {
	if yes {
		return Cell{Text: "yes", Value: 1, IsTruth: true}
	}
	return Cell{Text: "no", IsTruth: true}
}

// Number returns a cell that shows a value by a format of package fmt, without
// the sign of -0 and of what rounds to it, and a missing cell for NaN.
func Number(v float64, format string) Cell {
	if math.IsNaN(v) {
		return Missing()
	}
	text := fmt.Sprintf(format, v)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return Cell{Text: text, Value: v + 0, HasValue: true}
}

// Signed is Number for a difference: it shows the sign, unless the digits shown
// are all zero.
func Signed(v float64, format string) Cell {
	c := Number(v, format)
	if v > 0 && strings.Trim(c.Text, "0.") != "" {
		c.Text = "+" + c.Text
	}
	return c
}

// Seconds shows a duration, below 10 s with a decimal.
func Seconds(v float64) Cell {
	if math.Abs(v) < 10 {
		return Number(v, "%.1f")
	}
	return Number(v, "%.0f")
}

// FactorCell shows a factor as Factor does.
func FactorCell(v float64) Cell {
	c := Number(v, "%v")
	c.Text = Factor(v)
	return c
}

// TextOrMissing returns a missing cell for an empty text.
func TextOrMissing(text string) Cell { return Cell{Text: text, Missing: text == ""} }

// TimeCell shows a time in seconds by a function such as Duration, and NaN as a
// missing cell.
func TimeCell(seconds float64, text func(float64) string) Cell {
	if !Known(seconds) {
		return Missing()
	}
	return Cell{Text: text(seconds), Value: seconds, HasValue: true}
}

// shown returns the text of a cell without marks.
func (c *Cell) shown() string {
	if c.Missing {
		return "-"
	}
	return c.Text
}
