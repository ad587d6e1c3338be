package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/swf"
)

// seriesFlags name one series of a log, how it is replayed up to a moment, and a job that is
// submitted then.
type seriesFlags struct {
	fs                   *pflag.FlagSet
	settings             run.Settings // with the methods and quantiles of the question
	queue, ranges, cache string
	format               string
	job                  replay.Job // as far as known
}

// seriesSettings are the settings that make a difference to one series of a log.
var seriesSettings = []string{"confidence", "epoch_s", "train", "select", "lenient", "rank"}

func (s *seriesFlags) add(cmd *cobra.Command) {
	s.fs, s.settings, s.ranges = cmd.Flags(), run.Defaults(), replay.AllRanges
	s.job = replay.Job{Procs: -1, Estimate: -1, User: -1, Executable: -1}
	single(s.fs, &s.queue, "queue", "queue, by name or number in the log (default: the one with the most jobs)")
	s.fs.Int64Var(&s.job.Procs, "procs", -1, "processors of the job; below 0 for not known")
	duration(s.fs, &s.job.Estimate, "estimate", "requested run time of the job; below 0 for not known")
	s.fs.Int64Var(&s.job.User, "user", -1, "its user, by the number in the log; below 0 for not known")
	single(s.fs, &s.ranges, "range", "learn from jobs in this range of processors alone; all for jobs of every size")
	settingFlags(s.fs, &s.settings, seriesSettings...)
	cacheFlag(s.fs, &s.cache)
}

// subject is what a question is about: one series of a log, or all of them.
type subject struct {
	plan     *run.Plan
	record   *run.TraceRecord
	series   []*replay.Series
	progress *progress
}

// openLog opens a log and loads it. The caller finishes the progress.
func (s *seriesFlags) openLog(c console, name string, all bool) (*subject, error) {
	f, err := (&logFlags{s.cache, s.settings.Lenient}).open(c, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p := newProgress(c.err, false, "jobs")
	p.start(traceName(f.Name))
	of, err := s.load(f, all, replay.Engine{Progress: p.updatePhase})
	if err != nil {
		p.finish()
		return nil, err
	}
	p.unverified(of.record)
	of.progress = p
	return of, nil
}

// load reads a log. It keeps the series of one queue and range unless all are
// wanted.
func (s *seriesFlags) load(f *swf.File, all bool, engine replay.Engine) (*subject, error) {
	settings := s.settings
	if !all {
		settings.Ranges = strings.Replace(s.ranges, replay.AllRanges, "none", 1)
	}
	plan, err := run.NewPlan("replay", settings, engine)
	if err != nil {
		return nil, usageError{err}
	}
	record, series, err := plan.Load(traceName(f.Name), f)
	if err != nil || all {
		return &subject{plan: plan, record: record, series: series}, err
	}
	trace, queue := series[0].Trace, s.queueOf(record)
	if !slices.Contains(trace.QueueNames(), queue) {
		return nil, fmt.Errorf("%s: unknown queue %q; the log has jobs of %s", trace.Name, s.queue, strings.Join(trace.QueueNames(), ", "))
	}
	for _, one := range series {
		if one.Queue == queue && one.Range == s.ranges {
			return &subject{plan: plan, record: record, series: []*replay.Series{one}}, nil
		}
	}
	return nil, fmt.Errorf("%s: no job of queue %s has %s processors", trace.Name, queue, s.ranges)
}

// loadQueue reads the started jobs of a queue, by default the busiest.
func loadQueue(f *swf.File, queue string) (*replay.Series, error) {
	of, err := (&seriesFlags{settings: run.Defaults(), ranges: replay.AllRanges, queue: queue}).
		load(f, false, replay.Engine{})
	if err != nil {
		return nil, err
	}
	return of.series[0], nil
}

func (s *seriesFlags) queueOf(record *run.TraceRecord) string {
	if s.queue == "" {
		return record.Busiest()[0]
	}
	name, _ := record.FindQueue(s.queue)
	return name
}

// question is a job submitted at a moment, which is the last job of its series,
// and the forecasts for it.
type question struct {
	plan    *run.Plan
	series  *replay.Series
	watched *replay.TraceForecasts
}

// at returns the question about a job submitted to a series at a time.
func (of *subject) at(ctx context.Context, series *replay.Series, now float64, job replay.Job) (*question, error) {
	for _, m := range of.plan.Methods {
		if m.Forecaster != nil && job.Procs < 1 {
			return nil, usagef("method %s watches the machine, where a job needs processors: give --procs", m.Name)
		}
	}
	asked := series.At(now, job)
	watched, err := of.plan.Forecast(ctx, asked.Trace)
	return &question{of.plan, asked, watched}, err
}

// ask returns the results of methods at levels, in this order, without methods
// for which the log has too little. It fails if no method can answer.
func (q *question) ask(ctx context.Context, list []methods.Method, levels []methods.Level) (results []*replay.Result, err error) {
	var tasks []replay.Task
	var lacking error
	for _, m := range list {
		if why := q.watched.Lacking[m.Forecaster]; why != nil {
			lacking = errors.Join(lacking, fmt.Errorf("method %s cannot answer: %w", m.Name, why))
			continue
		}
		for _, l := range levels {
			task := q.plan.Task(q.series, m, l)
			task.Forecasts = q.watched.Forecasts[m.Forecaster]
			tasks = append(tasks, task)
		}
	}
	able := false
	err = q.plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		if results = append(results, r); r.Failed != nil {
			lacking = errors.Join(lacking, fmt.Errorf("method %s cannot answer: %w", r.Score.Method, r.Failed))
		}
		able = able || r.Failed == nil
		return nil
	})
	if err == nil && !able {
		err = lacking
	}
	return results, err
}

// tooFew returns the error for a question without any answer.
func tooFew(s *replay.Series) error {
	return fmt.Errorf("too few waits are known by then: queue %s of %s has %d jobs, the first submitted %.0f s after the start of the log",
		s.Queue, s.Trace.Name, s.Len(), s.Job(0).Submit)
}
