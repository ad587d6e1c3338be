package accounting

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"waitbench/swf"
)

type table struct {
	*lines
	names   []string // of columns, in lower case; nil before the header line
	columns Columns  // that are read
	comma   rune
}

// NewCSV returns a Source for a table with a header line. Commas, semicolons,
// tabs or bars separate its cells.
func NewCSV(in io.Reader, o Options) (*Source, error) {
	t := &table{lines: newLines(in, o.File), comma: ','}
	first := t.peek(0)
	if first.err != nil {
		return nil, t.noHeader(first.err)
	}
	if strings.HasPrefix(first.text, "PAR1") {
		return nil, fmt.Errorf("%s: this is Parquet; see --help for how DuckDB makes CSV of it",
			o.File)
	}
	if regexp.MustCompile(swfLine).MatchString(first.text) {
		return nil, fmt.Errorf("%s: this is a log in SWF already, which all commands read", o.File)
	}
	if i := strings.IndexAny(first.text, ";\t|"); i >= 0 && !strings.Contains(first.text, ",") {
		t.comma = rune(first.text[i])
	}
	names, _, err := t.record()
	if err != nil {
		return nil, swf.Locate(err, o.File, t.number)
	}
	for _, name := range names {
		t.names = append(t.names, strings.ToLower(strings.TrimSpace(name)))
	}
	var roles []string
	for _, c := range o.Columns {
		if c.role != "event" {
			roles = append(roles, c.role)
		}
	}
	t.columns, err = o.Columns.bind(t.names, &o, roles...)
	return &Source{t, t.columns, true}, err
}

func (t *table) next() (row, error) {
	fields, n, err := t.record()
	r := row{line: t.number, lines: n}
	if err != nil {
		return r, err
	}
	r.cells = map[string]string{}
	for i, text := range fields {
		r.cells[t.names[i]] = text
	}
	return r, nil
}

// record returns the cells of the next record and the number of its lines. Of
// a bad record it skips the first line only, since a lost quote joins records.
func (t *table) record() (fields []string, n int, err error) {
	text, err := t.line()
	if err != nil {
		return nil, 1, err
	}
	parts, size, open := []string{text}, len(text), false
	for n = 0; ; n++ {
		open = open != (strings.Count(parts[n], `"`)%2 == 1)
		if !open {
			break
		}
		more := t.peek(n)
		if size += len(more.text); more.err != nil || n+1 == mostLines || size > mostBytes {
			return nil, 1, bad("", "a quoted cell has no end within %d lines and %d MB",
				mostLines, mostBytes>>20)
		}
		parts = append(parts, more.text)
	}
	if fields, err = t.split(strings.Join(parts, "\n")); err != nil {
		return nil, 1, err
	}
	t.skip(n)
	return fields, n + 1, nil
}

func (t *table) split(text string) (fields []string, err error) {
	if strings.Contains(text, `"`) {
		in := csv.NewReader(strings.NewReader(text))
		in.Comma = t.comma
		fields, err = in.Read()
	} else {
		fields = strings.Split(text, string(t.comma))
	}
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, &swf.RowError{Err: wrong.Err}
	}
	if t.names != nil && len(fields) != len(t.names) {
		return nil, &swf.RowError{Err: swf.WrongFields(len(fields), len(t.names))}
	}
	for _, c := range t.columns {
		if strings.Contains(text, "\n") &&
			strings.Contains(fields[slices.Index(t.names, c.key())], "\n") {
			return nil, bad(c.name, "the cell has a line feed; look for a lost quote")
		}
	}
	return fields, err
}
