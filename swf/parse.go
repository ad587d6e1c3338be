package swf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// parseJob sets j from a line without its terminator, and reports whether the line
// has more than 18 fields. For a bad line it returns the number of the bad field,
// 0 for the line as a whole, and the cause.
func parseJob(line []byte, j *Job) (extra bool, field int, err error) {
	for i, at := range j.fields() {
		var token []byte
		token, line = cutField(line)
		if len(token) == 0 {
			return false, 0, fmt.Errorf("%w: %d, want %d", ErrFieldCount, i, numFields)
		}
		if err := setField(at, token); err != nil {
			return false, i + 1, err
		}
	}
	if !j.fits() {
		field, err = j.tooLarge()
	}
	token, _ := cutField(line)
	return len(token) > 0, field, err
}

// Limits of a job. The processors of a billion such jobs can be added, and their
// times squared and added.
const (
	mostSeconds = 1e100

	// MostProcs is the most processors of a job.
	MostProcs = 1 << 32
)

// fits reports whether the job is within the limits.
func (j *Job) fits() bool {
	return max(math.Abs(j.Submit), math.Abs(j.Wait), math.Abs(j.Run), math.Abs(j.CPU), math.Abs(j.ReqTime), math.Abs(j.Think)) <= mostSeconds &&
		max(j.Alloc, j.ReqProcs) <= MostProcs
}

// tooLarge returns the number of the first field beyond the limits, and an error.
func (j *Job) tooLarge() (field int, err error) {
	for i, at := range j.fields() {
		switch at {
		case &j.Submit, &j.Wait, &j.Run, &j.CPU, &j.ReqTime, &j.Think:
			if x := *at.(*float64); math.Abs(x) > mostSeconds {
				return i + 1, fmt.Errorf("%w: %g s, more than %g", ErrLarge, x, mostSeconds)
			}
		case &j.Alloc, &j.ReqProcs:
			if n := *at.(*int64); n > MostProcs {
				return i + 1, fmt.Errorf("%w: %d processors, more than %d", ErrLarge, n, int64(MostProcs))
			}
		}
	}
	return 0, nil
}

// setField parses a token into a field.
func setField(at any, token []byte) error {
	if at, ok := at.(*int64); ok {
		return setInt(at, token)
	}
	return setFloat(at.(*float64), token)
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

// trimBlanks cuts leading blanks.
func trimBlanks(line []byte) []byte {
	for len(line) > 0 && isBlank(line[0]) {
		line = line[1:]
	}
	return line
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// setFloat parses a decimal number, with fraction and exponent if any.
func setFloat(dst *float64, token []byte) error {
	if n, ok := smallInt(token); ok {
		*dst = float64(n)
		return nil
	}
	for _, c := range token {
		switch {
		case isDigit(c), c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return badNumber(ErrNumber, token)
		}
	}
	f, err := strconv.ParseFloat(string(token), 64)
	if err != nil {
		return numberError(err, token)
	}
	*dst = f
	return nil
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

// setInt parses an integer. One with point or exponent must be an exact integer as
// a float64.
func setInt(dst *int64, token []byte) error {
	if n, ok := smallInt(token); ok {
		*dst = n
		return nil
	}
	if isInt(token) {
		n, err := strconv.ParseInt(string(token), 10, 64)
		if err != nil {
			return numberError(err, token)
		}
		*dst = n
		return nil
	}
	var f float64
	if err := setFloat(&f, token); err != nil {
		return err
	}
	if f != math.Trunc(f) {
		return badNumber(ErrInteger, token)
	}
	if math.Abs(f) >= 1<<53 {
		return badNumber(ErrRange, token)
	}
	*dst = int64(f)
	return nil
}

// isInt reports whether a token has digits only, after a sign if any.
func isInt(token []byte) bool {
	for i, c := range token {
		if !isDigit(c) && (i > 0 || c != '-' && c != '+') {
			return false
		}
	}
	return true
}

// numberError converts an error of strconv.
func numberError(err error, token []byte) error {
	if errors.Is(err, strconv.ErrRange) {
		return badNumber(ErrRange, token)
	}
	return badNumber(ErrNumber, token)
}

// badNumber returns an error with the bad text, at most 40 bytes of it.
func badNumber(cause error, token []byte) error {
	const most = 40
	if len(token) > most {
		token = append(token[:most:most], "..."...)
	}
	return fmt.Errorf("%w: %q", cause, token)
}
