// Package varq simulates virtual advance reservations [Nurmi08]. A job that
// must run at a deadline is submitted with its wall time stretched to the
// deadline, at the latest moment with the requested probability, by QBETS, that
// it starts in time. To the scheduler it is a normal job. If it starts early it
// holds its nodes idle until the deadline.
//
//	replay.Series, Machine --NewWorkload--> Workload
//	Workload, Config --simulate--> outcome of every job --summarize--> Cell: counts and means
//	Study: fractions x requests x seeds x deadlines --Run--> Outcomes: a Cell each, and without VARQ
//	Reservations: outcomes, live experiments, an Example --Page--> claims, tables, figures
//	Request, a predictor --Points, Latest--> Point: when to submit, wall time, odds
//
// # Rules
//
// The machine begins empty and is scheduled by EASY backfilling. A job without
// an estimate has its run time as estimate, and none runs past it. At one time
// the order is ends, arrivals in the order of the workload, plans in the order
// of their requests, one scheduling pass.
//
// The predictor observes every start at once, as a wait of a job of the wall
// time as submitted, and is refitted before each question. The first floor(f n)
// jobs only train it. Of the others, job i of the workload asks for a
// reservation if a uniform number made of seed and i is below the fraction. So
// a larger fraction adds jobs and removes none.
//
// The deadline D of a job that asks at t, with period P, is floor(t/P) P + P
// for Grid, as in the paper's simulation, and t + P for Ahead, as in its live
// experiment. A trajectory has the points s(i) = t + 30 i < D, with lead d(i) =
// D - s(i) and wall time wall + d(i). The odds p(i) are the odds of a wait of
// at most d(i) for a job of that wall time. The latest point with p >= request
// is taken. Without one the reservation is rejected, and the job is submitted
// at once as a normal one.
//
// A probing user, as in the paper's live experiment, requests every 15 s a
// reservation a period ahead for a random job, until one is accepted or the
// deadline is there; then the next. All users ask at multiples of these 15 s
// from their first request, which lies at random in the first period after
// training. A probe runs as long as it requests. It asks after the plans.
//
// A job started at or before D is a success and holds its nodes until D + run.
// A job started later is a failure and runs at once.
//
// # References
//
//	[Nurmi08]   D. Nurmi, R. Wolski, J. Brevik. VARQ: Virtual Advance Reservations for Queues.
//	            HPDC 2008; here its report "Probabilistic Advanced Reservations for
//	            Batch-scheduled Parallel Machines".
//	[Steele14]  G. Steele, D. Lea, C. Flood. Fast Splittable Pseudorandom Number Generators.
//	            OOPSLA 2014: SplitMix64.
package varq
