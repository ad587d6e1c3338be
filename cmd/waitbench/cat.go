package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
)

func catCommand() *cobra.Command {
	var where []string
	var o arrowio.Options
	var head uint
	var out string
	cmd := newCommand("cat FILE.arrow", "rows of an Arrow file, as CSV, JSON lines, Parquet or a table",
		`cat prints rows of scores.arrow, predictions.arrow or another Arrow file of this
program. A condition compares a column with a value: = != < <= > >=. To find
rows without a value, leave it out: --where bound= prints jobs without a bound.
Format arrow is an Arrow file without compression, which every reader of Arrow
opens. It and Parquet go to a file or a pipe, and --out x.parquet needs no
--format. For large files use these two, CSV or JSON lines: the other formats
keep all rows in memory.`,
		func(_ context.Context, c *console, args []string) error {
			o.Head = int(head)
			for _, text := range where {
				condition, err := arrowio.ParseCondition(text)
				if err != nil {
					return output.UsageError{Err: err}
				}
				o.Where = append(o.Where, condition)
			}
			text := []string{".csv", ".json", ".html", ".md"}
			if info, err := os.Stat(args[0]); err == nil &&
				(info.IsDir() || slices.Contains(text, filepath.Ext(args[0]))) {
				return fmt.Errorf("%s is not an Arrow file: %s", args[0],
					run.WhyNotARun(args[0], run.ScoresFile))
			}
			o.Format = c.flag("format")
			if ending := filepath.Ext(out); !c.flags.Changed("format") && (ending == ".arrow" || ending == ".parquet") {
				o.Format = ending[1:]
			}
			if (o.Format == "arrow" || o.Format == "parquet") && out == "-" && isTerminal(c.out) {
				return output.Usagef("--format %s does not print: name a file with --out", o.Format)
			}
			return c.writePacked(func(to []io.Writer) error {
				if slices.Contains(arrowio.Formats, o.Format) {
					return arrowio.Cat(to[0], args[0], o)
				}
				t, err := tableOf(args[0], o)
				if err != nil {
					return err
				}
				return c.writeTables(to[0], t)
			}, out)
		},
		"cat runs/small/scores.arrow --where procs_range=all --columns "+
			"queue,method,correct,median_ratio",
		"cat runs/small/predictions.arrow --where 'method=bmbp,queue=normal,wait>=3600' --head 5 "+
			"--format jsonl",
		"cat runs/small/predictions.arrow --format parquet --out predictions.parquet")
	fs := cmd.Flags()
	list(fs, &where, "where", "conditions that rows must meet, such as method=bmbp,queue=normal")
	list(fs, &o.Columns, "columns", "columns, in this order (default: all)")
	fs.UintVar(&head, "head", 0, "rows at most (default: all)")
	choice(fs, new(string), "format", "format of the output", append(arrowio.Formats, "text", "json",
		"markdown", "latex")...)
	outFlag(fs, &out)
	return cmd
}

func tableOf(file string, o arrowio.Options) (*table.Table, error) {
	name := filepath.Base(file)
	t := &table.Table{ID: strings.TrimSuffix(name, filepath.Ext(name)), Title: "Rows of " + name,
		Missing: "null"}
	head := func(names []string) error {
		for _, name := range names {
			t.Columns = append(t.Columns, table.Column{Heading: name})
		}
		return nil
	}
	err := arrowio.Rows(file, o, head, func(row []arrowio.Value) error {
		cells := make([]table.Cell, len(row))
		for i, v := range row {
			number := v.Number()
			cells[i] = table.Cell{Text: v.Text, Missing: v.Null, Value: number,
				HasValue: number == number}
			if cells[i].HasValue {
				t.Columns[i].Right = true
			}
		}
		t.Rows = append(t.Rows, cells)
		return nil
	})
	return t, err
}
