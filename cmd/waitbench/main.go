package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
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
	return execute(ctx, os.Args[1:], console{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}

// untilSignal returns a context that ends when a signal asks the program to
// end. If the program has not ended 0.4 s later, or at a second signal, it
// removes its temporary files and exits.
func untilSignal() context.Context {
	// The error of a write to a closed pipe then ends the program instead.
	signal.Ignore(syscall.SIGPIPE)
	signals := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as by nohup
			signal.Notify(signals, s)
		}
	}
	ctx, interrupt := context.WithCancelCause(context.Background())
	go func() {
		s := signalled((<-signals).(syscall.Signal))
		interrupt(s)
		select {
		case <-signals:
		case <-time.After(400 * time.Millisecond):
		}
		s.exit()
	}()
	return ctx
}

// signalled is the cause of a context that a signal has ended.
type signalled syscall.Signal

func (s signalled) Error() string { return context.Canceled.Error() }
func (s signalled) Unwrap() error { return context.Canceled }

// code returns the exit code that shells use.
func (s signalled) code() int { return 128 + int(s) }

// exit ends the program even if the file system or a pipe blocks.
func (s signalled) exit() {
	time.AfterFunc(600*time.Millisecond, func() { os.Exit(s.code()) })
	message := "waitbench: interrupted"
	if dirs := output.AbortAll(); len(dirs) > 0 {
		message += "; what is finished is kept in " + strings.Join(dirs, ", ") + ", go on with --resume"
	}
	if isTerminal(os.Stderr) { // which may show progress
		message = "\n" + message
	}
	fmt.Fprintln(os.Stderr, printable(message))
	os.Exit(s.code())
}
