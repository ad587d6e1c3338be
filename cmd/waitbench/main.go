package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"waitbench/replay/output"
)

func main() { os.Exit(runUntil(untilSignal())) }

// runUntil runs the command line until the context ends, and returns the exit
// code.
func runUntil(ctx context.Context) int {
	// Long lists without pointers make a collection cheap. With less garbage, a
	// log of millions of jobs fits into less memory.
	debug.SetGCPercent(50)
	return execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// endingSignal is the cause of a context that a signal has ended.
type endingSignal struct{ syscall.Signal }

func (s endingSignal) Error() string { return s.String() }
func (s endingSignal) Unwrap() error { return context.Canceled }

// untilSignal returns a context that ends when a signal asks the program to
// end. If the program has not ended 0.4 s later, it removes its temporary files
// and exits.
func untilSignal() context.Context {
	// The error of a write to a closed pipe then ends the program instead.
	signal.Ignore(syscall.SIGPIPE)
	caught := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	caught = slices.DeleteFunc(caught, signal.Ignored) // as by nohup
	if len(caught) == 0 {
		return context.Background()
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	received := make(chan os.Signal, 1)
	signal.Notify(received, caught...)
	go func() {
		s, _ := (<-received).(syscall.Signal)
		cancel(endingSignal{s})
		time.Sleep(400 * time.Millisecond)
		abort(interruptCode(ctx))
	}()
	return ctx
}

// interruptCode returns the exit code that shells use for the signal that has
// ended a context, and the code of SIGINT if none has.
func interruptCode(ctx context.Context) int {
	if s, ok := errors.AsType[endingSignal](context.Cause(ctx)); ok {
		return 128 + int(s.Signal)
	}
	return exitInterrupted
}

// abort removes temporary files and ends the program, even if the file system
// or a pipe blocks.
func abort(code int) {
	time.AfterFunc(600*time.Millisecond, func() { os.Exit(code) })
	message := "waitbench: interrupted"
	output.AbortAll()
	if isTerminal(os.Stderr) { // which may show progress
		message = "\n" + message
	}
	fmt.Fprintln(os.Stderr, printable(message))
	os.Exit(code)
}
