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

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

const exitCodes = "Exit codes: 0 done, 1 failed, 2 usage, 129, 130, 143 interrupted, 141 output not read to its end.\n"

// writeHelp writes usage, description, flags, examples and exit codes of a command, or the text of
// a topic that is none.
func writeHelp(w io.Writer, cmd *cobra.Command) {
	if cmd.IsAdditionalHelpTopicCommand() {
		fmt.Fprint(w, strings.Replace(cmd.Long, "@COSTS@\n", clusterCosts(), 1)) // which takes too long for every call
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

// nineQuantiles are those of a whole distribution.
var nineQuantiles = strings.Split("0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9", ",")

// clusterCosts says what a large run takes on nodes of 32 cores, as the plan itself reckons.
func clusterCosts() string {
	const cores = 32
	s := run.Defaults()
	s.Methods, s.Quantiles = []string{"all"}, nineQuantiles
	plan, err := run.NewPlan("replay", s, replay.Engine{})
	if err != nil {
		panic(err) // of the defaults
	}
	logs := []run.Log{{Name: "log", Jobs: 24e6}}
	var text strings.Builder
	fmt.Fprintf(&text, "A log of %s jobs, %d methods and %d quantiles, on nodes of %d cores with a unit on each, by\n"+
		"what each method took on SDSC-SP2:\n\n  nodes  units  all units  longest unit  put together  memory of a node\n",
		output.Grouped(logs[0].Jobs), len(plan.Methods), len(plan.Levels), cores)
	var last run.Estimate
	for _, nodes := range []int{1, 10, 100} {
		e := plan.Estimate(logs, nodes*cores)
		fmt.Fprintf(&text, "  %5d  %5d  %7.1f h  %10.1f h  %10.1f h  %13d GB\n",
			nodes, e.Units, e.All.Hours(), e.Longest.Hours(), e.Merge.Hours(), e.Memory*int64(min(cores, (e.Units+nodes-1)/nodes))/1e9)
		last = e
	}
	fmt.Fprintf(&text, `
On the shared file system are %d GB of units and then as many of the run. A unit takes %.1f GB of
memory; what puts them together 5 MB for each. More than %d units there are not: a log goes through
a method at a quantile from its first job to its last. What puts the units together is one process,
so from about %d units on most of the time is its. Then fewer methods or quantiles in a run help,
and several runs.
`, last.Bytes/1e9, float64(last.Memory)/1e9, last.Units, int(last.All/last.Merge)+1)
	return text.String()
}

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
