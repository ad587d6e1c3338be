package backtest

// Pinball gives the pinball loss of a bound b of the quantile q, in (0, 1), for a wait w, by how
// far the wait exceeds the bound, which is negative for one below [Koenker78; GneitingRaftery07,
// section 6.1]:
//
//	(w - b) (q - 1[w <= b])
//
// in the unit of the excess. Its mean is least for the q-quantile itself, whether it is bounded
// from above or from below: it charges q for every second that the wait is above the bound and 1-q
// for every second below. Of bounds that hold with some confidence, which lie beyond the quantile
// on purpose, it charges that as well.
func Pinball(excess, q float64) float64 {
	return max(float64(q*excess), float64((q-1)*excess))
}

// Interval gives the interval score, in seconds, of a lower bound of the quantile a and an upper
// bound of the quantile b, a < b, for a wait [Winkler72; GneitingRaftery07, equation 43]:
//
//	(upper - lower) + (lower - wait)/a if the wait is below + (wait - upper)/(1-b) if it is above
//
// For a = 1-b it is the score of the central interval; in general it is the sum of the pinball
// losses of its ends, over a and 1-b, and as proper as they are. An interval pays for its width,
// and for what lies outside the more the surer it claims to be.
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

// Weighted gives the weighted sum of the mean pinball losses of several quantiles, which ascend.
// The loss of the k-th of K counts for the quantiles that are nearer to it than to another,
//
//	2 sum (m(k) - m(k-1)) loss(k),  m(0) = 0,  m(k) = (q(k) + q(k+1))/2,  m(K) = 1
//
// With more and more quantiles it becomes the continuous ranked probability score, CRPS, which is
// twice the integral of the pinball loss over all quantiles [GneitingRaftery07, sections 4.2 and
// 6.1]; with a few it is an approximation from the quantiles at hand, rough in the tails beyond
// them. Two entries of the same quantile, bounded from either side, share its weight.
func Weighted(quantiles, losses []float64) float64 {
	sum := 0.0
	for k, loss := range losses {
		from, to := 0.0, 1.0
		if k > 0 {
			from = (quantiles[k-1] + quantiles[k]) / 2
		}
		if k+1 < len(quantiles) {
			to = (quantiles[k] + quantiles[k+1]) / 2
		}
		sum += float64(2 * (to - from) * loss)
	}
	return sum
}
