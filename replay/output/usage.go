package output

import "fmt"

// UsageError is a mistake in what a user asks for, and not in a log or a file. A
// command exits with 2.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }
