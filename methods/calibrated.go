package methods

import (
	"fmt"
	"math"
)

// withCal is the suffix cal.
func withCal(m Method) (Method, error) {
	if !forecasts(m) {
		return Method{}, fmt.Errorf("method %s forecasts no waits that could be calibrated", m.Name)
	}
	m.Doc = "the point of " + m.Name + " times bmbp's bound of past ratios of actual to predicted waits"
	m.Source += "; bmbp on its ratios"
	m.New = newCalibrated
	return m, nil
}

// forecasts reports whether a method passes on what its watcher forecasts.
func forecasts(m Method) bool {
	p, err := m.New(Settings{Level: Level{Quantile: 0.95, Confidence: 0.95}})
	_, ok := p.(forecaster)
	return err == nil && ok
}

// calibrated bounds waits by bmbp on the ratios of actual waits to the points that were forecast of them:
//
//	bound = max(point, 1 s) x bmbp bound of max(wait, 1 s) / max(point, 1 s)
//
// with the change points of bmbp, by the misses of these bounds. Jobs without a point have no bound and their waits are not learned from.
// It carries bmbp's promise if the ratios, rather than the waits, are independent and alike.
type calibrated struct{ *bmbp }

func newCalibrated(s Settings) (Predictor, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return calibrated{newBMBP(s)}, nil
}

// Observe implements Predictor. Whether the bound was missed is decided on the wait itself, as everywhere, since a quotient may be rounded to
// the other side: bmbp is told of a bound that equals the ratio, or of one that covers nothing.
func (c calibrated) Observe(o Observation) {
	if math.IsNaN(o.Forecast.Point) {
		return
	}
	hit := c.level.Covers(o.Wait, o.Bound)
	o.Wait = max(o.Wait, 1) / max(o.Forecast.Point, 1)
	if o.Bound = o.Wait; !hit {
		o.Bound = math.NaN()
	}
	c.bmbp.Observe(o)
}

// Predict implements Predictor.
func (c calibrated) Predict(q Query) (float64, bool) {
	ratio, ok := c.bmbp.Predict(q)
	return scaled(ratio, ok, q)
}

// BoundAt implements Ladder.
func (c calibrated) BoundAt(q Query, l Level) (float64, bool) {
	ratio, ok := c.bmbp.BoundAt(q, l)
	return scaled(ratio, ok, q)
}

// scaled turns the bound of a ratio into one of the wait.
func scaled(ratio float64, ok bool, q Query) (float64, bool) {
	point := q.Forecast.Point
	if !ok || math.IsNaN(point) {
		return 0, false
	}
	return max(point, 1) * ratio, true
}

// Odds implements Inverse; 0 for a job without a point.
func (c calibrated) Odds(q Query, d float64) float64 {
	if math.IsNaN(q.Forecast.Point) {
		return 0
	}
	return c.bmbp.Odds(q, d/max(q.Forecast.Point, 1))
}
