package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/render"
)

var reportCommand = command{
	name:  "report",
	args:  "DIR...",
	short: "tables, figures and report.html again from run directories, without replaying; comparisons of runs",
	long: `report makes the tables, figures and report.html of run directories again from their Arrow files, and prints the tables by queue.
It is for figures after a new version of the program, or tables with another --min-jobs. With --compare it writes one page with the
differences of the scores between the first run and each of the others, and leaves the directories as they are. --formats are those
of the figures, of svg, png and pdf; their numbers are always beside them as csv.`,
	examples: []string{
		"report runs/small",
		"report runs/small --min-jobs 200 --quiet",
		"report runs/small --formats svg,png,pdf --quiet",
		"report runs/small runs/small-0.9 --compare small-and-0.9.html",
	},
	flags: func(fs *pflag.FlagSet) action {
		minJobs := fs.Int("min-jobs", 0, "series of fewer jobs are a dash in tables (default: as in the run)")
		compare := fs.String("compare", "", "file to write a comparison of the runs to")
		quiet := fs.Bool("quiet", false, "no remarks, only the tables")
		formats := formatsFlag(fs)
		return func(_ context.Context, c console, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("needs a run directory")
			case *compare != "" && len(args) < 2:
				return usagef("--compare needs two run directories or more")
			case *minJobs < 0:
				return usagef("--min-jobs cannot be negative")
			case *compare != "" && fs.Changed("formats"):
				return usagef("--formats is for figures, which --compare does not make")
			}
			kinds, err := formats()
			if err != nil {
				return err
			}
			var dirs []*render.Dir
			for _, dir := range args {
				d, err := render.Open(dir)
				if err != nil {
					return err
				}
				if fs.Changed("min-jobs") {
					d.Run.Settings.MinJobs = *minJobs
				}
				dirs = append(dirs, d)
			}
			p := newProgress(c.err, *quiet, "figures")
			if *compare != "" {
				if err := render.Compare(*compare, dirs); err != nil {
					return err
				}
				p.message("the comparison is in %s", *compare)
				return nil
			}
			for i, d := range dirs {
				tables, err := d.Again(render.Figures{Formats: kinds})
				if err != nil {
					return err
				}
				if err := printRun(c, p, d, tables, args[i]); err != nil {
					return err
				}
			}
			return nil
		}
	},
}

var plotCommand = command{
	name:  "plot",
	args:  "bounds DIR",
	short: "bounds over time, as in figures 1 and 2 of the BMBP paper",
	long: `plot bounds draws the bounds of a method as they were over time, a line for each queue and range, with the waits of the jobs as
points, in the --formats svg, png, pdf or csv. Several quantiles of one queue and range are drawn as a fan. Dates are in the time zone of the
machine; for a log that does not say when it began, times are seconds from its start.`,
	examples: []string{
		"plot bounds runs/small --queues normal,low --from 2001-01-03 --to 2001-01-05 --out normal-low",
		"plot bounds runs/small --queues normal --ranges 1-4,17-64 --method lognormal --waits=false --out ranges",
		"plot bounds runs/small --queues normal --formats pdf,csv --width one-column --out normal",
		"plot bounds runs/fan --queues normal --quantiles 0.25l,0.5,0.95 --from 2001-01-03 --to 2001-01-05 --out fan",
	},
	flags: func(fs *pflag.FlagSet) action {
		f := plotFlags{}
		fs.StringVar(&f.trace, "trace", "", "trace of the run (default: its only one)")
		f.queues = list(fs, "queues", "", "queues (default: the one with the most jobs)")
		f.ranges = list(fs, "ranges", replay.AllRanges, "ranges of processors, of those of the run, or all for jobs of every size")
		fs.StringVar(&f.method, "method", "", "method (default: the first of the run)")
		f.quantiles = list(fs, "quantiles", "", "quantiles of the run, with l for lower bounds (default: its first)")
		fs.StringVar(&f.from, "from", "", "first moment: 2004-06-01, 2004-06-01T06:00 or seconds of the log (default: start of the log)")
		fs.StringVar(&f.to, "to", "", "moment after the last (default: end of the log)")
		fs.StringVar(&f.out, "out", "bounds", "files to write, without .svg")
		f.formats = formatsFlag(fs)
		fs.StringVar(&f.width, "width", "two-column", "width in a paper: two-column (7 in) or one-column (3.4 in)")
		fs.StringVar(&f.title, "title", "", "title of the plot (default: what it shows)")
		fs.BoolVar(&f.waits, "waits", true, "draw the waits of the jobs")
		return f.run
	},
}

type plotFlags struct {
	trace, method, from, to, out, title, width string
	queues, ranges, quantiles                  func() []string
	formats                                    func() ([]string, error)
	waits                                      bool
}

