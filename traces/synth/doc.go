// Package synth generates logs: jobs of a workload model, run through the
// simulated machine of package sched, in the Standard Workload Format.
//
//	Parameters -> submissions, shapes, requests -> sched.Simulate -> Workload -> SWF
//
// The jobs follow [Downey 1997]. With U(a, b) a uniform random number, the
// total work L, the average parallelism A and its variance σ are
//
//	L = e^U(MinLogWork, MaxLogWork) s,  A = e^U(0, ln MaxParallel),  σ = U(0, MaxVariance)
//
// A job asks for n = ceil(A) processors, at most MaxParallel, and runs for L /
// S(n; A, σ) rounded to whole seconds, at least 1. S is the paper's speedup.
// Jobs arrive as a Poisson process in the first dayLength of every 24 hours:
//
//	rate = Load N 86400 / (dayLength (1 − crashShare) E[n/S(n)] E[L])
//
// Load is the work offered over the capacity, days and nights together. Jobs
// that are withdrawn, and the time that a killed job would have run on, count
// as offered. The paper's ρ counts L in the daytime only: ρ = .75 is Load = .75
// E[n/S(n)] / 2.
//
// A user picks a queue at random, by weight, among those whose limits hold the
// job. The wall time is R / U(minUse, 1), rounded up to the next of walls, at
// most the limit of the queue. Some jobs get the longest of walls below R and
// are killed there, some are withdrawn after a log-uniform patience, and some
// fail when they start. Users and executables have Zipf weights.
//
// Parameters make the same bytes on every platform. The random numbers are
// math/rand/v2's PCG, one stream each for arrivals, shapes, requests and users.
//
//	[Downey 1997]  A. B. Downey, Using queue time predictions for processor
//	               allocation, JSSPP 1997, sections 2.1 and 2.2
package synth
