package methods

import (
	"fmt"
	"math"
	"slices"
)

// withACI is the suffix aci.
func withACI(m Method) (Method, error) {
	return withControl(m, "adaptive conformal inference, step max(0.01, 0.6/sqrt(jobs settled))",
		"Gibbs and Candes, Adaptive Conformal Inference Under Distribution Shift (2021)", "Gibbs21", newACI)
}

// withControl is the method m at a level moved by a control. Around a method that forecasts, which
// has no ladder of bounds, it is that of the ratios of waits to forecasts.
func withControl(m Method, doc, source, key string, newControl func(target float64) control) (Method, error) {
	inner, claims := m.Bound, m.Claims
	if m.Kind() == Forecasts {
		inner, claims = newCalibrated, calibratedClaims
	}
	if !claims.AnyQuantile {
		return Method{}, fmt.Errorf("method %s cannot bound other quantiles than its own", m.Name)
	}
	m.Doc = m.Name + " at a quantile moved by hits and misses: " + doc
	m.Source = source
	m.Cite = append(slices.Clip(m.Cite), key)
	m.Claims = Claims{Sides: claims.Sides, Least: claims.Least, Scales: claims.Scales, Capped: claims.Capped, Holds: claims.Holds}
	m.Bound = func(s Settings) Predictor {
		return newAdaptive(inner(s).(Ladder), s.Level, newControl(s.Target()))
	}
	return m, nil
}

// control moves a level by the hits and misses of settled jobs. A level is the share of waits that
// a bound is to cover: the quantile of an upper bound, 1 less that of a lower one.
type control interface {
	// levels appends the level of the bound to be given, and behind it those of other bounds that
	// settle is to hear of.
	levels(dst []float64) []float64
	// settle tells for a job that has started the levels that it was bounded at when it was
	// submitted, and which bounds held. It must not keep the slices.
	settle(levels []float64, hits []bool)
}

// adaptive bounds waits as another method does, at a level that is not the one asked for but the
// one that has lately covered as many waits as were asked for [Gibbs21]. The level starts at the
// target of the settings and is moved by a control; the confidence stays, as the method's own
// allowance for a short history.
//
// A job is settled when it starts, in the order in which that becomes known: its wait is compared
// with the bound it was given, ties covered. What this makes of the level is used from the next
// Refit on. (To settle a job as a miss once it has waited for longer than its bound made no
// difference to speak of on real logs.)
//
// The method inside sees what it would see alone: its own bound at the target stands in what it
// observes, so that its change points stay the same; a level that has come to fit would hide the
// misses by which they are found. What it is told waits until the next Refit, so that BoundAt
// answers as of the last.
//
// A job has a bound where the method alone has one. Where there is none at the level wanted, which
// would take a longer history, the bound at the highest level that has one stands, searched for on
// a grid of 1/2048.
//
// # What is guaranteed
//
// Let h(t) be 1 for a hit and 0 for a miss, q the target, a(t) the level and g a constant step. If
// every wait is known before the next job is submitted, and levels are not kept within a range,
// a(t+1) - a(t) = g (q - h(t)) adds up to
//
//	mean of h over T jobs - q = (a(1) - a(T+1)) / (g T)
//
// whatever the waits are. If all waits are covered at levels from 1 on, and none at levels up to 0,
// the share of hits is within (max(a(1), 1-a(1)) + g) / (g T) of q [Gibbs21, proposition 4.1]; with
// the steps of aci, which fall, within 220/T once they are 0.01. This is an average over a long
// time and over all jobs. It says nothing of a job given what is known of it, nor of the time after
// a change, and it takes the place of the guarantee of the method inside.
//
// If waits become known late, the jobs pending at the end add at most their share, and the level
// may swing out by a step for each. The bound is asked for at a level kept within a range. If the
// sum of steps were kept within it too, misses of a burst would be forgotten at its upper end: on
// real logs, where a burst is as long as the queue, the share of hits was then 0.91 to 0.95 for q =
// 0.95. So both controls keep account of misses beyond the upper end, aci in its sum and dtaci
// apart from its level, at the price of bounds at the highest level for some time after a burst. At
// the lower end hits are forgotten, and the share of hits may lie above q.
//
// No bound of the method inside is infinite: if waits exceed the bound at the highest level more
// often than 1-q, no control can cover q.
type adaptive struct {
	inner   Ladder
	level   Level // of the settings
	control control
	levels  []float64       // of the control as of the last Refit
	delayed []Event         // what inner is told at the next Refit
	pending map[int]*issued // jobs given bounds, by their place in the series
	spare   []*issued
	hits    []bool
	highest int // where on the grid the search for the highest level with a bound ended last
	// what the last bound would have been without the cap of a Capper inside
	uncapped float64
}

// issued is what a job was given when it was submitted.
type issued struct {
	own    float64 // the bound of the method inside at the target
	levels []float64
	bounds []float64 // by level; the first is the bound given
}

