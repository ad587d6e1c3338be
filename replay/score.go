package replay

import (
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
)

// Score is what a method achieved on a series: a row of scores.arrow and
// scores.csv. Columns describes its fields. It begins as a NewScore: where no
// scored job has a bound, and for what a method or log does not have, numbers
// are NaN, counts -1 and texts empty.
type Score struct {
	Trace, Queue, Range, Method string
	Quantile, Confidence        float64
	Side                        methods.Side
	Epoch                       float64 // seconds
	Train                       float64 // fraction
	Jobs, Scored, Bounded       int
	Coverage, MedianRatio       float64
	ChangePoints, Threshold     int
	CorrectLow, CorrectHigh     float64 // Wilson interval of Correct at confidence 0.95
	Kupiec, Independence        float64
	ConditionalCoverageLR       float64
	MissAfterMiss               float64
	SettledIndependence         float64 // see settled
	MissAfterSettled            float64
	LongestMisses               int
	WorstMonth                  float64 // of months of LeastMonth jobs or more
	WorstMonthAt                string  // such as 2000-01
	Pinball, LogPinball         float64 // the first in seconds
	MeanBound, MedianBound      float64 // seconds
	MeanOver                    float64 // seconds
	Capped, CappedMissed        int
	Forecasts                   ForecastScore // of a method that forecasts waits
}

// Level returns the level of the bounds.
func (s *Score) Level() methods.Level {
	return methods.Level{Quantile: s.Quantile, Confidence: s.Confidence, Side: s.Side}
}

// IsCorrect reports whether the method is correct for the series: it covers no
// less than the share of waits that bounds of the level must cover, before any
// rounding.
func (s *Score) IsCorrect() bool { return s.Coverage >= s.Level().Target() }

// score compares the waits of the scored jobs, from position first on, with
// their bounds; nil for none.
func (s *Score) score(series *Series, first int, bounds []float64) {
	s.Jobs = series.Len()
	s.Scored = max(s.Jobs-first, 0)
	scorer := NewScorer(s.Level(), series.Trace.Clock(), s.Epoch, min(s.Scored, len(bounds)))
	for i := first; i < len(bounds); i++ {
		if j := series.job(i); !j.pending() {
			scorer.Add(j.Submit, j.Wait, bounds[i])
		}
	}
	scorer.Fill(s)
}

// median returns the middle value, the mean of the middle two for an even count,
// NaN for none. It reorders its argument.
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

// nth moves the k-th smallest value of x, counted from 0, to x[k], no smaller
// values behind it and no greater ones before it, and returns it. It takes O(n)
// steps on average, whatever the order of x: quickselect with the median of three
// random values as pivot. To sort instead would cost a run a tenth of its time.
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
