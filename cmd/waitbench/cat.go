package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
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
compare a column with a value by = != < <= > >=; an empty value stands for null, so that bound=
holds where there is no bound. CSV and JSON lines are written row by row; the other formats make a
table of all rows first.`,
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

// writeRows prints rows of an Arrow file in a format: row by row, or as a table.
func writeRows(w io.Writer, file, format string, o arrowio.Options) error {
	if format == "csv" || format == "jsonl" {
		o.Format = arrowio.Format(format)
		return arrowio.Cat(w, file, o)
	}
	name := filepath.Base(file)
	t := &report.Table{ID: strings.TrimSuffix(name, filepath.Ext(name)), Title: "Rows of " + name, Missing: "null"}
	heading := o
	heading.Head = 1
	var text bytes.Buffer
	if err := arrowio.Cat(&text, file, heading); err != nil {
		return err
	}
	names, err := csv.NewReader(&text).Read()
	if err != nil {
		return err
	}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Heading: name})
	}
	text.Reset()
	o.Format = arrowio.JSONLines
	if err := arrowio.Cat(&text, file, o); err != nil {
		return err
	}
	d := json.NewDecoder(&text)
	d.UseNumber()
	for d.More() {
		row := map[string]any{}
		if err := d.Decode(&row); err != nil {
			return err
		}
		cells := make([]report.Cell, len(names))
		for i, name := range names {
			if cells[i] = cellOf(row[name]); cells[i].HasValue {
				t.Columns[i].Align = report.Right
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return writeTables(w, format, t)
}

// cellOf is a value of a line of JSON as it stands there.
func cellOf(value any) report.Cell {
	switch v := value.(type) {
	case nil:
		return report.Absent()
	case json.Number:
		if x, err := v.Float64(); err == nil {
			return report.Cell{Text: v.String(), Value: x, HasValue: true}
		}
	}
	return report.Words(fmt.Sprint(value))
}
