package arrowio

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"waitbench/replay"
	"waitbench/replay/output"
)

// Options selects the rows and columns that Cat and Rows read.
type Options struct {
	Where   []Condition // all must hold
	Columns []string    // in this order; empty for all
	Head    int         // rows at most; 0 for all
	Format  string      // of Cat: csv or jsonl; empty for csv
}

// Shown is a value as text.
type Shown struct {
	Text string
	Null bool // the text is empty then

	kind *kind
}

// Number returns the value, NaN unless it is a finite number.
func (v Shown) Number() float64 {
	if v.kind == numberKind || v.kind == countKind {
		if x, err := v.kind.number(v.Text); err == nil && !math.IsInf(x, 0) {
			return x
		}
	}
	return math.NaN()
}

// shownIn returns the value in a row of a column of the given kind.
func shownIn(a arrow.Array, kind *kind, row int) Shown {
	v := Shown{kind: kind, Null: a.IsNull(row)}
	if v.Null {
		return v
	}
	switch a := a.(type) {
	case *array.Float64:
		v.Text = string(replay.AppendNumber(nil, a.Value(row)))
	case *array.Float32:
		v.Text = string(replay.AppendNumber(nil, float64(a.Value(row))))
	case *array.Timestamp:
		v.Text = time.Unix(int64(a.Value(row)), 0).UTC().Format(time.RFC3339)
	default:
		v.Text = a.ValueStr(row)
	}
	return v
}

// Rows calls head with the names of the columns, and then use with each row, in the
// same slice every time. An unknown column, and a text in a condition that does not
// occur in a column of texts, are errors that list the known ones.
func Rows(path string, o Options, head func(names []string), use func(row []Shown) error) error {
	f, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if len(o.Columns) == 0 {
		o.Columns = f.columnNames()
	}
	var tested []string
	for _, c := range o.Where {
		tested = append(tested, c.Column)
	}
	columns, err := f.findShown(o.Columns)
	if err != nil {
		return err
	}
	conditions, err := f.findShown(tested)
	if err != nil {
		return err
	}
	head(o.Columns)
	row, left := make([]Shown, len(columns)), o.Head
	for i := range f.batches {
		var r arrow.Record
		if err := f.decode(i, func(of arrow.Record) error { r = of; return nil }); err != nil {
			return err
		}
		var tests []func(Shown) bool
		for k, c := range conditions {
			test, err := o.Where[k].on(r.Column(c.at), c.kind)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			tests = append(tests, test)
		}
		for k := range int(r.NumRows()) {
			selected := true
			err := f.catch(func() error {
				for t, c := range conditions {
					selected = selected && tests[t](shownIn(r.Column(c.at), c.kind, k))
				}
				for i, c := range columns {
					if selected {
						row[i] = shownIn(r.Column(c.at), c.kind, k)
					}
				}
				return nil
			})
			if err == nil && selected {
				err = use(row)
				left--
			}
			if err != nil || selected && left == 0 {
				return err
			}
		}
	}
	return nil
}

// shownColumn is a column whose values can be shown: its position in the file, and the
// kind of its values.
type shownColumn struct {
	at   int
	kind *kind
}

func (f *fileReader) findShown(names []string) (columns []shownColumn, err error) {
	for _, name := range names {
		found := f.schema.FieldIndices(name)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no column %q; there are %s", f.path, name, strings.Join(f.columnNames(), ", "))
		}
		t := f.schema.Field(found[0]).Type
		kind := kindOf(t)
		if kind == nil {
			return nil, fmt.Errorf("%s: column %s is of type %s, which cannot be shown", f.path, name, t)
		}
		columns = append(columns, shownColumn{found[0], kind})
	}
	return columns, nil
}

// Cat writes rows of an Arrow file to w, in the order of the file. Numbers are the
// shortest text that reads back as the same number. CSV has a line of column names, and
// nothing for null. JSON has an object in each line, in which infinities and NaN are
// strings. The errors are those of Rows.
func Cat(w io.Writer, path string, o Options) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var head func(names []string)
	var row func([]Shown) error
	switch o.Format {
	case "csv", "":
		lines := csvWriter{csv.NewWriter(out), out} // which share the buffer of out
		head, row = lines.head, lines.row
	case "jsonl":
		lines := jsonWriter{out: out}
		head, row = lines.head, lines.row
	default:
		return fmt.Errorf("%s: unknown format %q; known are csv and jsonl", path, o.Format)
	}
	if err := Rows(path, o, head, row); err != nil {
		return err
	}
	return out.Flush()
}

// csvWriter writes rows as CSV.
type csvWriter struct {
	*csv.Writer
	out *bufio.Writer
}

func (w csvWriter) head(names []string) {
	var fields []string
	for _, name := range names {
		fields = append(fields, output.CSVText(name))
	}
	w.Write(fields) // an error comes again with the next line
}

func (w csvWriter) row(values []Shown) error {
	if len(values) == 1 && values[0].Null { // many programs skip empty lines
		_, err := w.out.WriteString("\"\"\n")
		return err
	}
	fields := make([]string, len(values))
	for i, v := range values {
		if fields[i] = v.Text; v.kind == textKind {
			fields[i] = output.CSVText(v.Text)
		}
	}
	return w.Write(fields)
}

// jsonWriter writes rows as lines of JSON.
type jsonWriter struct {
	keys []string
	out  *bufio.Writer
}

func (w *jsonWriter) head(names []string) {
	for _, name := range names {
		w.keys = append(w.keys, jsonText(name))
	}
}

func (w *jsonWriter) row(values []Shown) error {
	separator := "{"
	for i, v := range values {
		switch {
		case v.Null:
			v.Text = "null"
		case v.kind == textKind, v.kind == timeKind, v.kind == numberKind && math.IsNaN(v.Number()):
			v.Text = jsonText(v.Text)
		}
		w.out.WriteString(separator + w.keys[i] + ":" + v.Text)
		separator = ","
	}
	_, err := w.out.WriteString("}\n")
	return err
}

// jsonText returns s as a string of JSON, in which all control characters are
// escaped.
func jsonText(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // every text has a JSON
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
