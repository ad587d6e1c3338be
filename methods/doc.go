// Package methods holds the predictors of waits, and the list of them.
//
// # Data flow
//
//	Method.New(Settings) -> Predictor;  Observe(wait)... Refit(now) Predict(job) -> bound
//
// A replay calls Observe when a wait becomes known, in the order in which jobs start, Refit at the ticks of its clock, and
// Predict when a job is submitted. A predictor knows no more than it is told: it has no clock, no random source and
// no sight of the log. It serves one series of jobs in one goroutine; what predictors share (ranks, tolerance factors,
// thresholds) is kept in package stat and safe in parallel.
//
// # How to add a method
//
// Write one file that implements Predictor and declares a Method, and add a line to the list in list.go. It then stands in
// every table, plot and file beside the others. Predictors that have a threshold to learn from the training part also
// implement Trainer; those that cut their history at change points also ChangePointer, for which the type trimmer is at hand.
// The checks of package methodstest run on every method of the list.
//
// # Bounds
//
// All bounds are upper bounds in seconds, for the waits of n jobs x(1) <= ... <= x(n), quantile q and confidence c:
//
//	bmbp            x(k), k = min{ j : P[Bin(n, q) <= j-1] >= c }
//	lognormal       exp(mean(y) + k sd(y)), y = ln max(x, 1 s), k = t'(c; n-1, z_q sqrt n) / sqrt n
//	lognormal-trim  the same after the last change point
//
// Bin(n, q) is the binomial distribution, t' the quantile of the noncentral t distribution and z_q that of the normal one.
// The side that is guaranteed is the upper one: with probability at least c over histories, the bound lies at or above the
// q-quantile, if the waits are independent and alike (and, for lognormal, log-normal). Waits of batch jobs are neither;
// what is left of the promise is what a replay measures. No bound is given before there are m(q, c) waits, the
// smallest n for which k <= n: 59 for q = c = 0.95.
//
// Change points: after as many consecutive misses as would be a rare event, only the last m(q, c) waits are kept
// [Brevik06, section 4.1]. Consecutive is meant in the order in which jobs start. A job that was given no bound neither
// counts nor resets.
//
// # References
//
//	[Brevik06]  J. Brevik, D. Nurmi, R. Wolski. Predicting Bounds on Queuing Delay in Space-shared Computing Environments.
//	[Guttman70] I. Guttman. Statistical Tolerance Regions: Classical and Bayesian. Hafner, 1970.
package methods
