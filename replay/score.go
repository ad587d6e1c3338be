package replay

import (
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
)

// Score is what a method achieved on a series; a row of scores.arrow and scores.csv, whose columns
// are Columns. It begins as a NewScore: where no job was given a bound, and for what a method or
// log does not give, numbers are NaN, counts -1 and texts empty, unless they say otherwise.
type Score struct {
	Trace        string
	Queue        string
	Range        string // of processors, or AllRanges
	Method       string
	Quantile     float64
	Confidence   float64
	Side         methods.Side
	Epoch        float64 // seconds
	Train        float64 // fraction
	Jobs         int     // in the series
	Scored       int
	Bounded      int     // scored jobs that were given a bound; all below are of these
	Correct      float64 // share of jobs covered: with wait <= bound, or >= for a lower bound
	MedianRatio  float64 // median of wait/bound, both at least 1 s
	ChangePoints int     // -1 for a method that looks for none
	Threshold    int     // consecutive misses that make one; -1 likewise

	// Of package backtest, in order of submission.
	CorrectLow          float64 // Wilson interval of Correct at confidence 0.95
	CorrectHigh         float64
	Kupiec              float64 // likelihood ratio: the share covered is the target
	Independence        float64 // likelihood ratio: misses do not depend on the job before
	ConditionalCoverage float64 // likelihood ratio: both
	MissAfterMiss       float64 // share missed among jobs that come after a missed one
	SettledIndependence float64 // likelihood ratio: misses do not depend on the job settled last before; see settled
	MissAfterSettled    float64 // share missed among jobs before which a missed one was settled last
	LongestMisses       int     // longest run of misses
	WorstMonth          float64 // smallest share covered in a month of LeastMonth jobs or more
	WorstMonthAt        string  // that month, such as 2000-01

	Pinball     float64 // mean pinball loss at Quantile, seconds
	LogPinball  float64 // the same of logarithms of waits and bounds, both at least 1 s
	MeanBound   float64 // seconds
	MedianBound float64 // seconds
	MeanOver    float64 // mean of what the bound is above the wait, seconds

	// Of a method that caps its bounds (methods.Capper) and bounded a scored job; else -1.
	Capped       int // scored jobs whose bound was capped
	CappedMissed int // of these, jobs that missed it and would not have missed the uncapped one

	Forecasts ForecastScore // of a method that forecasts waits
}

// Level is the level of the bounds.
func (s *Score) Level() methods.Level {
	return methods.Level{Quantile: s.Quantile, Confidence: s.Confidence, Side: s.Side}
}

// IsCorrect reports whether the method is correct for the series: whether the share of waits it
// covers is no less than the share that bounds of the level are to cover, before any rounding.
func (s *Score) IsCorrect() bool { return s.Correct >= s.Level().Target() }

// score compares the waits of the scored jobs, from position first on, with their bounds; nil for
// none.
func (s *Score) score(series *Series, first int, bounds []float64) {
	s.Jobs = series.Len()
	s.Scored = max(s.Jobs-first, 0)
	scorer := NewScorer(s.Level(), series.Trace.Clock(), s.Epoch, min(s.Scored, len(bounds)))
	for i := first; i < len(bounds); i++ {
		if submit, wait := series.times(i); !math.IsInf(wait, 1) {
			scorer.Add(submit, wait, bounds[i])
		}
	}
	scorer.Fill(s)
}

// median gives the middle value, the mean of the middle two for an even count, NaN for none. It
// reorders its argument.
func median(x []float64) float64 {
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	upper := nth(x, n/2)
	if n%2 == 1 {
		return upper
	}
	return (slices.Max(x[:n/2]) + upper) / 2
}

// nth moves the k-th smallest value of x, counted from 0, to x[k], no smaller values behind it and
// no greater ones before it, and returns it. It takes O(n) steps on average, whatever the order of x:
// quickselect with the median of three from random places as pivot, since bounds that rise and fall
// over a log make those at the ends and in the middle bad ones.
func nth(x []float64, k int) float64 {
	rng := rand.NewPCG(1, 1)
	lo, hi := 0, len(x)-1
	for hi-lo > 16 {
		pick := func() float64 { return x[lo+int(rng.Uint64()%uint64(hi-lo+1))] }
		a, b, c := pick(), pick(), pick()
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	slices.Sort(x[lo : hi+1])
	return x[k]
}
