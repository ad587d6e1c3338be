package replay

import (
	"fmt"
	"os"
	"runtime/debug"

	"waitbench/methods"
)

// guard does what a method is to do and turns a panic of it into an error: a mistake in one method
// must not end the others; one that says itself that it cannot go on is believed. With
// WAITBENCH_DEBUG in the environment the stack goes to stderr.
func guard(do func()) (failed error) {
	defer func() {
		cause := recover()
		if f, ok := cause.(methods.Failure); ok {
			failed = f
		} else if cause != nil {
			failed = fmt.Errorf("it failed, which is a mistake of this program: %v", cause)
			if os.Getenv("WAITBENCH_DEBUG") != "" {
				fmt.Fprintf(os.Stderr, "%v\n%s", failed, debug.Stack())
			}
		}
	}()
	do()
	return nil
}
