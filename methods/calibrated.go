package methods

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods/history"
)

func withCal(m Method) (Method, error) {
	if !m.OnlyForecasts() {
		return Method{}, fmt.Errorf("method %s forecasts no waits that could be calibrated", m.Name)
	}
	m.Doc = "forecast of " + m.Name + " times bmbp's bound of past ratios; of actual to " +
		"forecast waits"
	m.Source += "; bmbp on its ratios"
	m.Cite = slices.Concat(m.Cite, bmbpMethod.Cite)
	m.Claims = calibratedClaims
	m.Bound = newCalibrated
	return m, nil
}

// calibratedClaims are the claims of a predictor around forecasts.
var calibratedClaims = Claims{
	Sides: BothSides, Covers: ExchangeableRatios, Least: Level.Smallest, AnyOrder: true,
	Monotone: true, Scales: true, Capped: true, Holds: true,
}

// calibrated bounds waits by bmbp on the ratios of actual waits to forecast
// ones:
//
//	bound = min(max(forecast, 1 s) x ratio, max(60 s, 1.5 x the longest wait known))
//	ratio = bmbp bound of max(wait, 1 s) / max(forecast, 1 s)
//
// with the change points of bmbp, by the misses of these bounds. Jobs without a
// forecast have no bound, and their waits do not count. It keeps bmbp's promise
// if the ratios, rather than the waits, are exchangeable, except for capped
// bounds.
//
// The cap is there because a high quantile of ratios times a long forecast can
// be thousands of years. It costs coverage only where a wait exceeds all before
// it by half.
type calibrated struct {
	settings Settings
	ratios   *history.History
}

func newCalibrated(s Settings) Predictor {
	return &calibrated{settings: s, ratios: history.New(s.rule())}
}

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
	return c.scaled(ratio, ok, &q)
}

func (c *calibrated) BoundAt(q Query, l Level) (float64, bool) {
	ratio, ok := c.ratios.BoundAt(l.rule())
	return c.scaled(ratio, ok, &q)
}

// scaled turns the bound of a ratio into one of the wait.
func (c *calibrated) scaled(ratio float64, ok bool, q *Query) (float64, bool) {
	wait := q.Forecast.Wait
	if !ok || math.IsNaN(wait) {
		return 0, false
	}
	return min(max(wait, 1)*ratio, max(60, 1.5*q.Longest)), true
}

func (c *calibrated) ChangePoints() (count, threshold int) { return c.ratios.ChangePoints() }
