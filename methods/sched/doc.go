// Package sched simulates a space-shared machine. A job holds its processors
// until it ends. A scheduler takes jobs from a queue first come first served,
// with or without EASY backfilling and with priorities. The machine may also be
// a
// [Cluster] whose nodes several jobs share. [Simulate] runs a whole workload, for
// generated logs. A [Lookahead] looks ahead from the present of a real machine.
//
// The core is [State]: the running jobs, the waiting jobs and the clock. At one
// time the order of events is
//
//	Advance    the clock moves and the jobs that end then free their processors
//	Submit     jobs arrive
//	Withdraw   jobs leave the queue without having started
//	Schedule   one scheduling pass, which starts jobs
//
// and the time of the next end is [State.NextEnd]. A job that runs for no time
// ends after the pass that started it, at the same time, and another pass
// follows.
//
// # The scheduling pass
//
// Waiting jobs are in order of the rank of their class, then of arrival. The
// first is the head. Heads start while they fit. Under FCFS the first head that
// does not fit blocks all behind it. Under EASY [Lifka 1995] it has a
// reservation, and jobs behind it start now if they do not delay it:
//
//	shadow = the earliest time at which, by wall times, the head fits; all jobs that end then count
//	extra  = processors free at shadow − processors of the head
//
// A job that fits starts if now + wall ≤ shadow, or if it needs no more than
// extra processors, which it then takes from extra. A job that runs past its
// wall time is expected to end now. The scheduler sees wall times only, not run
// times.
//
// Under Policy.KnowsEnds, which is for looking ahead, run times are forecasts.
// Jobs end by them. The scheduler plans by wall times, the users' estimates, or
// by the end of a job where that is later.
//
// # Clusters
//
// A job of p processors has one task on each of p nodes, and up to MPL tasks
// share a node. While it runs, every second of Job.Run takes, by equations 1 to
// 6 of [Lerida 2008],
//
//	stretch = (1 − Comm) SP + Comm SC                  seconds
//	SP      = max over its nodes of tasks / (power · availability)
//	SC      = max over its nodes of wanted / assigned bandwidth, links shared by max-min fairness
//
// or, under [ByTasks], stretch = max over its nodes of tasks. It changes
// whenever a job joins or leaves another on some node. Jobs fit if enough nodes
// take another task. On shared nodes EASY starts a job before the head if the
// head's reservation, found with the job running, is no later. Nodes of one
// class with tasks of the same jobs are one group, so cost grows with running
// jobs and not with nodes. A plain machine is a cluster of one class with MPL
// 1, where the stretch is exactly 1.
//
// Times are seconds from any origin; the arithmetic is exact where they are
// integers. Nothing is random.
//
// # References
//
//	[Lerida 2008] J. Ll. Lérida et al., a prediction of turnaround times for non-dedicated
//	              heterogeneous clusters (SDPN)
//	[Lifka 1995]  D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995: EASY backfilling
package sched
