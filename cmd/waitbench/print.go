package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/render"
)

// formatFlag is the flag of the format in which tables are printed, with more that a command knows.
func formatFlag(fs *pflag.FlagSet, at *string, more ...string) {
	choice(fs, at, "format", "how to print it", append([]string{"text", "json", "csv", "markdown", "latex"}, more...)...)
}

// writeTables prints tables in a format, with an empty line between them; of JSON an object for
// each.
func writeTables(w io.Writer, format string, tables ...*report.Table) error {
	for i, t := range tables {
		if i > 0 && format != "json" {
			fmt.Fprintln(w)
		}
		write := map[string]func(io.Writer) error{
			"text": t.WriteText, "json": t.WriteJSON, "csv": t.WriteCSV, "markdown": t.WriteMarkdown, "latex": t.WriteLaTeX,
		}[format]
		if err := write(w); err != nil {
			return err
		}
	}
	return nil
}

// writeList prints a table that is a list, as text in as many columns as the terminal has, else
// 100.
func writeList(w io.Writer, format string, t *report.Table) error {
	if format == "text" {
		t = t.Fitted(columns(w))
	}
	return writeTables(w, format, t)
}

// columns is the width of a terminal, and 100 for what is none.
func columns(w io.Writer) int {
	if isTerminal(w) {
		if wide, _, err := term.GetSize(int(fileOf(w).Fd())); err == nil {
			return max(wide, 40)
		}
	}
	return 100
}

// mostColumns is the number of columns that a terminal shows of a run. The shares of more methods are
// in the files of the run.
const mostColumns = 12

// printRun prints what can be trusted in a run: the tables that a terminal has room for, and as
// text what they mean.
func printRun(c console, p *progress, d *render.Dir, made *render.Made, dir, format string) error {
	tables := report.ForTerminal(made.Tables)
	if format == "text" {
		tables = slices.DeleteFunc(tables, func(t *report.Table) bool { return len(t.Columns) > mostColumns })
		for i, t := range tables {
			tables[i] = t.OneTrace().Fitted(columns(c.out))
		}
	}
	if err := writeTables(c.out, format, tables...); err != nil {
		return err
	}
	if format == "text" {
		fmt.Fprintln(c.out)
		for _, line := range report.RunSentences(d.Run, made.Verdicts, d.Levels[0]) {
			fmt.Fprintln(c.out, strings.ReplaceAll(line, "\u00a0", " "))
		}
	}
	for i := range d.Run.Traces {
		p.unverified(&d.Run.Traces[i])
	}
	if n := len(d.Run.LeftOut); n > 0 {
		p.message("%s left out: run.json and the page say why", output.Counted(n, "log"))
	}
	if made.Missing != "" {
		p.message("%s", made.Missing)
	}
	p.message("tables, figures and Arrow files are in %s", dir)
	return nil
}
