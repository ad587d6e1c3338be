package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report"
)

func waitCommand() *cobra.Command {
	w := &waitFlags{every: 7200}
	cmd := newCommand("wait LOG", "how long a job will wait that is submitted now, and how far that can be trusted",
		`wait prints within which time a job starts that is submitted at the end of a log, or at another
moment, from what was known then. It uses the method that the verdict on the log's own replay
trusts, or the method that is named. Jobs that run or wait at that moment are the state of the
machine. It also reports how often such bounds held in the last 90 days. The answer is the same that
a replay has for such a job.

With --from it prints the bounds of one method that were in force at several moments, as table 8 of
the BMBP paper does. Each quantile then has a predictor of its own, and a quantile with l is bounded
from below. The numbers of table 8 stand next to the bounds where they are of the same times: of
SDSC-DS-2004-2.1-cln with --select paper --train 0 --queue normal --from 2004-05-05.`,
		w.run,
		"wait small.swf --queue normal --procs 16 --estimate 4h --within 6h",
		"wait small.swf --queue express --procs 4 --at 2001-01-08T12:00 --method smith+cal --format json",
		"wait small.swf --all --methods bmbp,qbets --within 10m,1h",
		"wait small.swf --all --format prometheus",
		"wait small.swf --queue low --method bmbp --from 2001-01-06 --to 2001-01-07 --every 6h --quantiles 0.25l,0.5,0.9")
	w.add(cmd)
	w.settings.Quantiles = []string{"0.95", "0.5"}
	fs := cmd.Flags()
	fs.StringVar(&w.at, "at", "", "`moment` of submission: 2004-06-01T06:00 or seconds of the log (default: its snapshot, else its last submission)")
	list(fs, &w.within, "within", "times, such as 1h: the share of such jobs that starts within each")
	list(fs, &w.settings.Methods, "methods", "method, or several among which the verdict chooses: names, waits, paper or all; see waitbench methods")
	list(fs, &w.settings.Quantiles, "quantiles", "shares of such jobs whose waits to bound; the verdict is by the first")
	settingFlags(fs, &w.settings, "scheduler", "cluster", "capacity")
	fs.StringVar(&w.from, "from", "", "first `moment` of a table of bounds over time, by one --method")
	fs.StringVar(&w.to, "to", "", "last `moment` of that table (default: a day later)")
	duration(fs, &w.every, "every", "time between its rows")
	fs.BoolVar(&w.all, "all", false, "each queue and range of processors, with the least processors of the range")
	formatFlag(fs, &w.format, "prometheus")
	return cmd
}

type waitFlags struct {
	seriesFlags
	at, from, to string
	every        float64
	within       []string
	all          bool
}

func (w *waitFlags) run(ctx context.Context, c console, args []string) error {
	within, err := parseTimes(w.within)
	if err != nil {
		return err
	}
	if w.from != "" {
		return w.overTime(ctx, c, args[0])
	}
	if w.to != "" || w.fs.Changed("every") {
		return usagef("--to and --every are for a table over time, which needs --from")
	}
	if w.all && (w.queue != "" || w.ranges != replay.AllRanges) {
		return usagef("--all is of every queue and range; leave --queue and --range out")
	}
	of, err := w.openLog(c, args[0], w.all)
	if err != nil {
		return err
	}
	for _, l := range of.plan.Levels {
		if l.Side == methods.Lower {
			return usagef("quantile %v is bounded from below, which is no time to be sure of; with --from such bounds are shown", l)
		}
	}
	trace, clock := of.series[0].Trace, of.record.Clock()
	end := of.record.LastSubmit
	if s := trace.Snapshot; s != nil {
		end = s.Time
	}
	at, err := moment(clock, w.at, end)
	if err != nil {
		return err
	}
	remarks, err := w.beyond(of, at, end)
	if err != nil {
		return err
	}
	defer of.progress.finish()
	var waits []report.Wait
	for _, series := range of.series {
		wait, err := w.answer(ctx, of, series, at, within)
		if err != nil {
			return err
		}
		waits = append(waits, *wait)
	}
	of.progress.finish()
	return w.print(c, of, waits, of.record.When(at), remarks)
}

