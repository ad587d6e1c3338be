package methods

import (
	"errors"
	"math"
)

const downeySource = "Downey, Using Queue Time Predictions for Processor Allocation, sections 3 and 5.4"

var downeyMethod = downeyKind("downey",
	"time until enough running jobs have ended, by log-uniform lifetimes: predictor A with two benefactors, else B; "+
		"ahead are the jobs of its queue, order=queue (so unless said), or all, order=global",
	func(d *downeyLine) Watcher { return &downey{downeyLine: d} })

var downeyExactMethod = downeyKind("downey-exact",
	"the same by the exact distribution of the processors that running jobs free, where many run by its Edgeworth series",
	func(d *downeyLine) Watcher {
		d.exactly = true
		return &downey{d, true}
	})

// downeyKind is a method of the family. Its parameter order says which jobs are ahead of one: those
// of its queue, as in the paper, or those of all queues.
func downeyKind(name, doc string, watcher func(*downeyLine) Watcher) Method {
	watch := func(name string, oneOrder bool) *Watch {
		return &Watch{Name: name, OneOrder: oneOrder, Cost: 30, New: func(s Site) (Watcher, error) {
			if !s.RunTimes {
				return nil, errors.New("the log has no run times")
			}
			return watcher(&downeyLine{oneOrder: oneOrder, levels: s.Levels, aside: s.Aside}), nil
		}}
	}
	byQueue, global := watch(name, false), watch(name+":order=global", true)
	return Method{
		Name: name, Doc: doc, Source: downeySource, Cite: []string{"Downey97"}, Watch: byQueue,
		Configure: func(m *Method, p *Params) {
			if p.Choice("order", "queue", "global") == "global" {
				m.Watch = global
			}
		},
	}
}

// downey is a HeadWatcher that predicts by lifetimes [Downey97, section 3]: a job starts once those
// that run have freed what it and all jobs ahead of it need beyond what is free now. Ahead of it are
// the jobs that were submitted to its queue before: in the paper each queue is first come first
// served. Queues are taken not to be in each other's way. It forecasts the median, its bounds the
// quantiles asked for, from above; the confidence plays no part. The distribution of lifetimes is
// fitted at ticks to the run times of all jobs that have ended by then. A job that fits and has nobody
// ahead of it is predicted to wait 0 s; for others there is no forecast before two different run times
// are known. A job that asks for more than the machine is as wide as the machine.
// downey-exact takes the exact distribution instead, for which it looks about the forecasts of downey.
type downey struct {
	*downeyLine
	exact bool
}

func (d *downey) shared() *downeyLine { return d.downeyLine }

// Share implements Sharer.
func (d *downey) Share(with Watcher) bool {
	other, ok := with.(interface{ shared() *downeyLine })
	if ok = ok && other.shared().oneOrder == d.oneOrder; ok {
		exactly := d.exactly
		d.downeyLine = other.shared()
		d.exactly = d.exactly || exactly
	}
	return ok
}

// Submitted implements Watcher.
func (d *downey) Submitted(j *Active, m *Machine) Forecast {
	q, f := d.ask(j, m) // also about one that is unasked: the next answers hang on it
	switch {
	case j.Unasked:
		return NoForecast
	case q == nil:
		return f
	case d.exact:
		return Forecast{Later: q.exact}
	}
	return Forecast{Later: q.plain}
}

// Head implements HeadWatcher.
func (d *downey) Head(now float64, m *Machine, at int) float64 {
	line, ok := d.atHead(now, m, at)
	if !ok {
		return math.NaN()
	}
	procs := d.width(m.Waiting[at])
	median := line.Median(procs)
	if d.exact {
		return line.Exact(line.Needed+procs, 0.5, line.Last, median)
	}
	return median
}
