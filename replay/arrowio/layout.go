package arrowio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"waitbench/replay"
)

// Format is how Cat writes rows.
type Format string

// The formats. In both, numbers are the shortest text that reads back as the same number. CSV has a
// line of column names first, and nothing for null. A line of JSON is an object with the columns in
// order; null is null, and since JSON has no such numbers, infinities and not-a-number are the
// strings "Infinity", "-Infinity" and "NaN": an infinite bound is not the same as none.
const (
	CSV       Format = "csv"
	JSONLines Format = "jsonl"
)

// layout is the text around the values of a row.
type layout struct {
	title  string   // before the first row
	before []string // by column
	after  string
	null   string
	quote  func(string) string // for texts
	isJSON bool
}

func newLayout(f Format, columns []string) (*layout, error) {
	l := &layout{before: make([]string, len(columns))}
	switch f {
	case CSV, "":
		l.quote = csvText
		l.after = "\n"
		if len(columns) == 1 {
			l.null = `""` // many programs skip empty lines
		}
	case JSONLines:
		l.quote, l.isJSON = jsonText, true
		l.after = "}\n"
		l.null = "null"
	default:
		return nil, fmt.Errorf("unknown format %q; known are %s and %s", f, CSV, JSONLines)
	}
	for i, name := range columns {
		if l.isJSON {
			l.before[i] = "," + jsonText(name) + ":"
		} else {
			l.before[i] = ","
			l.title += "," + csvText(name)
		}
	}
	l.before[0] = strings.TrimPrefix(l.before[0], ",")
	if l.isJSON {
		l.before[0] = "{" + l.before[0]
	} else {
		l.title = strings.TrimPrefix(l.title, ",") + "\n"
	}
	return l, nil
}

// csvText quotes a field where CSV asks for it [RFC 4180, section 2].
func csvText(s string) string {
	if !strings.ContainsAny(s, "\",\r\n") && !strings.HasPrefix(s, " ") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// jsonText gives s as a string of JSON.
func jsonText(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // there is no text that has no JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// appendCell appends the value in row i of a column.
type appendCell func(dst []byte, i int) []byte

// cell says how the values of a column are written.
func (l *layout) cell(c *cells) appendCell {
	value := l.value(c)
	if c.NullN() == 0 {
		return value
	}
	return func(dst []byte, i int) []byte {
		if c.IsNull(i) {
			return append(dst, l.null...)
		}
		return value(dst, i)
	}
}

// value says how values that are not null are written.
func (l *layout) value(c *cells) appendCell {
	switch c.kind {
	case textKind:
		quoted := make([]string, len(c.texts))
		for i, text := range c.texts {
			quoted[i] = l.quote(text)
		}
		return func(dst []byte, i int) []byte { return append(dst, quoted[c.place(i)]...) }
	case countKind:
		return func(dst []byte, i int) []byte { return strconv.AppendInt(dst, c.counts[i], 10) }
	case timeKind:
		return func(dst []byte, i int) []byte {
			return append(dst, l.quote(time.Unix(c.counts[i], 0).UTC().Format(time.RFC3339))...)
		}
	case truthKind:
		return func(dst []byte, i int) []byte { return strconv.AppendBool(dst, c.truths.Value(i)) }
	}
	return func(dst []byte, i int) []byte {
		x := c.numbers[i]
		if l.isJSON && (math.IsInf(x, 0) || math.IsNaN(x)) {
			return append(replay.AppendNumber(append(dst, '"'), x), '"')
		}
		return replay.AppendNumber(dst, x)
	}
}
