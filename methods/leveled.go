package methods

import "waitbench/methods/curves"

// Leveled is the predictor of any method whose forecaster returns the
// distributions of waits as Forecast.Curve, such as by curves.New. It bounds
// waits at levels that follow hits and misses: see package curves.
type Leveled struct{ series *curves.Series }

// NewLeveled is the Bound of such a method.
func NewLeveled(s Settings) Predictor { return newLeveled(s, curves.Misses) }

func newLeveled(s Settings, control curves.Control) *Leveled {
	return &Leveled{curves.NewSeries(curves.Settings{Quantile: s.Quantile,
		Lower: s.Side == Lower, Control: control, Ticks: s.Ticks})}
}

var leveledClaims = Claims{Sides: BothSides, Monotone: true,
	Least: func(Level) int { return curves.LeastWaits }}

func (p *Leveled) Observe(e Event) {
	switch e.Kind {
	case Started:
		p.series.Started(e.Index, e.Submit, e.Wait)
	case Submitted:
		p.Queued(e.Query)
	}
}

func (p *Leveled) Refit(now float64) { p.series.Refit(now) }

// Predict bounds the wait of a job that has a curve. It changes nothing.
func (p *Leveled) Predict(q Query) (float64, bool) {
	if q.Forecast.Curve == nil {
		return 0, false
	}
	return p.series.Bound(q.Index, q.User, q.Forecast.Curve)
}

// Queued bounds a job that may never start, as any job.
func (p *Leveled) Queued(q Query) {
	if q.Forecast.Curve != nil {
		p.series.Submitted(q.Index, q.Submit, q.User, q.Forecast.Curve)
	}
}

// Left takes a job out of the queue that is not learned from.
func (p *Leveled) Left(q Query, wait float64) { p.series.Left(q.Index, q.Submit, wait) }

// BoundRemaining is by the curve at submission, given that the wait exceeds
// age, at the level of the age.
func (p *Leveled) BoundRemaining(q Query, _ Level, age float64) (float64, bool) {
	if q.Forecast.Curve == nil {
		return 0, false
	}
	return p.series.Remaining(q.Forecast.Curve, age)
}

// Probability is by the curve; 0 for a job without one.
func (p *Leveled) Probability(q Query, d float64) float64 {
	if q.Forecast.Curve == nil {
		return 0
	}
	return curves.Curve(q.Forecast.Curve).Probability(d)
}
