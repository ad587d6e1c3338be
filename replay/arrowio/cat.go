package arrowio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/apache/arrow/go/v15/arrow"

	"waitbench/replay"
	"waitbench/replay/output"
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

// Options says what Cat shows, and how.
type Options struct {
	Where   []Condition // all must hold
	Columns []string    // in this order; empty for all
	Head    int         // rows at most; 0 for all
	Format  Format      // empty for CSV
}

// Cat writes rows of an Arrow file of this program to w, in the order of the file. Unknown columns,
// and texts that do not occur in a column of texts, are errors that list the known ones.
func Cat(w io.Writer, path string, o Options) error {
	f, c, err := openCat(path, o)
	if err != nil {
		return err
	}
	defer f.close()
	out := bufio.NewWriterSize(w, 1<<16)
	if !c.json {
		fmt.Fprintln(out, strings.Join(c.names, ","))
	}
	var line []byte
	err = c.each(f, func(columns []*cells, i int) error {
		line = c.appendLine(line[:0], columns, i)
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// Shown is a value as Cat writes it in CSV, but not quoted.
type Shown struct {
	Text   string
	Null   bool
	Number float64 // NaN for what is no number, and for one that is not finite
}

// Rows hands the rows that Cat would write to use, one after the other in the same slice. Before
// the first it hands the names of the columns to head.
func Rows(path string, o Options, head func(names []string), use func(row []Shown) error) error {
	f, c, err := openCat(path, o)
	if err != nil {
		return err
	}
	defer f.close()
	c.json, c.null, c.quote = false, "", func(s string) string { return s }
	var names []string
	for _, place := range c.columns {
		names = append(names, f.schema().Field(place).Name)
	}
	head(names)
	row, ends, line := make([]Shown, len(c.columns)), make([]int, len(c.columns)), []byte(nil)
	return c.each(f, func(columns []*cells, i int) error {
		line = line[:0]
		for k, column := range columns {
			line = c.appendCell(line, column, i)
			ends[k] = len(line)
		}
		text, begin := string(line), 0
		for k, column := range columns {
			row[k] = Shown{Text: text[begin:ends[k]], Null: column.IsNull(i), Number: column.finite(i)}
			begin = ends[k]
		}
		return use(row)
	})
}

func openCat(path string, o Options) (*fileReader, *cat, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, nil, err
	}
	c, err := newCat(f.schema(), o)
	if err != nil {
		f.close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, c, nil
}

// cat is what is shown of a file.
type cat struct {
	columns []int    // places in the file
	names   []string // of these columns, as the format has them
	null    string
	quote   func(string) string // for texts
	json    bool
	where   []Condition
	tested  []int // places of the columns of where
	left    int   // rows still to be shown; negative without end
}

func newCat(schema *arrow.Schema, o Options) (*cat, error) {
	c := &cat{where: o.Where, left: o.Head, quote: csvText}
	if o.Head <= 0 {
		c.left = -1
	}
	names := o.Columns
	if len(names) == 0 {
		names = columnNames(schema)
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("there are no columns")
	case o.Format == JSONLines:
		c.json, c.quote, c.null = true, jsonText, "null"
	case o.Format != CSV && o.Format != "":
		return nil, fmt.Errorf("unknown format %q; known are %s and %s", o.Format, CSV, JSONLines)
	case len(names) == 1:
		c.null = `""` // many programs skip empty lines
	}
	for _, name := range names {
		place, err := findColumn(schema, name)
		if err != nil {
			return nil, err
		}
		c.columns, c.names = append(c.columns, place), append(c.names, c.quote(name))
	}
	for _, condition := range o.Where {
		place, err := findColumn(schema, condition.Column)
		if err != nil {
			return nil, err
		}
		c.tested = append(c.tested, place)
	}
	return c, nil
}

func findColumn(s *arrow.Schema, name string) (int, error) {
	found := s.FieldIndices(name)
	if len(found) == 0 {
		return 0, fmt.Errorf("no column %q; there are %s", name, strings.Join(columnNames(s), ", "))
	}
	t := s.Field(found[0]).Type
	if _, known := kindOf(t); !known {
		return 0, fmt.Errorf("column %s is of type %s, which cannot be shown", name, t)
	}
	return found[0], nil
}

// each hands the rows that are shown to use, as columns of their batch and a place in them.
func (c *cat) each(f *fileReader, use func(columns []*cells, i int) error) error {
	for i := 0; i < f.batches && c.left != 0; i++ {
		r, err := f.record(i)
		if err != nil {
			return err
		}
		err = c.eachOf(r, use)
		r.Release()
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	return nil
}

// eachOf is each for the rows of a batch.
func (c *cat) eachOf(r arrow.Record, use func(columns []*cells, i int) error) error {
	var tests []func(i int) bool
	for i := range c.where {
		test, err := c.where[i].on(cellsOf(r.Column(c.tested[i])))
		if err != nil {
			return err
		}
		tests = append(tests, test)
	}
	var columns []*cells
	for _, place := range c.columns {
		column := cellsOf(r.Column(place))
		for i, text := range column.texts {
			column.texts[i] = c.quote(text)
		}
		columns = append(columns, column)
	}
rows:
	for i := 0; i < int(r.NumRows()) && c.left != 0; i++ {
		for _, holds := range tests {
			if !holds(i) {
				continue rows
			}
		}
		if err := use(columns, i); err != nil {
			return err
		}
		c.left--
	}
	return nil
}

// appendLine appends a row as the format has it.
func (c *cat) appendLine(line []byte, columns []*cells, i int) []byte {
	for k, column := range columns {
		switch {
		case !c.json && k > 0:
			line = append(line, ',')
		case c.json:
			line = append(append(append(line, "{,"[min(k, 1)]), c.names[k]...), ':')
		}
		line = c.appendCell(line, column, i)
	}
	if c.json {
		line = append(line, '}')
	}
	return append(line, '\n')
}

// appendCell appends the value in row i of a column, whose texts are quoted.
func (c *cat) appendCell(dst []byte, column *cells, i int) []byte {
	if column.IsNull(i) {
		return append(dst, c.null...)
	}
	switch column.kind {
	case textKind:
		return append(dst, column.text(i)...)
	case countKind:
		return strconv.AppendInt(dst, column.counts[i], 10)
	case truthKind:
		return strconv.AppendBool(dst, column.truths.Value(i))
	case timeKind:
		return append(dst, c.quote(time.Unix(column.counts[i], 0).UTC().Format(time.RFC3339))...)
	}
	x := column.numbers[i]
	if c.json && (math.IsInf(x, 0) || math.IsNaN(x)) {
		return append(replay.AppendNumber(append(dst, '"'), x), '"')
	}
	return replay.AppendNumber(dst, x)
}

// csvText quotes a field where CSV asks for it [RFC 4180, section 2].
func csvText(s string) string {
	s = output.CSVText(s)
	if !strings.ContainsAny(s, "\",\r\n") && !strings.HasPrefix(s, " ") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// jsonText gives s as a string of JSON, in which all control characters are escaped.
func jsonText(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // there is no text that has no JSON
	}
	var line strings.Builder
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if unicode.IsControl(r) {
			fmt.Fprintf(&line, `\u%04x`, r)
		} else {
			line.WriteRune(r)
		}
	}
	return line.String()
}
