package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay/arrowio"
	"waitbench/report"
)

func catCommand() *cobra.Command {
	var where, columns []string
	var head int
	var format string
	cmd := newCommand("cat FILE.arrow", "rows of an Arrow file, as CSV, JSON lines or a table",
		`cat prints rows of scores.arrow, predictions.arrow or another Arrow file of this program. Conditions
compare a column with a value by = != < <= > >=. An empty value means null: bound= holds where there
is no bound. CSV, JSON lines and text are written row by row; the other formats make a table of all
rows first.`,
		func(_ context.Context, c console, args []string) error {
			if head < 0 {
				return usagef("--head cannot be negative")
			}
			o := arrowio.Options{Columns: columns, Head: head}
			for _, text := range where {
				condition, err := arrowio.ParseCondition(text)
				if err != nil {
					return usageError{err}
				}
				o.Where = append(o.Where, condition)
			}
			return writeRows(c.out, args[0], format, o)
		},
		"cat runs/small/scores.arrow --where procs_range=all --columns queue,method,correct,median_ratio",
		"cat runs/small/predictions.arrow --where 'method=bmbp,queue=normal,wait>=3600' --head 5 --format jsonl")
	list(cmd.Flags(), &where, "where", "conditions that rows must meet, such as method=bmbp,queue=normal")
	list(cmd.Flags(), &columns, "columns", "columns, in this order (default: all)")
	cmd.Flags().IntVar(&head, "head", 0, "rows at most (default: all)")
	choice(cmd.Flags(), &format, "format", "how to print them", "csv", "jsonl", "text", "json", "markdown", "latex")
	return cmd
}

// writeRows prints rows of an Arrow file. CSV and JSON lines take one pass, text
// takes two, of which the first finds the widths of the columns. The other
// formats make a table of all rows.
func writeRows(w io.Writer, file, format string, o arrowio.Options) error {
	if format == "csv" || format == "jsonl" {
		o.Format = format
		return arrowio.Cat(w, file, o)
	}
	name := filepath.Base(file)
	t := &report.Table{ID: strings.TrimSuffix(name, filepath.Ext(name)), Title: "Rows of " + name, Missing: "null"}
	var cells []report.Cell
	head := func(names []string) {
		if t.Columns == nil {
			for _, name := range names {
				t.Columns = append(t.Columns, report.Column{Heading: name})
			}
			cells = make([]report.Cell, len(names))
		}
	}
	each := func(use func([]report.Cell) error) error {
		return arrowio.Rows(file, o, head, func(row []arrowio.Shown) error {
			for i, v := range row {
				number := v.Number()
				cells[i] = report.Cell{Text: v.Text, Missing: v.Null, Value: number, HasValue: number == number}
				if cells[i].HasValue {
					t.Columns[i].Align = report.Right
				}
			}
			return use(cells)
		})
	}
	if format == "text" {
		return t.StreamText(w, each)
	}
	err := each(func(row []report.Cell) error {
		t.Rows = append(t.Rows, slices.Clone(row))
		return nil
	})
	if err != nil {
		return err
	}
	return writeTables(w, format, t)
}
