package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report"
)

func methodsCommand() *cobra.Command {
	var thresholds []string
	var format string
	cmd := newCommand("methods", "every method: name, kind, what it does, what it claims, where it comes from",
		`methods lists the methods. With --thresholds it prints after how many consecutive misses a history
is cut, for the given quantiles and by the lag-1 autocorrelation of the waits in training. For 0.95
it also prints the values of the authors' own program, which are used there. --format bibtex prints
the references of each method.`,
		func(_ context.Context, c console, args []string) error {
			if format == "bibtex" {
				return writeReferences(c.out)
			}
			if len(thresholds) == 0 {
				return writeList(c.out, format, methodsTable())
			}
			settings := run.Defaults()
			settings.Quantiles = thresholds
			levels, err := settings.Levels()
			if err != nil {
				return usageError{err}
			}
			return writeTables(c.out, format, thresholdsTable(levels))
		},
		"methods", "methods --format bibtex", "methods --thresholds 0.5,0.75,0.9,0.99")
	list(cmd.Flags(), &thresholds, "thresholds", "quantiles for which to print rare-event thresholds")
	formatFlag(cmd.Flags(), &format, "bibtex")
	return cmd
}

// listedMethods returns every method once, without parameters.
func listedMethods() []methods.Method {
	known, _, _ := methods.Find([]string{"all", "baselines", "scheduler"}, true) // which exist
	return known
}

// writeReferences prints the keys to cite for each method, and the entries.
func writeReferences(w io.Writer) error {
	var keys []string
	for _, m := range listedMethods() {
		keys = append(keys, m.Cite...)
		fmt.Fprintf(w, "%% %s: %s\n", m.Name, strings.Join(m.Cite, ", "))
	}
	_, err := fmt.Fprintf(w, "\n%s\n%s", programEntry(), methods.BibTeX(keys))
	return err
}

func methodsTable() *report.Table {
	t := &report.Table{
		Title:   "Methods",
		Columns: report.Columns("name", "kind", "what it does", "claims", "source"),
	}
	exec, _ := methods.Named("exec:'COMMAND'") // which exists
	for _, m := range append(listedMethods(), exec) {
		t.Rows = append(t.Rows, []report.Cell{
			report.Text(m.Name), report.Text(string(m.Kind())), report.Text(m.Doc), report.Text(m.Claims.String()), report.Text(m.Source),
		})
	}
	return t
}

func thresholdsTable(levels []methods.Level) *report.Table {
	t := &report.Table{
		Title:   "Consecutive misses that make a change point, by lag-1 autocorrelation",
		Columns: report.Columns("from", "#authors 0.95", "#computed 0.95"),
		Notes: []string{"computed: the smallest number of consecutive exceedances that is a rare event for a " +
			"stationary Gaussian AR(1) series with the autocorrelation at the lower end of the band"},
	}
	for _, l := range levels {
		t.Columns = append(t.Columns, report.Columns(fmt.Sprint("#computed ", l))...)
	}
	authors, computed := methods.Thresholds(0.95, false), methods.Thresholds(0.95, true)
	for i, band := range authors {
		row := []report.Cell{report.Text(fmt.Sprint(band.From)), report.Count(band.Misses), report.Count(computed[i].Misses)}
		for _, l := range levels {
			row = append(row, report.Count(methods.Thresholds(l.Target(), true)[i].Misses))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
