package render

import (
	"fmt"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/report/figure"
)

// addForecastFigures adds, for methods of a trace, the density of forecast against actual waits of all scored jobs, and the errors by time of day if the log
// tells it.
func (v *view) addForecastFigures(g *gallery, shown group) {
	end := "-" + v.trace.Name + shown.suffix
	g.add("forecasts"+end, v.density(shown))
	if v.clock.Dated {
		g.add("forecasts-by-hour"+end, v.byHour(shown))
	}
}

// pointsOf gives the forecasts of a method, by job.
func (v *view) pointsOf(method string) []float64 {
	return v.foreseen.points[slices.Index(v.forecasting, method)]
}

func (v *view) density(shown group) *figure.Density {
	f := &figure.Density{
		Title:  "Predicted and actual waits, " + v.trace.Name + shown.what,
		XLabel: "predicted wait (s)", YLabel: "actual wait (s)",
		Note: "The scored jobs of all queues. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	for _, name := range shown.names {
		points := v.pointsOf(name)
		var jobs []replay.Head // as the line of heads is fitted
		for i, p := range points {
			if !math.IsNaN(p) {
				jobs = append(jobs, replay.Head{Predicted: p, Actual: v.foreseen.wait[i]})
			}
		}
		f.Panels = append(f.Panels, figure.DensityPanel{Name: name, X: points, Y: v.foreseen.wait, Fit: fitOf(jobs, 0)})
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

// leastInHour is how many forecasts an hour of the day needs to be shown.
const leastInHour = 10

// byHour plots the quotients of forecast and actual waits by the hour of submission.
func (v *view) byHour(shown group) *figure.Profile {
	f := &figure.Profile{
		Title:  "Predicted over actual wait by time of day, " + v.trace.Name + shown.what,
		XLabel: "time of submission (h), " + zoneName(v.clock),
		YLabel: "predicted / actual wait",
		Split:  true, Log: true, Reference: 1, ReferenceName: "predicted = actual",
		Counts: make([]int, 24),
		Note:   fmt.Sprintf("The scored jobs of all queues; bars count them. Waits below 1 s count as 1 s. Hours with fewer than %d predictions are left blank.", leastInHour),
	}
	hours := make([]int, len(v.foreseen.submit))
	for i, submit := range v.foreseen.submit {
		hours[i] = v.clock.Date(submit).Hour()
		f.Counts[hours[i]]++
	}
	for _, name := range shown.names {
		var quotients [24][]float64
		for i, p := range v.pointsOf(name) {
			if !math.IsNaN(p) {
				quotients[hours[i]] = append(quotients[hours[i]], max(p, 1)/max(v.foreseen.wait[i], 1))
			}
		}
		s := figure.ProfileSeries{Name: name}
		for _, q := range quotients {
			if len(q) < leastInHour {
				q = []float64{math.NaN()}
			}
			slices.Sort(q)
			s.Low, s.Median, s.High = append(s.Low, quantile(q, 0.25)), append(s.Median, quantile(q, 0.5)), append(s.High, quantile(q, 0.75))
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// zoneName is the name of the time zone of a machine, or its offset where it has no name.
func zoneName(c replay.Clock) string {
	if name := c.Location.String(); name != "" {
		return name
	}
	return c.Date(0).Format("UTC-07:00")
}

// quantile gives that of sorted values, by a straight line between the two that are nearest in rank.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// addHeads adds the density of forecasts at the head of the queue of a trace, as figures 5a and 5b of Downey's paper.
func (d *Dir) addHeads(g *gallery, v *view) {
	trace := v.trace.Name
	f := &figure.Density{
		Title:  "Predicted and actual remaining waits at the head of the queue, " + trace,
		XLabel: "predicted remaining wait (s)", YLabel: "actual remaining wait (s)", Means: true, Medians: true,
		Note: "Jobs that come to the head of the queue without starting at that moment. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	for _, h := range v.heads {
		if h.Trace != trace || len(f.Panels) == mostMethods {
			continue
		}
		p := figure.DensityPanel{Name: h.Method, Fit: fitOf(h.Heads, 0)}
		for _, head := range h.Heads {
			p.X, p.Y = append(p.X, head.Predicted), append(p.Y, head.Actual)
		}
		f.Panels = append(f.Panels, p)
	}
	if len(f.Panels) > 0 {
		g.add("heads-"+trace, f)
	}
}
