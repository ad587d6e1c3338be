package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report"
)

func dayCommand() *cobra.Command {
	d := &dayFlags{every: 7200, method: "bmbp"}
	cmd := newCommand("day DIR|LOG", "bounds of several quantiles through one day, as in table 8 of the BMBP paper",
		`day prints the bounds of several quantiles that were in force at times of a day for one queue. Each
quantile has a predictor of its own, whose history is cut where its own bounds were missed too often
in a row. A run directory is taken with its own settings, a LOG with those of the flags. Where table
8 of the paper has the same day, its numbers stand beside: of SDSC-DS-2004 with --select paper
--train 0. A method that watches the machine needs the LOG, and --procs.`,
		d.run,
		"day runs/small --queues normal --date 2001-01-05",
		"day small.swf --queues low --date 2001-01-06 --quantiles 0.5,0.9 --every 6h --format csv")
	d.add(cmd)
	d.settings.Quantiles = []string{"0.25l", "0.5", "0.75", "0.95"}
	fs := cmd.Flags()
	fs.StringVar(&d.date, "date", "", "`date`, such as 2004-05-05, or its first second of the log")
	list(fs, &d.settings.Quantiles, "quantiles", "quantiles; with l a lower bound, else an upper one")
	duration(fs, &d.every, "every", "time between rows")
	single(fs, &d.method, "method", "method")
	fs.StringVar(&d.trace, "trace", "", "`trace` of the run directory (default: its only one)")
	formatFlag(fs, &d.format)
	return cmd
}

type dayFlags struct {
	seriesFlags
	date, method string
	every        float64
}

func (d *dayFlags) run(ctx context.Context, c console, args []string) error {
	if d.every < 60 || d.every > 86400 {
		return usagef("--every must be between a minute and a day")
	}
	d.settings.Methods = []string{d.method}
	of, err := d.open(c, args[0])
	if err != nil {
		return err
	}
	plan, series, clock := of.plan, of.series[0], of.record.Clock()
	if len(plan.Methods) > 1 {
		return usagef("--methods takes one method here, not several")
	}
	from, err := d.from(clock, of.record)
	if err != nil {
		return err
	}
	day := &report.Day{
		Trace: of.record.Name, Queue: series.Queue, Range: series.Range, Method: plan.Methods[0].Name,
		Confidence: plan.Settings.Confidence, Train: plan.Settings.Train, Levels: plan.Levels, Undated: !clock.Dated,
	}
	answered := false
	for at := from; at <= from+86400; at += d.every {
		q, err := of.at(ctx, series, at, d.job)
		if err != nil {
			return err
		}
		results, err := q.ask(ctx, plan.Methods, plan.Levels)
		if err != nil {
			return err
		}
		var bounds []float64
		for _, r := range results {
			bound := r.Bound(q.series.Len() - 1)
			bounds, answered = append(bounds, bound), answered || !math.IsNaN(bound)
		}
		day.Times, day.Bounds = append(day.Times, clock.Date(at)), append(day.Bounds, bounds)
	}
	if !answered {
		return tooFew(series)
	}
	machine, _ := report.MachineOf(of.record)
	return writeTables(c.out, d.format, report.DayTable(day, machine.Name))
}

// from is the first second of the day.
func (d *dayFlags) from(clock replay.Clock, record *run.TraceRecord) (float64, error) {
	if d.date == "" {
		return 0, usagef("needs --date; the log covers %s", period(clock, record))
	}
	from, err := moment(clock, d.date, 0)
	if err == nil && (from <= record.Begin()-86400 || from > record.LastSubmit) {
		err = usagef("%s is no day of the log, which covers %s", d.date, period(clock, record))
	}
	return from, err
}

// period is the time from the start of a log to its last job.
func period(clock replay.Clock, record *run.TraceRecord) string {
	if !clock.Dated {
		return fmt.Sprintf("seconds 0 to %.0f", record.LastSubmit)
	}
	return clock.Date(record.Begin()).Format(time.DateOnly) + " to " + clock.Date(record.LastSubmit).Format(time.DateOnly)
}
