package backtest

import "math"

// Wilson returns the interval for the probability of a hit after a number of
// hits in n independent trials [Wilson27, equation 2]. With p = hits/n and z
// the (1+confidence)/2 quantile of the normal distribution it is
//
//	(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
//
// Hits that come in bursts make it too narrow. It is NaN for n = 0.
func Wilson(hits, n int, confidence float64) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
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
	return low, high
}

// Kupiec returns the likelihood ratio of the test of the proportion of failures
// [Kupiec95]: n jobs with x misses, where a miss should have probability p.
//
//	LR = -2 ln( p^x (1-p)^(n-x) / ((x/n)^x (1-x/n)^(n-x)) ),  0^0 = 1
//
// Both too many and too few misses make it larger. For independent misses with
// probability p it has the chi-square distribution with 1 degree of freedom. It
// is NaN for n = 0.
func Kupiec(n, misses int, p float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	hits := n - misses
	promised := logPower(p, misses) + logPower(1-p, hits)
	return max(0, 2*(logLikelihood(hits, misses)-promised))
}

// logLikelihood returns the log-likelihood of hits and misses at their own
// share of misses.
func logLikelihood(hits, misses int) float64 {
	n := float64(hits + misses)
	return logPower(float64(hits)/n, hits) + logPower(float64(misses)/n, misses)
}

// logPower returns ln(x^k), with 0^0 = 1.
func logPower(x float64, k int) float64 {
	if k == 0 {
		return 0
	}
	return float64(float64(k) * math.Log(x))
}

// PValue returns the probability that chi-square with 1 or 2 degrees of freedom
// is at least a likelihood ratio.
func PValue(ratio float64, freedom int) float64 {
	if freedom == 1 {
		return math.Erfc(math.Sqrt(ratio / 2))
	}
	return math.Exp(-ratio / 2)
}
