// Package stat holds the numbers behind the bounds on waits: which order statistic bounds a
// quantile, by how many standard deviations a normal sample has to be exceeded, how correlated a
// series of waits is, and how many misses in a row are rare.
//
// Everything here depends on a level (quantile q, confidence c) and on the number n of known waits
// alone, or on the waits alone; nothing depends on a clock, on a random source or on the number of
// goroutines. Tables that depend on the level alone are built once, kept for the life of the
// program and shared: [UpperRanks], [LowerRanks], [ToleranceFactors], [RareEvents]. A [Selector]
// belongs to one series of waits.
//
//	level (q, c) -> Ranks.Rank(n)   -> Selector.SetRank -> Selector.Value: bound by an order statistic, seconds
//	level (q, c) -> Factors.At(n)   -> exp(mean + k sd): bound of a log-normal, seconds
//	waits        -> Lag1            -> Thresholds.At(r): misses in a row that make a change point
//
// A level is a pair of fractions in (0, 1); anything else is a mistake of the program and panics.
// Both are taken as the decimals they are written as: 0.95 means 19/20 and not the float64 nearest
// to it. This decides ties, where a probability equals the confidence exactly.
//
// The bound of a growing history:
//
//	ranks := stat.UpperRanks(0.95, 0.95)
//	var waits stat.Selector
//	for _, w := range history {
//		waits.Insert(w)
//	}
//	waits.SetRank(ranks.Rank(waits.Len()))
//	bound, ok := waits.Value() // ok is false below ranks.Smallest() = 59 waits
//
// # References
//
//   - [Brevik06] J. Brevik, D. Nurmi, R. Wolski: Predicting bounds on queuing delay for
//     batch-scheduled parallel machines. PPoPP 2006.
//   - [Guttman70] I. Guttman: Statistical Tolerance Regions: Classical and Bayesian. Griffin, 1970.
//   - [Loader00] C. Loader: Fast and accurate computation of binomial probabilities. 2000.
//   - [Trefethen14] L. N. Trefethen, J. A. C. Weideman: The exponentially convergent trapezoidal
//     rule. SIAM Review 56, 2014.
//   - [AS64] M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions. 1964.
package stat
