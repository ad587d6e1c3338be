package downey

import (
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/lifetime"
)

// predictive is PRED, and BIAS where it corrects: it decides by predicted times until processors
// are free.
type predictive struct {
	model   lifetime.Model
	exact   bool
	correct *correction // nil: not at all
	locked  bool
	least   float64 // of the saving that is worth holding out for, fraction of the run time on what is free
	points  *Points // of decisions to hold out; may be nil
	state   lifetime.State
	medians lifetime.Medians
}

// shortestWait keeps a job from being prompted without end, seconds.
const shortestWait = 1

func (p *predictive) prompted() bool { return true }

func (p *predictive) decide(j *Job, m *machine) (hold, bool) {
	if m.free >= j.Most {
		return hold{}, false
	}
	now := j.Run(m.free)
	most := now - j.Run(j.Most) // that can be saved
	best, h := now, hold{locked: p.locked}
	for i, t := range p.times(m, j.Most, p.correct.inverse(most)) {
		if t = p.correct.apply(t); t >= most {
			continue
		}
		n := m.free + 1 + int64(i)
		if turnaround := t + j.Run(n); turnaround < best {
			best, h.target, h.wait = turnaround, n, t
		}
	}
	if h.target == 0 || now-best <= p.least*now {
		return hold{}, false
	}
	if p.points != nil {
		p.points.add(h.wait, m.until(h.target))
	}
	h.wait = max(h.wait, shortestWait)
	return h, true
}

// times predicts, without correction, when one processor more is free than now, two more and so on
// up to n altogether; seconds from now, +Inf for what lies beyond a limit.
func (p *predictive) times(m *machine, n int64, limit float64) []float64 {
	p.state.Reset(p.model)
	for _, r := range m.running {
		p.state.Add(r.procs, m.now-r.start)
	}
	if p.exact {
		return p.medians.Exact(&p.state, n-m.free, limit)
	}
	return p.medians.Combined(&p.state, n-m.free, limit)
}

// every adds a point for each number of processors a job could hold out for.
func (p *predictive) every(j *Job, m *machine, points *fit.Moments) {
	for i, t := range p.times(m, j.Most, math.Inf(1)) {
		if actual := m.until(m.free + 1 + int64(i)); t > 0 && actual > 0 {
			points.Add(math.Log(t), math.Log(actual))
		}
	}
}
