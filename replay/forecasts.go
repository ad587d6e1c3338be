package replay

import (
	"math"

	"waitbench/methods/fit"
	"waitbench/replay/backtest"
)

// ForecastScore compares forecast with actual waits, over the scored jobs with
// a forecast. Jobs is -1 for a method that forecasts no waits. Without such
// jobs numbers are NaN.
type ForecastScore struct {
	Jobs             int
	MeanError        float64 // mean absolute error, seconds
	MedianError      float64 // median absolute error, seconds
	LogCorrelation   float64 // of the logarithms of actual and forecast waits, both at least 1 s
	WithinTwo        float64 // share with actual / forecast wait, both at least 1 s, in [1/2, 2]
	WithinTenMinutes float64 // share with an absolute error of at most 600 s

	// TurnaroundDeviation is the mean of |forecast - actual| / actual of the
	// time from submission to end, as Lerida et al. use it.
	TurnaroundDeviation float64

	WithinMinute float64 // share with an absolute error of at most 60 s
	RightSide    float64 // share with both waits below 600 s, or both at least 600 s

	// SlowdownError is the mean absolute error of the bounded slowdown, with the
	// actual run time, of the jobs that ran:
	//
	//	max(1, (wait + run) / max(run, 10 s))
	//
	// D. G. Feitelson. Metrics for parallel job scheduling and their convergence.
	// Job Scheduling Strategies for Parallel Processing, 2001.
	SlowdownError float64
}

// boundedSlowdown returns the bounded slowdown of a job, times in seconds.
func boundedSlowdown(wait, run float64) float64 { return max(1, (wait+run)/max(run, 10)) }

// noForecasts is the score of a method that forecasts no waits.
var noForecasts = NewScore().Forecasts

// forecasts compares the waits of the scored jobs, from position first on, with
// the forecasts.
func forecasts(s *Series, first int, f *Forecasts) ForecastScore {
	if f == nil {
		return noForecasts
	}
	var (
		errors            = make([]float64, 0, max(s.Len()-first, 0))
		logs              fit.Moments
		sum, deviation    float64
		two, ten, turning int

		minute, right, slowed int
		slowdown              float64
	)
	for i := first; i < s.Len(); i++ {
		j, forecast := s.Job(i), f.at(int(s.jobs[i]))
		if turnaround := j.Wait + j.Run; j.Run > 0 && !math.IsNaN(forecast.Turnaround) {
			deviation += math.Abs(forecast.Turnaround-turnaround) / turnaround
			turning++
		}
		if math.IsNaN(forecast.Wait) || j.pending() {
			continue
		}
		miss := math.Abs(forecast.Wait - j.Wait)
		errors = append(errors, miss)
		sum += miss
		actual, said := max(j.Wait, 1), max(forecast.Wait, 1)
		logs.Add(math.Log(said), math.Log(actual))
		if actual <= 2*said && said <= 2*actual {
			two++
		}
		if miss <= 600 {
			ten++
		}
		if miss <= 60 {
			minute++
		}
		if (j.Wait < 600) == (forecast.Wait < 600) {
			right++
		}
		if j.Run > 0 {
			slowdown += math.Abs(boundedSlowdown(forecast.Wait, j.Run) - boundedSlowdown(j.Wait, j.Run))
			slowed++
		}
	}
	n := float64(len(errors))
	return ForecastScore{
		Jobs: len(errors), MeanError: sum / n, MedianError: backtest.Median(errors),
		LogCorrelation: logs.Correlation(),
		WithinTwo:      float64(two) / n, WithinTenMinutes: float64(ten) / n,
		TurnaroundDeviation: deviation / float64(turning),
		WithinMinute:        float64(minute) / n, RightSide: float64(right) / n,
		SlowdownError: slowdown / float64(slowed),
	}
}

// HeadFit is the least-squares line of ln(actual) on ln(predicted) remaining
// waits of jobs at the head of the queue, as in Downey's figure 5: only jobs
// with both waits at least a number of seconds.
type HeadFit struct {
	Heads, Used      int
	Slope, Intercept float64
	Correlation      float64
}

// FitHeads fits the line to the heads whose predicted and actual waits are both
// least seconds or more. With least at most 1, waits below 1 s count as 1 s.
func FitHeads(heads []Head, least float64) HeadFit {
	var m fit.Moments
	for _, h := range heads {
		if least > 1 && (h.Forecast < least || h.Actual < least) {
			continue
		}
		m.Add(math.Log(max(h.Forecast, 1)), math.Log(max(h.Actual, 1)))
	}
	slope, intercept := m.Line()
	return HeadFit{Heads: len(heads), Used: m.X.N, Slope: slope, Intercept: intercept,
		Correlation: m.Correlation()}
}
