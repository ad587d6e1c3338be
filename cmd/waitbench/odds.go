package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
)

func oddsCommand() *cobra.Command {
	o := &oddsFlags{estimate: -1, deadlines: []string{"1h"}}
	cmd := newCommand("odds DIR|LOG", "the probability that a job starts in time",
		`odds prints the probability with which a job submitted at a moment starts within given times, as a
method gave it at that moment: the greatest quantile, on a grid of 0.01, whose upper bound is not
above the time. It holds with the confidence of the settings. A run directory is taken with its own
settings, a LOG with those of the flags.`,
		o.run,
		"odds small.swf --queues normal --procs 16 --estimate 4h --deadline 10m,1h,6h --at 2001-01-08T12:00",
		"odds runs/small --queues express --methods qbets:clusters=none --deadline 60 --at 2001-01-09T09:30 --format json")
	fs := cmd.Flags()
	fs.Int64Var(&o.procs, "procs", -1, "processors of the job; below 0 for not known")
	duration(fs, &o.estimate, "estimate", "requested run time of the job; below 0 for not known")
	list(fs, &o.deadlines, "deadline", "times from submission to start")
	fs.StringVar(&o.at, "at", "", "`moment` of submission: 2004-06-01T06:00 or seconds of the log (default: behind the last job)")
	single(fs, &o.quantile, "quantile", "quantile whose bounds, missed too often in a row, cut the history (default: the run's first, or 0.95)")
	o.add(cmd, "qbets")
	return cmd
}

type oddsFlags struct {
	seriesFlags
	procs     int64
	estimate  float64
	deadlines []string
	at        string
}

func (o *oddsFlags) run(ctx context.Context, c console, args []string) error {
	deadlines, err := parseDeadlines(o.deadlines)
	if err != nil {
		return err
	}
	task, record, err := o.task(c, args[0])
	if err != nil {
		return err
	}
	clock := record.Clock()
	at, err := moment(clock, o.at, record.LastSubmit+1)
	if err != nil {
		return err
	}
	q := someJob()
	q.Submit, q.Procs, q.Estimate = at, o.procs, o.estimate
	var found []float64
	answered, down := false, false
	err = task.Probe(ctx, []float64{at}, func(_ int, p methods.Predictor) error {
		able, ok := p.(methods.Inverse)
		if !ok {
			return usagef("method %s gives no probabilities", task.Method.Name)
		}
		for _, d := range deadlines {
			probability := able.Probability(q, d)
			found = append(found, probability)
			answered = answered || probability > 0
		}
		if l, ok := p.(methods.Ladder); ok { // which tells a small probability from none
			_, any := l.BoundAt(q, methods.Level{Quantile: 0.01, Confidence: task.Settings.Confidence})
			answered = answered || any
		}
		p.Observe(methods.Event{Kind: methods.Submitted, Query: q})
		if qbets, ok := p.(*methods.QBETS); ok {
			down = qbets.Down()
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !answered {
		return tooFew(task.Series)
	}
	when := fmt.Sprintf("second %.0f of the log", at)
	if clock.Dated {
		when = clock.Date(at).Format("2006-01-02 15:04:05 MST")
	}
	return writeTables(c.out, o.format, o.table(task, record.Name, when, deadlines, found, down))
}

// table is the answer.
func (o *oddsFlags) table(task *replay.Task, trace, when string, deadlines, found []float64, down bool) *report.Table {
	estimate, procs := "unknown", "unknown processors"
	if o.estimate >= 0 {
		estimate = replay.FormatDuration(o.estimate)
	}
	if o.procs >= 0 {
		procs = fmt.Sprint(o.procs, " processors")
	}
	t := &report.Table{
		Title:   fmt.Sprintf("Probability of a start in time, queue %s of %s, by %s", task.Series.Queue, trace, task.Method.Name),
		Columns: report.Columns("within", "#within_s=within|s", "#probability"),
		Notes: []string{
			fmt.Sprintf("a job of %s, requested run time %s, submitted at %s", procs, estimate, when),
			fmt.Sprintf("the share of such jobs that start within the time is at least the probability, at confidence %v; 0: no quantile from "+
				"0.01 on is bounded by the time", task.Settings.Confidence),
		},
	}
	if down {
		t.Notes = append(t.Notes, "the machine seems to be down: no job has started for longer, and more jobs have come, than in 99 of 100 gaps between starts")
	}
	for i, d := range deadlines {
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(replay.FormatDuration(d)), report.Number(d, "%.0f"), report.Number(found[i], "%.2f"),
		})
	}
	return t
}

func parseDeadlines(words []string) ([]float64, error) {
	var times []float64
	for _, word := range words {
		s, err := replay.ParseDuration(word)
		if err != nil {
			return nil, usageError{err}
		}
		if s < 0 {
			return nil, usagef("a deadline cannot lie %s before submission", word)
		}
		times = append(times, s)
	}
	if len(times) == 0 {
		return nil, usagef("needs --deadline")
	}
	return times, nil
}
