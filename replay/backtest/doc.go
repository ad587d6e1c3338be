// Package backtest judges bounds by what happened: whether they cover as many waits as they
// promise, whether their misses come one by one or in bursts, and how much they cost. The tests are
// those of value-at-risk, which is such a bound on losses; the scores are proper, so that no method
// gains by saying anything but what it believes.
//
// # Data flow
//
//	jobs in order of submission --Sequence.Add--> longest run of misses, share of misses after a miss, Independence, ConditionalCoverage
//	any pairs of jobs           --Pairs.Add-----> share of misses after a miss, Independence
//	number of jobs and misses   --Wilson, Kupiec--> interval of the covered share, likelihood ratio --PValue--> probability
//	number of jobs and target   --Band--> where the covered share of so many independent jobs lies
//	wait and bound              --Pinball, Interval--> loss of a job, to be averaged
//	losses of several quantiles --Weighted--> one number
//	losses of two methods       --Bootstrap.Mean--> mean of the differences and an interval around it
//
// A job is covered if its wait lies on the right side of its bound or is equal to it, and missed
// otherwise. Jobs without a bound are neither, and take no part: the job before a job is the one
// before it that had a bound. All waits are in seconds, all shares fractions. What cannot be
// computed, such as a share of no jobs, is NaN.
//
// Jobs submitted close behind each other are missed together before anybody can know of one of them.
// Package replay therefore also pairs each job with the last one whose outcome could be known when
// the job was bounded: misses that depend on that one a method could have avoided.
//
//	var s backtest.Sequence
//	for i, wait := range waits {
//		s.Add(wait > bounds[i])
//	}
//	low, high := backtest.Wilson(s.Jobs()-s.Misses(), s.Jobs(), 0.95)
//	bursts := backtest.PValue(s.Independence(), 1) // small if misses come in bursts
//
// # References
//
//	[Wilson27]          E. B. Wilson. Probable inference, the law of succession, and statistical
//	                    inference. Journal of the American Statistical Association 22, 1927.
//	[Winkler72]         R. L. Winkler. A decision-theoretic approach to interval estimation. Journal
//	                    of the American Statistical Association 67, 1972.
//	[Koenker78]         R. Koenker, G. Bassett. Regression quantiles. Econometrica 46, 1978.
//	[Kunsch89]          H. R. Kunsch. The jackknife and the bootstrap for general stationary
//	                    observations. Annals of Statistics 17, 1989.
//	[PolitisRomano92]   D. N. Politis, J. P. Romano. A circular block-resampling procedure for
//	                    stationary data. In: Exploring the Limits of Bootstrap, Wiley, 1992.
//	[Kupiec95]          P. H. Kupiec. Techniques for verifying the accuracy of risk measurement
//	                    models. Journal of Derivatives 3, 1995.
//	[Christoffersen98]  P. F. Christoffersen. Evaluating interval forecasts. International Economic
//	                    Review 39, 1998.
//	[GneitingRaftery07] T. Gneiting, A. E. Raftery. Strictly proper scoring rules, prediction, and
//	                    estimation. Journal of the American Statistical Association 102, 2007.
package backtest
