package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"waitbench/swf"
)

// Printable returns the text as UTF-8 on one line, for terminals, pages and
// XML, by swf.Plain. It replaces invalid bytes by the replacement character.
func Printable(s string) string {
	return strings.Map(swf.Plain, strings.ToValidUTF8(s, "\ufffd"))
}

// longQuote matches a quoted text of more than 80 characters. It begins a word,
// so that the end of a short one is not taken for its beginning.
var longQuote = regexp.MustCompile(`(^|[\s(=:])"((?:[^"\\]|\\.){80})(?:[^"\\]|\\.)+"`)

// ShortQuotes cuts each quoted text in a message after 80 characters.
func ShortQuotes(message string) string {
	return longQuote.ReplaceAllString(message, `$1"$2"...`)
}

// CSVText returns a printable text that no spreadsheet takes for a formula:
// with an apostrophe before a leading = + - or @, unless it is a number or one
// character.
func CSVText(s string) string {
	s = Printable(s)
	if len(s) > 1 && strings.IndexByte("=+-@", s[0]) >= 0 {
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			return "'" + s
		}
	}
	return s
}

// NumberText returns the shortest text that reads back as x, with an exponent
// from 1e21 up and below 1e-6. Infinity, -Infinity and NaN are words that
// Python, R, pandas, polars and DuckDB read as numbers.
func NumberText(x float64) string {
	switch size := math.Abs(x); {
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	case size != 0 && size < 1e-6 || size >= 1e21:
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return strconv.FormatFloat(x+0, 'f', -1, 64) // no -0
}

// CSV has the lines of a file, the first of which names the columns.
type CSV [][]string

func (c *CSV) Add(values ...any) { *c = append(*c, CSVFields(values...)) }

func (c CSV) Write(w io.Writer) error { return csv.NewWriter(w).WriteAll(c) }

// CSVFields returns the fields of a line: numbers as NumberText, nothing for
// NaN and nil, all else as CSVText.
func CSVFields[T any](values ...T) []string {
	fields := make([]string, len(values))
	for i, v := range values {
		switch v := any(v).(type) {
		case nil:
		case float64:
			if !math.IsNaN(v) {
				fields[i] = NumberText(v)
			}
		default:
			fields[i] = CSVText(fmt.Sprint(v))
		}
	}
	return fields
}

// Grouped returns an integer with commas between its thousands: 12,345.
func Grouped[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Counted returns a number with its noun, in the plural where needed: 2 jobs.
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Grouped(n) + " " + noun
}

// Enumerate joins a list as in a sentence: a, b and c.
func Enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// EncodeJSON writes a value as JSON: indented, without escapes for HTML.
func EncodeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// DecodeJSON reads the one value of a text of JSON that others may have written.
// A field that the value does not have is an error, and so is text behind it.
func DecodeJSON(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the end of the JSON")
	}
	return nil
}
