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
	settings := run.Settings{}
	cmd := newCommand("methods", "every method: name, kind, description, claims, source",
		`methods lists the methods. With --thresholds it prints after how many misses in a
row a method cuts its history, for the given quantiles and by the lag-1
autocorrelation of the waits in training. For 0.95 it also prints the values of
the authors' program, which methods use. --format bibtex prints the references
of each method.`,
		func(_ context.Context, c *console, _ []string) error {
			if c.flag("format") == "bibtex" {
				return writeReferences(c.out)
			}
			if len(settings.Quantiles) == 0 {
				return c.printList(methodsTable())
			}
			settings.Confidence = run.Defaults().Confidence
			levels, err := settings.Levels()
			if err != nil {
				return usageError{err}
			}
			return c.printTables(thresholdsTable(levels))
		},
		"methods", "methods --format bibtex", "methods --thresholds 0.5,0.75,0.9,0.99")
	list(cmd.Flags(), &settings.Quantiles, "thresholds", "quantiles for which to print rare-event thresholds")
	formatFlag(cmd.Flags(), "bibtex")
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
		var row []report.Cell
		for _, text := range []string{m.Name, string(m.Kind()), m.Doc, m.Claims.String(), m.Source} {
			row = append(row, report.Text(text))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func thresholdsTable(levels []methods.Level) *report.Table {
	t := &report.Table{
		Title:   "Misses in a row that make a change point, by lag-1 autocorrelation",
		Columns: report.Columns("from", "#authors 0.95", "#computed 0.95"),
		Notes: []string{"computed: the smallest number of misses in a row that is a rare event for a stationary " +
			"Gaussian AR(1) series with the autocorrelation at the lower end of the band"},
	}
	for _, l := range levels {
		t.Columns = append(t.Columns, report.Columns(fmt.Sprint("#computed ", l))...)
	}
	computed := methods.Thresholds(0.95, true)
	for i, band := range methods.Thresholds(0.95, false) {
		row := []report.Cell{report.Text(fmt.Sprint(band.From)), report.Count(band.Misses), report.Count(computed[i].Misses)}
		for _, l := range levels {
			row = append(row, report.Count(methods.Thresholds(l.Target(), true)[i].Misses))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
