package replay

import "waitbench/methods"

// Score is the score of a method on a series: a row of scores.arrow and
// scores.csv. Columns describes its fields. Missing numbers are NaN, missing
// counts -1 and missing texts empty, as in a NewScore.
//
// Numbers are over the scored jobs: the share of bounded jobs with wait <=
// bound, or wait >= bound for a lower bound, and the median of max(wait, 1 s) /
// max(bound, 1 s). A job without a bound is neither covered nor missed. Package
// backtest adds tests of the share, of bursts of misses, and losses. Months are
// in the machine's time zone.
type Score struct {
	Log, Queue, Range, Method string
	Quantile, Confidence      float64
	Side                      methods.Side
	Epoch                     float64 // seconds
	Train                     string  // as Train.String
	Jobs, Scored, Bounded     int
	Coverage, MedianRatio     float64
	ChangePoints, Threshold   int
	CorrectLow, CorrectHigh   float64 // Wilson interval of Coverage at confidence 0.95
	Kupiec, Independence      float64
	ConditionalCoverageLR     float64
	MissAfterMiss             float64
	SettledIndependence       float64 // see settled
	MissAfterSettled          float64
	LongestMisses             int
	WorstMonth                float64       // of months of LeastMonth jobs or more
	WorstMonthAt              string        // such as 2000-01
	Pinball, LogPinball       float64       // the first in seconds
	MeanBound, MedianBound    float64       // seconds
	MeanOver                  float64       // seconds
	Forecasts                 ForecastScore // of a method that forecasts waits

	// Of bounds of remaining waits.
	Age               float64 // of the jobs when they were bounded, seconds; 0 at submission
	SubmissionPinball float64 // of max(0, bound at submission - Age), on the bounded jobs, seconds

	RecentBursts     float64 // of the last Recent jobs, each user and hour counting once
	WorstMonthBursts float64 // as WorstMonth, each user and hour counting once; see months
	ShareSE          float64 // standard error of Coverage, by blocks of days or weeks
	Blocks           int     // with bounded jobs
	BlockDays        int     // 1 or 7

	// ShareAll is Coverage with the jobs that left the queue without running, also
	// those that are not selected. One that waited longer than its upper bound is
	// missed, one that waited as long as its lower bound is covered. The others
	// do not count, since they could have started on either side.
	ShareAll float64
}

func (s *Score) Level() methods.Level {
	return methods.Level{Quantile: s.Quantile, Confidence: s.Confidence, Side: s.Side}
}

// IsCorrect reports whether the method covers at least the share of waits that
// bounds of the level must cover, before any rounding.
func (s *Score) IsCorrect() bool { return s.Coverage >= s.Level().Target() }

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
