package rundir

import (
	"fmt"
	"math"
	"strings"

	"waitbench/replay"
	"waitbench/report/arrowio"
)

// Series gives the jobs of a queue and range as they were replayed, to be replayed again.
func (d *Dir) Series(trace, queue, name string) (*replay.Series, error) {
	r, err := arrowio.OpenPredictions(d.predictionsPath())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	filter := arrowio.Filter{Trace: trace, Queue: queue, Range: name, Level: d.Levels[0].String()}
	if methods := d.methodsOf(trace); len(methods) > 0 {
		filter.Method = methods[0]
	}
	var jobs []replay.Job
	err = r.Series(filter, func(b *arrowio.Block) error {
		for i, id := range b.JobID {
			j := replay.Job{ID: id, Submit: b.Submit[i], Wait: b.Wait[i], Procs: b.Procs[i], Estimate: b.Estimate[i]}
			if math.IsNaN(j.Estimate) {
				j.Estimate = -1
			}
			jobs = append(jobs, j)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return nil, fmt.Errorf("%s has no jobs of queue %q and range %q; its queues are %s", d.path, queue, name, strings.Join(d.queueNames(trace), ", "))
	}
	return replay.NewSeries(trace, queue, name, jobs), nil
}

func (d *Dir) queueNames(trace string) []string {
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
