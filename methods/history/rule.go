package history

import (
	"math"

	"waitbench/methods/internal/stat"
)

// Rule says which order statistic of n waits bounds a quantile of them: the k-th smallest, with
//
//	k = min{ j : P[Bin(n, q) <= j-1] >= c }  from above,  k = max{ j : P[Bin(n, q) >= j] >= c }  from below
//
// which covers the q-quantile with probability at least c if the waits are exchangeable.
type Rule struct {
	Quantile, Confidence float64 // q and c, both in (0, 1)
	Lower                bool    // bound from below
	Normal               bool    // rank from above by the paper's normal approximation
}

// Rank returns k for n waits; 0 if none of them is a bound.
func (r Rule) Rank(n int) int {
	if r.Normal && !r.Lower {
		return stat.NormalRank(n, r.Quantile, r.Confidence)
	}
	return r.ranks().Rank(n)
}

// Smallest returns m(q, c), the smallest n that has a bound.
func (r Rule) Smallest() int { return r.ranks().Smallest() }

func (r Rule) ranks() *stat.Ranks {
	if r.Lower {
		return stat.LowerRanks(r.Quantile, r.Confidence)
	}
	return stat.UpperRanks(r.Quantile, r.Confidence)
}

// Target is the share of waits that the bound is to cover. For a lower bound it is the number
// nearest to the decimal that 1 - Quantile is on paper: that of 0.7 is 0.3, where the difference of
// the two numbers would be a little more.
func (r Rule) Target() float64 {
	if r.Lower {
		return math.Round((1-r.Quantile)*1e15) / 1e15
	}
	return r.Quantile
}
