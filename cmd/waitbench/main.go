package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

func init() {
	cobra.EnableCommandSorting = false // help has the order of newRoot
	cobra.AddTemplateFunc("usages", usages)
}

func newRoot() *cobra.Command {
	root := parent("waitbench",
		"replay job logs through methods that bound or forecast queue waits",
		`waitbench replays job logs through methods that bound or forecast queue waits,
and reports which of them can be trusted. Data go to standard output, messages
and progress to standard error.`,
		demoCommand(), replayCommand(), scoreCommand(), reportCommand(),
		parent("plot", "figures of a run directory or a log",
			"plot draws single figures from a run directory or a log.",
			plotBoundsCommand(), plotFanCommand(), plotWorkloadCommand()),
		collectCommand(), benchCommand(), waitCommand(), compareCommand(), catCommand(),
		parent("traces", "logs of the Parallel Workloads Archive, and what a log has",
			"traces lists, fetches and describes logs.",
			tracesListCommand(), tracesGetCommand(), tracesInfoCommand()),
		parent("import", "a log of the accounting records of a batch system",
			"import writes accounting records as a log in the Standard Workload Format.",
			importSacctCommand(), importCSVCommand(), importPBSCommand()),
		generateCommand(), methodsCommand(),
		parent("study", "the simulations of three papers",
			"study repeats the simulations of three papers.",
			studyDowneyCommand(), studyVARQCommand(), studyCISNECommand()),
		versionCommand())
	root.AddCommand(topics()...)
	root.Flags().BoolP("version", "v", false, "print the version")
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SilenceErrors, root.SilenceUsage, root.DisableAutoGenTag = true, true, true
	root.SetUsageTemplate(usageTemplate)
	root.SetFlagErrorFunc(flagError)
	for _, cmd := range all(root) {
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "print this help")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			completeFlag(cmd, f)
			f.Value = filled{f.Value}
		})
	}
	return root
}

// execute carries out a call and returns its exit code.
func execute(ctx context.Context, args []string, in io.Reader, out, messages io.Writer) int {
	data := &standardOutput{Writer: out}
	root := newRoot()
	root.SetIn(in)
	root.SetOut(data)
	root.SetErr(messages)
	root.SetArgs(args)
	refuseUnknown(root)
	if len(args) == 0 {
		root.SetOut(messages)
		root.SetArgs([]string{"--help"})
		_ = root.ExecuteContext(ctx)
		return exitUsage
	}
	cmd, err := root.ExecuteContextC(ctx)
	if groups := cmd.ValidateFlagGroups(); err != nil && groups != nil { // "...; [a b] were all set"
		_, set, _ := strings.Cut(strings.TrimSuffix(groups.Error(), "] were all set"), "; [")
		err = output.Usagef("--%s exclude each other: leave one out", strings.ReplaceAll(set, " ", " and --"))
	}
	if data.err != nil { // also of a command that does not look at it
		err = data.err
	}
	_, isUsage := errors.AsType[output.UsageError](err)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(data.err, syscall.EPIPE):
		return exitNotRead
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		_, kept, _ := strings.Cut(err.Error(), context.Canceled.Error())
		fmt.Fprintf(messages, "%s: interrupted%s\n", cmd.CommandPath(), kept)
		return interruptCode(ctx)
	}
	fmt.Fprintf(messages, "%s: %v\n", cmd.CommandPath(), printable(err.Error()))
	if !isUsage {
		return exitFailed
	}
	if !isParent(cmd) && !cmd.Hidden {
		fmt.Fprintf(messages, "See %s --help.\n", cmd.CommandPath())
	}
	return exitUsage
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
