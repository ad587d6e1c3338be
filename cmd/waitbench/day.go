package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/report"
)

var dayCommand = command{
	name:  "day",
	args:  "DIR|LOG",
	short: "bounds of several quantiles through one day, as in table 8 of the BMBP paper",
	long: `day prints the bounds that were in force at times of a day for one queue. All come from the same history, whose change points are
those of the run's own quantile, the first where it has several. From a run directory the settings are those of the run; for
a log they are the flags'.
Where table 8 of the paper has the same day, its numbers stand beside.`,
	examples: []string{
		"day results/small --queue normal --date 2001-01-05",
		"day small.swf --queue low --date 2001-01-06 --quantiles 0.5,0.9 --every 6h --format csv",
	},
	flags: func(fs *pflag.FlagSet) action {
		d := &dayFlags{every: 7200, seriesFlags: newSeriesFlags(fs)}
		fs.StringVar(&d.date, "date", "", "day, such as 2004-05-05, or its first second of the log")
		fs.StringVar(&d.quantiles, "quantiles", "0.25l,0.5,0.75,0.95", "quantiles; with l a lower bound, else an upper one")
		fs.Var(&d.every, "every", "time between rows")
		fs.StringVar(&d.method, "method", "bmbp", "method")
		fs.StringVar(&d.format, "format", "text", "text, md, csv or tex")
		d.addReplay(fs)
		return d.run
	},
}

type dayFlags struct {
	*seriesFlags
	date, quantiles, format string
	every                   seconds
}

func (d *dayFlags) run(ctx context.Context, c console, args []string) error {
	name, err := exactlyOne(args, "run directory or log")
	if err != nil {
		return err
	}
	if d.every < 60 || d.every > 86400 {
		return usagef("--every must be between a minute and a day")
	}
	task, record, err := d.task(c, name)
	if err != nil {
		return err
	}
	levels, err := parseLevels(d.quantiles, task.Settings.Confidence)
	if err != nil {
		return err
	}
	clock := record.Clock()
	if d.date == "" {
		return usagef("needs --date; the log covers %s", period(clock, record))
	}
	from, err := moment(clock, d.date, 0)
	if err != nil {
		return err
	}
	if from <= -86400 || from > record.LastSubmit {
		return usagef("%s is no day of the log, which covers %s", d.date, period(clock, record))
	}
	day := &report.Day{
		Trace: record.Name, Queue: task.Series.Queue, Range: task.Series.Range, Method: task.Method.Name,
		Confidence: task.Settings.Confidence, Levels: levels, Undated: !clock.Dated,
	}
	var times []float64
	for at := from; at <= from+86400; at += float64(d.every) {
		times = append(times, at)
		day.Times = append(day.Times, clock.Date(at))
	}
	if !task.Method.Claims.AnyQuantile {
		return usagef("method %s cannot bound other quantiles than its own", d.method)
	}
	err = task.Probe(ctx, times, func(_ int, p methods.Predictor) error {
		ladder := p.(methods.Ladder)
		row := make([]float64, len(levels))
		for i, l := range levels {
			b, ok := ladder.BoundAt(methods.Query{Procs: -1, Estimate: -1, User: -1, Executable: -1}, l)
			if row[i] = b; !ok {
				row[i] = math.NaN()
			}
		}
		day.Bounds = append(day.Bounds, row)
		return nil
	})
	if err != nil {
		return err
	}
	machine, _ := report.MachineOf(record)
	return writeTable(c.out, report.DayTable(day, machine.Name), d.format)
}

// period is the time from the start of a log to its last job.
func period(clock replay.Clock, record *rundir.TraceRecord) string {
	if !clock.Dated {
		return fmt.Sprintf("seconds 0 to %.0f", record.LastSubmit)
	}
	return clock.Date(0).Format(time.DateOnly) + " to " + clock.Date(record.LastSubmit).Format(time.DateOnly)
}

// parseLevels reads quantiles such as 0.25l,0.5,0.75,0.95.
func parseLevels(text string, confidence float64) ([]methods.Level, error) {
	var levels []methods.Level
	for _, word := range strings.Split(text, ",") {
		l, err := methods.ParseLevel(strings.TrimSpace(word), confidence)
		if err != nil {
			return nil, usageError{err}
		}
		levels = append(levels, l)
	}
	return levels, nil
}

var methodsCommand = command{
	name:  "methods",
	short: "every method: name, kind, what it does, what it claims, where it comes from",
	long: `methods lists the methods that can be compared. With --thresholds it prints the rare-event thresholds instead: after how many consecutive
misses a history is cut, by the lag-1 autocorrelation of the waits in training, for the given quantiles and, at 0.95, beside
the values of the authors' own program, which are those that are used there.`,
	examples: []string{"methods", "methods --thresholds 0.5,0.75,0.9,0.99"},
	flags: func(fs *pflag.FlagSet) action {
		thresholds := fs.String("thresholds", "", "quantiles for which to print rare-event thresholds")
		return func(_ context.Context, c console, args []string) error {
			if len(args) > 0 {
				return usagef("takes no arguments, but got %q", args[0])
			}
			if *thresholds == "" {
				return methodsTable().WriteText(c.out)
			}
			levels, err := parseLevels(*thresholds, 0.95)
			if err != nil {
				return err
			}
			return thresholdsTable(levels).WriteText(c.out)
		}
	},
}

func methodsTable() *report.Table {
	t := &report.Table{
		Title:   "Methods",
		Columns: []report.Column{{Heading: "name"}, {Heading: "kind"}, {Heading: "what it does"}, {Heading: "claims"}, {Heading: "source"}},
	}
	for _, m := range methods.All() {
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(m.Name), report.Words(string(m.Kind())), report.Words(m.Doc), report.Words(m.Claims.String()), report.Words(m.Source),
		})
	}
	return t
}

func thresholdsTable(levels []methods.Level) *report.Table {
	t := &report.Table{
		Title:   "Consecutive misses that make a change point, by lag-1 autocorrelation",
		Columns: []report.Column{{Heading: "from"}, {Heading: "authors 0.95", Align: report.Right}, {Heading: "computed 0.95", Align: report.Right}},
		Notes: []string{"computed: the smallest number of consecutive exceedances of the quantile, by a stationary Gaussian AR(1) series with the " +
			"autocorrelation at the lower end of the band, that is a rare event"},
	}
	for _, c := range levels {
		t.Columns = append(t.Columns, report.Column{Heading: fmt.Sprint("computed ", c), Align: report.Right})
	}
	authors, computed := methods.Thresholds(0.95, false), methods.Thresholds(0.95, true)
	for i, band := range authors {
		row := []report.Cell{report.Words(fmt.Sprint(band.From)), report.Count(band.Misses), report.Count(computed[i].Misses)}
		for _, c := range levels {
			row = append(row, report.Count(methods.Thresholds(c.Target(), true)[i].Misses))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
