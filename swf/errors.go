package swf

import (
	"errors"
	"fmt"
)

// Causes of a SyntaxError, for errors.Is.
var (
	ErrFieldCount = errors.New("too few fields")     // a line with fewer than 18 fields
	ErrNumber     = errors.New("not a number")       // letters, hexadecimal, NaN, infinities, two points and the like
	ErrInteger    = errors.New("not a whole number") // "4.5" where the field counts or names something
	ErrLength     = errors.New("line too long")
	ErrHeader     = errors.New("header too long")             // all comments together
	ErrLarge      = errors.New("too large to reckon with")    // times above 1e100 s, jobs of more than 2^32 processors
	ErrRange      = errors.New("number too large to be held") // beyond float64, int64, or 2^53 for a whole number written with point or exponent
)

// Reasons why a file cannot be read to its end, for errors.Is.
var (
	ErrEmpty       = errors.New("the file is empty")
	ErrDirectory   = errors.New("this is a directory, not a log")
	ErrTruncated   = errors.New("data ends too early, the file is truncated") // the compressed stream has no proper end
	ErrCorrupt     = errors.New("data is corrupt")                            // the compressed stream or its checksum is wrong
	ErrCompression = errors.New("compression is not supported")               // xz and others
)

// SyntaxError is a malformed line.
type SyntaxError struct {
	File  string // name given to NewReader
	Line  int    // counted from 1
	Field int    // counted from 1; 0 for the line as a whole
	Err   error  // cause, wraps one of the causes above
}

// Error gives "file:line: field N (name): cause", or "file:line: cause" for the line as a whole.
func (e *SyntaxError) Error() string {
	if e.Field == 0 {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: field %d (%s): %v", e.File, e.Line, e.Field, fieldNames[e.Field-1], e.Err)
}

// Unwrap gives the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }
