package replay

import (
	"math"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/methods/fit"
	"waitbench/replay/backtest"
)

// Forecasts holds the forecasts for the jobs of a log, by index in
// Log.Jobs, in seconds; NaN for none. A list without any is nil.
type Forecasts struct {
	Wait, Turnaround []float64
	Bounds           map[methods.Level][]float64
	Heads            []Head          // in order of time; of a methods.HeadForecaster
	Took             time.Duration   // of the pass over the log
	plain            *Forecasts      // of ForecasterSpec.Plain, nil without one
	levels           []methods.Level // of the forecaster's bounds

	curves []float32 // of all jobs in a row; 0 where there is none
	curve  int       // numbers of one
}

// Head is the forecast of the remaining wait of a job that came to the head of
// its queue.
type Head struct {
	Job              int     // index in Log.Jobs
	ID               int64   // of the job in the log
	Queue            string  // its name
	Time             float64 // seconds from the start of the log
	Forecast, Actual float64 // seconds
}

// Heads holds the forecasts of a forecaster for heads of the queues of a log.
type Heads struct {
	Log, Method string
	Heads       []Head // in order of time
}

// at returns the forecast for a job of the log. A nil receiver has none.
func (f *Forecasts) at(i int) methods.Forecast {
	if f == nil {
		return methods.NoForecast
	}
	x := methods.Forecast{Wait: valueAt(f.Wait, i), Turnaround: valueAt(f.Turnaround, i)}
	if from, to := i*f.curve, (i+1)*f.curve; f.curve > 0 && slices.Max(f.curves[from:to]) > 0 {
		x.Curve = f.curves[from:to:to]
	}
	return x
}

func valueAt(values []float64, i int) float64 {
	if values == nil {
		return math.NaN()
	}
	return values[i]
}

// set stores the forecast for job i of n.
func (f *Forecasts) set(i, n int, x methods.Forecast) {
	f.Wait = withValue(f.Wait, i, n, x.Wait)
	f.Turnaround = withValue(f.Turnaround, i, n, x.Turnaround)
	if f.plain != nil {
		f.plain.set(i, n, *x.Plain)
	}
	if len(x.Curve) > 0 {
		if f.curves == nil {
			f.curve, f.curves = len(x.Curve), make([]float32, n*len(x.Curve))
		}
		copy(f.curves[i*f.curve:], x.Curve)
	}
	for k, bound := range x.Bounds {
		if values := withValue(f.Bounds[f.levels[k]], i, n, bound); values != nil {
			f.Bounds[f.levels[k]] = values
		}
	}
}

// withValue sets values[i] to x. For the first number it makes the values, all
// NaN.
func withValue(values []float64, i, n int, x float64) []float64 {
	if math.IsNaN(x) {
		return values
	}
	if values == nil {
		values = slices.Repeat([]float64{math.NaN()}, n)
	}
	values[i] = x
	return values
}

// boundedSlowdown returns the bounded slowdown of a job, times in seconds.
func boundedSlowdown(wait, run float64) float64 { return max(1, (wait+run)/max(run, 10)) }

// score compares the waits of the scored jobs, from a position on, with the
// forecasts.
func (f *Forecasts) score(s *Series, from int) ForecastScore {
	var (
		score          ForecastScore
		errors         = make([]float64, 0, max(s.Len()-from, 0))
		logs           fit.Moments
		turned, slowed float64 // jobs with a turnaround, and with a slowdown
	)
	for i := from; i < s.Len(); i++ {
		j, forecast := s.Job(i), f.at(int(s.jobs[i]))
		if turnaround := j.Wait + j.Run; j.Run > 0 && !math.IsNaN(forecast.Turnaround) {
			score.TurnaroundDeviation += math.Abs(forecast.Turnaround-turnaround) / turnaround
			turned++
		}
		if math.IsNaN(forecast.Wait) || j.pending() {
			continue
		}
		miss := math.Abs(forecast.Wait - j.Wait)
		errors = append(errors, miss)
		score.MeanError += miss
		actual, said := max(j.Wait, 1), max(forecast.Wait, 1)
		logs.Add(math.Log(said), math.Log(actual))
		score.WithinTwo += count(actual <= 2*said && said <= 2*actual)
		score.WithinTenMinutes += count(miss <= 600)
		score.WithinMinute += count(miss <= 60)
		score.RightSide += count((j.Wait < 600) == (forecast.Wait < 600))
		if j.Run > 0 {
			score.SlowdownError += math.Abs(
				boundedSlowdown(forecast.Wait, j.Run) - boundedSlowdown(j.Wait, j.Run))
			slowed++
		}
	}
	score.Jobs = len(errors)
	for _, sum := range []*float64{&score.MeanError, &score.WithinTwo, &score.WithinTenMinutes,
		&score.WithinMinute, &score.RightSide} {
		*sum /= float64(score.Jobs)
	}
	score.TurnaroundDeviation /= turned
	score.SlowdownError /= slowed
	score.MedianError, score.LogCorrelation = backtest.Median(errors), logs.Correlation()
	return score
}

// count returns 1 for true and 0 for false.
func count(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// FitHeads returns the moments of ln(actual) on ln(predicted) remaining waits of
// jobs at the head of the queue, as in Downey's figure 5. Both waits are at least
// the shortest, in seconds. If that is at most 1, waits below 1 s count as 1 s.
func FitHeads(heads []Head, shortest float64) (m fit.Moments) {
	for _, h := range heads {
		if shortest > 1 && (h.Forecast < shortest || h.Actual < shortest) {
			continue
		}
		m.Add(math.Log(max(h.Forecast, 1)), math.Log(max(h.Actual, 1)))
	}
	return m
}
