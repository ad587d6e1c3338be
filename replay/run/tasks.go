package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
)

// tasks are every method on every series at every level. Methods that watch the machine are shown
// the log first; one that the log has too little for is left out, with a note in the record of
// the part, which also gets the machine and the heads of its queue.
func (e *Writer) tasks(ctx context.Context, p *part, series []*replay.Series) ([]replay.Task, error) {
	record := &p.record
	watched, err := e.watch(ctx, p, series[0].Trace)
	if err != nil {
		return nil, err
	}
	if e.External != nil {
		unused, err := e.External.CheckLog(series[0].Trace, series)
		if err != nil {
			return nil, err
		}
		if unused > 0 {
			record.Notes = append(record.Notes, fmt.Sprintf("jobs of %s that are not replayed: %d", filepath.Base(e.External.Path), unused))
		}
	}
	e.noteLevels(p)
	var tasks []replay.Task
	for i, s := range series {
		for place, m := range e.Methods {
			for _, l := range e.Levels {
				switch err := watched.Lacking[m.Watch]; {
				case !e.Shard.has(record.Name, m, l):
				case err == nil:
					t := e.Task(s, m, l)
					t.Forecasts = watched.Forecasts[m.Watch]
					tasks = append(tasks, t)
				case i == 0:
					record.Remarks = append(record.Remarks, Note{
						Series: -1, Method: place, Level: slices.Index(e.Levels, l), Text: fmt.Sprintf("method %s is left out: %v", m.Name, err)})
				}
			}
		}
	}
	if w := watched; w.Capacity > 0 && len(tasks) > 0 {
		starts := 0
		for _, j := range series[0].Trace.Jobs {
			if j.Procs > 0 && j.Started() {
				starts++
			}
		}
		record.Machine = &MachineRecord{Processors: w.Capacity, Source: w.Source, Starts: starts, Over: w.Over, Unsized: w.Unsized}
	}
	return tasks, nil
}

// noteFailure notes that a method failed on a series, which is the one at a place of the log.
func (e *Writer) noteFailure(record *TraceRecord, series int, r *replay.Result) {
	if s := &r.Score; r.Failed != nil {
		where := "on queue %s, processors %s, at quantile %v"
		if _, ended := r.Failed.(methods.Failure); ended {
			where = "from queue %s, processors %s, at quantile %v on"
		}
		method := slices.IndexFunc(e.Methods, func(m methods.Method) bool { return m.Name == s.Method })
		record.Remarks = append(record.Remarks, Note{Series: series, Method: method, Level: slices.Index(e.Levels, s.Level()),
			Text: fmt.Sprintf("method %s has no bounds "+where+": %v", s.Method, s.Queue, s.Range, s.Quantile, r.Failed)})
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
func (e *Writer) noteLevels(p *part) {
	for _, l := range e.Levels {
		if n := l.Smallest(); n > p.record.Selected {
			p.record.Notes = append(p.record.Notes, fmt.Sprintf(
				"no order statistic bounds the quantile %v: it takes a history of %d waits, and there are %d jobs", l, n, p.record.Selected))
		}
	}
}

// watch shows a trace to the watchers of the methods, and keeps what they said of the heads of its
// queue.
func (e *Writer) watch(ctx context.Context, p *part, t *replay.Trace) (*replay.Watched, error) {
	watched, err := e.Watch(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, kind := range e.kinds(t.Name) {
		if f := watched.Forecasts[kind]; f != nil && len(f.Heads) > 0 {
			p.heads = append(p.heads, replay.Heads{Trace: t.Name, Method: kind.Name, Heads: f.Heads})
		}
	}
	return watched, nil
}

// kinds are the watchers of the methods.
func (p *Plan) kinds(log string) []*methods.Watch {
	var kinds []*methods.Watch
	for _, m := range p.Methods {
		if m.Watch != nil && !slices.Contains(kinds, m.Watch) && p.Shard.uses(log, m) {
			kinds = append(kinds, m.Watch)
		}
	}
	return kinds
}

// WatchCost is about what the watchers of the methods take for a job, seconds.
func (p *Plan) WatchCost() (seconds float64) {
	for _, kind := range p.kinds("") {
		seconds += 1e-6 * float64(kind.Cost)
	}
	return seconds
}

// Watch shows a trace to the watchers of the methods, if any has one.
func (p *Plan) Watch(ctx context.Context, t *replay.Trace) (*replay.Watched, error) {
	kinds := p.kinds(t.Name)
	if len(kinds) == 0 {
		return &replay.Watched{}, nil
	}
	settings, _ := p.Settings.Method(p.Levels[0]) // which NewPlan has done before
	levels := slices.DeleteFunc(slices.Clone(p.Levels), func(l methods.Level) bool {
		return !slices.ContainsFunc(p.Methods, func(m methods.Method) bool { return m.Watch != nil && p.Shard.has(t.Name, m, l) })
	})
	return p.Engine.Watch(ctx, t, kinds, settings, levels, p.Settings.Config())
}
