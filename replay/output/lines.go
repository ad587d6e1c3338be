package output

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"waitbench/swf"
)

// Lines reads rows, one a line: objects of JSON, or CSV below a header line. A
// header line may come again, with other columns but the same first one.
type Lines struct {
	Line    int  // of the last row, from 1
	Ended   bool // no row follows
	columns []string
	text    *bufio.Scanner
}

// NewLines reads lines of at most a megabyte.
func NewLines(in io.Reader) *Lines {
	l := &Lines{text: bufio.NewScanner(in)}
	l.text.Buffer(nil, 1<<20)
	return l
}

// Next returns the texts of the next row by column, null as an empty one. The
// next row may follow a line that is no row. After the last row, Ended is true,
// and Line is that of an error.
func (l *Lines) Next() (row map[string]string, err error) {
	for l.text.Scan() {
		l.Line++
		line := bytes.TrimSpace(bytes.TrimPrefix(l.text.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		if line[0] == '{' {
			return jsonRow(line)
		}
		cells, err := csv.NewReader(bytes.NewReader(line)).Read()
		if err == nil && (l.columns == nil || cells[0] == l.columns[0]) {
			l.columns = cells
			continue
		}
		if err == nil && len(cells) != len(l.columns) {
			err = swf.WrongFields(len(cells), len(l.columns))
		}
		row = map[string]string{}
		for i := range min(len(cells), len(l.columns)) {
			row[l.columns[i]] = cells[i]
		}
		return row, err
	}
	l.Ended = true
	l.Line++
	if err = l.text.Err(); errors.Is(err, bufio.ErrTooLong) {
		err = swf.ErrLongLine
	}
	return nil, err
}

func jsonRow(line []byte) (row map[string]string, err error) {
	var values map[string]any
	from := json.NewDecoder(bytes.NewReader(line))
	from.UseNumber()
	if err := from.Decode(&values); err != nil {
		return nil, fmt.Errorf("no object of JSON: %w", err)
	}
	row = map[string]string{}
	for name, value := range values {
		if row[name] = ""; value != nil {
			row[name] = fmt.Sprint(value)
		}
	}
	return row, nil
}
