// Package varq simulates virtual advance reservations [Nurmi08]. A job that must
// run at a deadline is submitted, with its wall time stretched to the deadline,
// at the latest moment with the requested probability, by QBETS, that it starts
// in time. The machine's scheduler does not change: the reservation is a normal
// job that, if it starts early, holds its nodes idle until the deadline.
//
// # Data flow
//
//	replay.Series, Machine --NewTrace--> Trace
//	Trace, Config --Simulate--> Outcome: every job's waits  --Tally--> Cell: counts and means
//	Study: fractions x requests x seeds x deadlines --Run--> Result: a Cell each, and without VARQ
//	Request, a predictor --Latest, Best, Points--> Point: when to submit, wall time, odds
//
// # The rules
//
// Trace: the jobs of one queue in nodes, ceil(procs / processors per node). A job
// without an estimate has its run time as estimate, and none runs past it. Jobs
// wider than the machine are left out and counted. The machine begins empty and
// is scheduled by EASY backfilling.
//
// History: the predictor observes every start, of normal and reserved jobs alike,
// at once, as a wait of a job of the wall time as submitted. It is refitted before
// each question. The first floor(f n) jobs are training: all are normal, misses do
// not count.
//
// Selection: job i of the trace asks for a reservation if the first 53 bits of
// SplitMix64(seed 0x9E3779B97F4A7C15 + i), as a fraction, are below the fraction.
// So a larger fraction adds jobs and removes none.
//
// Deadline of a job that asks at t, with period P: floor(t/P) P + P for Grid, as
// in the paper's simulation, so that jobs share deadlines; t + P for Ahead, as in
// its live experiment.
//
// Trajectory: points s(i) = t + 30 i < D, with lead d(i) = D - s(i) and wall time
// wall + d(i). The odds p(i) are those of a wait of at most d(i) for a job of that
// wall time. The latest point with p >= request is taken. If there is none, the
// reservation is rejected, and the job submitted at once as a normal one. As odds
// are a step function of d within a cluster, that point is found without the
// others: the smallest d of the grid with
//
//	d >= bound of the quantile `request` in the cluster,  above - wall < d <= upTo - wall
//
// for the clusters met, which are ranges (above, upTo] of estimates, in ascending
// order.
//
// Waiting: under Plan a plan remains as accepted. Under Replan it is made again at
// every multiple of 300 s and replaced by the point that is then the latest, now if
// there is none. Under Withdraw it is made again when it is due, and given up if
// nothing is left: the job is then normal, and counts as rejected.
//
// Running: a job started at or before D is a success and holds its nodes until
// D + run. One started later is a failure and runs at once.
//
// Order at one time: ends, arrivals in the order of the trace, plans that are due
// or made again in the order of their requests, one scheduling pass.
//
// # Slips of the paper
//
// Its figure 3 does not pass the deadline to QBETS, returns a wall time without
// the job's own part and a clock time as the time to wait, and begins to read past
// the end of the trajectory. Its example 4 x (43200 - 40470) is 10,920
// node-seconds, not 9480. In table 4 a mean prediction of .43 for requests of .75
// is impossible: every reservation accepted has .75 or more. The two numbers of
// that cell may be swapped.
//
// # References
//
//	[Nurmi08]   D. Nurmi, R. Wolski, J. Brevik. VARQ: Virtual Advance Reservations for Queues.
//	            HPDC 2008; here its report "Probabilistic Advanced Reservations for
//	            Batch-scheduled Parallel Machines".
//	[Steele14]  G. Steele, D. Lea, C. Flood. Fast Splittable Pseudorandom Number Generators.
//	            OOPSLA 2014: SplitMix64.
package varq
