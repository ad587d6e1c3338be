package main

import (
	"context"

	"github.com/spf13/cobra"

	"waitbench/report/render"
)

func collectCommand() *cobra.Command {
	f := &collectFlags{}
	cmd := newCommand("collect DIR...", "one folder over the runs of several logs: pages, scores, figures",
		`collect writes index.html with all queues and methods on one page, methods.md with the methods over
all queues, a page for each log with the verdict on its methods, scores.csv of all logs, and
figures. The runs are of different logs with the same settings. Runs with other settings go
--beside: they get a page each and are not counted. Files of the folder that collect did not make
stay, such as a README.md that somebody wrote.`,
		f.run,
		"collect runs/small --out collected",
		"collect runs/small --beside runs/small-0.9,runs/quantiles --pages small --out collected-one --quiet")
	fs := cmd.Flags()
	fs.StringVar(&f.out, "out", "", "`folder` to write")
	list(fs, &f.Beside, "beside", "run directories with other settings, to get a page each")
	list(fs, &f.Pages, "pages", "logs whose report.html is copied")
	list(fs, &f.Files, "files", "other files and folders to copy and to list; not the Arrow files in them")
	fs.BoolVar(&f.quiet, "quiet", false, "no remarks")
	return cmd
}

type collectFlags struct {
	render.Collection
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
