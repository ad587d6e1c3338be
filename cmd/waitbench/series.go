package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/experiment"
	"waitbench/replay/rundir"
)

// seriesFlags name one series of a run directory or log, and how it is replayed up to a moment.
type seriesFlags struct {
	fs                          *pflag.FlagSet
	settings                    rundir.Settings // those that apply to one series
	queue, ranges, trace, cache string
	method, format              string
	quantile                    string // that cuts the history; empty for the default
}

// seriesSettings are the settings that make a difference to one series of a log.
var seriesSettings = []string{"confidence", "epoch_s", "train", "select", "lenient", "rank"}

func (s *seriesFlags) add(cmd *cobra.Command, method string) {
	s.fs, s.settings, s.ranges, s.method = cmd.Flags(), rundir.Defaults(), replay.AllRanges, method
	single(s.fs, &s.queue, "queue", "queue, by name or number in the log (default: the one with the most jobs)")
	single(s.fs, &s.ranges, "range", "range of processors, or all for jobs of every size")
	s.fs.StringVar(&s.trace, "trace", "", "`trace` of the run directory (default: its only one)")
	single(s.fs, &s.method, "method", "method, one that needs waits only")
	formatFlag(cmd.Flags(), &s.format)
	settingFlags(s.fs, &s.settings, seriesSettings...)
	cacheFlag(s.fs, &s.cache)
}

// task finds the series and how to replay it, in a run directory or a log.
func (s *seriesFlags) task(c console, name string) (*replay.Task, *rundir.TraceRecord, error) {
	found, _, err := methods.Find([]string{s.method}, true)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if len(found) > 1 {
		return nil, nil, usagef("--methods takes one method here, not several")
	}
	method := found[0]
	if method.Kind() != methods.Bounds {
		return nil, nil, usagef("method %s needs the state of the machine, which %s does not hold for a moment: "+
			"only waitbench replay rebuilds it", s.method, name)
	}
	find := func() (*replay.Task, *rundir.TraceRecord, error) { return s.taskOfLog(c, name, method) }
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		find = func() (*replay.Task, *rundir.TraceRecord, error) { return s.taskOfRun(name, method) }
	}
	task, record, err := find()
	if err == nil {
		newProgress(c.err, false, "").unverified(record)
	}
	return task, record, err
}

func (s *seriesFlags) taskOfRun(name string, method methods.Method) (*replay.Task, *rundir.TraceRecord, error) {
	dir, err := rundir.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if err := s.sameAs(dir); err != nil {
		return nil, nil, err
	}
	level, err := dir.Level(s.quantile)
	if err != nil {
		return nil, nil, usageError{err}
	}
	record, err := dir.Trace(s.trace)
	if err != nil {
		return nil, nil, err
	}
	series, err := dir.Series(record.Name, s.queueOf(record), s.ranges)
	if err != nil {
		return nil, nil, err
	}
	task := dir.Task(series, method)
	task.Settings.Level = level
	return &task, record, nil
}

// sameAs refuses a setting that was asked for and is not that of the run.
func (s *seriesFlags) sameAs(dir *rundir.Dir) error {
	for i := range rundir.List {
		p := &rundir.List[i]
		if !slices.Contains(seriesSettings, p.Key) || !s.fs.Changed(p.Flag) {
			continue
		}
		if was := p.Value(&dir.Run.Settings).String(); was != p.Value(&s.settings).String() {
			if p.Value(&s.settings).Type() == "bool" {
				was = "=" + was
			} else {
				was = " " + was
			}
			return usagef("%s was replayed with --%s%s; give the log to replay it otherwise", dir.Path, p.Flag, was)
		}
	}
	return nil
}

func (s *seriesFlags) taskOfLog(c console, name string, method methods.Method) (*replay.Task, *rundir.TraceRecord, error) {
	if s.ranges != replay.AllRanges {
		s.settings.Ranges = s.ranges
	}
	if s.quantile != "" {
		s.settings.Quantiles = []string{s.quantile}
	}
	plan, err := experiment.NewPlan("replay", s.settings, replay.Engine{})
	if err != nil {
		return nil, nil, usageError{err}
	}
	f, err := (&logFlags{s.cache, s.settings.Lenient}).open(c, name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	trace := traceName(f.Name)
	if s.trace != "" && s.trace != trace {
		return nil, nil, fmt.Errorf("unknown trace %q; %s holds %s", s.trace, f.Name, trace)
	}
	record, series, err := plan.Load(trace, f)
	if err != nil {
		return nil, nil, err
	}
	queue := s.queueOf(record)
	for _, one := range series {
		if one.Queue == queue && one.Range == s.ranges {
			task := plan.Task(one, method, plan.Levels[0])
			return &task, record, nil
		}
	}
	return nil, nil, fmt.Errorf("%s has no jobs of queue %q and range %q; its queues are %s", name, queue, s.ranges,
		strings.Join(series[0].Trace.QueueNames(), ", "))
}

func (s *seriesFlags) queueOf(record *rundir.TraceRecord) string {
	if s.queue == "" {
		return record.Busiest()[0]
	}
	name, _ := record.FindQueue(s.queue)
	return name
}

// someJob is a job of which nothing is known and whose wait nobody forecast.
func someJob() methods.Query {
	return methods.Query{Procs: -1, Estimate: -1, User: -1, Executable: -1, Forecast: methods.NoForecast}
}

// tooFew is the error where nothing could be answered.
func tooFew(s *replay.Series) error {
	return fmt.Errorf("too few waits are known by then: queue %s of %s has %d jobs, the first submitted %.0f s after the start of the log",
		s.Queue, s.Trace.Name, s.Len(), s.Job(0).Submit)
}
