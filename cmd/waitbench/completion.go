package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/suite"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/traces"
)

// completeFlag lets shells complete the value of a flag: the words of a choice,
// and the words of a list after its last comma.
func completeFlag(cmd *cobra.Command, f *pflag.Flag) {
	v, isChoice := f.Value.(run.Value)
	_, isList := f.Value.(*repeated)
	lists := []string{"methods", "figure-formats", "queues", "tables", "columns"}
	if isChoice && v.Words == nil || !isChoice && !(isList && slices.Contains(lists, f.Name)) {
		return
	}
	complete := func(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if isChoice {
			return completeList(v.Words, text)
		}
		return completeList(wordsOf(cmd, f.Name, append(args, "")[0]), text)
	}
	_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // the flag exists
}

// completeList completes the last word of a list by the words that it lacks.
func completeList(words []string, text string) (lists []string, d cobra.ShellCompDirective) {
	begun := text[:strings.LastIndex(text, ",")+1]
	for _, word := range words {
		if strings.HasPrefix(begun+word, text) && !slices.Contains(strings.Split(begun, ","), word) {
			lists = append(lists, begun+word)
		}
	}
	return lists, cobra.ShellCompDirectiveNoFileComp
}

// wordsOf lists the words that a flag may have beside an argument, empty for
// none: what a run has, else the methods of the program, and the queues in the
// header of a log; columns of an Arrow file.
func wordsOf(cmd *cobra.Command, flag, argument string) (words []string) {
	d, notRun := run.Open(argument)
	switch {
	case flag == "figure-formats":
		return figure.Formats
	case flag == "methods" && notRun == nil:
		return d.Run.Settings.Methods
	case flag == "methods":
		return slices.Concat(methods.Names(), methods.Groups)
	case flag == "queues" && notRun == nil:
		return d.Run.Log.QueueNames()
	case flag == "queues":
		if f, err := (&console{flags: cmd.Flags(), in: strings.NewReader("")}).openLog(argument); err == nil {
			defer f.Close()
			_ = f.Read(new(swf.Job)) // and the header before it
			words = f.Header().QueueNames()
		}
	case flag == "tables":
		files, _ := filepath.Glob(filepath.Join(argument, "tables", "*.csv"))
		for _, file := range files {
			words = append(words, strings.TrimSuffix(filepath.Base(file), ".csv"))
		}
	case flag == "columns":
		_ = arrowio.Rows(argument, arrowio.Options{}, func(columns []string) error {
			words = columns
			return io.EOF
		}, nil)
	}
	return words
}

// runsIn lists run directories whose path begins with a text, and those one
// level below.
func runsIn(text string) (dirs []string) {
	for _, below := range []string{"*", "*/*"} {
		records, _ := filepath.Glob(text + below + "/" + run.RecordFile)
		for _, path := range records {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	return dirs
}

// completeArgument completes an argument: a name where a command takes only
// names, else a file. A LOG may be both: it is a name once it is begun. A DIR is
// a run directory where there is one.
func completeArgument(cmd *cobra.Command, args []string, text string) ([]string,
	cobra.ShellCompDirective) {
	var words []string
	_, argument, _ := strings.Cut(cmd.Use, " ")
	switch argument = strings.Trim(argument, "[]."); {
	case argument == "LOG" && text != "":
		found, _ := completeList(logNames(), text)
		return found, cobra.ShellCompDirectiveDefault
	case argument == "SUITE":
		words = table.Distinct(suite.All(), (*suite.Suite).String)
	case argument == "DIR":
		if dirs := runsIn(text); dirs != nil {
			return dirs, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveFilterDirs
	case cmd.Name() == "methods":
		words = methods.Names()
	case cmd.Name() == "get":
		words = logNames()
	case argument != "":
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeList(words, text)
}

func logNames() []string {
	return table.Distinct(traces.Catalogue(), func(e *traces.Entry) string { return e.Name })
}
