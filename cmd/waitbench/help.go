package main

import (
	"embed"

	"github.com/spf13/cobra"

	"waitbench/replay/arrowio"
)

const exitCodes = "Exit codes: 0 done, 1 failed, 2 usage, 129, 130, 143 interrupted, " +
	"141 output not read to its end."

// usageTemplate prints usage, commands, flags and examples of a command.
const usageTemplate = `Usage: {{.UseLine}}{{if .HasAvailableSubCommands}}

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
		{"site", "a machine's own log: from accounting records to answers for users", page("site")},
		{"wait-json", "the JSON schema of waitbench wait --format json", page("waitjson")},
		{"fair", "how to compare a new method fairly", page("fair")},
		{"exec", "a method in any language: the protocol of exec", page("exec")},
	} {
		pages = append(pages, &cobra.Command{Use: t[0], Short: t[1], Long: t[2]})
	}
	return pages
}
