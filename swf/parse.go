package swf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// RowError is an error in a line of a log, or in a row of a table.
type RowError struct {
	File   string
	Line   int    // from 1; 0 for the file as a whole
	Field  int    // of a log, from 1; 0 for the line as a whole
	Column string // of a table, empty for the row as a whole
	Err    error
}

// Error returns "file:line: field N (name): cause" or "file:line: column NAME:
// cause".
func (e *RowError) Error() string {
	text := e.File
	if e.Line > 0 {
		text += fmt.Sprintf(":%d", e.Line)
	}
	if e.Field > 0 {
		text += fmt.Sprintf(": field %d (%s)", e.Field, FieldNames[e.Field-1])
	}
	if e.Column != "" {
		text += ": column " + e.Column
	}
	return fmt.Sprintf("%s: %v", text, e.Err)
}

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
	return &RowError{file, line, wrong.Field, wrong.Column, wrong.Err}
}

// Limits of a job. The processors of a billion such jobs can be added, and
// their times squared and added.
const (
	mostSeconds = 1e100

	// MostProcs is the most processors of a job.
	MostProcs = 1 << 32
)

// parseJob sets j from a line without its terminator, and returns the number of
// fields beyond the 18th. For a bad line it returns the number of the bad
// field, 0 for the line as a whole, and the cause.
func parseJob(line []byte, j *Job) (extra, bad int, err error) {
	for i, field := range j.fields() {
		var token []byte
		if token, line = cutField(line); len(token) == 0 {
			return 0, 0, fmt.Errorf("too few fields: %d, want %d", i, numFields)
		}
		switch value := field.(type) {
		case *int64:
			*value, err = parseInt(token)
		case *float64:
			*value, err = parseFloat(token)
		}
		if err != nil {
			return 0, i + 1, err
		}
	}
	if j.Alloc > MostProcs {
		return 0, fieldAlloc + 1, tooManyProcs(j.Alloc)
	}
	if j.ReqProcs > MostProcs {
		return 0, fieldReqProcs + 1, tooManyProcs(j.ReqProcs)
	}
	for token, rest := cutField(line); len(token) > 0; token, rest = cutField(rest) {
		extra++
	}
	return extra, 0, nil
}

func tooManyProcs(n int64) error {
	return fmt.Errorf("too large: %d processors, more than %d", n, int64(MostProcs))
}

// cutField splits off the first field; it is empty at the end of the line.
func cutField(line []byte) (token, rest []byte) {
	line = trimBlanks(line)
	for i, c := range line {
		if isBlank(c) {
			return line[:i], line[i:]
		}
	}
	return line, nil
}

func trimBlanks(line []byte) []byte {
	for len(line) > 0 && isBlank(line[0]) {
		line = line[1:]
	}
	return line
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// parseFloat parses a decimal number, with fraction and exponent if any.
func parseFloat(token []byte) (float64, error) {
	if n, ok := smallInt(token); ok {
		return float64(n), nil
	}
	for _, c := range token {
		switch {
		case isDigit(c), c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return 0, badNumber("not a number", token)
		}
	}
	x, err := strconv.ParseFloat(string(token), 64)
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		return 0, badNumber("not a number", token)
	case math.Abs(x) > mostSeconds: // also for strconv.ErrRange
		return 0, badNumber("number too large", token)
	}
	return x, nil
}

// smallInt parses an integer of at most 15 digits, as most fields are.
func smallInt(token []byte) (n int64, ok bool) {
	digits := token
	if len(token) > 1 && token[0] == '-' {
		digits = token[1:]
	}
	if len(digits) == 0 || len(digits) > 15 {
		return 0, false
	}
	for _, c := range digits {
		if !isDigit(c) {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	if len(digits) < len(token) {
		n = -n
	}
	return n, true
}

// parseInt parses an integer. One with point or exponent must be below 2^53,
// where a float64 is exact.
func parseInt(token []byte) (int64, error) {
	if n, ok := smallInt(token); ok {
		return n, nil
	}
	n, err := strconv.ParseInt(string(token), 10, 64)
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, badNumber("number too large", token)
	}
	x, err := parseFloat(token)
	switch {
	case err != nil:
		return 0, err
	case x != math.Trunc(x):
		return 0, badNumber("not an integer", token)
	case math.Abs(x) >= 1<<53:
		return 0, badNumber("number too large", token)
	}
	return int64(x), nil
}

// badNumber returns an error with the bad text, at most 40 bytes of it.
func badNumber(cause string, token []byte) error {
	const most = 40
	if len(token) > most {
		token = append(token[:most:most], "..."...)
	}
	return fmt.Errorf("%s: %q", cause, token)
}
