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

// WrongFields is the error for a row that has too many or too few fields.
func WrongFields(count, want int) error {
	return fmt.Errorf("%d fields, but the header line has %d", count, want)
}

// Row is a row of CSV. The slice of its cells is valid until the next row.
type Row struct {
	Line    int // from 1
	Cells   []string
	columns []string
}

// Cell returns the cell of a column, "" if the file does not have the column.
func (r *Row) Cell(column string) string {
	if i := slices.Index(r.columns, column); i >= 0 {
		return r.Cells[i]
	}
	return ""
}

// ReadCSV calls head with the names of the columns, which it may change, and
// then use with each row. It skips a byte order mark. It stops at the first
// error, which it returns as a *RowError. No row may be longer than a line of a
// log, so that no file can fill the memory.
func ReadCSV(r io.Reader, file string, head func(columns []string) error,
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
		case err == io.EOF && row.columns != nil:
			return nil
		case err == io.EOF:
			err = ErrEmpty
		case err != nil:
		case row.columns == nil:
			row.columns = slices.Clone(row.Cells)
			err = head(row.columns)
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
			err = WrongFields(len(r.Cells), len(r.columns))
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
