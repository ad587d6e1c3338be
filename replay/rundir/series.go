package rundir

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/arrowio"
)

// Series gives the jobs of a queue and range as they were replayed, to be replayed again.
func (d *Dir) Series(trace, queue, name string) (*replay.Series, error) {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	filter := arrowio.Filter{Trace: trace, Queue: queue, Range: name, Level: d.Levels[0].String()}
	if i := slices.IndexFunc(d.Scores, func(s replay.Score) bool { return s.Trace == trace }); i >= 0 {
		filter.Method = d.Scores[i].Method
	}
	var jobs []replay.Job
	err = r.Series(filter, func(b *arrowio.Block) error {
		for i, id := range b.JobID {
			jobs = append(jobs, replay.Job{ID: id, Submit: b.Submit[i], Wait: b.Wait[i], Procs: b.Procs[i],
				Estimate: orUnknown(b.Estimate[i]), Run: orUnknown(b.RunTime[i]), User: b.User[i]})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return nil, fmt.Errorf("%s has no jobs of queue %q and range %q; its queues are %s", d.Path, queue, name, strings.Join(d.QueueNames(trace), ", "))
	}
	return replay.NewSeries(trace, queue, name, jobs), nil
}

// orUnknown is a number, -1 for NaN.
func orUnknown(x float64) float64 {
	if math.IsNaN(x) {
		return -1
	}
	return x
}

// QueueNames lists the queues of a trace.
func (d *Dir) QueueNames(trace string) []string {
	var names []string
	for _, t := range d.Run.Traces {
		if t.Name == trace {
			for _, q := range t.Queues {
				names = append(names, q.Name)
			}
		}
	}
	return names
}
