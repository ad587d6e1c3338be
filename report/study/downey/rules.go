package downey

import (
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/lifetime"
)

// rule is how the job at the head of the queue decides, when at least one
// processor is free, between the free processors now and more of them later.
type rule func(j *job, m *machine) hold

// hold is a decision to hold out, or to start at once.
type hold struct {
	target int64   // processors; 0 to start on the free ones
	wait   float64 // seconds, +Inf for as long as it takes
	locked bool    // the job takes no more than target when that many are free

	// prompted jobs decide again on every arrival and completion, and when they
	// have waited as long as they meant to. Others start then.
	prompted bool
}

// average is AVG: no job holds out.
func average(*job, *machine) hold { return hold{} }

// optimal is OPT: it knows when running jobs will end.
func optimal(j *job, m *machine) hold {
	h, best := hold{wait: math.Inf(1)}, j.Run(min(j.usable, m.free))
	free := m.free
	for i, r := range m.running {
		if free >= j.usable {
			break
		}
		if free += r.procs; i+1 < len(m.running) && m.running[i+1].end == r.end {
			continue // they end together
		}
		n := min(free, j.usable)
		if turnaround := r.end - m.now + j.Run(n); turnaround < best {
			h.target, best = n, turnaround
		}
	}
	return h
}

// heuristic is HEUR: a job holds out for all it can use, for a share of the
// time that this would save.
func heuristic(j *job, m *machine) hold {
	if m.free >= j.usable {
		return hold{}
	}
	return hold{target: j.usable, wait: patience * (j.Run(m.free) - j.Run(j.usable))}
}

// minimum is MIN: it starts no job on less than a share of the processors it
// can use.
func minimum(j *job, m *machine) hold {
	least := int64(math.Ceil(leastShare * float64(j.usable)))
	if m.free >= least {
		return hold{}
	}
	return hold{target: least, wait: math.Inf(1)}
}

// begin advances the machine from the first decision of a job, at the head of
// the queue with at least one processor free, to its start by a rule. It
// returns the number of processors that the job takes, and whether it held out
// at first. later are the jobs of the day behind it, none of which starts
// before.
func begin(r rule, j *job, m *machine, later []job) (n int64, held bool) {
	h := r(j, m)
	if h.target == 0 {
		return min(j.usable, m.free), false
	}
	end := m.now + h.wait
	for {
		for len(later) > 0 && later[0].arrival <= m.now {
			later = later[1:]
		}
		t := min(m.nextEnd(), end)
		if h.prompted && len(later) > 0 {
			t = min(t, later[0].arrival)
		}
		m.advance(t)
		switch {
		case m.free >= h.target && h.locked:
			return h.target, true
		case m.free >= h.target:
			return min(j.usable, m.free), true
		case h.prompted:
			if h = r(j, m); h.target == 0 {
				return min(j.usable, m.free), true
			}
			end = m.now + h.wait
		case t == end:
			return min(j.usable, m.free), true
		}
	}
}

// predictive is PRED, and BIAS with a correction: it decides by predicted times
// until processors are free.
type predictive struct {
	model   lifetime.Model
	least   int         // benefactors of predictor A: see lifetime.State
	correct *correction // nil: not at all
	locked  bool
	worth   float64 // saving to hold out for, fraction of the run time on the free processors
	points  *Points // of decisions to hold out; may be nil
	state   lifetime.State
	medians lifetime.Medians
}

// shortestWait keeps a job from deciding without end, seconds.
const shortestWait = 1

func (p *predictive) decide(j *job, m *machine) hold {
	if m.free >= j.usable {
		return hold{}
	}
	run := j.Run(m.free)
	limit := run - j.Run(j.usable) // what can be saved
	best, h := run, hold{locked: p.locked, prompted: true}
	for i, t := range p.times(m, j.usable, p.correct.inverse(limit)) {
		if t = p.correct.apply(t); t >= limit {
			continue
		}
		n := m.free + 1 + int64(i)
		if turnaround := t + j.Run(n); turnaround < best {
			best, h.target, h.wait = turnaround, n, t
		}
	}
	if h.target == 0 || run-best <= p.worth*run {
		return hold{}
	}
	if p.points != nil {
		p.points.Predicted = append(p.points.Predicted, h.wait)
		p.points.Actual = append(p.points.Actual, m.until(h.target))
	}
	h.wait = max(h.wait, shortestWait)
	return h
}

// times predicts, without correction, when one processor more is free than now,
// two more, and so on up to n altogether; seconds from now, +Inf beyond a
// limit.
func (p *predictive) times(m *machine, n int64, limit float64) []float64 {
	p.state.Reset(p.model, p.least)
	for _, r := range m.running {
		p.state.Add(r.procs, m.now-r.start)
	}
	return p.medians.Combined(&p.state, n-m.free, limit)
}

// MostBenefactors have numbers of their own, together with more.
const MostBenefactors = 3

// every adds a point for each number of processors that a job could wait for
// and that is predicted: to all, and to those with so many benefactors.
func (p *predictive) every(j *job, m *machine, all *fit.Moments,
	by *[MostBenefactors + 1]fit.Moments) {
	for i, t := range p.times(m, j.usable, math.Inf(1)) {
		more := 1 + int64(i)
		actual := m.until(m.free + more)
		if t <= 0 || math.IsInf(t, 1) || actual <= 0 {
			continue
		}
		benefactors := 0
		for _, r := range m.running {
			if r.procs >= more {
				benefactors++
			}
		}
		for _, points := range []*fit.Moments{all, &by[min(benefactors, MostBenefactors)]} {
			points.Add(math.Log(t), math.Log(actual))
		}
	}
}

// correction is the line by which BIAS corrects predictions; nil for none:
//
//	corrected = exp(intercept + slope ln predicted)
type correction struct {
	intercept, slope float64
}

// newCorrection returns the correction of a valid name, for the points of PRED.
func newCorrection(name string, points *Points) *correction {
	intercept, slope := pair(name)
	if name == fitted {
		m := points.moments(0)
		slope, intercept = m.Line()
	}
	if math.IsNaN(slope) { // hardly any points
		return nil
	}
	return &correction{intercept, slope}
}

// apply corrects a time in seconds. A nil correction returns it unchanged.
func (c *correction) apply(t float64) float64 {
	if c == nil || t <= 0 || math.IsInf(t, 1) {
		return t
	}
	return math.Exp(c.intercept + float64(c.slope*math.Log(t)))
}

// inverse returns the time that is corrected to t; +Inf for a line that does
// not rise.
func (c *correction) inverse(t float64) float64 {
	switch {
	case c == nil:
		return t
	case c.slope > 0:
		return math.Exp((math.Log(t) - c.intercept) / c.slope)
	}
	return math.Inf(1)
}

// Points are predicted and actual times until a number of processors is free,
// seconds: one point for each decision to hold out.
type Points struct {
	Predicted, Actual []float64
}

// moments are the moments of the logarithms of the points of which neither time
// is below least, seconds.
func (p *Points) moments(least float64) fit.Moments {
	var m fit.Moments
	for i, x := range p.Predicted {
		if y := p.Actual[i]; x > 0 && y > 0 && x >= least && y >= least {
			m.Add(math.Log(x), math.Log(y))
		}
	}
	return m
}
