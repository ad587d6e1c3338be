package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/output"
)

const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // SIGINT; for other signals 128 and their number
	exitNotRead     = 141 // as if SIGPIPE had ended the program
)

// console is what a command works with. Its methods read the flags that many
// commands share: --quiet, --format and --lenient, and --cache of traces.
type console struct {
	in        io.Reader
	out       io.Writer // data
	*progress           // messages, on standard error
	flags     *pflag.FlagSet
}

// flag returns the value of a flag, "" for a command without it.
func (c *console) flag(name string) string {
	if f := c.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// format returns the format of the output, text for a command without --format.
func (c *console) format() string { return cmp.Or(c.flag("format"), "text") }

// action carries out a command once its flags are read.
type action func(ctx context.Context, c *console, args []string) error

// all returns a command and the commands below it.
func all(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, below := range cmd.Commands() {
		list = append(list, all(below)...)
	}
	return list
}

// newCommand returns a command. In use, the name of the command comes before
// its arguments: WORD is one argument, WORD... one or more, brackets mark
// optional ones. Examples come without the leading "waitbench"; a test runs
// each of them.
func newCommand(use, short, long string, act action, examples ...string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Args: checkArguments, DisableFlagsInUseLine: true,
		ValidArgsFunction: completeArgument,
		Example:           "  waitbench " + strings.Join(examples, "\n  waitbench "),
		RunE: func(cmd *cobra.Command, args []string) error {
			quiet, _ := cmd.Flags().GetBool("quiet")
			p := newProgress(cmd.ErrOrStderr(), quiet)
			defer p.finish()
			c := &console{cmd.InOrStdin(), cmd.OutOrStdout(), p, cmd.Flags()}
			if err := cmp.Or(distinct(args, c.flags), checkOut(c.flags)); err != nil {
				return err
			}
			return nameFlag(c.flags, act(cmd.Context(), c, args))
		},
	}
}

// nameFlag returns a mistake in the command line with the name of its flag: it
// begins with the name or the value, or quotes a value.
func nameFlag(fs *pflag.FlagSet, err error) error {
	if _, is := errors.AsType[output.UsageError](err); !is || strings.Contains(err.Error(), "--") {
		return err
	}
	text, named := err.Error(), err
	first, _, _ := strings.Cut(text, " ")
	fs.Visit(func(f *pflag.Flag) {
		quotes := func(word string) bool { return strings.Contains(text, strconv.Quote(word)) }
		if strings.TrimSuffix(first, ":") == f.Name {
			named = output.Usagef("--%w", err)
		} else if value := f.Value.String(); first == value ||
			slices.ContainsFunc(strings.Split(value, ","), quotes) {
			named = output.Usagef("--%s: %w", f.Name, err)
		}
	})
	return named
}

// checkArguments returns an error for too few, too many or empty arguments.
func checkArguments(cmd *cobra.Command, args []string) error {
	_, word, _ := strings.Cut(cmd.Use, " ")
	name := strings.Trim(word, "[].")
	optional, several := strings.HasPrefix(word, "["), strings.Contains(word, "...")
	switch n := len(args); {
	case word == "" && n > 0:
		return output.Usagef("takes no arguments, but got %q", args[0])
	case n == 0 && word != "" && !optional:
		return output.Usagef("needs a %s", name)
	case slices.Contains(args, ""):
		return output.Usagef("a %s is an empty text", name)
	case n > 1 && !several:
		hint := ""
		if _, missing := os.Stat(args[1]); missing != nil && cmd.Flags().Lookup("methods") != nil {
			hint = "; methods are named by --methods " + strings.Join(args[1:], ",")
		}
		return output.Usagef("takes one %s, not %d%s", name, n, hint)
	}
	return nil
}

// parent returns a command that only has other commands below it.
func parent(name, short, long string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: name + " <command>", Short: short, Long: long,
		Args: cobra.ArbitraryArgs}
	cmd.DisableFlagsInUseLine = true
	cmd.AddCommand(below...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var names []string
		for _, c := range cmd.Commands() {
			if len(args) > 0 && slices.Contains(c.SuggestFor, args[0]) {
				return output.Usagef("unknown command %q; did you mean %s?", args[0], c.Name())
			}
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		if len(args) == 0 {
			return output.Usagef("needs one of %s", strings.Join(names, ", "))
		}
		return output.UsageError{Err: methods.Unknown("command", args[0], names)}
	}
	return cmd
}

// isParent reports whether a command was made by parent.
func isParent(cmd *cobra.Command) bool { return cmd.HasSubCommands() && !cmd.HasExample() }

// standardOutput keeps the first error of a write, which makes every command
// fail. Nothing is written after it.
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

// flagError returns a plain error for a flag. Help is printed whatever else is
// wrong.
func flagError(cmd *cobra.Command, err error) error {
	if wanted, _ := cmd.Flags().GetBool("help"); wanted {
		return pflag.ErrHelp
	}
	if value, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		why := value.Unwrap()
		if _, isNumber := errors.AsType[*strconv.NumError](why); isNumber {
			const natural = "an integer >= 0"
			kind := map[string]string{"float64": "a number", "bool": "true or false",
				"uint": natural, "uint32": natural, "uint64": natural}[value.GetFlag().Value.Type()]
			why = fmt.Errorf("%q is not %s", value.GetValue(), cmp.Or(kind, "an integer"))
		}
		err = fmt.Errorf("--%s: %w", value.GetFlag().Name, why)
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := methods.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			err = fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	}
	return output.UsageError{Err: err}
}
