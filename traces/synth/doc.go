// Package synth generates traces: jobs of a workload model, run through the simulated machine of
// package sched, as a log in the Standard Workload Format.
//
//	Config ─▶ times of submission ─▶ shape: work, parallelism ─▶ request: queue, wall time, patience ─▶ sched.Simulate ─▶ Workload ─▶ SWF
//
//	cfg := synth.Default()
//	cfg.Seed = 7
//	w, err := synth.Generate(cfg)
//	...
//	err = w.WriteSWF(file)
//
// # The model
//
// Jobs are those of [Downey 1997]. With U(a, b) a uniform random number, the total work L, the
// average parallelism A and its variance σ are
//
//	L = e^U(MinLogWork, MaxLogWork) s,  A = e^U(0, ln MaxParallel),  σ = U(0, MaxVariance)
//
// A stays real. A job asks for n = ceil(A) processors, at most MaxParallel: the most it can use. It
// runs for R = L / S(n; A, σ), S being the paper's speedup, rounded to whole seconds, at least 1.
// Jobs arrive as a Poisson process in the first DayLength of every 24 hours, on average rate jobs a
// second, and not at all by night. What the paper's allocation study does at this point, namely
// choose n by the state of the machine, and begin each day with an empty one, belongs to that
// study: here requests are rigid and the load is carried over the nights.
//
// # Offered load
//
// Load is the work offered over the whole span divided by the capacity over the whole span, days
// and nights. Work is what the machine has to give, n R processor-seconds, which is more than L
// since S(n) < n:
//
//	rate = Load N 86400 / (DayLength (1 − CrashShare) E[n/S(n)] E[L])
//
// By day the machine is therefore offered 86400/DayLength times Load, twice with the defaults, and
// catches up by night if Load is below 1. Jobs that are withdrawn later, and the time a killed job
// would have run on, count as offered. The paper's ρ counts L, over daytime only: its trace of ρ =
// .75 has Load = .75 E[n/S(n)] / 2 here.
//
// # Users
//
// A user picks a queue at random, by weight, among those whose limits hold the job. The wall time
// is what the user believes, R / U(minUse, 1), rounded up to the next of Walls and cut off at the
// limit of the queue; a ShortShare of the jobs gets the longest of Walls below R instead, and is
// killed there. A CancelShare has a patience, log-uniform between minPatience and maxPatience, and
// is withdrawn from the queue when it ends. A CrashShare fails when it starts. Users and their
// executables have Zipf weights; jobs of a user are not more alike than others.
//
// In the log a withdrawn job has status 5, its time in the queue as wait, and run time and
// allocated processors -1; a crashed job has status 0 and run time 0; a killed one status 0 and its
// wall time as run time.
//
// # Determinism
//
// A Config gives the same bytes on every platform: the random numbers are math/rand/v2's PCG, one
// stream each for arrivals, shapes, requests and users; exponentials and logarithms are the
// package's own; no sum of products may be fused.
//
// # References
//
//	[Downey 1997]  A. B. Downey, Using queue time predictions for processor allocation, JSSPP 1997,
//	               sections 2.1 (speedup) and 2.2 (distributions); what the text leaves open, A real
//	               and ceil(A) processors, is read as reproduces its tables
package synth
