package backtest

import (
	"cmp"
	"math"
	"slices"
)

// SignFlips returns the exact two-sided p-value of the hypothesis that values
// are symmetric about 0 [Fisher35, section 21]: the share of the 2^n patterns of
// flipped signs with a mean at least as far from 0 as that of x, up to 1e-12.
func SignFlips(x []float64) float64 {
	total, far := Mean(x)*float64(len(x)), 0
	eachPattern(x, func(flipped float64, _ int) {
		if math.Abs(total-2*flipped) >= math.Abs(total)-1e-12*float64(len(x)) {
			far++
		}
	})
	return float64(far) / math.Ldexp(1, len(x))
}

// LeastSignFlips returns the smallest possible result of SignFlips of n values.
func LeastSignFlips(n int) float64 { return math.Ldexp(2, -n) }

// SignFlipsInterval returns the smallest and the largest center of symmetry that
// SignFlips does not reject at a level; NaN where it rejects none.
//
// A pattern is as far from a center as x itself if the center lies between the
// mean of the flipped values and the mean of the others. The mean of x lies there
// too, for each pattern. So centers are rejected beyond the k-th lowest and the
// k-th highest of these means.
func SignFlipsInterval(x []float64, level float64) (low, high float64) {
	n, total := len(x), Mean(x)*float64(len(x))
	var lows, highs []float64
	eachPattern(x, func(flipped float64, count int) {
		if count > 0 && count < n {
			a, b := flipped/float64(count), (total-flipped)/float64(n-count)
			lows, highs = append(lows, min(a, b)), append(highs, max(a, b))
		}
	})
	// The pattern without flips and the one of all are as far from any center. With
	// k others the p-value (2+k)/2^n is above the level.
	k := int(level*math.Ldexp(1, n)) - 1
	if k < 1 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return lows[k-1], highs[len(highs)-k]
}

// eachPattern calls use with the sum and the number of the values that each of
// the 2^n patterns flips.
func eachPattern(x []float64, use func(flipped float64, count int)) {
	for pattern := range 1 << len(x) {
		flipped, count := 0.0, 0
		for i, v := range x {
			if pattern>>i&1 == 1 {
				flipped, count = flipped+v, count+1
			}
		}
		use(flipped, count)
	}
}

// Holm adjusts p-values for the number of tests [Holm79]: the k-th smallest of
// m becomes the largest of min(1, (m-i+1) p(i)) over i = 1 ... k. R's p.adjust
// does the same.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for k, i := range order {
		least = max(least, min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}
