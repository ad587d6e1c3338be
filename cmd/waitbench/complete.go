package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/traces"
)

// completer gives the words that may follow at a place of the command line.
type completer = func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

// complete tells the shell how to complete the value of a flag.
func complete(cmd *cobra.Command, flag string, f completer) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // the flag is not there
	}
}

// listOf completes the last word of a list with commas between its words.
func listOf(words func(args []string) []string) completer {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		var found []string
		for _, word := range words(args) {
			found = append(found, before+word)
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// completeMethods completes --methods with all methods and the names for several of them.
func completeMethods(cmd *cobra.Command) {
	complete(cmd, "methods", listOf(func([]string) []string { return append(methods.Names(), "waits", "paper", "all") }))
}

// completeFromRun completes flags with what the run directory that is named holds.
func completeFromRun(cmd *cobra.Command) {
	for flag, words := range map[string]func(*rundir.Run) []string{
		"methods":   func(r *rundir.Run) []string { return r.Settings.Methods },
		"quantiles": func(r *rundir.Run) []string { return r.Settings.Quantiles },
		"queues": func(r *rundir.Run) []string {
			var names []string
			for _, t := range r.Traces {
				for _, q := range t.Queues {
					names = append(names, q.Name)
				}
			}
			return names
		},
		"ranges": func(r *rundir.Run) []string {
			names := []string{replay.AllRanges}
			ranges, _ := replay.ParseRanges(r.Settings.Ranges) // of a run that was read
			for _, one := range ranges {
				names = append(names, one.String())
			}
			return names
		},
		"trace": func(r *rundir.Run) []string {
			var names []string
			for _, t := range r.Traces {
				names = append(names, t.Name)
			}
			return names
		},
	} {
		if cmd.Flags().Lookup(flag) == nil {
			continue
		}
		complete(cmd, flag, listOf(func(args []string) []string {
			for _, dir := range args {
				if d, err := rundir.Open(dir); err == nil {
					return words(d.Run)
				}
			}
			if flag == "methods" {
				return methods.Names()
			}
			return nil
		}))
	}
}

// completeDirs completes arguments with folders.
func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeLogs completes arguments with files and the logs of the catalogue that are here.
func completeLogs(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	cache, _ := cmd.Flags().GetString("cache")
	var names []string
	for _, e := range traces.Catalogue() {
		if isHere(e, cache) {
			names = append(names, e.Name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeCatalogue completes arguments with all logs of the catalogue.
func completeCatalogue(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, e := range traces.Catalogue() {
		names = append(names, e.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// isHere says whether a log of the catalogue is in the folder named by WAITBENCH_TRACES or in the
// cache.
func isHere(e traces.Entry, cache string) bool {
	for _, dir := range logFolders(cache) {
		if dir != "" && (&traces.Store{Dir: dir}).Have(e) {
			return true
		}
	}
	return false
}

// logFolders are the folders in which logs of the catalogue are looked for.
func logFolders(cache string) []string {
	if cache == "" {
		cache, _ = traces.DefaultDir() // empty where there is none
	}
	return []string{os.Getenv("WAITBENCH_TRACES"), cache}
}
