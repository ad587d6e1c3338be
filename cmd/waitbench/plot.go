package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/figure"
	"waitbench/report/render"
)

// seriesFlags select series of a run.
type seriesFlags struct {
	trace                     string
	queues, ranges, quantiles []string
}

// add adds the flags. trace and queue are the defaults for none.
func (s *seriesFlags) add(fs *pflag.FlagSet, trace, queue string) {
	s.ranges = []string{replay.AllRanges}
	fs.StringVar(&s.trace, "trace", "", "`log` of the run (default: "+trace+")")
	list(fs, &s.queues, "queues", "queues, by name or number in the log (default: "+queue+")")
	list(fs, &s.ranges, "ranges", "ranges of processors of the run, or all for jobs of every size")
	list(fs, &s.quantiles, "quantiles",
		"quantiles of the run, with l for lower bounds (default: its first)")
}

// levels returns the levels of the quantiles.
func (s *seriesFlags) levels(d *render.Dir) ([]methods.Level, error) {
	var levels []methods.Level
	for _, name := range s.quantiles {
		l, err := d.Level(name)
		if err != nil {
			return nil, usageError{err}
		}
		levels = append(levels, l)
	}
	return levels, nil
}

func plotBoundsCommand() *cobra.Command {
	f := &plotFlags{}
	cmd := newCommand("bounds DIR", "bounds over time, as in figures 1 and 2 of the BMBP paper",
		`plot bounds draws the bounds of a method over time, a line for each queue, range
and quantile, with the waits of the jobs as points. Dates are in the time zone
of the machine. For a log without a start date, times are seconds from its start.`,
		f.run,
		"plot bounds runs/small --queues normal,low --from 2001-01-03 --to 2001-01-05 "+
			"--out normal-low",
		"plot bounds runs/small --queues normal --ranges 1-4,17-64 --methods lognormal "+
			"--waits=false --out ranges",
		"plot bounds runs/small --queues normal --figure-formats pdf,csv --width one-column "+
			"--out normal",
		"plot bounds runs/quantiles --queues normal --quantiles 0.25l,0.5,0.95 --from 2001-01-03 "+
			"--to 2001-01-05 --out quantiles")
	fs := cmd.Flags()
	f.add(fs, "its only one", "the queue with the most jobs")
	fs.StringVar(&f.method, "methods", "", "`method` (default: the first of the run)")
	fs.StringVar(&f.from, "from", "",
		"first `moment`: 2004-06-01, 2004-06-01T06:00 or seconds of the log (default: "+
			"start of the log)")
	fs.StringVar(&f.to, "to", "", "`moment` after the last (default: end of the log)")
	fs.StringVar(&f.out, "out", "bounds", "`files` to write, without .svg and .png")
	figureFormatsFlag(fs, &f.formats)
	choice(fs, &f.width, "width", "width in a paper: 7 in or 3.4 in", "two-column", "one-column")
	fs.StringVar(&f.title, "title", "", "`title` of the plot (default: its method and log)")
	fs.BoolVar(&f.waits, "waits", true, "draw the waits of the jobs")
	return cmd
}

type plotFlags struct {
	seriesFlags
	method, from, to, out, title, width string
	formats                             []string
	waits                               bool
}

func (f *plotFlags) run(_ context.Context, c *console, args []string) error {
	if err := checkFigureFormats(f.formats); err != nil {
		return err
	}
	d, err := render.Open(args[0])
	if err != nil {
		return err
	}
	q, err := f.query(d)
	if err != nil {
		return err
	}
	bounds, err := d.Bounds(*q)
	if err != nil {
		return err
	}
	bounds.OneColumn = f.width == "one-column"
	if err := figure.Save(bounds, f.out, f.formats...); err != nil {
		return err
	}
	if caption := figure.Caption(bounds); caption != "" {
		c.warn("%s", caption)
	}
	for _, format := range f.formats {
		if _, err := fmt.Fprintln(c.out, filepath.Clean(f.out+"."+format)); err != nil {
			return err
		}
	}
	return nil
}

// query returns the part of a run that is drawn.
func (f *plotFlags) query(d *render.Dir) (*render.BoundsQuery, error) {
	t, err := d.Trace(f.trace)
	if err != nil {
		return nil, err
	}
	q := &render.BoundsQuery{Trace: t.Name, Queues: f.queues, Ranges: f.ranges, Title: f.title,
		Waits: f.waits}
	if len(q.Queues) == 0 {
		q.Queues = t.Busiest()[:1]
	}
	for i, queue := range q.Queues {
		q.Queues[i], _ = t.FindQueue(queue)
	}
	var errs [4]error
	q.Method, errs[0] = d.Method(f.method)
	q.Levels, errs[1] = f.levels(d)
	q.From, errs[2] = moment(t.Clock(), f.from, 0)
	q.To, errs[3] = moment(t.Clock(), f.to, t.LastSubmit+1)
	if err := cmp.Or(errs[:]...); err != nil {
		return nil, err
	}
	if q.From >= q.To {
		return nil, usagef("--from is not before --to")
	}
	return q, nil
}
