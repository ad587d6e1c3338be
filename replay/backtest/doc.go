// Package backtest tests bounds against the actual waits: the share of waits
// that they cover, bursts of misses, and losses. The tests are those of
// value-at-risk. The losses are proper scores.
//
//	jobs in order of submission --Sequence.Add--> longest run of misses,
//	                              Independence, ConditionalCoverage
//	pairs of jobs               --Pairs.Add--> Independence
//	jobs and misses             --Wilson, Kupiec--> interval, likelihood ratio --PValue-->
//	mean over its error, days   --StudentTail--> p-value
//	wait and bound              --Pinball, Interval, Weighted--> loss
//	losses of two methods       --Bootstrap.Mean--> mean difference and its interval
//	numbers                     --Mean, Median--> without NaN
//	differences by site         --SignFlips, SignFlipsInterval--> p-value, interval
//	p-values of several tests   --Holm--> adjusted p-values
//
// A job is covered if its wait is on the right side of its bound or equal to
// it, and missed otherwise. Jobs without a bound do not count. Waits are in
// seconds and shares are fractions. Undefined values, such as a share of no
// jobs, are NaN.
//
// # References
//
//	[Wilson27]          E. B. Wilson. Probable inference, the law of succession, and statistical
//	                    inference. Journal of the American Statistical Association 22, 1927.
//	[AbramowitzStegun64] M. Abramowitz, I. A. Stegun. Handbook of mathematical functions. 1964.
//	[Winkler72]         R. L. Winkler. A decision-theoretic approach to interval estimation. Journal
//	                    of the American Statistical Association 67, 1972.
//	[Koenker78]         R. Koenker, G. Bassett. Regression quantiles. Econometrica 46, 1978.
//	[Kunsch89]          H. R. Kunsch. The jackknife and the bootstrap for general stationary
//	                    observations. Annals of Statistics 17, 1989.
//	[Cameron08]         A. C. Cameron, J. B. Gelbach, D. L. Miller. Bootstrap-based improvements for
//	                    inference with clustered errors. Review of Economics and Statistics 90, 2008.
//	[Fisher35]          R. A. Fisher. The Design of Experiments. Oliver and Boyd, 1935.
//	[Holm79]            S. Holm. A simple sequentially rejective multiple test procedure.
//	                    Scandinavian Journal of Statistics 6, 1979.
//	[PolitisRomano92]   D. N. Politis, J. P. Romano. A circular block-resampling procedure for
//	                    stationary data. In: Exploring the Limits of Bootstrap, Wiley, 1992.
//	[Kupiec95]          P. H. Kupiec. Techniques for verifying the accuracy of risk measurement
//	                    models. Journal of Derivatives 3, 1995.
//	[Christoffersen98]  P. F. Christoffersen. Evaluating interval forecasts. International Economic
//	                    Review 39, 1998.
//	[GneitingRaftery07] T. Gneiting, A. E. Raftery. Strictly proper scoring rules, prediction, and
//	                    estimation. Journal of the American Statistical Association 102, 2007.
package backtest
