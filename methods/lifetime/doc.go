// Package lifetime predicts when processors become free, from how long the
// running jobs have run and how long jobs run in general [Downey97, section 3].
// Times are in seconds, sizes of jobs in processors.
//
// # Lifetimes
//
// A [History] fits a log-uniform distribution to run times, a [Model]:
//
//	cdf(t) = b0 + b1 ln t,  tmin = exp(-b0/b1) <= t <= tmax = exp((1-b0)/b1)
//
// by least squares of (i - 1/2)/n on ln x(i) for the n run times x(1) <= ... <=
// x(n). A job of age a survives t more seconds with probability
//
//	s(t) = (1 - cdf(a+t)) / (1 - cdf(a))
//
// with cdf kept within [0, 1]. A job past tmax is taken to end now.
//
// # Predictors
//
// A [State] holds jobs of sizes n(i) that run now, or will from a known moment
// on. Two predictors solve for the time t within which n processors become free
// with probability p:
//
//	A    product of s(i) over the benefactors, n(i) >= n,                = 1 - p
//	B    sum of n(i) (1 - s(i)) - z sqrt(sum of n(i)^2 s(i) (1 - s(i)))  = n
//
// B is the paper's fluid mean for p = 1/2, where z, the normal quantile of p,
// is 0. The term with z is ours: the standard deviation of the processors
// freed, which makes a bound of the mean. [State.Combined] is A where there are
// two benefactors, or another number, else B; or one of them alone.
//
// # Jobs ahead in the queue
//
// The jobs ahead start in their order as processors become free. With free
// processors to begin with, the k-th starts once n(1) + ... + n(k) - free more
// are free, by the median of the combined predictor and no earlier than the one
// before it. From then on it is one of the jobs of the state, of age 0. So the
// same predictors serve a job behind others. The spread of a bound ignores that
// the jobs ahead may start earlier or later than their medians.
//
// A line of more than 256 jobs is grouped into at most 256 steps of neighbors,
// which start together. On SDSC-SP2 this moves 150 of 54,033 forecasts, by at
// most 24 %. The mean absolute error on queue normal is 51,811 s, and 51,123 s
// without steps.
//
// # References
//
//	[Downey97]   A. B. Downey. Using Queue Time Predictions for Processor Allocation.
//	             UCB/CSD-97-929, 1997.
package lifetime
