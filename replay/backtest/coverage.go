package backtest

import (
	"fmt"
	"math"
)

// Wilson gives the interval in which the probability of a hit lies with the given confidence, in
// (0, 1), after so many hits in n independent trials [Wilson27, equation 2]. With p = hits/n and z
// the (1+confidence)/2 quantile of the normal distribution,
//
//	(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
//
// Hits that come in bursts make it too narrow. It is NaN for n = 0.
func Wilson(hits, n int, confidence float64) (low, high float64) {
	z := math.Sqrt2 * math.Erfinv(confidence)
	count := float64(n)
	p, half := float64(hits)/count, z*z/(2*count)
	middle := (p + half) / (1 + 2*half)
	reach := math.Sqrt(float64(p*(1-p)/count)+float64(half*half/(z*z))) * z / (1 + 2*half)
	low, high = middle-reach, middle+reach
	switch hits { // where the ends are exact, but for rounding
	case 0:
		low = 0
	case n:
		high = 1
	}
	if n == 0 {
		low, high = math.NaN(), math.NaN()
	}
	return low, high
}

// Kupiec gives the likelihood ratio of the test of the proportion of failures [Kupiec95]: whether
// so many misses among n jobs go with the probability p of a miss, in (0, 1), that the bound
// promises. With x misses,
//
//	LR = -2 ln( p^x (1-p)^(n-x) / ((x/n)^x (1-x/n)^(n-x)) )
//
// where 0^0 is 1, so that it is -2n ln(1-p) for x = 0 and -2n ln p for x = n. It grows with too
// many misses and with too few, and is distributed as chi-square with 1 degree of freedom where
// misses are independent with probability p. NaN for n = 0.
func Kupiec(n, misses int, p float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	hits := n - misses
	promised := logPower(p, misses) + logPower(1-p, hits)
	measured := logLikelihood(hits, misses)
	return max(0, 2*(measured-promised))
}

// logLikelihood is that of hits and misses at the share of misses that there are.
func logLikelihood(hits, misses int) float64 {
	n := float64(hits + misses)
	return logPower(float64(hits)/n, hits) + logPower(float64(misses)/n, misses)
}

// logPower is ln(x^k), with 0^0 = 1.
func logPower(x float64, k int) float64 {
	if k == 0 {
		return 0
	}
	return float64(float64(k) * math.Log(x))
}

// Band gives the shares of hits between which that of n independent trials with probability p of a
// hit, in (0, 1), lies with at least the confidence c: the (1-c)/2 and (1+c)/2 quantiles of Bin(n,
// p), over n, where the quantile of u is the smallest k with P[Bin(n, p) <= k] >= u. It is for a
// single stretch of n jobs; of many stretches, up to the share 1-c may lie outside. It takes O(n)
// steps.
func Band(n int, p, confidence float64) (low, high float64) {
	tail := (1 - confidence) / 2
	logOdds := math.Log(p) - math.Log1p(-p)
	term := float64(float64(n) * math.Log1p(-p)) // ln P[Bin(n, p) = k]
	sum, first, last := 0.0, -1, n
	for k := range n {
		sum += math.Exp(term)
		if first < 0 && sum >= tail {
			first = k
		}
		if sum >= 1-tail {
			last = k
			break
		}
		term += logOdds + math.Log(float64(n-k)/float64(k+1))
	}
	if first < 0 {
		first = n
	}
	return float64(first) / float64(n), float64(last) / float64(n)
}

// PValue gives the probability that chi-square with 1 or 2 degrees of freedom is as large as a
// likelihood ratio or larger:
//
//	1: erfc(sqrt(LR/2)),  2: exp(-LR/2)
func PValue(ratio float64, freedom int) float64 {
	switch freedom {
	case 1:
		return math.Erfc(math.Sqrt(ratio / 2))
	case 2:
		return math.Exp(-ratio / 2)
	}
	panic(fmt.Sprintf("backtest: %d degrees of freedom", freedom))
}
