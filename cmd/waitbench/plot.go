package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/render"
	"waitbench/swf"
)

// seriesFlags adds the flags of a selection. queue and quantiles are the
// defaults for none.
func seriesFlags(fs *pflag.FlagSet, s *render.Selection, queue, quantiles string) {
	s.Ranges = []string{replay.AllRanges}
	list(fs, &s.Queues, "queues", "queues, by name or number in the log (default: "+queue+")")
	list(fs, &s.Ranges, "ranges", "ranges of processors of the run, or all for jobs of every size")
	list(fs, &s.Quantiles, "quantiles",
		"quantiles of the run, with l for lower bounds (default: "+quantiles+")")
}

func plotBoundsCommand() *cobra.Command {
	f, like, panels := &plotFlags{}, &methods.Query{}, false
	f.figure = func(d *render.Dir, q render.BoundsQuery) (figure.Figure, error) {
		if like.Procs >= 0 || like.Estimate >= 0 {
			q.Like = like
		}
		if len(q.Methods) > 1 || panels {
			return d.Compared(q, panels)
		}
		return d.Bounds(q)
	}
	cmd := newCommand("bounds DIR", "bounds over time, as in figures 1 and 2 of the BMBP paper",
		`plot bounds draws the bounds of a method over time, a line for each queue, range
and quantile, with the waits of the jobs as points. Bounds that depend on the
job make no line: each of 60 parts of the time has a mark at the median of its
bounds and a box around the middle half. Of up to four --methods it draws one
queue, and at the foot a mark for each wait that a bound missed. With --procs or
--estimate, only the jobs that qbets sorts into one cluster with such a job, by
the waits known at --to, are drawn: figure 2 of the VARQ paper. Dates are in
the time zone of the machine. For a log without a start date, times are seconds
from its start.`,
		f.run,
		"plot bounds runs/small --queues normal,low --from 2001-01-03 --to 2001-01-05 "+
			"--out normal-low",
		"plot bounds runs/small --queues normal --ranges 1-4,17-64 --methods lognormal "+
			"--waits=false --out ranges",
		"plot bounds runs/small --queues normal --figure-formats pdf,csv --width one-column "+
			"--out normal",
		"plot bounds runs/quantiles --queues normal --quantiles 0.25l,0.5,0.95 --from 2001-01-03 "+
			"--to 2001-01-05 --out quantiles",
		"plot bounds runs/small --methods bmbp,lognormal --panels --out two-methods",
		"plot bounds runs/small --methods qbets --queues normal --procs 8 --estimate 4h "+
			"--out cluster")
	f.add(cmd.Flags(), "bounds", "its first", "start of the log", "end of the log")
	cmd.Flags().BoolVar(&panels, "panels", false, "draw each method in a panel of its own")
	ofJob(cmd.Flags(), &like.Procs, "procs", "processors of a job of the cluster to draw", "int", 1,
		parseInteger)
	ofJob(cmd.Flags(), &like.Estimate, "estimate", "requested run time of such a job, such as 4h",
		"duration", 0, replay.ParseDuration)
	return cmd
}

func plotFanCommand() *cobra.Command {
	f := &plotFlags{}
	f.figure = func(d *render.Dir, q render.BoundsQuery) (figure.Figure, error) {
		if len(q.Queues) > 1 || len(q.Ranges) != 1 {
			return nil, output.Usagef("takes one queue and one range, not %d and %d",
				max(1, len(q.Queues)), len(q.Ranges))
		}
		if len(q.Methods) > 1 {
			return nil, output.Usagef("takes one method, not %d", len(q.Methods))
		}
		if f.from == "" && f.to == "" {
			q.To = 0 // the busiest month
		}
		return d.Fan(q)
	}
	cmd := newCommand("fan DIR", "bounds of several quantiles over time, as a fan",
		`plot fan draws the bounds of a method on one queue at several quantiles: a band
from the lowest to the highest, darker ones on it, a line for the median, and
the waits of the jobs as points. It needs a run of two or more quantiles, as
from replay --quantiles 0.95,0.75,0.5,0.25l,0.05l. Without --from and --to it
draws the month with the most scored jobs. Each of 60 parts of the time has the
median of the bounds of its jobs. Dates are as for plot bounds.`,
		f.run,
		"plot fan runs/quantiles",
		"plot fan runs/quantiles --queues normal --quantiles 0.25l,0.95 --from 2001-01-03 "+
			"--to 2001-01-05 --figure-formats pdf,csv --width one-column --out fan-of-two")
	f.add(cmd.Flags(), "fan", "all", "start of the busiest month, or of the log with --to",
		"end of the busiest month, or of the log with --from")
	return cmd
}

