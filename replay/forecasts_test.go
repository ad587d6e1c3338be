package replay

import (
	"math"
	"testing"
)

// Reference values of this file: R 4.2.2, cor() and lm() on log(pmax(x, 1)).
var (
	forecastWaits = []float64{150, 20, 30, 2000, 1200, 3600, 0}
	actualWaits   = []float64{100, 50, 0, 2000, 300.5, 7200, .4}
)

func TestPoints(t *testing.T) {
	nan := math.NaN()
	f := &Forecasts{
		Wait:       append([]float64{1e9, nan}, forecastWaits...),
		Turnaround: []float64{1e9, nan, 130, 80, nan, 2100, 1000, 4000, 4},
	}
	var pairs []float64
	for i, wait := range append([]float64{5, 7}, actualWaits...) {
		pairs = append(pairs, float64(i), wait)
	}
	s := seriesOf(pairs...)
	runs := []float64{1, 1, 10, 50, 5, 0, 99.5, 800, 3}
	change(s.Log, func(i int, j *Job) { j.Run = runs[i] })
	got := f.score(s, 1) // the first job is training, the second was not forecast
	if got.Jobs != 7 {
		t.Errorf("%d jobs, want 7", got.Jobs)
	}
	// By hand: errors 50, 30, 30, 0, 899.5, 3600, 0.4.
	near(t, "mean error", got.MeanError, 4609.9/7)
	near(t, "median error", got.MedianError, 30)
	near(t, "correlation", got.LogCorrelation, 0.90376824211819862)
	// 100/150, 2000/2000, 7200/3600 exactly, and 0.4 s forecast as 0 s, both of
	// which count as 1 s.
	near(t, "within a factor of 2", got.WithinTwo, 4./7)
	near(t, "within 10 minutes", got.WithinTenMinutes, 5./7)
	near(t, "within a minute", got.WithinMinute, 5./7)
	near(t, "right side of 10 minutes", got.RightSide, 6./7) // 1200 s for 300.5 s
	// Slowdowns: 16 for 11, 1.4 for 2, 3.5 for 1, a job that never ran, 1299.5/99.5
	// for 400/99.5, 5.5 for 10, and 1 for 1 since 3.4 s are less than 10 s.
	near(t, "slowdown", got.SlowdownError, (5+.6+2.5+899.5/99.5+4.5)/6)
	// 130 for 110, 80 for 100, 1000 for 400, 4000 for 8000, 4 for 3.4; the job
	// that never ran and the one without a forecast do not count.
	near(t, "turnaround", got.TurnaroundDeviation, (20./110+20./100+600./400+4000./8000+.6/3.4)/5)

	silent := new(Forecasts).score(s, 0)
	if silent.Jobs != 0 {
		t.Errorf("%d jobs forecast by a silent method, want 0", silent.Jobs)
	}
	for i, x := range []float64{silent.MeanError, silent.MedianError, silent.LogCorrelation, silent.WithinTwo, silent.WithinTenMinutes, silent.TurnaroundDeviation,
		silent.WithinMinute, silent.RightSide, silent.SlowdownError} {
		if !math.IsNaN(x) {
			t.Errorf("number %d of a silent method is %v", i, x)
		}
	}
}

// A forecast of 10 minutes more or less is within 10 minutes, one of twice or
// half the wait within a factor of 2.
func TestPointsAtTheLimits(t *testing.T) {
	s := seriesOf(0, 1000, 1, 1000, 2, 1000, 3, 1000)
	got := (&Forecasts{Wait: []float64{400, 1600, 500, 2000}}).score(s, 0)
	near(t, "within 10 minutes", got.WithinTenMinutes, 3./4)
	near(t, "within a factor of 2", got.WithinTwo, 3./4)
	if !math.IsNaN(got.LogCorrelation) || !math.IsNaN(got.TurnaroundDeviation) {
		t.Errorf("correlation %v of waits that are all the same, turnaround deviation %v of jobs without run times", got.LogCorrelation, got.TurnaroundDeviation)
	}
}

func TestFitHeads(t *testing.T) {
	var heads []Head
	for i, predicted := range forecastWaits {
		heads = append(heads, Head{Job: i, Forecast: predicted, Actual: actualWaits[i]})
	}
	for _, c := range []struct {
		shortest                      float64
		used                          int
		slope, intercept, correlation float64
	}{
		{0, 7, 1.04826688004344115, -0.74811306274052147, 0.90376824211819862},
		{1, 7, 1.04826688004344115, -0.74811306274052147, 0.90376824211819862},
		{10, 5, 0.87427874273282069, 0.74047499977239395, 0.90503629141847597},
	} {
		got := FitHeads(heads, c.shortest)
		slope, intercept := got.Line()
		if got.X.N != c.used {
			t.Errorf("at least %v s: %d heads, want %d", c.shortest, got.X.N, c.used)
		}
		for what, pair := range map[string][2]float64{
			"slope": {slope, c.slope}, "intercept": {intercept, c.intercept},
			"correlation": {got.Correlation(), c.correlation},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-12 {
				t.Errorf("at least %v s: %s %v, want %v", c.shortest, what, pair[0], pair[1])
			}
		}
	}
	for _, heads := range [][]Head{nil, heads[:1], {{Forecast: 5, Actual: 1}, {Forecast: 5, Actual: 9}}} {
		got := FitHeads(heads, 0)
		slope, intercept := got.Line()
		if !math.IsNaN(slope+intercept) || !math.IsNaN(got.Correlation()) || got.X.N != len(heads) {
			t.Errorf("%d heads that make no line: %+v", len(heads), got)
		}
	}
}
