package rundir

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
)

// tasks are every method on every series at every level. Methods that watch the machine are shown the log first; one that the log
// has too little for is left out, with a warning in the record of the part, which also gets the machine and the heads of its queue.
func (b *Builder) tasks(ctx context.Context, p *part, series []*replay.Series) ([]replay.Task, error) {
	record := &p.record
	watched := make([]*replay.Watched, len(b.Levels))
	for i, l := range b.Levels {
		var err error
		if watched[i], err = b.watch(ctx, series[0].Trace, l); err != nil {
			return nil, err
		}
	}
	var tasks []replay.Task
	left := map[string]bool{}
	for _, s := range series {
		for _, m := range b.Methods {
			for i, l := range b.Levels {
				if err := watched[i].Lacking[m.Watch]; err != nil {
					if !left[m.Name] {
						record.Warnings = append(record.Warnings, fmt.Sprintf("method %s is left out: %v", m.Name, err))
						left[m.Name] = true
					}
					continue
				}
				t := b.Task(s, m, l)
				t.Forecasts = watched[i].Forecasts[m.Watch]
				tasks = append(tasks, t)
			}
		}
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%s: the log has too little for any of the methods: %s", record.Name, strings.Join(record.Warnings, "; "))
	}
	if w := watched[0]; w.Capacity > 0 {
		record.Machine = &report.MachineRecord{Processors: w.Capacity, Source: w.Source, Over: w.Over, Unsized: w.Unsized}
	}
	p.heads = headsOf(record.Name, b.kinds(), watched[0])
	return tasks, nil
}

// kinds lists the watches of the methods, each once.
func (b *Builder) kinds() []*methods.Watch {
	var kinds []*methods.Watch
	for _, m := range b.Methods {
		if m.Watch != nil && !slices.Contains(kinds, m.Watch) {
			kinds = append(kinds, m.Watch)
		}
	}
	return kinds
}

// watch shows a trace to the watchers of the methods, for bounds of one level.
func (b *Builder) watch(ctx context.Context, t *replay.Trace, l methods.Level) (*replay.Watched, error) {
	kinds := b.kinds()
	if len(kinds) == 0 {
		return &replay.Watched{}, nil
	}
	task := b.Task(nil, b.Methods[0], l)
	return replay.Watch(ctx, t, kinds, task.Settings, task.Config, b.Engine.Workers)
}
