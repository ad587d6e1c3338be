package backtest

// Pinball returns the pinball loss of a bound of the q-quantile, in (0, 1), by
// how far the wait exceeds the bound [Koenker78; GneitingRaftery07, section
// 6.1]:
//
//	(wait - bound) (q - 1[wait <= bound])
//
// The q-quantile itself has the smallest mean loss. A bound that holds with
// some confidence lies beyond the quantile and has a larger one.
func Pinball(excess, q float64) float64 {
	return max(float64(q*excess), float64((q-1)*excess))
}

// Interval returns the interval score of a lower bound of the quantile a and an
// upper bound of the quantile b, a < b, in seconds [Winkler72;
// GneitingRaftery07, equation 43]:
//
//	(upper - lower) + (lower - wait)/a if the wait is below + (wait - upper)/(1-b) if it is above
func Interval(wait, lower, upper, a, b float64) float64 {
	score := upper - lower
	if wait < lower {
		score += (lower - wait) / a
	}
	if wait > upper {
		score += (wait - upper) / (1 - b)
	}
	return score
}

// Weighted returns a weighted sum of the mean pinball losses of quantiles in
// ascending order. The k-th of K weighs as much as the quantiles nearest to it:
//
//	2 sum (m(k) - m(k-1)) loss(k),  m(0) = 0,  m(k) = (q(k) + q(k+1))/2,  m(K) = 1
//
// With more and more quantiles it approaches the continuous ranked probability
// score [GneitingRaftery07, sections 4.2 and 6.1].
func Weighted(quantiles, losses []float64) float64 {
	sum, from := 0.0, 0.0
	for k, loss := range losses {
		to := 1.0
		if k+1 < len(quantiles) {
			to = (quantiles[k] + quantiles[k+1]) / 2
		}
		sum += float64(2 * (to - from) * loss)
		from = to
	}
	return sum
}
