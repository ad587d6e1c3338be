package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/report"
)

func methodsCommand() *cobra.Command {
	cmd := newCommand("methods", "every method: name, kind, description, claims, source",
		"methods lists the methods. --format bibtex prints the references of each method.",
		func(_ context.Context, c *console, _ []string) error {
			if c.flag("format") == "bibtex" {
				return writeReferences(c.out)
			}
			return c.printList(methodsTable())
		},
		"methods", "methods --format bibtex")
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
		Columns: report.Columns("name", "kind", "description", "claims", "source"),
	}
	exec, _ := methods.Named("exec:'COMMAND'") // which exists
	for _, m := range append(listedMethods(), exec) {
		var row []report.Cell
		for _, text := range []string{m.Name, string(m.Kind()), m.Doc,
			m.Claims.String(), m.Source} {
			row = append(row, report.Text(text))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
