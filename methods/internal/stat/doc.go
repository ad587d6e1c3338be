// Package stat computes the numbers behind bounds on waits: the order statistic
// that bounds a quantile, the tolerance factor of a normal sample, the
// autocorrelation of a series, and how many misses in a row are rare.
//
// Results depend on a level (quantile q, confidence c), on the number n of
// known waits, and on the waits only. [UpperRanks], [LowerRanks],
// [ToleranceFactors] and [RareEvents] keep and share their tables.
//
//	level (q, c) -> Ranks.Rank(n)   -> Ordered.At: bound by an order statistic, seconds
//	level (q, c) -> Factors.At(n)   -> exp(mean + k sd): bound of a log-normal, seconds
//	waits        -> Lag1            -> Thresholds.At(r): misses in a row that make a change point
//
// A level is a pair of fractions in (0, 1); other values panic. Both mean the
// decimals as written: 0.95 is 19/20 and not the float64 nearest to it. This
// decides ties, where a probability equals the confidence exactly.
//
// # References
//
//   - [Brevik06] J. Brevik, D. Nurmi, R. Wolski: Predicting bounds on queuing
//     delay for batch-scheduled parallel machines. PPoPP 2006.
//   - [Guttman70] I. Guttman: Statistical Tolerance Regions: Classical and
//     Bayesian. Griffin, 1970.
//   - [Loader00] C. Loader: Fast and accurate computation of binomial
//     probabilities. 2000.
//   - [Trefethen14] L. N. Trefethen, J. A. C. Weideman: The exponentially
//     convergent trapezoidal rule. SIAM Review 56, 2014.
//   - [AS64] M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions.
//     1964.
package stat
