package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay/output"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // of SIGINT; others end it with 128 and their number
	exitNotRead     = 141 // that of SIGPIPE, as if it had ended the program
)

// console is where a command reads and writes.
type console struct {
	in  io.Reader
	out io.Writer // data
	err io.Writer // messages and progress
}

// action is what a command does, once its flags are read.
type action func(ctx context.Context, c console, args []string) error

// usageError is a mistake in the words of the call.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func init() { cobra.EnableCommandSorting = false } // help has them in the order of newRoot

// newRoot makes the program's commands.
func newRoot() *cobra.Command {
	root := parent("waitbench", "replay job logs through methods that bound or forecast queue waits",
		`waitbench replays job logs through methods that bound or forecast queue waits, and says which of
them can be trusted. Data go to standard output; messages and progress go to standard error.`,
		demoCommand(), replayCommand(), scoreCommand(), reportCommand(),
		parent("plot", "figures of a run directory", "plot draws figures of one's own choice from a run directory.",
			plotBoundsCommand()),
		collectCommand(), benchCommand(), waitCommand(), compareCommand(), catCommand(),
		parent("traces", "the catalogue of the Parallel Workloads Archive, and what is in a log",
			"traces lists the logs of the Parallel Workloads Archive, fetches, checks and describes them.",
			tracesListCommand(), tracesGetCommand(), tracesVerifyCommand(), tracesInfoCommand()),
		parent("import", "a log of the accounting records of a batch system", "import makes logs in the Standard Workload Format of what batch systems keep of their jobs.",
			importSacctCommand(), importCSVCommand(), importPBSCommand()),
		generateCommand(), methodsCommand(),
		parent("study", "the simulations of three papers", "study repeats the simulations of three papers.",
			studyDowneyCommand(), studyVARQCommand(), studyCISNECommand()),
		versionCommand())
	root.AddCommand(topics()...)
	root.Flags().Bool("version", false, "print the version")
	other := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if wanted, _ := cmd.Flags().GetBool("version"); wanted && len(args) == 0 {
			return writeVersion(cmd.OutOrStdout(), "text")
		}
		return other(cmd, args)
	}
	root.SilenceErrors, root.SilenceUsage, root.DisableAutoGenTag = true, true, true
	root.SetGlobalNormalizationFunc(inPlural)
	root.SetUsageTemplate(usageTemplate)
	root.SetFlagErrorFunc(flagError)
	for _, cmd := range all(root) {
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "print this help")
	}
	return root
}

// newCommand makes a command, which takes the arguments that use names behind the command's name.
// Examples come without the leading "waitbench"; each is run by a test.
func newCommand(use, short, long string, act action, examples ...string) *cobra.Command {
	for i, e := range examples {
		examples[i] = "  waitbench " + e
	}
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Example: strings.Join(examples, "\n"),
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkArguments(cmd, args); err != nil {
				return err
			}
			return act(cmd.Context(), console{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()}, args)
		},
	}
	return cmd
}

// parent makes a command that only has others below it.
func parent(name, short, long string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: name, Short: short, Long: long, Args: cobra.ArbitraryArgs,
		Annotations: map[string]string{"parent": name}, SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(below...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("needs one of %s", strings.Join(namesBelow(cmd), ", "))
		}
		if err := checkRemoved(args); err != nil {
			return err
		}
		return unknownCommand(cmd, args[0])
	}
	return cmd
}

// removedCommands are commands of earlier versions, with what to use instead.
var removedCommands = map[string]string{
	"lsf":     "convert the records to CSV, then waitbench import csv",
	"odds":    "use waitbench wait, with --within for --deadline",
	"day":     "use waitbench wait LOG --method bmbp --from TIME --to TIME --every DURATION",
	"reserve": "use waitbench study varq reserve",
}

// checkRemoved refuses the name of a command of earlier versions.
func checkRemoved(args []string) error {
	if len(args) == 0 || removedCommands[args[0]] == "" {
		return nil
	}
	return usagef("%s no longer exists: %s", args[0], removedCommands[args[0]])
}

// isParent reports whether a command was made by parent.
func isParent(cmd *cobra.Command) bool { return cmd.Annotations["parent"] != "" }

// execute carries out a call and returns its exit code.
func execute(ctx context.Context, args []string, c console) int {
	out := &standardOutput{Writer: c.out}
	root := newRoot()
	root.SetIn(&stoppable{ctx, c.in})
	root.SetOut(out)
	root.SetErr(c.err)
	root.SetArgs(args)
	if len(args) == 0 {
		root.SetOut(c.err)
		root.SetArgs([]string{"--help"})
		_ = root.ExecuteContext(ctx)
		return exitUsage
	}
	cmd, err := root.ExecuteContextC(ctx)
	if out.err != nil { // whatever the command made of it
		err = out.err
	}
	_, isUsage := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(out.err, syscall.EPIPE):
		return exitNotRead
	case isUsage:
		fmt.Fprintf(c.err, "%s: %v\n", cmd.CommandPath(), printable(err.Error()))
		if cmd.HasParent() && !isParent(cmd) {
			fmt.Fprintf(c.err, "See %s --help.\n", cmd.CommandPath())
		}
		return exitUsage
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		kept, ok := strings.CutPrefix(err.Error(), context.Canceled.Error())
		if !ok { // only what went on when the interruption came
			kept = ""
		}
		fmt.Fprintf(c.err, "%s: interrupted%s\n", cmd.CommandPath(), kept)
		if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok {
			return s.code()
		}
		return exitInterrupted
	}
	fmt.Fprintf(c.err, "%s: %v\n", cmd.CommandPath(), printable(err.Error()))
	return exitFailed
}

// standardOutput keeps the first error of a write, which fails every command, also one that does not
// look at it. Nothing is written after it.
type standardOutput struct {
	io.Writer
	err error
}

func (o *standardOutput) Write(p []byte) (n int, err error) {
	if o.err == nil {
		if n, err = o.Writer.Write(p); err != nil {
			o.err = output.CannotWrite("standard output", err)
		}
	}
	return n, o.err
}

// flagError says what is wrong with a flag in other words than those of pflag. Help is given
// whatever else is wrong.
func flagError(cmd *cobra.Command, err error) error {
	if wanted, _ := cmd.Flags().GetBool("help"); wanted {
		return pflag.ErrHelp
	}
	if err := checkRemoved(cmd.Flags().Args()); err != nil && isParent(cmd) {
		return err
	}
	if value, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		err = fmt.Errorf("--%s: %w", value.GetFlag().Name, wrongNumber(value))
	}
	return usageError{err}
}
