package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/report/render"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

func (c *console) printTables(tables ...*table.Table) error {
	return c.writeTables(c.out, tables...)
}

// writeTables prints tables with an empty line between them, as JSON one object
// for each. As text they fit the terminal, if any.
func (c *console) writeTables(w io.Writer, tables ...*table.Table) error {
	format := c.format()
	if format == "latex" {
		tables = table.NotesOnce(tables)
	}
	for i, t := range tables {
		if i > 0 && format != "json" {
			fmt.Fprintln(w)
		}
		write := map[string]func(io.Writer) error{
			"text": t.Fitted(columns(w)).WriteText, "json": t.WriteJSON, "csv": t.WriteCSV, "jsonl": t.WriteJSONLines,
			"markdown": t.WriteMarkdown, "latex": t.WriteLaTeX,
		}[format]
		if err := write(w); err != nil {
			return err
		}
	}
	return nil
}

// columns returns the width of a terminal, and 0, which means any, for other writers.
func columns(w io.Writer) int {
	if isTerminal(w) {
		if wide, _, err := term.GetSize(int(fileOf(w).Fd())); err == nil {
			return max(wide, 40)
		}
	}
	return 0
}

// printRun prints the tables with some names of files or, without names, which
// methods can be trusted in a run: tables or, as text, a summary of at most 25
// lines, one more for each method that the user named, and the tables requested. LaTeX has all tables, since no
// files of the run have it.
func (c *console) printRun(d *render.Dir, made *render.Output, dir string, names ...string) error {
	tables, isText := render.ForTerminal(made.Tables), c.format() == "text" && names == nil
	if c.format() == "latex" {
		tables = made.Tables
	}
	if names != nil {
		tables = nil
	}
	known := table.Distinct(made.Tables, func(t **table.Table) string { return (*t).FileName() })
	if err := methods.CheckNames("table", known, names...); err != nil {
		return output.UsageError{Err: err}
	}
	for _, name := range names {
		tables = append(tables, made.Tables[slices.Index(known, name)])
	}
	if isText {
		tables = render.Summaries(tables)
		for i, t := range tables {
			tables[i] = t.OneLog()
		}
	}
	if err := c.printTables(tables...); err != nil {
		return err
	}
	if isText {
		fmt.Fprintln(c.out)
		for _, line := range verdict.Sentences(d.Run, made.Verdicts, d.Levels[0]) {
			fmt.Fprint(c.out, table.Folded(line))
		}
		for _, line := range verdict.NamedLines(d.Run, made.Verdicts, d.Levels[0]) {
			fmt.Fprint(c.out, table.Folded(line))
		}
	}
	c.unverified(d.Run.Log.Name, d.Run.Log.SHA256)
	if made.Missing != "" {
		c.message("%s", made.Missing)
	}
	if made.Written {
		c.message("open %s; tables, figures and Arrow files are next to it",
			filepath.Join(dir, render.PageFile))
	}
	closer := verdict.Closer(d.Run, made.Verdicts, d.Levels[0])
	if n := len(closer); isText && n > 1 {
		call := func(words ...string) string { return render.ShellLine(append(words, dir, "--methods")) }
		c.message("look closer:\n  %s %s,%s\n  %s %s", call("waitbench", "compare"),
			closer[n-1], closer[0], call("waitbench", "plot", "bounds"), strings.Join(closer, ","))
	}
	return nil
}
