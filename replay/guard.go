package replay

import (
	"fmt"
	"os"
	"runtime/debug"

	"waitbench/methods"
)

// guard calls a method and returns its panic as an error: a mistake in one
// method must not end the others. A methods.Failure is returned as it is. With
// WAITBENCH_DEBUG in the environment the stack goes to stderr.
func guard(do func()) (failed error) {
	defer func() {
		cause := recover()
		if f, ok := cause.(methods.Failure); ok {
			failed = f
		} else if cause != nil {
			failed = fmt.Errorf("internal error: %v", cause)
			if os.Getenv("WAITBENCH_DEBUG") != "" {
				fmt.Fprintf(os.Stderr, "%v\n%s", failed, debug.Stack())
			}
		}
	}()
	do()
	return nil
}

// end closes a predictor or forecaster that is a methods.Closer.
func end(method any, whole bool) error {
	if e, ok := method.(methods.Closer); ok {
		return e.Close(whole)
	}
	return nil
}
