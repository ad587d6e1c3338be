package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/render"
)

func reportCommand() *cobra.Command {
	r := &reportFlags{}
	cmd := newCommand("report DIR...",
		"tables, figures and report.html of run directories again, without replaying",
		`report makes the tables, figures and report.html of run directories again from their Arrow files,
and prints the verdicts and the shares by queue. With --baseline it also says what changed since
another run, as a table and on the page. With --published FILE.csv it sets numbers that somebody
published beside the measured: columns trace, queue, column (of scores.csv) and value, and where
wanted range, method, quantile and source; report/published/README.md has the format.

The numbers of figures are always beside them as csv. PDF files carry the time at which they were
made, and are the only ones that differ when they are made again.`,
		r.run,
		"report runs/small",
		"report runs/small --min-jobs 200 --figures none --quiet",
		"report runs/small --figure-formats svg,pdf --format json --quiet",
		"report runs/small --baseline runs/small-0.9 --figures none")
	r.fs = cmd.Flags()
	r.fs.IntVar(&r.minJobs, "min-jobs", 0, "series of fewer jobs are a dash in tables (default: as in the run)")
	r.fs.StringVar(&r.baseline, "baseline", "", "run `directory` to compare with: what changed since")
	r.fs.StringVar(&r.published, "published", "", "CSV `file` of published numbers to set beside the measured")
	choice(cmd.Flags(), &r.figures, "figures", "figures to draw", render.FewFigures, render.AllFigures, render.NoFigures)
	figureFormatsFlag(cmd, &r.formats)
	formatFlag(cmd.Flags(), &r.format)
	r.fs.BoolVar(&r.quiet, "quiet", false, "no remarks, only the tables")
	return cmd
}

type reportFlags struct {
	fs                  *pflag.FlagSet
	minJobs             int
	baseline, published string
	figures, format     string
	formats             []string
	quiet               bool
}

func (r *reportFlags) run(_ context.Context, c console, args []string) error {
	switch {
	case r.minJobs < 0:
		return usagef("--min-jobs cannot be negative")
	case r.figures == render.NoFigures && r.fs.Changed("figure-formats"):
		return usagef("--figure-formats is for figures, of which --figures none makes none")
	case r.figures == render.NoFigures: // and no formats to check
	default:
		if err := checkFigureFormats(r.formats); err != nil {
			return err
		}
	}
	published, baseline, err := r.beside()
	if err != nil {
		return err
	}
	var dirs []*render.Dir
	for _, dir := range args {
		d, err := render.Open(dir)
		if err != nil {
			return err
		}
		if r.fs.Changed("min-jobs") {
			d.Run.Settings.MinJobs = r.minJobs
		}
		d.Published, d.Baseline = published, baseline
		dirs = append(dirs, d)
	}
	p := newProgress(c.err, r.quiet, "figures")
	for i, d := range dirs {
		made, err := d.Again(render.Figures{Which: r.figures, Formats: r.formats})
		if err != nil {
			return err
		}
		if err := printRun(c, p, d, made, args[i], r.format); err != nil {
			return err
		}
	}
	return nil
}

// beside reads what runs are set beside.
func (r *reportFlags) beside() (published []report.PublishedValue, baseline *render.Dir, err error) {
	if r.published != "" {
		f, err := os.Open(r.published)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read %s: %w", r.published, errors.Unwrap(err))
		}
		defer f.Close()
		if published, err = report.ReadPublished(f, r.published); err != nil {
			return nil, nil, err
		}
	}
	if r.baseline != "" {
		if baseline, err = render.Open(r.baseline); err != nil {
			return nil, nil, err
		}
		if r.fs.Changed("min-jobs") {
			baseline.Run.Settings.MinJobs = r.minJobs
		}
	}
	return published, baseline, nil
}

// figureFormatsFlag is a flag of the formats of figures.
func figureFormatsFlag(cmd *cobra.Command, at *[]string) {
	*at = render.FigureFormats
	list(cmd.Flags(), at, "figure-formats", "formats of figures: svg, png, pdf, csv")
}

func checkFigureFormats(formats []string) error {
	if err := figure.CheckFormats(formats); err != nil {
		return usagef("--figure-formats: %w", err)
	}
	return nil
}

// levelsOf finds levels of a run; none stand for none.
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
