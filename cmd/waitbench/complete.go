package main

import (
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/traces"
)

// argument is what a word of a usage line stands for.
type argument struct {
	noun, hint string // of messages
	complete   cobra.CompletionFunc
}

var arguments = map[string]argument{
	"DIR":        {noun: "run directory", complete: completeDirs},
	"FOLDER":     {noun: "folder", complete: completeDirs},
	"LOG":        {"log", "; see waitbench traces list for those of the archive", completeLogs},
	"DIR|LOG":    {noun: "run directory or log", complete: completeLogs},
	"NAME":       {"log", "; see waitbench traces list", completeCatalogue},
	"SUITE":      {noun: "suite", complete: completeSuites},
	"FILE":       {noun: "file", complete: completeFiles},
	"FILE.arrow": {noun: "Arrow file", complete: completeArrow},
}

// argumentOf reads the usage line of a command: nothing, WORD for one, WORD... for some, in brackets
// where there may be none.
func argumentOf(cmd *cobra.Command) (a argument, least, most int) {
	_, word, takes := strings.Cut(cmd.Use, " ")
	if !takes {
		return argument{complete: cobra.NoFileCompletions}, 0, 0
	}
	least, most = 1, 1
	if strings.HasPrefix(word, "[") {
		least = 0
	}
	word = strings.Trim(word, "[]")
	if strings.HasSuffix(word, "...") {
		most = math.MaxInt
	}
	return arguments[strings.TrimSuffix(word, "...")], least, most
}

// checkArguments refuses too few and too many.
func checkArguments(cmd *cobra.Command, args []string) error {
	a, least, most := argumentOf(cmd)
	switch {
	case len(args) >= least && len(args) <= most:
		return nil
	case most == 0:
		return usagef("takes no arguments, but got %q", args[0])
	case most > 1:
		return usagef("needs a %s%s", a.noun, a.hint)
	case least == 0:
		return usagef("takes one %s, not %d", a.noun, len(args))
	}
	return usagef("needs one %s, not %d", a.noun, len(args))
}

// fromRun gives the values of flags that a run directory holds.
var fromRun = map[string]func(*run.Record) []string{
	"methods":   func(r *run.Record) []string { return r.Settings.Methods },
	"quantiles": func(r *run.Record) []string { return r.Settings.Quantiles },
	"queues": func(r *run.Record) []string {
		var names []string
		for _, t := range r.Traces {
			for _, q := range t.Queues {
				names = append(names, q.Name)
			}
		}
		return names
	},
	"ranges": func(r *run.Record) []string {
		ranges, _ := replay.ParseRanges(r.Settings.Ranges) // of a run that was read
		names := []string{replay.AllRanges}
		for _, one := range ranges {
			names = append(names, one.String())
		}
		return names
	},
	"trace": func(r *run.Record) []string {
		var names []string
		for _, t := range r.Traces {
			names = append(names, t.Name)
		}
		return names
	},
}

// completeFlags tells the shell how to complete the values of flags: those that take some words with
// these, others with what the run directory that is named holds.
func completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		var words func(args []string) []string
		if v, ok := f.Value.(*value); ok && v.known != nil {
			words = func([]string) []string { return v.known }
		} else if held, ok := fromRun[f.Name]; ok {
			words = func(args []string) []string { return ofRun(args, f.Name, held) }
		} else {
			return
		}
		err := cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if f.Value.Type() != "list" {
				return words(args), cobra.ShellCompDirectiveNoFileComp
			}
			before := begun[:strings.LastIndex(begun, ",")+1]
			found := slices.Clone(words(args))
			for i := range found {
				found[i] = before + found[i]
			}
			return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
		if err != nil {
			panic(err) // the flag is not there
		}
	})
}

// ofRun gives what the first run directory among the arguments holds; without one, all methods.
func ofRun(args []string, flag string, held func(*run.Record) []string) []string {
	for _, dir := range args {
		if d, err := run.Open(dir); err == nil {
			return held(d.Run)
		}
	}
	if flag == "methods" {
		return append(methods.Names(), "waits", "paper", "baselines", "all")
	}
	return nil
}

func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func completeArrow(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"arrow"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeLogs gives the logs of the catalogue that are here, and files.
func completeLogs(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	cache, _ := cmd.Flags().GetString("cache")
	return namesOf(func(e traces.Entry) bool { return isHere(e, cache) }), cobra.ShellCompDirectiveDefault
}

func completeCatalogue(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return namesOf(func(traces.Entry) bool { return true }), cobra.ShellCompDirectiveNoFileComp
}

func completeSuites(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return suiteNames(), cobra.ShellCompDirectiveNoFileComp
}

// namesOf gives the names of the logs of the catalogue that are wanted.
func namesOf(wanted func(traces.Entry) bool) []string {
	var names []string
	for _, e := range traces.Catalogue() {
		if wanted(e) {
			names = append(names, e.Name)
		}
	}
	return names
}
