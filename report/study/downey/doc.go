// Package downey simulates processor allocation for malleable jobs [Downey97].
// A job at the head of the queue takes the processors that are free, or holds
// out for more, by known or predicted ends of the running jobs.
//
//	Config --draw--> days of jobs (arrival, work L, parallelism A, variance sigma)
//	days, AVG --simulate--> turnaround, spoiled jobs, allocated times
//	each job on AVG's schedule, a strategy --begin--> rebels, savings, losers, Points
//	days, a strategy in force --simulate--> turnaround, utilization
//	Config --Run--> []*WorkloadResult, one a seed, with all as Numbers
//	Config, results --Page--> printed and measured numbers, claims, figures
//
// # Rules
//
// A rule that follows from trying readings of the text, and not from the text
// itself, is marked *; a rule that no number decides is marked +.
//
// Package synth draws the jobs, N = 128, load rho = 0.75. They arrive in
// daytime, 12 h, as a Poisson process of rho N / E[L] jobs a second*. A is
// real*. A job can use up to ceil(A) processors* and is spoiled if it gets
// them.
//
// Each day begins with an empty machine* and ends when the last job of its
// queue has started. Jobs that still run have their known run times. The queue
// is first come first served, without backfilling. Completions come before an
// arrival at the same time+.
//
//	AVG   starts the head on min(ceil(A), free) as soon as a processor is free
//	OPT   holds out for the n that minimizes Q(n) + R(n), Q(n) being the time until n processors
//	      are free if no job starts
//	PRED  the same by predicted times p(n), and decides again on every arrival, on every
//	      completion+, and after p(n), at least 1 s+
//	BIAS  the same by exp(intercept + slope ln p(n)), by default the line fitted to the
//	      predictions of PRED for the same workload
//	HEUR  holds out for ceil(A), but for no longer than 0.2 of the time which that saves
//	MIN   starts on 0.4 ceil(A) processors or more
//
// A job that holds out starts when as many processors are free as it wants, on
// min(ceil(A), free) or, with lock-in, on no more than it wants. With risk
// aversion it holds out only if it expects to save more than 0.2 of its run
// time on the free processors.
//
// For single jobs, each job decides on AVG's schedule, which stays as it is. A
// rebel* holds out at its first decision, whatever it does later. It loses if
// it ends later than it would have. Points are the decisions to hold out, first
// ones and later ones*: predicted time p(n) and Q(n), even if the job starts
// before. Logarithms are natural*.
//
// Utilization is the integral over daytime* of S(n) summed over the running
// jobs, over N times daytime. Its change is the mean over days of the relative
// change.
//
// Package lifetime has the predictors, at the median: A where two jobs alone
// free enough, else B. Ages are times since the start, although lifetimes are
// of allocated time or of work*. The paper does not print its distribution.
// That of the allocated times under AVG follows from the simulation. That of the
// log of its machine, which its equation 4 fits, gives more of its numbers: e^1.06
// to e^15.22 s in SDSC-Par-1996, a year later.
//
// # References
//
//	[Downey97]  A. B. Downey. Using Queue Time Predictions for Processor Allocation.
//	            UCB/CSD-97-929, 1997.
package downey
