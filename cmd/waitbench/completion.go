package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/suite"
	"waitbench/report/table"
	"waitbench/traces"
)

// completeFlag lets shells complete the value of a flag: the words of a choice,
// and the words of a list after its last comma.
func completeFlag(cmd *cobra.Command, f *pflag.Flag) {
	var words []string
	switch v := f.Value.(type) {
	case run.Value:
		words = v.Words
	case *repeated:
		words = map[string][]string{
			"methods":        slices.Concat(methods.Names(), methods.Groups),
			"figure-formats": figure.Formats,
		}[f.Name]
	}
	if len(words) > 0 {
		_ = cmd.RegisterFlagCompletionFunc(f.Name, completeList(words)) // the flag exists
	}
}

// completeList completes the last word of a list.
func completeList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		begun := text[:strings.LastIndex(text, ",")+1]
		var lists []string
		for _, word := range words {
			if strings.HasPrefix(begun+word, text) {
				lists = append(lists, begun+word)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeArgument completes an argument: a name where a command takes only
// names, else a file. A LOG may be both: it is a name once it is begun.
func completeArgument(cmd *cobra.Command, args []string, text string) ([]string,
	cobra.ShellCompDirective) {
	var words []string
	_, argument, _ := strings.Cut(cmd.Use, " ")
	switch argument = strings.Trim(argument, "[]."); {
	case argument == "LOG" && text != "":
		found, _ := completeList(logNames())(cmd, args, text)
		return found, cobra.ShellCompDirectiveDefault
	case argument == "SUITE":
		words = table.Distinct(suite.All(), (*suite.Suite).String)
	case cmd.Name() == "methods":
		words = methods.Names()
	case cmd.Name() == "get":
		words = logNames()
	case argument != "":
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeList(words)(cmd, args, text)
}

func logNames() []string {
	return table.Distinct(traces.Catalogue(), func(e *traces.Entry) string { return e.Name })
}
