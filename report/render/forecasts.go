package render

import (
	"math"

	"waitbench/replay"
	"waitbench/report/figure"
)

// density plots the forecasts of a trace.
func (v *view) density() *figure.Density {
	shown, others := chosen(v.forecasting)
	f := &figure.Density{
		Title:  "Predicted and actual waits, " + v.trace.Name,
		XLabel: "predicted wait", YLabel: "actual wait",
		Note: "The scored jobs of all queues. The least-squares line is of the logarithms, waits below 1 s counted as 1 s." + leftOut(others),
	}
	for _, name := range shown {
		points := v.points[name]
		var jobs []replay.Head // as the line of heads is fitted
		for i, p := range points {
			if !math.IsNaN(p) {
				jobs = append(jobs, replay.Head{Forecast: p, Actual: v.wait[i]})
			}
		}
		f.Panels = append(f.Panels, figure.DensityPanel{Name: name, X: points, Y: v.wait, Fit: fitOf(jobs, 0)})
	}
	return f
}

// fitOf is the line of heads of at least so many seconds; nil where there is none.
func fitOf(heads []replay.Head, least float64) *figure.Fit {
	fit := replay.FitHeads(heads, least)
	if math.IsNaN(fit.Slope) {
		return nil
	}
	return &figure.Fit{Slope: fit.Slope, Intercept: fit.Intercept, R: fit.Correlation}
}

// headsFigure is the density of forecasts at the head of the queue of a trace, as figures 5a and 5b of
// Downey's paper.
func (v *view) headsFigure() *figure.Density {
	f := &figure.Density{
		Title:  "Predicted and actual remaining waits at the head of the queue, " + v.trace.Name,
		XLabel: "predicted remaining wait", YLabel: "actual remaining wait", Columns: true,
		Note: "Jobs that come to the head of the queue without starting at that moment. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	for _, h := range v.heads {
		if h.Trace != v.trace.Name || len(f.Panels) == mostMethods {
			continue
		}
		p := figure.DensityPanel{Name: h.Method, Fit: fitOf(h.Heads, 0)}
		for _, head := range h.Heads {
			p.X, p.Y = append(p.X, head.Forecast), append(p.Y, head.Actual)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}
