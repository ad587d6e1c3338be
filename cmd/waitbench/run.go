package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"waitbench/replay/rundir"

	"github.com/spf13/pflag"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// console is where a command reads and writes.
type console struct {
	in  io.Reader
	out io.Writer // data
	err io.Writer // messages and progress
}

// command is one subcommand.
type command struct {
	name     string
	args     string   // as in the usage line
	short    string   // one line for the list of commands
	long     string   // two sentences or so
	examples []string // without the leading "waitbench"; each of them is run by a test
	flags    func(*pflag.FlagSet) action
}

// action is a command with its flags parsed.
type action func(ctx context.Context, c console, args []string) error

// usageError is a mistake in the words of the call.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func commands() []command {
	return append([]command{
		demoCommand, replayCommand, reportCommand, plotCommand, dayCommand, oddsCommand, reserveCommand,
		compareCommand, catCommand, tracesCommand, generateCommand, methodsCommand,
	}, studies...)
}

// takes reports whether the words of a call begin with the command's name, and gives the others.
func (cmd *command) takes(args []string) (others []string, ok bool) {
	name := strings.Fields(cmd.name)
	if len(args) < len(name) || !slices.Equal(args[:len(name)], name) {
		return nil, false
	}
	return args[len(name):], true
}

// run carries out a call and returns its exit code.
func run(ctx context.Context, args []string, c console) int {
	if len(args) == 0 {
		writeHelp(c.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "--help", "-h":
		if len(args) > 1 {
			return run(ctx, append(args[1:], "--help"), c)
		}
		writeHelp(c.out)
		return exitDone
	case "version", "--version":
		if len(args) > 1 {
			fmt.Fprintf(c.err, "waitbench version: takes no arguments, but got %q\n", args[1])
			return exitUsage
		}
		fmt.Fprintf(c.out, "waitbench %s, %s\n", rundir.Version, rundir.ReadBuild())
		return exitDone
	}
	for _, cmd := range commands() {
		if others, ok := cmd.takes(args); ok {
			return cmd.run(ctx, others, c)
		}
	}
	fmt.Fprintf(c.err, "waitbench: unknown command %q; known are %s\n", args[0], strings.Join(commandNames(), ", "))
	return exitUsage
}

func commandNames() []string {
	var names []string
	for _, cmd := range commands() {
		names = append(names, cmd.name)
	}
	return names
}

func (cmd *command) run(ctx context.Context, args []string, c console) int {
	fs := pflag.NewFlagSet(cmd.name, pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	act := cmd.flags(fs)
	help := fs.BoolP("help", "h", false, "print this help")
	c.in = &stoppable{ctx, c.in}
	err := fs.Parse(args)
	switch {
	case *help:
		cmd.writeHelp(c.out, fs)
		return exitDone
	case err != nil:
		err = usageError{flagError(err)}
	default:
		err = act(ctx, c, fs.Args())
	}
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(c.err, "waitbench %s: %v\nSee waitbench %s --help.\n", cmd.name, err, cmd.name)
		return exitUsage
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		kept, ok := strings.CutPrefix(err.Error(), context.Canceled.Error())
		if !ok { // only what went on when the interruption came
			kept = ""
		}
		fmt.Fprintf(c.err, "waitbench %s: interrupted%s\n", cmd.name, kept)
		return exitInterrupted
	}
	fmt.Fprintf(c.err, "waitbench %s: %v\n", cmd.name, err)
	return exitFailed
}

// flagError says what is wrong with the value of a flag in other words than those of package strconv.
func flagError(err error) error {
	value, isValue := errors.AsType[*pflag.InvalidValueError](err)
	number, isNumber := errors.AsType[*strconv.NumError](err)
	if !isValue || !isNumber {
		return err
	}
	flag := value.GetFlag()
	kind := map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0 on", "bool": "true or false"}[flag.Value.Type()]
	if kind == "" {
		kind = "a number"
	}
	if errors.Is(number.Err, strconv.ErrRange) {
		return fmt.Errorf("--%s: %s is out of range", flag.Name, value.GetValue())
	}
	return fmt.Errorf("--%s: %q is not %s", flag.Name, value.GetValue(), kind)
}

func writeHelp(w io.Writer) {
	fmt.Fprint(w, `waitbench replays job logs through predictors of queue waits and says which can be trusted.

Usage: waitbench <command> [flags]

Commands:
`)
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %-12s  %s\n", cmd.name, cmd.short)
	}
	fmt.Fprint(w, `  version       print the version

waitbench <command> --help tells more about one of them.
Exit codes: 0 done, 1 failed, 2 usage, 130 interrupted.
`)
}

func (cmd *command) writeHelp(w io.Writer, fs *pflag.FlagSet) {
	fmt.Fprintf(w, "Usage: waitbench %s\n\n%s\n\nFlags:\n%s\nExamples:\n",
		strings.TrimSpace(cmd.name+" "+cmd.args), cmd.long, fs.FlagUsagesWrapped(100))
	for _, e := range cmd.examples {
		fmt.Fprintf(w, "  waitbench %s\n", e)
	}
	fmt.Fprint(w, "\nExit codes: 0 done, 1 failed, 2 usage, 130 interrupted.\n")
}
