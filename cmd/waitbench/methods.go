package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/report/table"
)

func methodsCommand() *cobra.Command {
	cmd := newCommand("methods [NAME]", "every method: name, kind, description, claims, source",
		"methods lists the methods, as text in a line each. With a NAME it describes\n"+
			"one method, with its parameters and what to cite. Each parameter in a name\n"+
			"follows a colon, as in forest:seed=2:level=none. --format bibtex prints\n"+
			"references.",
		func(_ context.Context, c *console, args []string) error {
			shown, format := listedMethods(), c.flag("format")
			if len(args) > 0 {
				m, err := methods.Named(args[0])
				if err != nil {
					return output.UsageError{Err: err}
				}
				shown = []methods.Method{m}
			}
			if format == "bibtex" {
				return writeReferences(c.out, shown)
			}
			if len(args) > 0 {
				return c.printTables(methodTable(shown[0]))
			}
			if format == "text" {
				return writeLines(c.out, shown)
			}
			return c.printTables(methodsTable(shown))
		},
		"methods", "methods qbets", "methods --format bibtex")
	formatFlag(cmd.Flags(), "bibtex")
	return cmd
}

// listedMethods returns every method once, without parameters.
func listedMethods() []methods.Method {
	known, _ := methods.Find([]string{"all", "boost", "baselines", "scheduler"}, true) // which exist
	return known
}

// writeReferences prints the keys to cite for each method, and the entries.
func writeReferences(w io.Writer, list []methods.Method) error {
	var keys []string
	for _, m := range list {
		keys = append(keys, m.Cite...)
		fmt.Fprintf(w, "%% %s: %s\n", m.Name, strings.Join(m.Cite, ", "))
	}
	_, err := fmt.Fprintf(w, "\n%s\n%s", programEntry(), methods.BibTeX(keys))
	return err
}

func methodTable(m methods.Method) *table.Table {
	t := &table.Table{Title: "Method " + m.Name, Columns: table.Columns("fact", "value")}
	for _, row := range [][2]string{
		{"kind", kindOf(m)}, {"description", m.Doc},
		{"parameters", strings.Join(m.Parameters, ", ")},
		{"sees", m.Sees(false)}, {"claims", m.ListClaims()}, {"source", m.Source},
		{"cite", strings.Join(m.Cite, ", ")},
	} {
		t.Add(row[0], cmp.Or(row[1], "none"))
	}
	return t
}

// kindOf returns what a method does: bounds, forecasts or both.
func kindOf(m methods.Method) string {
	switch {
	case m.Forecaster == nil:
		return "bounds"
	case m.Bound == nil:
		return "forecasts"
	}
	return "both"
}

// writeLines prints a line of at most 80 characters for each method, and one for
// all that calibrate a forecast. All of them fit a screen of 24 lines.
func writeLines(w io.Writer, shown []methods.Method) error {
	var b strings.Builder
	calibrated := false
	for _, m := range shown {
		line := m.Line()
		if inner, ok := strings.CutSuffix(m.Name, "+cal"); ok {
			if calibrated {
				continue
			}
			calibrated = true
			m.Name, line = "METHOD+cal", strings.ReplaceAll(line, inner, "METHOD")
		}
		fmt.Fprintf(&b, "%-14s  %-9s  %s\n", m.Name, kindOf(m), line)
	}
	b.WriteString("\nwaitbench methods NAME has parameters, claims, source and what to cite\n" +
		"--exec adds a program as a method: see waitbench help exec\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func methodsTable(list []methods.Method) *table.Table {
	t := &table.Table{
		Title:   "Methods",
		Columns: table.Columns("name", "kind", "description", "claims", "source"),
	}
	for _, m := range list {
		t.Add(m.Name, kindOf(m), m.Doc, m.ListClaims(), m.Source)
	}
	return t
}
