package stat

import (
	"cmp"
	"slices"
)

// Lag1 returns the lag-1 autocorrelation of waits on their normal scores:
//
//	z_i = inverse normal of (average rank of wait i) / (n+1)
//	r = sum (z_i - m)(z_(i+1) - m) / sum (z_i - m)^2,  m = mean of z
//
// Equal waits share the average of their ranks. r is the same for any
// increasing function of the waits, so that one huge wait does not decide it.
// It is 0 for fewer than three waits and where all are equal.
func Lag1(waits []float64) float64 {
	if len(waits) < 3 {
		return 0
	}
	scores := normalScores(waits)
	mean := Sum(scores) / float64(len(scores))
	var products, squares, before float64
	for i, z := range scores {
		z -= mean
		if i > 0 {
			products += before * z
		}
		squares += z * z
		before = z
	}
	if squares == 0 {
		return 0
	}
	return products / squares
}

// normalScores returns the scores z of [Lag1].
func normalScores(waits []float64) []float64 {
	n := len(waits)
	order := make([]int, n) // of the waits by size
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(waits[i], waits[j]) })
	scores := make([]float64, n)
	for begin := 0; begin < n; {
		end := begin + 1
		for end < n && waits[order[end]] == waits[order[begin]] {
			end++
		}
		z := scoreOf(begin+end-1, n) // of the average rank of begin+1 to end
		for _, i := range order[begin:end] {
			scores[i] = z
		}
		begin = end
	}
	return scores
}

// scoreOf is the score of the rank i/2 + 1 of n. Scores of ranks equally far
// from both ends differ in sign alone.
func scoreOf(i, n int) float64 {
	if mirror := 2*n - 2 - i; mirror < i {
		return -scoreOf(mirror, n)
	}
	return Quantile((float64(i)/2 + 1) / float64(n+1))
}
