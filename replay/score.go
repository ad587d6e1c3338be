package replay

import (
	"math"
	"slices"
)

// Score is what a method achieved on a series; a row of scores.arrow and scores.csv.
type Score struct {
	Trace        string
	Queue        string
	Range        string // of processors, or AllRanges
	Method       string
	Quantile     float64
	Confidence   float64
	Epoch        float64 // seconds
	Train        float64 // fraction
	Jobs         int     // in the series
	Scored       int
	Bounded      int     // scored jobs that were given a bound
	Correct      float64 // share of bounded jobs with wait <= bound; NaN where there is none
	MedianRatio  float64 // median of wait/bound, both at least 1 s; NaN where there is none
	ChangePoints int     // -1 for a method that looks for none
	Threshold    int     // consecutive misses that make a change point; -1 for a method that looks for none
}

// IsCorrect reports whether the method is correct for the series: whether the share of waits it covers is
// no less than the quantile, before any rounding.
func (s *Score) IsCorrect() bool { return s.Correct >= s.Quantile }

// score compares the waits of the scored jobs, from position first on, with their bounds.
func (s *Score) score(series *Series, first int, bounds []float64) {
	s.Jobs = series.Len()
	s.Scored = s.Jobs - first
	ratios := make([]float64, 0, s.Scored)
	covered := 0
	for i := first; i < s.Jobs; i++ {
		b := bounds[i]
		if math.IsNaN(b) {
			continue
		}
		wait := series.Job(i).Wait
		if wait <= b {
			covered++
		}
		ratios = append(ratios, max(wait, 1)/max(b, 1))
	}
	s.Bounded = len(ratios)
	s.Correct = float64(covered) / float64(s.Bounded)
	s.MedianRatio = median(ratios)
}

// median gives the middle value, the mean of the middle two for an even count, NaN for none. It reorders its argument.
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

// nth moves the k-th smallest value of x, counted from 0, to x[k], no smaller values behind it and no greater ones before it,
// and returns it. It takes O(n) steps on average (quickselect with the median of three as pivot).
func nth(x []float64, k int) float64 {
	lo, hi := 0, len(x)-1
	for hi-lo > 16 {
		a, b, c := x[lo], x[(lo+hi)/2], x[hi]
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
