package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/render"
	"waitbench/report/table"
)

func reportCommand() *cobra.Command {
	r := &reportFlags{}
	cmd := newCommand("report DIR...",
		"tables, figures and page of run directories, without a replay",
		`report makes the tables and report.html of run directories again from their
Arrow files, and prints the verdicts and the shares covered by queue. Figures
stay as they were drawn, unless --figures, --figure-formats, --width or --title
asks to draw. The numbers of every figure are also written as csv. PDF files
contain the time of writing, so only they differ from call to call.

With --format or --tables alone, and in a folder that may not be written, report
prints and writes nothing. --format latex prints all tables of the run or those
of --tables, for A4 with margins of 2.5 cm: wide ones in several blocks, long
ones over several pages. They need the LaTeX packages booktabs and longtable.

--published FILE.csv adds published numbers next to the measured ones;
report/published/README.md describes the columns.`,
		r.run,
		"report runs/small",
		"report runs/small --min-jobs 200 --quiet",
		"report runs/small --figure-formats svg,pdf --quiet",
		"report runs/small --width one-column --title Small --quiet",
		"report runs/small --format json",
		"report runs/small --format latex",
		"report runs/small --format latex --tables table3-correct-by-queue,losses-by-queue")
	fs := cmd.Flags()
	settingFlags(fs, &r.layout, "min_jobs")
	fs.Lookup("min-jobs").DefValue = ""
	fs.Lookup("min-jobs").Usage += " (default: as in the run)"
	fs.StringVar(&r.published, "published", "", "CSV `file` of published numbers")
	choice(fs, &r.figures.Which, "figures", "figures to draw again", render.NoFigures,
		render.FewFigures, render.AllFigures)
	figureFormatsFlag(fs, &r.figures.Formats)
	widthFlag(fs, &r.figures.Width)
	fs.StringVar(&r.figures.Title, "title", "", "`title` of the page, also in the titles of figures "+
		"(default: the name of the log)")
	list(fs, &r.tables, "tables", "tables to print, by the names of their files "+
		"(default: a summary; with --format latex all)")
	formatFlag(fs)
	quietFlag(fs)
	return cmd
}

type reportFlags struct {
	layout    run.Settings // only --min-jobs
	published string
	figures   render.Figures
	tables    []string // names of files; nil for those of the terminal
}

func (r *reportFlags) run(_ context.Context, c *console, args []string) (err error) {
	for _, name := range []string{"figure-formats", "width", "title"} {
		switch {
		case !c.flags.Changed(name) || r.figures.Which != render.NoFigures:
		case c.flags.Changed("figures") && name == "title": // of the page alone
		case c.flags.Changed("figures"):
			return output.Usagef("--%s needs figures, but --figures none draws none", name)
		default:
			r.figures.Which = render.FewFigures
		}
	}
	var values []published.Value
	if r.published != "" {
		if values, err = readPublished(r.published); err != nil {
			return err
		}
	}
	args = table.Distinct(args, func(dir *string) string { return filepath.Clean(*dir) })
	var dirs []*render.Dir
	for _, dir := range args {
		d, err := r.open(c, dir)
		if err != nil {
			return err
		}
		defer d.Close()
		if c.flags.Changed("min-jobs") {
			d.Run.Settings.MinJobs = r.layout.MinJobs
		}
		d.Published = values
		dirs = append(dirs, d)
	}
	for i, dir := range args {
		made, err := dirs[i].Rerender(r.figures)
		if err != nil {
			return err
		}
		if err := c.printRun(dirs[i], made, dir, r.tables...); err != nil {
			return err
		}
		_, none := os.Stat(filepath.Join(dir, "figures"))
		if made.Written && r.figures.Which == render.NoFigures && none == nil {
			c.message("the figures stay as they were drawn; --figures few draws them again")
		}
	}
	return nil
}

// open opens a run directory, to print it alone unless it is to be written.
func (r *reportFlags) open(c *console, dir string) (*render.Dir, error) {
	draws := r.figures.Which != render.NoFigures
	if !draws && (c.flags.Changed("format") || r.tables != nil) {
		return render.OpenAgain(dir)
	}
	d, err := render.Lock(dir)
	if !draws && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		c.warn("%v; nothing is written", err)
		return render.OpenAgain(dir)
	}
	return d, err
}

func readPublished(file string) ([]published.Value, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, output.CannotRead(file, err)
	}
	defer f.Close()
	values, err := published.Read(f, file)
	if err != nil {
		err = output.UsageError{Err: err}
	}
	return values, err
}

func widthFlag(fs *pflag.FlagSet, at *string) {
	choice(fs, at, "width", "width in a paper: 7 in or 3.4 in", figure.TwoColumn, figure.OneColumn)
}

func figureFormatsFlag(fs *pflag.FlagSet, at *[]string) {
	*at = render.FigureFormats
	list(fs, at, "figure-formats", "formats of figures: svg, png, pdf, csv", figure.CheckFormats)
}
