package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/report"
)

var oddsCommand = command{
	name:  "odds",
	args:  "DIR|LOG",
	short: "the probability that a job starts in time",
	long: `odds prints the probability with which a job submitted at a moment starts within given times, as QBETS gave it at that moment: the
greatest quantile, on a grid of 0.01, whose upper bound is not above the time. It holds with the confidence of the settings. From
a run directory the settings are those of the run; for a log they are the flags'.`,
	examples: []string{
		"odds small.swf --queue normal --procs 16 --estimate 4h --deadline 10m,1h,6h --at 2001-01-08T12:00",
		"odds small.swf --queue express --procs 1 --estimate 30m --deadline 60 --at 2001-01-09T09:30 --method qbets:clusters=none",
	},
	flags: func(fs *pflag.FlagSet) action {
		o := &oddsFlags{seriesFlags: newSeriesFlags(fs), estimate: -1}
		fs.Int64Var(&o.procs, "procs", -1, "processors of the job; below 0 for not known")
		fs.Var(&o.estimate, "estimate", "requested run time of the job; below 0 for not known")
		o.deadlines = list(fs, "deadline", "1h", "times from submission to start")
		fs.StringVar(&o.at, "at", "", "moment of submission: 2004-06-01T06:00 or seconds of the log (default: behind the last job)")
		fs.StringVar(&o.method, "method", "qbets", "method")
		fs.StringVar(&o.format, "format", "text", "text, md, csv or tex")
		o.addReplay(fs)
		return o.run
	},
}

type oddsFlags struct {
	*seriesFlags
	procs      int64
	estimate   seconds
	deadlines  func() []string
	at, format string
}

func (o *oddsFlags) run(ctx context.Context, c console, args []string) error {
	name, err := exactlyOne(args, "run directory or log")
	if err != nil {
		return err
	}
	deadlines, err := parseDeadlines(o.deadlines())
	if err != nil {
		return err
	}
	task, record, err := o.task(c, name)
	if err != nil {
		return err
	}
	clock := record.Clock()
	at, err := moment(clock, o.at, record.LastSubmit+1)
	if err != nil {
		return err
	}
	q := methods.Query{Submit: at, Procs: o.procs, Estimate: float64(o.estimate), User: -1, Executable: -1, Forecast: methods.NoForecast}
	odds := make([]float64, len(deadlines))
	down := false
	if task.Method.Kind() == methods.Forecasts {
		return usagef("method %s gives no probabilities", o.method)
	}
	err = task.Probe(ctx, []float64{at}, func(_ int, p methods.Predictor) error {
		inverse, ok := p.(methods.Inverse)
		if !ok {
			return usagef("method %s gives no probabilities", o.method)
		}
		for i, d := range deadlines {
			odds[i] = inverse.Probability(q, float64(d))
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
	when := fmt.Sprintf("second %.0f of the log", at)
	if clock.Dated {
		when = clock.Date(at).Format("2006-01-02 15:04:05 MST")
	}
	t := &report.Table{
		Title:   fmt.Sprintf("Probability of a start in time, queue %s of %s, by %s", task.Series.Queue, record.Name, o.method),
		Columns: []report.Column{{Heading: "within"}, {Key: "within_s", Heading: "within", Unit: "s", Align: report.Right}, {Heading: "probability", Align: report.Right}},
		Notes: []string{
			fmt.Sprintf("a job of %s, requested run time %s, submitted at %s", known(o.procs, "processors"), o.estimate.known(), when),
			fmt.Sprintf("the share of such jobs that start within the time is at least the probability, at confidence %v; 0: no quantile from 0.01 on is bounded by the time, or too few waits are known",
				task.Settings.Confidence),
		},
	}
	if down {
		t.Notes = append(t.Notes, "the machine seems to be down: no job has started for longer, and more jobs have come, than in 99 of 100 gaps between starts")
	}
	for i, d := range deadlines {
		t.Rows = append(t.Rows, []report.Cell{report.Words(d.String()), report.Number(float64(d), "%.0f"), report.Number(odds[i], "%.2f")})
	}
	return writeTable(c.out, t, o.format)
}

// known writes a number of something, or that it is not known.
func known(n int64, of string) string {
	if n < 0 {
		return "unknown " + of
	}
	return fmt.Sprint(n, " ", of)
}

// known writes a length of time, or that it is not known.
func (s *seconds) known() string {
	if *s < 0 {
		return "unknown"
	}
	return s.String()
}

func parseDeadlines(words []string) ([]seconds, error) {
	var times []seconds
	for _, word := range words {
		var s seconds
		if err := s.Set(word); err != nil {
			return nil, usageError{err}
		}
		if s < 0 {
			return nil, usagef("a deadline cannot lie %s before submission", word)
		}
		times = append(times, s)
	}
	if len(times) == 0 {
		return nil, usageError{errors.New("needs --deadline")}
	}
	return times, nil
}
