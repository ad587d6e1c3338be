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
// and the words of a list after its last comma, which may be of a run or a log.
func completeFlag(cmd *cobra.Command, f *pflag.Flag) {
	var words func(args []string) []string
	switch v := f.Value.(type) {
	case run.Value:
		if v.Words != nil {
			words = func([]string) []string { return v.Words }
		}
	case *repeated:
		words = map[string]func(args []string) []string{
			"methods":        methodsOf,
			"figure-formats": func([]string) []string { return figure.Formats },
			"queues":         func(args []string) []string { return queuesOf(cmd, args) },
			"tables":         tablesOf,
			"columns":        columnsOf,
		}[f.Name]
	}
	if words != nil {
		complete := func(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			return completeList(words(args), text)
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // the flag exists
	}
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

// methodsOf lists the methods of a run that is the first argument, or else those
// of the program.
func methodsOf(args []string) []string {
	if d, err := run.Open(first(args)); err == nil {
		return d.Run.Settings.Methods
	}
	return slices.Concat(methods.Names(), methods.Groups)
}

// queuesOf lists the queues of a run or of the header of a log.
func queuesOf(cmd *cobra.Command, args []string) []string {
	if d, err := run.Open(first(args)); err == nil {
		return d.Run.Log.QueueNames()
	}
	f, err := (&console{flags: cmd.Flags(), in: strings.NewReader("")}).openLog(first(args))
	if err != nil {
		return nil
	}
	defer f.Close()
	_ = f.Read(new(swf.Job)) // and the header before it
	return f.Header().QueueNames()
}

// tablesOf lists the tables of a run by the names of their files.
func tablesOf(args []string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(first(args), "tables", "*.csv"))
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".csv"))
	}
	return names
}

// columnsOf lists the columns of an Arrow file.
func columnsOf(args []string) (names []string) {
	_ = arrowio.Rows(first(args), arrowio.Options{}, func(columns []string) error {
		names = columns
		return io.EOF
	}, nil)
	return names
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

// first returns the first argument, empty for none.
func first(args []string) string { return append(args, "")[0] }

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