func plotWorkloadCommand() *cobra.Command {
	f, settings := &drawFlags{}, run.Defaults()
	cmd := newCommand("workload LOG", "distributions of the jobs of a log, as in Downey's paper",
		`plot workload draws the share of jobs up to each number of processors, run time,
processor time (run time x processors) and wait, each with the fitted line of a
uniform-log distribution: share = b0 + b1 ln x. Its two coefficients are above
each panel, and with the least and the greatest value in the caption. A LOG is a
path, "-" for standard input, or a name of the catalogue.`,
		func(_ context.Context, c *console, args []string) error {
			return f.draw(c, func() (figure.Figure, error) {
				return f.workload(c, args[0], &settings)
			})
		},
		"plot workload small.swf --width one-column",
		"plot workload small.swf --queues normal,low --from 2001-01-03 --to 2001-01-05 "+
			"--figure-formats pdf,csv --out workload-of-two")
	fs := cmd.Flags()
	f.add(fs, "workload", "its log", "start of the log", "end of the log")
	settingFlags(fs, &settings, "select", "queues", "lenient")
	return cmd
}

// workload draws the jobs of a log that are selected and submitted in a time.
func (f *drawFlags) workload(c *console, name string, s *run.Settings) (figure.Figure, error) {
	file, err := c.openLog(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	log, err := replay.Load(logName(file.Name), file.Reader, swf.Selection(s.Select),
		s.Queues)
	if err != nil {
		return nil, err
	}
	from, errFrom := moment(log.Clock(), f.from, log.First)
	to, errTo := moment(log.Clock(), f.to, log.Last+1)
	jobs := slices.DeleteFunc(log.Selected(), func(j replay.Job) bool {
		return j.Submit < from || j.Submit >= to
	})
	if err := cmp.Or(errFrom, errTo); err != nil || len(jobs) == 0 {
		return nil, cmp.Or(err, output.Usagef("no job of the log is submitted between --from and --to"))
	}
	title := cmp.Or(f.title, "Jobs of "+log.Name)
	return render.Workload(title, jobs), nil
}

// drawFlags are the flags of a figure of a log.
type drawFlags struct {
	from, to, out, title, width string
	formats                     []string
	named                       string // the format that --out ends in
}

// add adds the flags, with the names of the files and the defaults of others.
func (f *drawFlags) add(fs *pflag.FlagSet, out, title, from, to string) {
	fs.StringVar(&f.from, "from", "", "first `moment`: 2004-06-01, 2004-06-01T06:00 or seconds "+
		"of the log (default: "+from+")")
	fs.StringVar(&f.to, "to", "", "`moment` after the last (default: "+to+")")
	fs.StringVar(&f.out, "out", out, "`file` to write; its ending, such as .png, is the format")
	figureFormatsFlag(fs, &f.formats)
	widthFlag(fs, &f.width)
	fs.StringVar(&f.title, "title", "", "`title` of the plot (default: "+title+")")
}

// cutFormat cuts the format off the name of a figure, if its ending is one. The
// endings of other pictures are errors.
func cutFormat(path string) (base, format string, err error) {
	format = strings.TrimPrefix(filepath.Ext(path), ".")
	base = strings.TrimSuffix(path, "."+format)
	unknown := figure.CheckFormats([]string{strings.ToLower(format)})
	switch {
	case unknown == nil && (base == "" || os.IsPathSeparator(base[len(base)-1])):
		return "", "", output.Usagef("%q is no name of a file", path)
	case unknown == nil:
		return base, format, nil
	case slices.Contains(otherPictures, strings.ToLower(format)):
		return "", "", output.UsageError{Err: unknown}
	}
	return path, "", nil
}

// otherPictures are endings of pictures that Save does not write.
var otherPictures = []string{"bmp", "eps", "gif", "jpeg", "jpg", "ps", "tif", "tiff", "webp"}

// takeEnding makes the ending of --out the format.
func (f *drawFlags) takeEnding(fs *pflag.FlagSet) error {
	base, format, err := cutFormat(f.out)
	if format == "" {
		return err
	}
	if !fs.Changed("figure-formats") {
		f.formats = []string{strings.ToLower(format)}
	}
	at := slices.Index(f.formats, strings.ToLower(format))
	if at < 0 {
		return output.Usagef("--out %s is no name for --figure-formats %s", f.out,
			strings.Join(f.formats, ","))
	}
	f.out, f.formats[at], f.named = base, format, format
	return nil
}

// draw makes a figure, writes its files and prints their names.
func (f *drawFlags) draw(c *console, make func() (figure.Figure, error)) error {
	if err := cmp.Or(f.takeEnding(c.flags), f.checkFiles()); err != nil {
		return err
	}
	drawn, err := make()
	if err != nil {
		return err
	}
	if err := figure.Save(drawn, f.out, f.width, f.formats...); err != nil {
		return err
	}
	if caption := figure.Caption(drawn); caption != "" {
		c.warn("%s", caption)
	}
	for _, format := range f.formats {
		if _, err := fmt.Fprintln(c.out, filepath.Clean(f.out+"."+format)); err != nil {
			return err
		}
	}
	return nil
}

// plotFlags are the flags of a figure of bounds over time.
type plotFlags struct {
	drawFlags
	render.BoundsQuery
	figure func(*render.Dir, render.BoundsQuery) (figure.Figure, error)
}

// add adds the flags, with the names of the files and the defaults of others.
func (f *plotFlags) add(fs *pflag.FlagSet, out, quantiles, from, to string) {
	seriesFlags(fs, &f.Selection, "the queue with the most waiting", quantiles)
	list(fs, &f.Methods, "methods", "methods to draw (default: the one recommended on most queues)")
	f.drawFlags.add(fs, out, "its method and log", from, to)
	fs.BoolVar(&f.Waits, "waits", true, "draw the waits of the jobs")
}

func (f *plotFlags) run(_ context.Context, c *console, args []string) error {
	return f.draw(c, func() (figure.Figure, error) {
		d, err := render.Open(args[0])
		if err != nil {
			return nil, err
		}
		f.Title = f.title
		if f.From, f.To, err = f.window(d); err != nil {
			return nil, err
		}
		return f.figure(d, f.BoundsQuery)
	})
}

// checkFiles returns an error if a file exists that plot may not have made: an
// SVG or CSV file that begins in another way, or a PNG or PDF file without such
// a file next to it that --out does not name in full.
func (f *drawFlags) checkFiles() error {
	made := false
	begins := map[string]string{
		"svg": "<?xml version=\"1.0\"?>\n<!-- Generated by SVGo and Plotinum VG -->",
		"csv": "series,kind,",
	}
	for _, format := range append([]string{"svg", "csv"}, f.formats...) {
		begin := begins[strings.ToLower(format)]
		text, err := os.ReadFile(f.out + "." + format)
		if err != nil || begin == "" {
			continue
		}
		ours := strings.HasPrefix(string(text), begin)
		if made = made || ours; !ours && slices.Contains(f.formats, format) {
			return fmt.Errorf("%s.%s exists, and plot did not make it: choose another --out",
				f.out, format)
		}
	}
	for _, format := range f.formats {
		if _, err := os.Stat(f.out + "." + format); err == nil && !made && format != f.named {
			return fmt.Errorf("%s.%s exists, and plot may not have made it: choose another --out",
				f.out, format)
		}
	}
	return nil
}

// window returns the time of the figure, in seconds of the log of a run.
func (f *plotFlags) window(d *render.Dir) (from, to float64, err error) {
	t := &d.Run.Log
	from, errFrom := moment(t.Clock(), f.from, 0)
	to, errTo := moment(t.Clock(), f.to, t.LastSubmit+1)
	switch err = cmp.Or(errFrom, errTo); {
	case err != nil:
	case from > t.LastSubmit || to <= t.Begin():
		err = output.Usagef("%s is not a time of the log, which lasts from %s to %s",
			cmp.Or(f.from, f.to), t.When(t.Begin()), t.When(t.LastSubmit))
	case from >= to:
		err = output.Usagef("--from is not before --to")
	}
	return from, to, err
}
