package experiment

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// tasks are every method on every series at every level. Methods that watch the machine are shown
// the log first; one that the log has too little for is left out, with a note in the record of
// the part, which also gets the machine and the heads of its queue.
func (e *Experiment) tasks(ctx context.Context, p *part, series []*replay.Series) ([]replay.Task, error) {
	record := &p.record
	watched, err := e.watch(ctx, p, series[0].Trace)
	if err != nil {
		return nil, err
	}
	if e.Given != nil {
		unused, err := e.Given.CheckLog(series[0].Trace, series)
		if err != nil {
			return nil, err
		}
		if unused > 0 {
			record.Notes = append(record.Notes, fmt.Sprintf("jobs of %s that are not replayed: %d", filepath.Base(e.Given.Path), unused))
		}
	}
	e.noteLevels(p)
	var tasks []replay.Task
	left := map[string]bool{}
	for _, s := range series {
		for _, m := range e.Methods {
			if err := watched.Lacking[m.Watch]; err != nil {
				if !left[m.Name] {
					record.LeaveOut(m.Name, err)
					left[m.Name] = true
				}
				continue
			}
			for _, l := range e.Levels {
				t := e.Task(s, m, l)
				t.Forecasts = watched.Forecasts[m.Watch]
				tasks = append(tasks, t)
			}
		}
	}
	if len(tasks) == 0 {
		return nil, replay.Unusable{Err: fmt.Errorf("%s: the log has too little for any of the methods: %s", record.Name, strings.Join(record.Notes, "; "))}
	}
	inLog := func(m string) bool { return !left[m] }
	record.Notes = append(record.Notes, e.run(nil).OutsideNotes(inLog)...)
	if w := watched; w.Capacity > 0 {
		starts := 0
		for _, j := range series[0].Trace.Jobs.All() {
			if j.Procs > 0 && j.Started() {
				starts++
			}
		}
		record.SetMachine(rundir.MachineRecord{Processors: w.Capacity, Source: w.Source, Starts: starts, Over: w.Over, Unsized: w.Unsized})
	}
	return tasks, nil
}

// noteFailure notes the first of the series on which a method failed.
func (p *part) noteFailure(r *replay.Result) {
	if s := &r.Score; r.Failed != nil && !p.failed[s.Method] {
		if p.failed == nil {
			p.failed = map[string]bool{}
		}
		p.failed[s.Method] = true
		p.record.Notes = append(p.record.Notes, fmt.Sprintf("method %s has no bounds on queue %s, processors %s, at quantile %v: %v",
			s.Method, s.Queue, s.Range, s.Quantile, r.Failed))
	}
}

// addTime adds what a result took, and with the first one of a method what its watcher did.
func (p *part) addTime(r *replay.Result) {
	if p.record.Took == nil {
		p.record.Took = map[string]float64{}
	}
	took, later := p.record.Took[r.Score.Method]
	if !later {
		took = r.WatcherTook().Seconds()
	}
	p.record.Took[r.Score.Method] = took + r.Took.Seconds()
}

// noteLevels notes the levels for whose order statistics the log is too short.
func (e *Experiment) noteLevels(p *part) {
	for _, l := range e.Levels {
		if n := l.Smallest(); n > p.record.Selected {
			p.record.Notes = append(p.record.Notes, fmt.Sprintf(
				"no order statistic bounds the quantile %v: it takes a history of %d waits, and there are %d jobs", l, n, p.record.Selected))
		}
	}
}

// watch shows a trace to the watchers of the methods, and keeps what they said of the heads of its
// queue.
func (e *Experiment) watch(ctx context.Context, p *part, t *replay.Trace) (*replay.Watched, error) {
	watched, err := e.Watch(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, kind := range e.kinds() {
		if f := watched.Forecasts[kind]; f != nil && len(f.Heads) > 0 {
			p.heads = append(p.heads, replay.Heads{Trace: t.Name, Method: kind.Name, Heads: f.Heads})
		}
	}
	return watched, nil
}

// kinds are the watchers of the methods.
func (p *Plan) kinds() []*methods.Watch {
	var kinds []*methods.Watch
	for _, m := range p.Methods {
		if m.Watch != nil && !slices.Contains(kinds, m.Watch) {
			kinds = append(kinds, m.Watch)
		}
	}
	return kinds
}

// WatchCost is about what the watchers of the methods take for a job, seconds.
func (p *Plan) WatchCost() (seconds float64) {
	for _, kind := range p.kinds() {
		seconds += 1e-6 * float64(kind.Cost)
	}
	return seconds
}

// Watch shows a trace to the watchers of the methods, if any has one.
func (p *Plan) Watch(ctx context.Context, t *replay.Trace) (*replay.Watched, error) {
	if len(p.kinds()) == 0 {
		return &replay.Watched{}, nil
	}
	settings, _ := p.Settings.Method(p.Levels[0]) // which NewPlan has done before
	return p.Engine.Watch(ctx, t, p.kinds(), settings, p.Levels, p.Settings.Config())
}
