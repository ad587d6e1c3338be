package stat

import (
	"cmp"
	"slices"
)

// Lag1 gives the lag-1 autocorrelation of waits, in the given order, on their normal scores:
//
//	z_i = inverse normal of (average rank of wait i) / (n+1)
//	r = sum (z_i - m)(z_(i+1) - m) / sum (z_i - m)^2,  m = mean of z
//
// Equal waits share the average of their ranks. The scores make r the same for any increasing function of the waits, so that
// one huge wait does not decide it. r is in [-1, 1]; it is 0 for fewer than three waits and where all are equal. The waits are not
// changed. Cost: sorting.
func Lag1(waits []float64) float64 {
	if len(waits) < 3 {
		return 0
	}
	scores := normalScores(waits)
	var mean float64
	for _, z := range scores {
		mean += z
	}
	mean /= float64(len(scores))
	var products, squares, last float64
	for i, z := range scores {
		z -= mean
		if i > 0 {
			products += last * z
		}
		squares += z * z
		last = z
	}
	if squares == 0 {
		return 0
	}
	return products / squares
}

// normalScores gives the normal score of each wait.
func normalScores(waits []float64) []float64 {
	order := make([]int, len(waits)) // of the waits by size
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(waits[i], waits[j]) })
	scores := make([]float64, len(waits))
	for first := 0; first < len(order); {
		end := first + 1
		for end < len(order) && waits[order[end]] == waits[order[first]] {
			end++
		}
		rank := float64(first+1+end) / 2 // average of first+1 to end
		z := Quantile(rank / float64(len(waits)+1))
		for _, i := range order[first:end] {
			scores[i] = z
		}
		first = end
	}
	return scores
}
