package main

import (
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/render"
)

func reportCommand() *cobra.Command {
	r := &reportFlags{}
	cmd := newCommand("report DIR...",
		"tables, figures and report.html of run directories again, without replaying",
		`report makes the tables, figures and report.html of run directories again from their Arrow files,
and prints the verdicts and the shares by queue. --baseline adds what changed since another run.
--published FILE.csv adds published numbers next to the measured ones. The file has the columns
trace, queue, column (of scores.csv) and value, and may have range, method, quantile and source;
report/published/README.md describes it.

The numbers of every figure are written as csv too. PDF files hold the time at which they were made,
so only they differ when they are made again.`,
		r.run,
		"report runs/small",
		"report runs/small --min-jobs 200 --figures none --quiet",
		"report runs/small --figure-formats svg,pdf --format json --quiet",
		"report runs/small --baseline runs/small-0.9 --figures none")
	r.fs = cmd.Flags()
	r.fs.IntVar(&r.minJobs, "min-jobs", 0,
		"series of fewer jobs are a dash in tables (default: as in the run)")
	r.fs.StringVar(&r.baseline, "baseline", "", "run `directory` to compare with: what changed since")
	r.fs.StringVar(&r.published, "published", "", "CSV `file` of published numbers")
	choice(r.fs, &r.figures.Which, "figures", "figures to draw",
		render.FewFigures, render.AllFigures, render.NoFigures)
	figureFormatsFlag(r.fs, &r.figures.Formats)
	formatFlag(r.fs, &r.format)
	r.fs.BoolVar(&r.quiet, "quiet", false, "no remarks, only the tables")
	return cmd
}

type reportFlags struct {
	fs                          *pflag.FlagSet
	minJobs                     int
	baseline, published, format string
	figures                     render.Figures
	quiet                       bool
}

func (r *reportFlags) run(_ context.Context, c console, args []string) (err error) {
	switch {
	case r.minJobs < 0:
		return usagef("--min-jobs cannot be negative")
	case r.figures.Which != render.NoFigures:
		if err := checkFigureFormats(r.figures.Formats); err != nil {
			return err
		}
	case r.fs.Changed("figure-formats"):
		return usagef("--figure-formats is for figures, of which --figures none makes none")
	}
	var published []report.PublishedValue
	if r.published != "" {
		if published, err = readPublished(r.published); err != nil {
			return err
		}
	}
	var baseline *render.Dir
	if r.baseline != "" {
		if baseline, err = r.open(r.baseline); err != nil {
			return err
		}
	}
	var dirs []*render.Dir
	for _, dir := range args {
		d, err := r.open(dir)
		if err != nil {
			return err
		}
		d.Published, d.Baseline = published, baseline
		dirs = append(dirs, d)
	}
	p := newProgress(c.err, r.quiet, "figures")
	for i, d := range dirs {
		made, err := d.Again(r.figures)
		if err != nil {
			return err
		}
		if err := printRun(c, p, d, made, args[i], r.format); err != nil {
			return err
		}
	}
	return nil
}

// open opens a run directory, with --min-jobs if it is given.
func (r *reportFlags) open(dir string) (*render.Dir, error) {
	d, err := render.Open(dir)
	if err == nil && r.fs.Changed("min-jobs") {
		d.Run.Settings.MinJobs = r.minJobs
	}
	return d, err
}

func readPublished(file string) ([]report.PublishedValue, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, output.CannotRead(file, err)
	}
	defer f.Close()
	return report.ReadPublished(f, file)
}

// figureFormatsFlag adds the flag for the formats of figures.
func figureFormatsFlag(fs *pflag.FlagSet, at *[]string) {
	*at = render.FigureFormats
	list(fs, at, "figure-formats", "formats of figures: svg, png, pdf, csv")
}

func checkFigureFormats(formats []string) error {
	if err := figure.CheckFormats(formats); err != nil {
		return usagef("--figure-formats: %w", err)
	}
	return nil
}

// levelsOf returns levels of a run by their names.
func levelsOf(d *render.Dir, names []string) ([]methods.Level, error) {
	var levels []methods.Level
	for _, name := range names {
		l, err := d.Level(strings.TrimSpace(name))
		if err != nil {
			return nil, usageError{err}
		}
		levels = append(levels, l)
	}
	return levels, nil
}
