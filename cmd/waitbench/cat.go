package main

import (
	"context"

	"github.com/spf13/cobra"

	"waitbench/replay/arrowio"
)

func catCommand() *cobra.Command {
	var where, columns []string
	var head int
	var format string
	cmd := newCommand("cat FILE.arrow", "rows of an Arrow file as CSV or JSON lines",
		`cat prints rows of scores.arrow, predictions.arrow or another Arrow file of this program. Conditions
compare a column with a value by = != < <= > >=; an empty value stands for null, so that bound= holds
where there is no bound.`,
		func(_ context.Context, c console, args []string) error {
			file, err := exactlyOne(args, "Arrow file")
			if err != nil {
				return err
			}
			if head < 0 {
				return usagef("--head cannot be negative")
			}
			o := arrowio.Options{Columns: columns, Head: head, Format: arrowio.Format(format)}
			for _, text := range where {
				condition, err := arrowio.ParseCondition(text)
				if err != nil {
					return usageError{err}
				}
				o.Where = append(o.Where, condition)
			}
			return arrowio.Cat(c.out, file, o)
		},
		"cat runs/small/scores.arrow --where procs_range=all --columns queue,method,correct,median_ratio",
		"cat runs/small/predictions.arrow --where 'method=bmbp,queue=normal,wait>=3600' --head 5 --format jsonl")
	list(cmd.Flags(), &where, "where", "conditions that rows must meet, such as method=bmbp,queue=normal")
	list(cmd.Flags(), &columns, "columns", "columns, in this order (default: all)")
	cmd.Flags().IntVar(&head, "head", 0, "rows at most (default: all)")
	choice(cmd, &format, "format", "how to print them", string(arrowio.CSV), string(arrowio.JSONLines))
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"arrow"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}
