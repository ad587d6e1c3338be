package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/report/figure"
	"waitbench/report/render"
)

func reportCommand() *cobra.Command {
	r := &reportFlags{}
	cmd := newCommand("report DIR...",
		"tables, figures and report.html again from run directories, without replaying; comparisons of runs",
		`report makes the tables, figures and report.html of run directories again from their Arrow files, and
prints the tables by queue. With --compare it writes one page with the differences of the scores
between the first run and each of the others, and leaves the directories as they are.

The numbers of figures are always beside them as csv. PDF files carry the time at which they were
made, and are the only ones that differ when they are made again.`,
		r.run,
		"report runs/small",
		"report runs/small --min-jobs 200 --figures none --quiet",
		"report runs/small --figure-formats svg,pdf --format json --quiet",
		"report runs/small runs/small-0.9 --compare small-and-0.9.html")
	r.fs = cmd.Flags()
	r.fs.IntVar(&r.minJobs, "min-jobs", 0, "series of fewer jobs are a dash in tables (default: as in the run)")
	r.fs.StringVar(&r.compare, "compare", "", "file to write a comparison of the runs to")
	choice(cmd, &r.figures, "figures", "figures to draw", render.FewFigures, render.AllFigures, render.NoFigures)
	figureFormatsFlag(cmd, &r.formats)
	formatFlag(cmd, &r.format)
	r.fs.BoolVar(&r.quiet, "quiet", false, "no remarks, only the tables")
	cmd.ValidArgsFunction = completeDirs
	return cmd
}

type reportFlags struct {
	fs                       *pflag.FlagSet
	minJobs                  int
	compare, figures, format string
	formats                  []string
	quiet                    bool
}

func (r *reportFlags) run(_ context.Context, c console, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("needs a run directory")
	case r.compare != "" && len(args) < 2:
		return usagef("--compare needs two run directories or more")
	case r.minJobs < 0:
		return usagef("--min-jobs cannot be negative")
	case r.compare != "" && r.fs.Changed("figure-formats"):
		return usagef("--figure-formats is for figures, which --compare does not make")
	case r.figures == render.NoFigures && r.fs.Changed("figure-formats"):
		return usagef("--figure-formats is for figures, of which --figures none makes none")
	case r.figures == render.NoFigures: // and no formats to check
	default:
		if err := checkFigureFormats(r.formats); err != nil {
			return err
		}
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
		dirs = append(dirs, d)
	}
	p := newProgress(c.err, r.quiet, "figures")
	if r.compare != "" {
		if err := render.Compare(r.compare, dirs); err != nil {
			return err
		}
		p.message("the comparison is in %s", r.compare)
		return nil
	}
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

// figureFormatsFlag is a flag of the formats of figures.
func figureFormatsFlag(cmd *cobra.Command, at *[]string) {
	*at = render.FigureFormats
	list(cmd.Flags(), at, "figure-formats", "formats of figures: svg, png, pdf, csv")
	complete(cmd, "figure-formats", listOf(func([]string) []string { return []string{"svg", "png", "pdf", "csv"} }))
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
