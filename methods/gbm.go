package methods

import "waitbench/methods/forest"

var gbmMethod = Method{
	Name: "gbm",
	Doc: "quantile gradient boosting on what forest knows of a job, fitted every 2000 starts to the last 10,000: " +
		"the plain learner that forest is held against; runs only when it is named",
	Source: "Friedman, Greedy function approximation: a gradient boosting machine; Koenker and Bassett, Regression quantiles",
	Cite:   []string{"Friedman01", "Koenker78"},
	Claims: Claims{Sides: BothSides},
	ByName: true,
	Watch: &Watch{Name: "gbm", Cost: 250, New: func(s Site) (Watcher, error) {
		var quantiles []float64
		for _, l := range s.Levels {
			quantiles = append(quantiles, l.Quantile)
		}
		b := forest.NewBoosted(append(quantiles, .5), s.Capacity)
		return &gbm{learner{learns: b}, b}, nil
	}},
}

// gbm is a watcher whose bounds are quantiles as learned, and whose forecast is the median; the
// confidence plays no part.
type gbm struct {
	learner
	boosted *forest.Boosted
}

// Submitted implements Watcher.
func (w *gbm) Submitted(j *Active, m *Machine) Forecast {
	f := NoForecast
	if said := w.boosted.Submitted(j.At, forestJob(j), m.Free); said != nil {
		last := len(said) - 1
		f.Bounds, f.Wait = said[:last], said[last]
		f.Turnaround = f.Wait + j.Run
	}
	return f
}
