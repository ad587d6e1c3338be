// Package varq simulates virtual advance reservations [Nurmi08]: a job that is to run at a deadline
// is submitted, with its wall time stretched to the deadline, at the latest moment from which QBETS
// gives the wanted probability that it starts in time. Nothing of the machine's scheduler changes;
// the reservation is a normal job that, if it starts early, holds its nodes idle until the
// deadline.
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
// Trace: the jobs of one queue in nodes, ceil(procs / processors per node). A job without an
// estimate has its run time as estimate, and none runs past it. Jobs wider than the machine are
// left out and counted. The machine is an empty one under EASY backfilling.
//
// History: every start, of normal and reserved jobs alike, tells the predictor one wait, of a job
// of the wall time as submitted, at once. The predictor is refitted before it is asked. The first
// floor(f n) jobs are training: all are normal, misses do not count.
//
// Selection: job i of the trace asks for a reservation if SplitMix64(seed 0x9E3779B97F4A7C15 + i),
// its first 53 bits as a fraction, is below the fraction: a larger fraction adds jobs and takes
// none away.
//
// Deadline of a job that asks at t, with period P: floor(t/P) P + P for Grid, as the paper's
// simulation, so that jobs share deadlines; t + P for Ahead, as its live experiment.
//
// Trajectory: points s(i) = t + 30 i < D, with lead d(i) = D - s(i) and wall time wall + d(i); the
// odds p(i) are those of a wait of at most d(i) for a job of that wall time. The latest point with
// p >= request is taken; where there is none the reservation is rejected, and the job submitted at
// once as a normal one. As odds are a step function of d within a cluster, that point is found
// without the others: the smallest d of the grid with
//
//	d >= bound of the quantile `request` in the cluster,  above - wall < d <= upTo - wall
//
// for the clusters met, which are ranges (above, upTo] of estimates, in ascending order.
//
// Waiting: a plan stands as it was accepted (Plan), is made again at every multiple of 300 s and
// replaced by what is then the latest point, now if there is none (Replan), or is made again when
// it is due, and given up if nothing is left (Withdraw): the job is then normal, and counts as
// rejected.
//
// Running: a job started at or before D is a success and holds its nodes until D + run; one started
// later is a failure and runs at once.
//
// Order at one time: ends, arrivals in the order of the trace, plans that are due or made again in
// the order of their requests, one scheduling pass.
//
// # Slips of the paper
//
// Its figure 3 does not hand the deadline to QBETS, returns a wall time without the job's own part
// and a clock time as the time to wait, and begins to read behind the end of the trajectory. Its
// example 4 x (43200 - 40470) is 10,920 node-seconds, not 9480. In table 4 a mean prediction of .43
// for requests of .75 cannot be: every reservation accepted has .75 or more; the two numbers of
// that cell may have changed places.
//
// # References
//
//	[Nurmi08]   D. Nurmi, R. Wolski, J. Brevik. VARQ: Virtual Advance Reservations for Queues.
//	            HPDC 2008; here its report "Probabilistic Advanced Reservations for
//	            Batch-scheduled Parallel Machines".
//	[Steele14]  G. Steele, D. Lea, C. Flood. Fast Splittable Pseudorandom Number Generators.
//	            OOPSLA 2014: SplitMix64.
package varq
