// Package methods holds the predictors of waits, and the list of them.
//
// # Data flow
//
//	Method.New(Settings) -> Predictor;  Observe(wait)... Refit(now) Predict(job) -> bound
//
// A replay calls Observe when a wait becomes known, in the order in which jobs start, Refit at the
// ticks of its clock, and Predict when a job is submitted. A predictor knows no more than it is
// told: it has no clock, no random source and no sight of the log. It serves one series of jobs in
// one goroutine; what predictors share (ranks, tolerance factors, thresholds) is kept in package
// stat and safe in parallel.
//
// # How to add a method
//
// Write one file that implements Predictor and declares a Method, and add a line to the list in
// list.go. It then stands in every table, plot and file beside the others. Predictors that have a
// threshold to learn from the training part also implement Trainer; those that cut their history at
// change points also ChangePointer, for which the type trimmer is at hand. The checks of package
// methodstest run on every method of the list. A method that is a Ladder is also known by its name
// with a suffix, such as X+aci, whose bounds are at a level that moves; a new suffix is a function
// from method to method and a line in list.go.
//
// # Bounds
//
// All bounds are upper bounds in seconds, for the waits of n jobs x(1) <= ... <= x(n), quantile q
// and confidence c:
//
//	bmbp            x(k), k = min{ j : P[Bin(n, q) <= j-1] >= c }
//	qbets           the same among the waits of similar jobs
//	lognormal       exp(mean(y) + k sd(y)), y = ln max(x, 1 s), k = t'(c; n-1, z_q sqrt n) / sqrt n
//	lognormal-trim  the same after the last change point
//
// Bin(n, q) is the binomial distribution, t' the quantile of the noncentral t distribution and z_q
// that of the normal one. The side that is guaranteed is the upper one: with probability at least c
// over histories, the bound lies at or above the q-quantile, if the waits are independent and alike
// (and, for lognormal, log-normal). Waits of batch jobs are neither; what is left of the promise is
// what a replay measures. No bound is given before there are m(q, c) waits, the smallest n for
// which k <= n: 59 for q = c = 0.95.
//
// Change points: after as many consecutive misses as would be a rare event, only the last m(q, c)
// waits are kept [Brevik06, section 4.1]. Consecutive is meant in the order in which jobs start. A
// job that was given no bound neither counts nor resets.
//
// # Clusters
//
// qbets is a bmbp for each cluster of similar jobs [Nurmi07]. Processors and estimate are each cut
// into at most three bins of at least m(q, c) jobs (package cluster); the clusters are the cells of
// the product of both, or the bins of one where the product is no better. An unknown estimate is a
// value of its own, below all others. A cell with fewer than m(q, c) waits borrows those of the
// cells next to it.
//
//   - Clusters are chosen anew at a refit, when at least 100 waits and a twentieth of all have
//     become known since the last time. All waits, those before a change point too, take part.
//   - The history of a new cluster is that which bmbp would have, had it watched the cluster alone
//     from the beginning, with the bounds that the jobs were given.
//   - The threshold of a cluster is that of its last 1000 waits when the clusters were chosen;
//     before the first time after training, that of the series.
//   - A machine is taken to be down from a submission on if no job of the series has started for
//     longer, and more have been submitted since the last start, than the bounds of the 0.99
//     quantiles (confidence 0.95) of both, until the next start.
//
// Clusters make bounds sharper on most logs, and correct on fewer: misses are counted by cluster,
// so that a shift of all waits is seen once for each and later. Neither runs of hits as change
// points nor leaving out downtimes, which the authors of QBETS have, is on unless asked for: both
// cost correctness on real logs.
//
// The inverse of a bound, the odds of starting within d seconds, is the greatest quantile on a grid
// of 0.01 whose bound is at most d: with confidence c the share of such jobs that start in time is
// at least that, if their waits are independent and alike.
//
// # Forecasts
//
// Methods with a Watch forecast from what a scheduler sees of all jobs. The downey methods work out
// when running jobs will have freed enough processors, by package lifetime: their points are
// medians, their bounds quantiles of a model, with no confidence in them. historical takes the
// median and the order statistic of bmbp from past waits of similar jobs. X+cal bounds by the point
// of X and what came of its points before:
//
//	X+cal  max(point, 1 s) x(k), k as for bmbp, x = max(wait, 1 s) / max(point, 1 s) of past jobs
//
// # Looking ahead
//
// smith, hanzich and sdpn forecast a wait by running the simulator of package sched on from the
// present state, with the run times that RunTimes forecasts; li from the waits of past jobs that
// found the machine in a near state. The forecasts are points, with a turnaround.
//
// # References
//
//	[Brevik06]  J. Brevik, D. Nurmi, R. Wolski. Predicting Bounds on Queuing Delay in Space-shared Computing Environments.
//	[Guttman70] I. Guttman. Statistical Tolerance Regions: Classical and Bayesian. Hafner, 1970.
//	[Nurmi07]   D. Nurmi, J. Brevik, R. Wolski. QBETS: Queue Bounds Estimation from Time Series. JSSPP 2007.
//	[Gibbs21]   I. Gibbs, E. Candes. Adaptive Conformal Inference Under Distribution Shift. NeurIPS 2021.
//	[Gibbs24]   I. Gibbs, E. Candes. Conformal Inference for Online Prediction with Arbitrary Distribution Shifts. JMLR 25, 2024.
//	[Zaffran22] M. Zaffran, O. Feron, Y. Goude, J. Josse, A. Dieuleveut. Adaptive Conformal Predictions for Time Series. ICML 2022.
//	[Angelopoulos23] A. Angelopoulos, E. Candes, R. Tibshirani. Conformal PID Control for Time Series Prediction. NeurIPS 2023.
//	[Downey97]  A. B. Downey. Using Queue Time Predictions for Processor Allocation. UCB/CSD-97-929, 1997.
//	[Smith98]   W. Smith, I. Foster, V. Taylor. Predicting Application Run Times Using Historical Information. JSSPP 1998.
//	[Lerida08]  J. Ll. Lérida et al. A prediction model of turnaround times for non-dedicated clusters (SDPN). 2008.
package methods
