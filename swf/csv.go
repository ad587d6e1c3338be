package swf

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// RowError is an error in a row of a table.
type RowError struct {
	File   string
	Line   int    // from 1; 0 for the file as a whole
	Column string // empty for the row as a whole
	Err    error
}

// Error returns "file:line: column NAME: cause".
func (e *RowError) Error() string {
	text := e.File
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d", text, e.Line)
	}
	if e.Column != "" {
		text += ": column " + e.Column
	}
	return fmt.Sprintf("%s: %v", text, e.Err)
}

// Unwrap returns the cause.
func (e *RowError) Unwrap() error { return e.Err }

// Locate returns an error with its file and line, as a *RowError. It returns
// nil for nil.
func Locate(err error, file string, line int) error {
	if err == nil {
		return nil
	}
	wrong, isRow := errors.AsType[*RowError](err)
	if !isRow {
		wrong = &RowError{Err: err}
	}
	return &RowError{file, line, wrong.Column, wrong.Err}
}

// WrongFields is the error for a row that has too many or too few fields.
func WrongFields(count, want int) error {
	return fmt.Errorf("%d fields, but the header line has %d", count, want)
}

// Row is a row of CSV. The slice of its cells is valid until the next row.
type Row struct {
	Line  int // from 1
	Cells []string
	names []string // of the columns
}

// Cell returns the cell of a column, "" if the file does not have the column.
func (r *Row) Cell(column string) string {
	if i := slices.Index(r.names, column); i >= 0 {
		return r.Cells[i]
	}
	return ""
}

// ReadCSV calls head with the names of the columns, which it may change, and
// then use with each row. It skips a byte order mark. It stops at the first
// error, which it returns as a *RowError. No row may be longer than a line of a
// log, so that no file can fill the memory.
func ReadCSV(r io.Reader, file string, head func(names []string) error,
	use func(*Row) error) error {
	text := &limited{r, longestLine}
	in := bufio.NewReader(text)
	if start, _ := in.Peek(3); string(start) == "\ufeff" {
		in.Discard(3)
	}
	rows, row := csv.NewReader(in), &Row{}
	rows.ReuseRecord = true
	for {
		text.left = longestLine
		err := row.read(rows)
		switch {
		case err == io.EOF && row.names != nil:
			return nil
		case err == io.EOF:
			err = errors.New("the file is empty")
		case err != nil:
		case row.names == nil:
			row.names = slices.Clone(row.Cells)
			err = head(row.names)
		default:
			err = use(row)
		}
		if err != nil {
			return Locate(err, file, row.Line)
		}
	}
}

// read reads the next row. The line of an error is 0 where it is unknown.
func (r *Row) read(rows *csv.Reader) (err error) {
	r.Line = 0
	r.Cells, err = rows.Read()
	wrong, isSyntax := errors.AsType[*csv.ParseError](err)
	broken, isPath := errors.AsType[*fs.PathError](err)
	switch {
	case err == nil:
		r.Line, _ = rows.FieldPos(0)
	case isSyntax:
		if r.Line, err = wrong.Line, wrong.Err; err == csv.ErrFieldCount {
			err = WrongFields(len(r.Cells), len(r.names))
		}
	case isPath:
		err = broken.Err // the file is named already
	}
	return err
}

// limited fails after left bytes.
type limited struct {
	in   io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("record too long: more than %d MB", longestLine>>20)
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
