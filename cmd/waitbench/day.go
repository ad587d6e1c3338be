package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/report"
)

func dayCommand() *cobra.Command {
	d := &dayFlags{every: 7200, quantiles: []string{"0.25l", "0.5", "0.75", "0.95"}}
	cmd := newCommand("day DIR|LOG", "bounds of several quantiles through one day, as in table 8 of the BMBP paper",
		`day prints the bounds of several quantiles that were in force at times of a day for one queue. Each
quantile has a predictor of its own, whose history is cut where its own bounds were missed too often
in a row. A run directory is taken with its own settings, a LOG with those of the flags. Where table
8 of the paper has the same day, its numbers stand beside: of SDSC-DS-2004 with --select paper
--train 0.`,
		d.run,
		"day runs/small --queues normal --date 2001-01-05",
		"day small.swf --queues low --date 2001-01-06 --quantiles 0.5,0.9 --every 6h --format csv")
	fs := cmd.Flags()
	fs.StringVar(&d.date, "date", "", "`date`, such as 2004-05-05, or its first second of the log")
	list(fs, &d.quantiles, "quantiles", "quantiles; with l a lower bound, else an upper one")
	duration(fs, &d.every, "every", "time between rows")
	d.add(cmd, "bmbp")
	return cmd
}

type dayFlags struct {
	seriesFlags
	date      string
	quantiles []string
	every     float64
}

func (d *dayFlags) run(ctx context.Context, c console, args []string) error {
	if d.every < 60 || d.every > 86400 {
		return usagef("--every must be between a minute and a day")
	}
	task, record, err := d.task(c, args[0])
	if err != nil {
		return err
	}
	levels, err := parseLevels(d.quantiles, task.Settings.Confidence)
	if err != nil {
		return err
	}
	clock := record.Clock()
	from, err := d.from(clock, record)
	if err != nil {
		return err
	}
	day := &report.Day{
		Trace: record.Name, Queue: task.Series.Queue, Range: task.Series.Range, Method: task.Method.Name,
		Confidence: task.Settings.Confidence, Train: task.Config.Train, Levels: levels, Undated: !clock.Dated,
	}
	var times []float64
	for at := from; at <= from+86400; at += d.every {
		times = append(times, at)
		day.Times = append(day.Times, clock.Date(at))
	}
	day.Bounds = make([][]float64, len(times))
	answered := false
	for _, l := range levels {
		task.Settings.Level = l
		err := task.Probe(ctx, times, func(i int, p methods.Predictor) error {
			b, ok := p.Predict(someJob())
			if !ok {
				b = math.NaN()
			}
			day.Bounds[i] = append(day.Bounds[i], b)
			answered = answered || ok
			return nil
		})
		if err != nil {
			return err
		}
	}
	if !answered {
		return tooFew(task.Series)
	}
	machine, _ := report.MachineOf(record)
	return writeTables(c.out, d.format, report.DayTable(day, machine.Name))
}

// from is the first second of the day.
func (d *dayFlags) from(clock replay.Clock, record *rundir.TraceRecord) (float64, error) {
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
func period(clock replay.Clock, record *rundir.TraceRecord) string {
	if !clock.Dated {
		return fmt.Sprintf("seconds 0 to %.0f", record.LastSubmit)
	}
	return clock.Date(record.Begin()).Format(time.DateOnly) + " to " + clock.Date(record.LastSubmit).Format(time.DateOnly)
}
