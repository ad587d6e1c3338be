package main

import (
	"context"

	"github.com/spf13/cobra"

	"waitbench/report/collect"
)

func collectCommand() *cobra.Command {
	f := &collectFlags{}
	cmd := newCommand("collect DIR...", "one folder over the runs of several logs: findings with figures, pages, scores",
		`collect writes README.md (what the runs show, each finding with a figure), index.html (all queues
and methods on one page), a page for each log with the verdict on its methods, and scores.csv of all
logs. The runs are of different logs with the same settings; runs with settings of their own go
--beside and take no part in the findings. A finding is left out where the runs have not the methods
that it is about.`,
		f.run,
		"collect runs/small --out collected",
		"collect runs/small --beside runs/small-0.9,runs/fan --pages small --out collected-one --quiet")
	fs := cmd.Flags()
	fs.StringVar(&f.out, "out", "", "`folder` to write")
	list(fs, &f.Beside, "beside", "run directories with settings of their own, to have a page each")
	list(fs, &f.Pages, "pages", "logs whose report.html is copied")
	list(fs, &f.Files, "files", "other files and folders to copy and to list; not the Arrow files in them")
	fs.BoolVar(&f.quiet, "quiet", false, "no remarks")
	return cmd
}

type collectFlags struct {
	collect.Plan
	out   string
	quiet bool
}

func (f *collectFlags) run(_ context.Context, c console, args []string) error {
	if f.out == "" {
		return usagef("needs --out with the folder to write")
	}
	f.Runs = args
	if err := f.Write(f.out); err != nil {
		return err
	}
	newProgress(c.err, f.quiet, "logs").message("the collection is in %s", f.out)
	return nil
}