func (f *plotFlags) run(_ context.Context, c console, args []string) error {
	if len(args) != 2 || args[0] != "bounds" {
		return usagef("needs the word bounds and a run directory")
	}
	formats, err := f.formats()
	if err != nil {
		return err
	}
	width, err := figure.ParseWidth(f.width)
	if err != nil {
		return usageError{err}
	}
	d, err := render.Open(args[1])
	if err != nil {
		return err
	}
	t, err := d.Trace(f.trace)
	if err != nil {
		return err
	}
	method, err := d.Method(f.method)
	if err != nil {
		return err
	}
	q := render.BoundsQuery{Trace: t.Name, Method: method, Queues: f.queues(), Ranges: f.ranges(), Title: f.title, Waits: f.waits, To: t.LastSubmit + 1}
	if len(q.Queues) == 0 {
		q.Queues = []string{t.Busiest()}
	}
	if q.Levels, err = levelsOf(d, f.quantiles()); err != nil {
		return err
	}
	clock := t.Clock()
	if q.From, err = moment(clock, f.from, q.From); err != nil {
		return err
	}
	if q.To, err = moment(clock, f.to, q.To); err != nil {
		return err
	}
	if q.From >= q.To {
		return usagef("--from is not before --to")
	}
	bounds, err := d.Bounds(q)
	if err != nil {
		return err
	}
	bounds.Width = width
	files, err := render.SaveBounds(bounds, f.out, formats)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, strings.Join(files, "\n"))
	return err
}

// formatsFlag is a flag of the formats of figures.
func formatsFlag(fs *pflag.FlagSet) func() ([]string, error) {
	names := list(fs, "formats", strings.Join(render.FigureFormats, ","), "formats of figures: svg, png, pdf, csv")
	return func() ([]string, error) {
		if err := figure.CheckFormats(names()); err != nil {
			return nil, usagef("--formats: %w", err)
		}
		return names(), nil
	}
}

// levelsOf finds levels of a run; none stand for none.
func levelsOf(d *render.Dir, names []string) ([]methods.Level, error) {
	var levels []methods.Level
	for _, name := range names {
		l, err := d.Level(name)
		if err != nil {
			return nil, usageError{err}
		}
		levels = append(levels, l)
	}
	return levels, nil
}

// moment reads a date of the machine's time zone, or seconds of the log; empty text stands for the default.
func moment(clock replay.Clock, text string, otherwise float64) (float64, error) {
	if text == "" {
		return otherwise, nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", time.DateTime} {
		if date, err := time.ParseInLocation(layout, text, clock.Location); err == nil {
			if !clock.Dated {
				return 0, usagef("the log does not say when it began: give %q as seconds of the log", text)
			}
			return clock.Seconds(date), nil
		}
	}
	var s seconds
	if err := s.Set(text); err != nil {
		return 0, usagef("%q is neither a date such as 2004-06-01T06:00 nor seconds of the log", text)
	}
	return float64(s), nil
}

var catCommand = command{
	name:  "cat",
	args:  "FILE.arrow",
	short: "rows of an Arrow file as CSV or JSON lines",
	long: `cat prints rows of scores.arrow or predictions.arrow. Conditions compare a column with a value by = != < <= > >=; an empty
value stands for null, so that bound= holds where there is no bound.`,
	examples: []string{
		"cat runs/small/scores.arrow --where procs=all --columns queue,method,correct,median_ratio",
		"cat runs/small/predictions.arrow --where 'method=bmbp,queue=normal,wait>=3600' --head 5 --format jsonl",
	},
	flags: func(fs *pflag.FlagSet) action {
		where := list(fs, "where", "", "conditions that rows must meet, such as method=bmbp,queue=normal")
		columns := list(fs, "columns", "", "columns, in this order (default: all)")
		head := fs.Int("head", 0, "rows at most (default: all)")
		format := fs.String("format", string(arrowio.CSV), "csv or jsonl")
		return func(_ context.Context, c console, args []string) error {
			file, err := exactlyOne(args, "Arrow file")
			if err != nil {
				return err
			}
			if *head < 0 {
				return usagef("--head cannot be negative")
			}
			o := arrowio.Options{Columns: columns(), Head: *head, Format: arrowio.Format(*format)}
			for _, text := range where() {
				condition, err := arrowio.ParseCondition(text)
				if err != nil {
					return usageError{err}
				}
				o.Where = append(o.Where, condition)
			}
			return arrowio.Cat(c.out, file, o)
		}
	},
}

// writeTable prints a table in one of the formats of tables.
func writeTable(w io.Writer, t *report.Table, format string) error {
	switch format {
	case "text":
		return t.WriteText(w)
	case "md":
		return t.WriteMarkdown(w)
	case "csv":
		return t.WriteCSV(w)
	case "tex":
		return t.WriteLaTeX(w)
	}
	return usagef("unknown format %q; known are text, md, csv, tex", format)
}
