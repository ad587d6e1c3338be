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
// Equal waits share the average of their ranks. The scores make r the same for any increasing
// function of the waits, so that one huge wait does not decide it. r is in [-1, 1]; it is 0 for
// fewer than three waits and where all are equal. The waits are not changed. Cost: sorting.
func Lag1(waits []float64) float64 {
	order := make([]int, len(waits)) // of the waits by size
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(waits[i], waits[j]) })
	ascending := make([]float64, len(waits))
	for i, at := range order {
		ascending[i] = waits[at]
	}
	scores := make([]float64, len(waits))
	var normal NormalScores
	for i, z := range normal.Of(ascending) {
		scores[order[i]] = z
	}
	return Lag1OfScores(scores)
}

// Lag1OfScores gives the r of [Lag1] for the scores z in the order of the waits.
func Lag1OfScores(scores []float64) float64 {
	if len(scores) < 3 {
		return 0
	}
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

// NormalScores gives the normal scores of waits, again and again: faster if there are as many as
// the last time. It is for one goroutine. The zero value is ready.
type NormalScores struct {
	known  []float64 // scores of the ranks 1, 1.5, 2, ... n; 0 for one that nobody has asked for
	scores []float64
}

// Of gives the normal scores z, see [Lag1], of n waits in ascending order. They are good until the
// next call. Cost: O(n), and 10 to 150 ns for each rank that is met for the first time with this n.
func (s *NormalScores) Of(ascending []float64) []float64 {
	if n := len(ascending); n != len(s.scores) {
		s.resize(n)
	}
	for first := 0; first < len(ascending); {
		end := first + 1
		for end < len(ascending) && ascending[end] == ascending[first] {
			end++
		}
		i := first + end - 1 // of the average rank of first+1 to end
		z := s.known[i]
		if z == 0 {
			z = s.learn(i)
		}
		for i := first; i < end; i++ {
			s.scores[i] = z
		}
		first = end
	}
	return s.scores
}

func (s *NormalScores) resize(n int) {
	if cap(s.scores) < n {
		s.known, s.scores = make([]float64, 4*n), make([]float64, 2*n)
	}
	s.known, s.scores = s.known[:2*n], s.scores[:n]
	clear(s.known)
}

// learn computes the score of the rank i/2 + 1, and that as far from the other end, which differs
// in sign alone.
func (s *NormalScores) learn(i int) float64 {
	n := len(s.scores)
	mirror := 2*n - 2 - i
	low := Quantile((float64(min(i, mirror))/2 + 1) / float64(n+1))
	s.known[min(i, mirror)], s.known[max(i, mirror)] = low, -low
	return s.known[i]
}
