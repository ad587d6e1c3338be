package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// seriesFlags name one series of a run directory or log, and how it is replayed.
type seriesFlags struct {
	*replayFlags
	queue, ranges, method, trace string
}

func newSeriesFlags(fs *pflag.FlagSet) *seriesFlags {
	d := &seriesFlags{}
	fs.StringVar(&d.queue, "queue", "", "queue (default: the one with the most jobs)")
	fs.StringVar(&d.ranges, "range", replay.AllRanges, "range of processors")
	fs.StringVar(&d.trace, "trace", "", "trace of the run directory (default: its only one)")
	return d
}

// addReplay adds the flags of a replay, but hides those that are of no use for one series.
func (d *seriesFlags) addReplay(fs *pflag.FlagSet) {
	d.replayFlags = newReplayFlags(fs)
	for _, name := range []string{"methods", "queues", "ranges", "min-jobs", "workers", "quiet"} {
		_ = fs.MarkHidden(name)
	}
}

// task finds the series and how to replay it, in a run directory or a log.
func (d *seriesFlags) task(c console, name string) (*replay.Task, *rundir.TraceRecord, error) {
	method, err := methods.Named(d.method)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return d.taskOfRun(name, method)
	}
	return d.taskOfLog(c, name, method)
}

func (d *seriesFlags) taskOfRun(name string, method methods.Method) (*replay.Task, *rundir.TraceRecord, error) {
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

func (d *seriesFlags) taskOfLog(c console, name string, method methods.Method) (*replay.Task, *rundir.TraceRecord, error) {
	p := newProgress(c.err, true, "")
	if d.ranges != replay.AllRanges {
		d.settings.Ranges = d.ranges
	}
	plan, err := d.plan("replay", p)
	if err != nil {
		return nil, nil, err
	}
	path, err := resolveLog(name, d.cache)
	if err != nil {
		return nil, nil, err
	}
	f, err := openLog(c, path, d.settings.Lenient)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if d.trace != "" && d.trace != traceName(path) {
		return nil, nil, fmt.Errorf("unknown trace %q; %s holds %s", d.trace, path, traceName(path))
	}
	record, series, err := plan.Load(traceName(path), f)
	if err != nil {
		return nil, nil, err
	}
	queue := d.queue
	if queue == "" {
		queue = record.Busiest()
	}
	for _, s := range series {
		if s.Queue == queue && s.Range == d.ranges {
			task := plan.Task(s, method, plan.Levels[0])
			return &task, record, nil
		}
	}
	return nil, nil, fmt.Errorf("%s has no jobs of queue %q and range %q; its queues are %s", name, queue, d.ranges, strings.Join(series[0].Trace.QueueNames(), ", "))
}