// cuttingAdaptive is adaptive around a method that looks for change points.
type cuttingAdaptive struct {
	*adaptive
	cuts ChangePointer
}

// ChangePoints implements ChangePointer: those of the method inside as of the last Refit.
func (a cuttingAdaptive) ChangePoints() (count, threshold int) { return a.cuts.ChangePoints() }

// cappedAdaptive is cuttingAdaptive around a method that caps its bounds. The control hears of the
// capped ones.
type cappedAdaptive struct{ cuttingAdaptive }

// Uncapped implements Capper.
func (a cappedAdaptive) Uncapped() float64 { return a.uncapped }

func newAdaptive(inner Ladder, l Level, c control) Predictor {
	a := &adaptive{inner: inner, level: l, control: c, levels: c.levels(nil), pending: map[int]*issued{}}
	a.hits = make([]bool, len(a.levels))
	cuts, cutting := inner.(ChangePointer)
	_, capping := inner.(Capper)
	switch {
	case capping:
		return cappedAdaptive{cuttingAdaptive{a, cuts}}
	case cutting:
		return cuttingAdaptive{a, cuts}
	}
	return a
}

// Observe settles a job that has started if it was given a bound by Predict. Others, such as those
// of a history that somebody else replayed, are history only.
func (a *adaptive) Observe(e Event) {
	if e.Kind == Started {
		a.settle(&e)
	}
	a.delayed = append(a.delayed, e)
}

// settle tells the control what became of a bound, and puts the bound of the method inside in its
// place.
func (a *adaptive) settle(e *Event) {
	job, ok := a.pending[e.At]
	if ok && e.HasBound {
		for i, bound := range job.bounds {
			a.hits[i] = a.level.Covers(e.Wait, bound)
		}
		a.control.settle(job.levels, a.hits)
		e.Bound = job.own
	} else {
		e.Bound, e.HasBound = 0, false
	}
	if ok {
		delete(a.pending, e.At)
		a.spare = append(a.spare, job)
	}
}

func (a *adaptive) Refit(now float64) {
	for _, e := range a.delayed {
		a.inner.Observe(e)
	}
	a.delayed = a.delayed[:0]
	a.inner.Refit(now)
	a.levels = a.control.levels(a.levels[:0])
}

func (a *adaptive) Predict(q Query) (float64, bool) {
	own, ok := a.inner.Predict(q)
	if !ok {
		return 0, false
	}
	job := a.issue(q.At)
	job.own = own
	job.levels = append(job.levels[:0], a.levels...)
	job.bounds = job.bounds[:0]
	for i, level := range a.levels {
		job.bounds = append(job.bounds, a.boundAt(q, level, own))
		if c, ok := a.inner.(Capper); ok && i == 0 {
			a.uncapped = c.Uncapped() // of the last one inside that there was, which is this
		}
	}
	return job.bounds[0], true
}

// issue finds a place for what the job is given.
func (a *adaptive) issue(at int) *issued {
	job, ok := a.pending[at]
	if ok {
		return job
	}
	if last := len(a.spare) - 1; last >= 0 {
		job, a.spare = a.spare[last], a.spare[:last]
	} else {
		job = new(issued)
	}
	a.pending[at] = job
	return job
}

// boundAt is the bound at a level, or at the highest level that has one; own is that at the target.
func (a *adaptive) boundAt(q Query, level, own float64) float64 {
	if level == a.level.Target() {
		return own
	}
	if bound, ok := a.inner.BoundAt(q, a.at(level)); ok {
		return bound
	}
	return a.boundBelow(q, level, own)
}

// at is the level of the bound that is to cover a share of the waits.
func (a *adaptive) at(share float64) Level {
	l := a.level
	if l.Quantile = share; l.Side == Lower {
		l.Quantile = 1 - share
	}
	return l
}

// levelGrid is the number of steps between 0 and 1 at which the highest level with a bound is
// searched for.
const levelGrid = 2048

// boundBelow is the bound at the highest level of the grid, below one that has none, that has one;
// own if there is none above the target. It mostly ends where it did the last time, or a step
// higher.
func (a *adaptive) boundBelow(q Query, level, own float64) float64 {
	bound := own
	// one has a bound, the other has not
	low, high := int(a.level.Target()*levelGrid), int(math.Ceil(level*levelGrid))
	for next := a.highest; low+1 < high; next = (low + high) / 2 {
		if next <= low || next >= high {
			next = (low + high) / 2
		}
		if b, ok := a.inner.BoundAt(q, a.at(float64(next)/levelGrid)); ok {
			low, bound = next, b
		} else {
			high = next
		}
		if low == a.highest && low+1 < high { // the usual case: is the next step still too high?
			if b, ok := a.inner.BoundAt(q, a.at(float64(low+1)/levelGrid)); ok {
				low, bound = low+1, b
			} else {
				high = low + 1
			}
		}
	}
	a.highest = low
	return bound
}
