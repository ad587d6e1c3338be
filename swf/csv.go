package swf

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
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

// ReadAll returns the remaining records.
func (r *CSVReader) ReadAll() (records [][]string, err error) {
	for {
		record, err := r.Read()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, err
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
