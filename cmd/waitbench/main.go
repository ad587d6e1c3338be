package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"waitbench/replay/output"
)

func main() {
	paceGarbage()
	// A pipe that nobody reads any more is then the error of a write, after which things are put away.
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
		s.end()
	}()
	os.Exit(execute(ctx, os.Args[1:], console{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// signalled is why a context has ended: a signal came.
type signalled syscall.Signal

func (s signalled) Error() string { return context.Canceled.Error() }
func (s signalled) Unwrap() error { return context.Canceled }

// code is the exit code, as shells have it.
func (s signalled) code() int { return 128 + int(s) }

// end ends the program where a command has not ended by itself in time: whatever it does, and should
// it wait for a file system or a pipe for ever.
func (s signalled) end() {
	time.AfterFunc(300*time.Millisecond, func() { os.Exit(s.code()) })
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
