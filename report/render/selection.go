package render

import (
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
)

// Selection chooses series of a run by names, as a user gives them. What an
// empty list selects is up to the one who asks.
type Selection struct {
	Methods   []string
	Queues    []string // by name, or by number in the log
	Ranges    []string // of processors, or replay.AllRanges; that alone for none
	Quantiles []string // such as 0.95 and 0.25l; the main one for none
}

// known returns an error for the first queue that none of some runs has.
func known(runs []*Dir, queues []string) error {
	var all []string
	for _, d := range runs {
		all = append(all, d.Run.Log.QueueNames()...)
	}
	for _, text := range queues {
		has := func(d *Dir) bool { _, ok := d.Run.Log.FindQueue(text); return ok }
		if !slices.ContainsFunc(runs, has) {
			return methods.Unknown("queue", text, all)
		}
	}
	return nil
}

// find returns a selection with the names that the run has for it, and its
// levels. A method, range or quantile that the run does not have is an error, and
// such a queue is left as it is.
func (d *Dir) find(s Selection) (found Selection, levels []methods.Level, err error) {
	found = s
	found.Queues = nil
	for _, m := range s.Methods {
		if _, err := d.Method(m); err != nil {
			return found, nil, err
		}
	}
	for _, text := range s.Queues {
		name, _ := d.Run.Log.FindQueue(text)
		found.Queues = append(found.Queues, name)
	}
	if len(s.Ranges) == 0 {
		found.Ranges = []string{replay.AllRanges}
	}
	ranges := append([]string{replay.AllRanges}, d.ranges()...)
	if err := methods.CheckNames("range", ranges, found.Ranges...); err != nil {
		return found, nil, fmt.Errorf("%s: %w", d.Path, err)
	}
	for _, text := range s.Quantiles {
		l, err := d.Level(text)
		if err != nil {
			return found, nil, err
		}
		levels = append(levels, l)
	}
	if levels == nil {
		levels = d.Levels[:1]
	}
	return found, levels, nil
}

// filters are the filters of all series of a selection with names of the run.
func (s Selection) filters() (filters []arrowio.Filter) {
	queues := s.Queues
	if len(queues) == 0 {
		queues = []string{""}
	}
	for _, m := range s.Methods {
		for _, queue := range queues {
			for _, r := range s.Ranges {
				filters = append(filters, arrowio.Filter{Method: m, Queue: queue, Range: r})
			}
		}
	}
	return filters
}
