package main

import (
	"embed"

	"github.com/spf13/cobra"

	"waitbench/replay/arrowio"
)

const exitCodes = "Exit codes: 0 done, 1 failed, 2 usage, 129, 130, 143 interrupted, 141 output not read to its end."

// usageTemplate prints usage, commands, flags and examples of a command.
const usageTemplate = `Usage: {{if .Annotations.parent}}{{.CommandPath}} <command> [flags]{{else}}{{.UseLine}}{{end}}
{{- if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if not .Hidden}}
  {{rpad .Name 13}}  {{.Short}}{{end}}{{end}}

{{.CommandPath}} <command> --help describes one of them.{{end}}

Flags:
{{.Flags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}

` + exitCodes + "\n"

//go:embed *.txt
var pages embed.FS

// page returns the text of a help page.
func page(name string) string {
	text, _ := pages.ReadFile(name + ".txt") // part of the program
	return string(text)
}

// topics returns the help pages that belong to no command.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "run-directory", Short: "the files of a run and their columns",
			Long: page("rundirectory") + arrowio.Columns()},
		{Use: "cluster", Short: "a run on a cluster: Slurm, PBS, GNU parallel", Long: page("cluster")},
		{Use: "site", Short: "a machine's own log: from accounting records to answers for users",
			Long: page("site")},
		{Use: "fair", Short: "how to compare a new method fairly", Long: page("fair")},
		{Use: "exec", Short: "a method in any language: the protocol of exec", Long: page("exec")},
	}
}