// print prints the answers. One answer has sentences, as text before the table,
// else among its notes.
func (w *waitFlags) print(c console, of *subject, waits []report.Wait, when string, notes []string) error {
	title := fmt.Sprintf("Jobs submitted to %s at %s", of.record.Name, when)
	if !w.all {
		title = fmt.Sprintf("A job submitted to queue %s of %s at %s", of.series[0].Queue, of.record.Name, when)
		if w.job.Estimate > 0 {
			title += ", for at most " + replay.FormatDuration(w.job.Estimate)
		}
		said := waits[0].Sentences()
		if said == nil {
			l := of.plan.Levels[0]
			return fmt.Errorf("%w; %d bound the quantile %v", tooFew(of.series[0]), l.Smallest(), l)
		}
		if notes = append(said, notes...); w.format == "text" {
			fmt.Fprintln(c.out, report.Folded(strings.Join(notes, " ")))
			notes = nil
		}
	}
	if waits[0].Chosen {
		notes = append(notes, "method: the one that the verdict on the log's own replay puts first, of "+strings.Join(of.plan.Settings.Methods, ", "))
	}
	notes = append(notes, fmt.Sprintf("range: of processors, whose jobs are learned from; half within, 95 of 100 within: that share of "+
		"such jobs starts within the time, with confidence %v; held: share of the jobs of the last %d days that started within the bound "+
		"that they were given", of.plan.Settings.Confidence, report.RecentDays))
	table := report.WaitTable(title, waits, notes...)
	if w.format == "prometheus" {
		return table.WriteMetrics(c.out)
	}
	return writeTables(c.out, w.format, table)
}

// answer returns the answer of the best method for a job of a series.
func (w *waitFlags) answer(ctx context.Context, of *subject, series *replay.Series, at float64, within []float64) (*report.Wait, error) {
	job := w.job
	if ranges, err := replay.ParseRanges(series.Range); w.all && err == nil {
		job.Procs = ranges[0].Low
	} else if w.all && job.Procs < 1 {
		job.Procs = 1
	}
	q, err := of.at(ctx, series, at, job)
	if err != nil {
		return nil, err
	}
	results, err := q.ask(ctx, of.plan.Methods, of.plan.Levels[:1])
	if err != nil {
		return nil, err
	}
	wait := report.NewWait(results)
	err = wait.Fill(of.plan.Levels, within, func(levels []methods.Level) ([]*replay.Result, error) {
		m, err := methods.Named(wait.Score.Method)
		if err != nil {
			return nil, err
		}
		return q.ask(ctx, []methods.Method{m}, levels)
	})
	return wait, err
}

