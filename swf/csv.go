package swf

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrLongRecord is the error for a record of CSV that is too long.
var ErrLongRecord = fmt.Errorf("record too long: more than %d MB", longestLine>>20)

// CSVReader reads CSV. It returns ErrLongRecord for a record that is longer
// than a line of a log may be, so that no file can fill the memory.
type CSVReader struct {
	*csv.Reader
	text *limited
}

// NewCSVReader returns a CSVReader with the settings of csv.NewReader. It skips
// a byte order mark.
func NewCSVReader(r io.Reader) *CSVReader {
	text := &limited{r, longestLine}
	in := bufio.NewReader(text)
	if start, _ := in.Peek(3); string(start) == "\ufeff" {
		in.Discard(3)
	}
	return &CSVReader{csv.NewReader(in), text}
}

// Read returns the next record. After an error other than a *csv.ParseError the
// file has ended.
func (r *CSVReader) Read() ([]string, error) {
	r.text.left = longestLine
	return r.Reader.Read()
}

// ReadAll returns the remaining records, the first of which names the columns.
// Errors begin with file and line, and come with the records before.
func (r *CSVReader) ReadAll(file string) (records [][]string, err error) {
	for {
		record, err := r.Read()
		wrong, _ := errors.AsType[*csv.ParseError](err)
		switch {
		case err == io.EOF:
			return records, nil
		case errors.Is(err, csv.ErrFieldCount):
			return records, fmt.Errorf("%s:%d: %d fields, want %d: %s", file, wrong.Line,
				len(record), len(records[0]), strings.Join(records[0], ","))
		case wrong != nil:
			return records, fmt.Errorf("%s:%d: %w", file, wrong.Line, wrong.Err)
		case err != nil:
			return records, fmt.Errorf("%s: %w", file, err)
		}
		records = append(records, record)
	}
}

// limited fails after left bytes.
type limited struct {
	in   io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, ErrLongRecord
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
