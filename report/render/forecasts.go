package render

import (
	"math"
	"strings"

	"waitbench/methods/fit"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/report/figure"
)

// density plots the forecasts of a trace.
func (d *Dir) density(r *arrowio.PredictionReader, v *view) (*figure.Density, error) {
	shown, others := chosen(v.forecasting)
	f := &figure.Density{
		Title:  "Predicted and actual waits, " + v.trace.Name,
		XLabel: "predicted wait", YLabel: "actual wait",
		Note: "The scored jobs of all queues. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	if len(others) > 0 {
		f.Note += " Not shown: " + strings.Join(others, ", ") + "."
	}
	for _, name := range shown {
		p := figure.DensityPanel{Name: name}
		var jobs fit.Moments // as the line of heads is fitted
		filter := arrowio.Filter{Trace: v.trace.Name, Range: replay.AllRanges, Method: name, Level: d.Levels[0].String()}
		err := r.Series(filter, func(b *arrowio.Block) error {
			for i, forecast := range b.Forecast {
				if !b.Scored[i] {
					continue
				}
				p.X, p.Y = append(p.X, forecast), append(p.Y, b.Wait[i])
				if !math.IsNaN(forecast) {
					jobs.Add(math.Log(max(forecast, 1)), math.Log(max(b.Wait[i], 1)))
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		slope, intercept := jobs.Line()
		p.Fit = fitted(slope, intercept, jobs.Correlation())
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// fitOf is the line of heads of at least so many seconds; nil where there is none.
func fitOf(heads []replay.Head, least float64) *figure.Fit {
	fit := replay.FitHeads(heads, least)
	return fitted(fit.Slope, fit.Intercept, fit.Correlation)
}

func fitted(slope, intercept, r float64) *figure.Fit {
	if math.IsNaN(slope) {
		return nil
	}
	return &figure.Fit{Slope: slope, Intercept: intercept, R: r}
}

// headsFigure is the density of forecasts at the head of the queue of a trace, as figures 5a and 5b of
// Downey's paper.
func (v *view) headsFigure() *figure.Density {
	f := &figure.Density{
		Title:  "Predicted and actual remaining waits at the head of the queue, " + v.trace.Name,
		XLabel: "predicted remaining wait", YLabel: "actual remaining wait",
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