// overTime prints the bounds that were in force at several moments.
func (w *waitFlags) overTime(ctx context.Context, c console, log string) error {
	switch {
	case w.all || w.at != "" || len(w.within) > 0 || w.format == "prometheus":
		return usagef("--from makes a table over time; leave out --at, --within, --all and --format prometheus")
	case w.every < 60:
		return usagef("--every must be a minute at least")
	}
	of, err := w.openLog(c, log, false)
	if err != nil {
		return err
	}
	if n := len(of.plan.Methods); n != 1 {
		return usagef("--from is for one --method, not for %d", n)
	}
	series, record, clock := of.series[0], of.record, of.record.Clock()
	from, err := moment(clock, w.from, 0)
	if err != nil {
		return err
	}
	to, err := moment(clock, w.to, from+86400)
	switch {
	case err != nil:
		return err
	case to < from:
		return usagef("--to is before --from")
	case to < record.Begin() || from > record.LastSubmit:
		return usagef("%s is not a time of the log, which covers %s", w.from, period(clock, record))
	}
	times := &report.WaitTimes{
		Trace: record.Name, Queue: series.Queue, Range: series.Range, Method: of.plan.Methods[0].Name,
		Confidence: of.plan.Settings.Confidence, Train: of.plan.Settings.Train, Levels: of.plan.Levels, Undated: !clock.Dated,
	}
	defer of.progress.finish()
	for at := from; at <= to; at += w.every {
		q, err := of.at(ctx, series, at, w.job)
		if err != nil {
			return err
		}
		results, err := q.ask(ctx, of.plan.Methods, of.plan.Levels)
		if err != nil {
			return err
		}
		var bounds []float64
		for _, r := range results {
			bounds = append(bounds, r.Bound(q.series.Len()-1))
		}
		times.Times, times.Bounds = append(times.Times, clock.Date(at)), append(times.Bounds, bounds)
	}
	of.progress.finish()
	if times.Empty() {
		return tooFew(series)
	}
	machine, _ := report.MachineOf(record)
	return writeTables(c.out, w.format, report.WaitTimesTable(times, machine.Name))
}

// period returns the time from the start of a log to its last job.
func period(clock replay.Clock, record *run.TraceRecord) string {
	if !clock.Dated {
		return fmt.Sprintf("seconds 0 to %.0f", record.LastSubmit)
	}
	return clock.Date(record.Begin()).Format(time.DateOnly) + " to " + clock.Date(record.LastSubmit).Format(time.DateOnly)
}

// beyond returns an error for a job that the machine cannot run, and remarks on
// questions that the log cannot answer well.
func (w *waitFlags) beyond(of *subject, at, end float64) (remarks []string, err error) {
	trace, series := of.series[0].Trace, of.series[0]
	procs, estimate, most := int64(0), 0.0, int64(0)
	for _, j := range trace.Jobs {
		most = max(most, j.Procs)
	}
	for i := range series.Len() {
		procs, estimate = max(procs, series.Job(i).Procs), max(estimate, series.Job(i).Estimate)
	}
	switch machine, source := replay.MachineSize(trace.Header, of.plan.Settings.Config()); {
	case w.job.Procs == 0:
		return nil, usagef("--procs: a job has a processor at least")
	case source == replay.BySetting && w.job.Procs > machine:
		return nil, fmt.Errorf("%d processors are more than the machine has by --capacity: %d", w.job.Procs, machine)
	case machine > 0 && w.job.Procs > max(machine, most):
		return nil, fmt.Errorf("%d processors are more than the machine of %s has: %d", w.job.Procs, trace.Name, max(machine, most))
	case at < trace.Jobs[0].Submit:
		return nil, fmt.Errorf("%s is before the first job of %s, submitted at %s", of.record.When(at), trace.Name, of.record.When(trace.Jobs[0].Submit))
	}
	if !w.all && w.job.Procs > procs {
		remarks = append(remarks, fmt.Sprintf("No job of the queue asked for more than %d processors.", procs))
	}
	if !w.all && w.job.Estimate > estimate && estimate > 0 {
		remarks = append(remarks, fmt.Sprintf("No job of the queue asked for more than %s.", replay.FormatDuration(estimate)))
	}
	if days := (at - end) / 86400; days > 1 {
		remarks = append(remarks, fmt.Sprintf("The log ends %.0f days before that, and nothing is known of the time since: the answer is that for "+
			"its end.", days))
	}
	return remarks, nil
}

// parseTimes reads times from submission to start.
func parseTimes(words []string) ([]float64, error) {
	var times []float64
	for _, word := range words {
		s, err := replay.ParseDuration(word)
		if err != nil {
			return nil, usageError{err}
		}
		if s < 0 {
			return nil, usagef("no job starts %s before its submission", strings.TrimPrefix(word, "-"))
		}
		times = append(times, s)
	}
	return times, nil
}
