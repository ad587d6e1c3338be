package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/rundir"
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
		d := &dayFlags{every: 7200}
		fs.StringVar(&d.queue, "queue", "", "queue (default: the one with the most jobs)")
		fs.StringVar(&d.ranges, "range", replay.AllRanges, "range of processors")
		fs.StringVar(&d.date, "date", "", "day, such as 2004-05-05, or its first second of the log")
		fs.StringVar(&d.quantiles, "quantiles", "0.25l,0.5,0.75,0.95", "quantiles; with l a lower bound, else an upper one")
		fs.Var(&d.every, "every", "time between rows")
		fs.StringVar(&d.method, "method", "bmbp", "method")
		fs.StringVar(&d.trace, "trace", "", "trace of the run directory (default: its only one)")
		fs.StringVar(&d.format, "format", "text", "text, md, csv or tex")
		d.replayFlags = newReplayFlags(fs)
		for _, name := range []string{"methods", "queues", "ranges", "min-jobs", "workers", "quiet"} {
			_ = fs.MarkHidden(name) // of no use for one series
		}
		return d.run
	},
}

type dayFlags struct {
	*replayFlags
	queue, ranges, date, quantiles, method, trace, format string
	every                                                 seconds
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
	err = task.Probe(ctx, times, func(_ int, p methods.Ladder) {
		row := make([]float64, len(levels))
		for i, l := range levels {
			b, ok := p.BoundAt(methods.Query{Procs: -1, Estimate: -1, User: -1, Executable: -1, Range: -1}, l)
			if row[i] = b; !ok {
				row[i] = math.NaN()
			}
		}
		day.Bounds = append(day.Bounds, row)
	})
	if err != nil {
		return err
	}
	machine, _ := report.MachineOf(record)
	return writeTable(c.out, report.DayTable(day, machine.Name), d.format)
}

// period is the time from the start of a log to its last job.
func period(clock replay.Clock, record *report.TraceRecord) string {
	if !clock.Dated {
		return fmt.Sprintf("seconds 0 to %.0f", record.LastSubmit)
	}
	return clock.Date(0).Format(time.DateOnly) + " to " + clock.Date(record.LastSubmit).Format(time.DateOnly)
}

// task finds the series and how to replay it, in a run directory or a log.
func (d *dayFlags) task(c console, name string) (*replay.Task, *report.TraceRecord, error) {
	found, err := methods.Find(d.method)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return d.taskOfRun(name, found[0])
	}
	return d.taskOfLog(c, name, found[0])
}

func (d *dayFlags) taskOfRun(name string, method methods.Method) (*replay.Task, *report.TraceRecord, error) {
	dir, err := rundir.Open(name)
	if err != nil {
		return nil, nil, err
	}
	record, err := dir.Trace(d.trace)
	if err != nil {
		return nil, nil, err
	}
	queue := d.queue
	if queue == "" {
		queue = record.Busiest()
	}
	series, err := dir.Series(record.Name, queue, d.ranges)
	if err != nil {
		return nil, nil, err
	}
	task := dir.Task(series, method)
	return &task, record, nil
}

func (d *dayFlags) taskOfLog(c console, name string, method methods.Method) (*replay.Task, *report.TraceRecord, error) {
	p := newProgress(c.err, true, "")
	if d.ranges != replay.AllRanges {
		d.replayFlags.ranges = d.ranges
	}
	plan, err := d.plan(p)
	if err != nil {
		return nil, nil, err
	}
	path, err := resolveLog(name, d.cache)
	if err != nil {
		return nil, nil, err
	}
	f, err := openLog(c, path, d.lenient)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if d.trace != "" && d.trace != traceName(path) {
		return nil, nil, fmt.Errorf("unknown trace %q; %s holds %s", d.trace, path, traceName(path))
	}
	trace, err := loadTrace(traceName(path), f, plan.Settings)
	if err != nil {
		return nil, nil, err
	}
	series, outside := replay.Group(trace, plan.Ranges)
	record := report.NewTraceRecord(trace, f.Reader, f.SHA256(), outside)
	queue := d.queue
	if queue == "" {
		queue = record.Busiest()
	}
	for _, s := range series {
		if s.Queue == queue && s.Range == d.ranges {
			task := plan.Task(s, method, plan.Levels[0])
			return &task, &record, nil
		}
	}
	return nil, nil, fmt.Errorf("%s has no jobs of queue %q and range %q; its queues are %s", name, queue, d.ranges, strings.Join(trace.QueueNames(), ", "))
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
	short: "every method: name, what it does, where it comes from, what it needs",
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
		Columns: []report.Column{{Heading: "name"}, {Heading: "needs"}, {Heading: "what it does"}, {Heading: "source"}},
	}
	for _, m := range methods.All() {
		t.Rows = append(t.Rows, []report.Cell{report.Words(m.Name), report.Words(string(m.Needs)), report.Words(m.Doc), report.Words(m.Source)})
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
