package methods

import (
	"fmt"
	"math"
	"slices"
)

// withACI is the suffix aci. For a method that forecasts it moves the level of
// the calibrated bound.
func withACI(m Method) (Method, error) {
	inner, claims := m.Bound, m.Claims
	if m.OnlyForecasts() {
		inner, claims = newCalibrated, calibratedClaims
	}
	if !Can[QuantileBounder](Method{Bound: inner}) {
		return Method{}, fmt.Errorf("method %s cannot bound other quantiles than its own", m.Name)
	}
	m.Doc = m.Name + " at a quantile that hits and misses move; adaptive conformal inference, " +
		"step max(0.01, 0.6/sqrt(jobs settled))"
	m.Source = "Gibbs and Candes, Adaptive Conformal Inference Under Distribution Shift (2021)"
	m.Cite = append(slices.Clip(m.Cite), "Gibbs21")
	m.Claims = Claims{Sides: claims.Sides, Least: claims.Least, Scales: claims.Scales,
		Capped: claims.Capped, Holds: claims.Holds}
	m.Bound = func(s Settings) Predictor { return newAdaptive(inner(s).(QuantileBounder), s.Level) }
	return m, nil
}

// adaptive bounds waits as another method does, at the level that has lately
// covered as many waits as requested [Gibbs21]. A level here is the share of
// waits that a bound covers: the quantile of an upper bound, 1 less the
// quantile of a lower one. It starts at the target of the settings and moves
// when a job starts: the next Refit uses the new level.
//
// The inner method observes the same events as alone, with its own bound at the
// target, so its change points stay the same. Events reach it at the next
// Refit, so that BoundAt answers as of the last one. A job has a bound where
// the inner method alone has one; if the level needs a longer history, its
// bound is the one at the highest level of a grid that has any.
//
// Averaged over T jobs, the share covered is within 220/T of the target once
// the steps are 0.01, whatever the waits are, if every wait is known before the
// next submission and the level has no range [Gibbs21, proposition 4.1]. If
// more waits exceed the bound at the highest level, no level covers the target.
type adaptive struct {
	inner   QuantileBounder
	target  Level // of the settings
	level   followedLevel
	used    float64 // level as of the last Refit
	delayed []Event // for inner, at the next Refit
	pending map[int]issued
}

// issued is the bounds of a job that has not started, in seconds.
type issued struct {
	atTarget float64 // of the inner method at the target
	given    float64
}

func newAdaptive(inner QuantileBounder, l Level) Predictor {
	return &adaptive{inner: inner, target: l, level: newFollowedLevel(l.Target()),
		used: l.Target(), pending: map[int]issued{}}
}

// ChangePoints returns the change points of the inner method as of the last
// Refit, -1 if it does not look for any.
func (a *adaptive) ChangePoints() (count, threshold int) {
	if inner, ok := a.inner.(ChangePointer); ok {
		return inner.ChangePoints()
	}
	return -1, -1
}

func (a *adaptive) Observe(e Event) {
	if e.Kind == Started {
		job, ok := a.pending[e.Index]
		delete(a.pending, e.Index)
		if e.HasBound = ok && e.HasBound; e.HasBound {
			a.level.settle(a.target.Covers(e.Wait, job.given))
		}
		e.Bound = job.atTarget
	}
	a.delayed = append(a.delayed, e)
}

func (a *adaptive) Refit(now float64) {
	for _, e := range a.delayed {
		a.inner.Observe(e)
	}
	a.delayed = a.delayed[:0]
	a.inner.Refit(now)
	a.used = a.level.used()
}

func (a *adaptive) Predict(q Query) (float64, bool) {
	atTarget, ok := a.inner.Predict(q)
	if !ok {
		return 0, false
	}
	given := a.boundAt(q, atTarget)
	a.pending[q.Index] = issued{atTarget, given}
	return given, true
}

// levelGrid is the number of steps between 0 and 1 on which boundAt searches.
const levelGrid = 2048

// boundAt is the bound at the level, or at the highest level of the grid that
// has one; atTarget, the bound at the target, if none above the target has one.
func (a *adaptive) boundAt(q Query, atTarget float64) float64 {
	if a.used == a.target.Target() {
		return atTarget
	}
	if bound, ok := a.inner.BoundAt(q, a.covering(a.used)); ok {
		return bound
	}
	bound := atTarget
	// low has a bound, high has none
	low, high := int(a.target.Target()*levelGrid), int(math.Ceil(a.used*levelGrid))
	for low+1 < high {
		step := (low + high) / 2
		if b, ok := a.inner.BoundAt(q, a.covering(float64(step)/levelGrid)); ok {
			low, bound = step, b
		} else {
			high = step
		}
	}
	return bound
}

// covering is the level of a bound that covers a share of the waits.
func (a *adaptive) covering(share float64) Level {
	l := a.target
	if l.Quantile = share; l.Side == Lower {
		l.Quantile = 1 - share
	}
	return l
}

// followedLevel is a level that follows hits and misses [Gibbs21]. With h = 1
// for a hit and 0 for a miss, the n-th job settled moves it by
//
//	g (q - h),  g = max(0.01, 0.6 / sqrt(n))
//
// The level in use stays within a range. The sum of the steps may exceed the
// upper end, which makes up for the misses of a burst. It stays above the lower
// end: credit for hits there would permit misses later.
type followedLevel struct {
	target    float64
	low, high float64 // ends of the range
	sum       float64 // the target and all steps
	settled   int     // jobs
}

// newFollowedLevel starts at a target. The range is 0.5 to 0.999, or a third of
// the way from the target to 0 or 1 where that is further, so that the level
// can move.
func newFollowedLevel(target float64) followedLevel {
	return followedLevel{
		target: target, low: min(0.5, target*2/3), high: max(0.999, 1-(1-target)*2/3), sum: target,
	}
}

func (f *followedLevel) used() float64 { return min(f.sum, f.high) }

func (f *followedLevel) settle(hit bool) {
	f.settled++
	short := f.target
	if hit {
		short--
	}
	f.sum = max(f.sum+float64(max(0.01, 0.6/math.Sqrt(float64(f.settled)))*short), f.low)
}
