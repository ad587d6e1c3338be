package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"waitbench/replay/arrowio"
	"waitbench/replay/run"
)

const exitCodes = "Exit codes: 0 done, 1 failed, 2 usage, 129, 130, 143 interrupted, 141 output not read to its end.\n"

// writeHelp writes usage, description, flags, examples and exit codes of a command, or the text of
// a topic that is none.
func writeHelp(w io.Writer, cmd *cobra.Command) {
	if cmd.IsAdditionalHelpTopicCommand() {
		fmt.Fprint(w, cmd.Long)
		return
	}
	usage := cmd.UseLine()
	if isParent(cmd) {
		usage = cmd.CommandPath() + " <command> [flags]"
	}
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", usage, cmd.Long)
	if cmd.HasSubCommands() {
		fmt.Fprintf(w, "\nCommands:\n%s\n%s <command> --help tells more about one of them.\n",
			commandList(cmd), cmd.CommandPath())
	}
	fmt.Fprintf(w, "\nFlags:\n%s", cmd.Flags().FlagUsagesWrapped(100))
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	fmt.Fprint(w, "\n"+exitCodes)
}

// commandList has a line for each command below another one.
func commandList(cmd *cobra.Command) string {
	var text strings.Builder
	for _, below := range cmd.Commands() {
		if !below.Hidden {
			fmt.Fprintf(&text, "  %-13s  %s\n", below.Name(), below.Short)
		}
	}
	return text.String()
}

// namesBelow lists the names of the commands below another one.
func namesBelow(cmd *cobra.Command) []string {
	var names []string
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
}

// all gives a command and those below it.
func all(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, below := range cmd.Commands() {
		list = append(list, all(below)...)
	}
	return list
}

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "help on a command, or on run-directory, cluster, site or fair",
		Long: "help prints what a command does, its flags and examples.", Example: "  waitbench help replay",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(namesBelow(about), "run-directory", "cluster", "site", "fair"), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left, err := cmd.Root().Find(args)
			if err != nil || len(left) > 0 {
				return usagef("unknown command %q; known are %s", args[len(args)-max(len(left), 1)],
					strings.Join(namesBelow(cmd.Root()), ", "))
			}
			writeHelp(cmd.OutOrStdout(), about)
			return nil
		},
	}
}

// manDate is the date of the manual pages: that of the version, so that they are always the same.
var manDate = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// manCommand writes the manual pages, for make man and those who package the program.
func manCommand(root *cobra.Command) *cobra.Command {
	cmd := newCommand("man FOLDER", "write the manual pages into a folder", "man writes a manual page for each command into a folder.",
		func(_ context.Context, _ console, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			header := &doc.GenManHeader{Section: "1", Date: &manDate, Source: "waitbench " + run.Version, Manual: "waitbench"}
			return doc.GenManTree(root, header, args[0])
		},
		"man man1")
	cmd.Hidden = true
	return cmd
}

//go:embed rundirectory.txt
var runDirectory string

//go:embed exec.txt
var execPage string

//go:embed site.txt
var site string

//go:embed fair.txt
var fair string

//go:embed cluster.txt
var cluster string

// topics are help on what is no command: the files of a run, a machine's own log, methods that are
// programs, comparisons.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "run-directory", Short: "the files of a run and their columns", Long: runDirectory + arrowio.Columns()},
		{Use: "cluster", Short: "a run on a cluster: Slurm, PBS, LSF, GNU parallel", Long: cluster},
		{Use: "site", Short: "a machine's own log: from accounting records to what users are told", Long: site},
		{Use: "fair", Short: "how to compare a new method fairly", Long: fair},
		{Use: "exec", Short: "a method in any language: the protocol of exec", Long: execPage},
	}
}

// listed finds, in the message of an error, a word that is not known and the list of those that
// are.
var listed = regexp.MustCompile(`(?s)(.*(?:unknown|no) [a-z ]+"([^"]+)")(.*?; .*)`)

// suggest puts the nearest known word behind an unknown one, in an error that names both the unknown
// word and the known ones.
func suggest(err error) error {
	found := listed.FindStringSubmatch(err.Error())
	if found == nil || strings.Contains(err.Error(), "did you mean") {
		return err
	}
	known := strings.FieldsFunc(found[3], func(r rune) bool { return strings.ContainsRune(" ,;:", r) })
	if near := nearest(found[2], known); near != "" {
		return fmt.Errorf("%s (did you mean %q?)%s", found[1], near, found[3])
	}
	return err
}

// nearest is the first of the words with the fewest letters to be changed to get another one, at
// most a third of them; "" if there is none.
func nearest(word string, known []string) string {
	best, least := "", len(word)/3+1
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of letters to insert, remove, replace or swap with the next one.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j], rows[i][j-1], rows[i-1][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
			}
		}
	}
	return rows[len(a)][len(b)]
}
