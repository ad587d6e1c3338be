package backtest

import (
	"math"
	"slices"

	"waitbench/methods/fit"
)

// Mean returns the mean of the numbers in x, NaN for none. It skips NaN.
func Mean(x []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range x {
		if v == v {
			sum += v
			n++
		}
	}
	return sum / float64(n)
}

// Geometric returns the geometric mean of the numbers in x, all above 0, NaN for
// none. It skips NaN.
func Geometric(x []float64) float64 {
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(v)
	}
	return math.Exp(Mean(logs))
}

// Median returns the middle number in x, the mean of the middle two for an even
// count, NaN for none. It skips NaN, and changes x.
func Median(x []float64) float64 {
	x = slices.DeleteFunc(x, math.IsNaN)
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	upper := fit.Nth(x, n/2)
	if n%2 == 1 {
		return upper
	}
	return (slices.Max(x[:n/2]) + upper) / 2
}
