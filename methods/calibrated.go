package methods

import (
	"fmt"
	"math"

	"waitbench/methods/history"
)

// withCal is the suffix cal.
func withCal(m Method) (Method, error) {
	if m.Kind() != Forecasts {
		return Method{}, fmt.Errorf("method %s forecasts no waits that could be calibrated", m.Name)
	}
	m.Doc = "the forecast of " + m.Name + " times bmbp's bound of past ratios of actual to forecast waits"
	m.Source += "; bmbp on its ratios"
	m.Claims = orderStatistic
	m.Claims.Covers = ExchangeableRatios
	m.Bound = newCalibrated
	return m, nil
}

// calibrated bounds waits by bmbp on the ratios of actual waits to forecast ones:
//
//	bound = max(forecast, 1 s) x bmbp bound of max(wait, 1 s) / max(forecast, 1 s)
//
// with the change points of bmbp, by the misses of these bounds: whether a bound was missed is
// decided on the wait itself, as everywhere, since a quotient may be rounded to the other side.
// Jobs without a forecast have no bound and their waits are not learned from. It carries bmbp's
// promise if the ratios, rather than the waits, are exchangeable.
type calibrated struct {
	settings Settings
	ratios   *history.History
}

func newCalibrated(s Settings) Predictor { return &calibrated{s, history.New(s.rule())} }

func (c *calibrated) Observe(e Event) {
	switch {
	case e.Kind == TrainingEnded:
		c.ratios.EndTraining()
	case e.Kind == Started && !math.IsNaN(e.Forecast.Wait):
		c.ratios.Add(max(e.Wait, 1)/max(e.Forecast.Wait, 1), e.outcome(c.settings.Level))
	}
}

func (c *calibrated) Refit(float64) { c.ratios.Refit() }

func (c *calibrated) Predict(q Query) (float64, bool) {
	ratio, ok := c.ratios.Bound()
	return scaled(ratio, ok, q)
}

// BoundAt implements Ladder.
func (c *calibrated) BoundAt(q Query, l Level) (float64, bool) {
	ratio, ok := c.ratios.BoundAt(l.rule(c.settings.Rank))
	return scaled(ratio, ok, q)
}

// scaled turns the bound of a ratio into one of the wait.
func scaled(ratio float64, ok bool, q Query) (float64, bool) {
	wait := q.Forecast.Wait
	if !ok || math.IsNaN(wait) {
		return 0, false
	}
	return max(wait, 1) * ratio, true
}

// Probability implements Inverse; 0 for a job without a forecast.
func (c *calibrated) Probability(q Query, d float64) float64 {
	if math.IsNaN(q.Forecast.Wait) {
		return 0
	}
	return c.ratios.Probability(d / max(q.Forecast.Wait, 1))
}

// ChangePoints implements ChangePointer.
func (c *calibrated) ChangePoints() (count, threshold int) { return c.ratios.ChangePoints() }
