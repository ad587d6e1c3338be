package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/swf/accounting"
)

const exitCodes = "Exit codes: 0 done, 1 failed, 2 usage, 129, 130, 143 interrupted,\n" +
	"141 output not read to its end."

// usageTemplate prints usage, commands, flags and examples of a command.
const usageTemplate = `Usage: {{.UseLine}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if and .Runnable (not .Hidden)}}
  {{rpad .Name 13}}  {{.Short}}{{end}}{{end}}

{{.CommandPath}} <command> --help describes one of them.{{end}}{{if .HasHelpSubCommands}}

Topics of {{.CommandPath}} help:{{range .Commands}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .Name 13}}  {{.Short}}{{end}}{{end}}{{end}}

{{usages .Flags | trimTrailingWhitespaces}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}

` + exitCodes + "\n"

// headingKey is the annotation of a flag with the heading of it and of those
// defined after it.
const headingKey = "waitbench_heading"

// usages returns the flags below their headings.
func usages(fs *pflag.FlagSet) string {
	text := "Flags:\n" + fs.FlagUsagesWrapped(80)
	fs.VisitAll(func(f *pflag.Flag) {
		for _, heading := range f.Annotations[headingKey] {
			line := "      --" + f.Name + " "
			text = strings.Replace(text, line, "\n"+heading+":\n"+line, 1)
		}
	})
	return strings.TrimPrefix(text, "Flags:\n\n")
}

//go:embed *.txt
var pages embed.FS

func page(name string) string {
	text, _ := pages.ReadFile(name + ".txt") // part of the program
	return string(text)
}

// topics returns the help pages that belong to no command.
func topics() (pages []*cobra.Command) {
	for _, t := range [][3]string{
		{"run-directory", "the files of a run and their columns",
			page("rundirectory") + arrowio.Columns()},
		{"cluster", "a run on a cluster: Slurm, PBS, GNU parallel", page("cluster")},
		{"site", "your machine: from accounting records to answers for users",
			strings.ReplaceAll(page("site"), "{{sacct}}", accounting.Command)},
		{"wait-json", "the JSON schema of waitbench wait --format json", page("waitjson")},
		{"fair", "how to compare a new method fairly", page("fair")},
		{"exec", "a method in any language: the protocol of exec", page("exec")},
	} {
		pages = append(pages, &cobra.Command{Use: t[0], Short: t[1], Long: t[2]})
	}
	return pages
}

// refuseUnknown makes an unknown topic of help, and an unknown shell of
// completion, an error. The output of the root must be set.
func refuseUnknown(root *cobra.Command) {
	root.CompletionOptions.DisableNoDescFlag = true
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = checkTopic
			cmd.Use, cmd.Short = "help [TOPIC]", "help on a command or a topic"
			cmd.Long = "help prints the help on a command or a topic."
			ownFlags(cmd)
		case "completion":
			cmd.Args, cmd.RunE = cobra.ArbitraryArgs, root.RunE
			cmd.Short, cmd.Long = "how to complete commands in a shell", page("completion")
			ownFlags(cmd)
			for _, shell := range cmd.Commands() {
				if shell.Name() == "powershell" { // which no test runs
					cmd.RemoveCommand(shell)
				}
				shell.Short = "the script for " + shell.Name()
				shell.Long = shell.Name() + " prints the script by which it completes waitbench.\n" +
					"waitbench completion --help says where to put it."
				ownFlags(shell)
			}
		}
	}
}

// ownFlags gives a command of cobra the flags of the others.
func ownFlags(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
	cmd.Flags().BoolP("help", "h", false, "print this help")
}

// checkTopic returns an error if no command and no page has the name. It has
// the path of the command with the nearest name.
func checkTopic(cmd *cobra.Command, args []string) error {
	found, left, _ := cmd.Root().Find(args)
	if len(left) == 0 || !found.HasSubCommands() {
		return nil
	}
	var names []string
	paths := map[string]string{}
	for _, c := range all(cmd.Root()) {
		names = append(names, c.Name())
		paths[c.Name()] = strings.TrimPrefix(c.CommandPath(), "waitbench ")
	}
	if near := methods.Nearest(left[0], names); near != "" {
		return output.Usagef("unknown topic %q; did you mean waitbench help %s?", left[0], paths[near])
	}
	return output.Usagef("unknown topic %q; see waitbench help", left[0])
}
