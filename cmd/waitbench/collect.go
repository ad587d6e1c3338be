package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/report/render"
)

func collectCommand() *cobra.Command {
	var f render.Collection
	var out string
	cmd := newCommand("collect DIR...",
		"one folder over runs of several logs: pages, scores, figures",
		`collect writes index.html with all queues and methods on one page, methods.md
with the methods over all queues, a page for each log with the verdict on its
methods, scores.csv of all logs, and figures. methods.md also cuts each log at
its median job, and shows whether the methods recommended by the first half are
still the best ones in the second. The runs must be of different logs with the
same settings. A DIR may be a folder of runs, as replay of several logs makes.
Files that collect did not make, such as your own README.md, stay in the folder.`,
		func(_ context.Context, c *console, args []string) error {
			if out == "" {
				return output.Usagef("needs --out with the folder to write")
			}
			f.Runs = args
			return c.collect(&f, out)
		},
		"collect runs/small --out collected",
		"collect runs/two --out collected-two --quiet",
		"collect runs/small --pages small --out collected-one --quiet")
	fs := cmd.Flags()
	fs.StringVar(&out, "out", "", "`folder` to write")
	list(fs, &f.Pages, "pages", "logs whose report.html is copied")
	fs.BoolVar(&f.Force, "force", false, "replace a collection of an earlier version")
	quietFlag(fs)
	return cmd
}

func (c *console) collect(runs *render.Collection, dir string) error {
	if err := runs.Write(dir); err != nil {
		return err
	}
	c.message("the collection is in %s; open %s", dir, filepath.Join(dir, render.IndexFile))
	return nil
}
