// Package sched simulates a space-shared machine: processors that one job at a time holds until it ends, a queue of waiting jobs,
// and a scheduler that takes jobs from the queue first come first served, with or without EASY backfilling and with priorities.
//
// The core is [State]: the running jobs, the waiting jobs and the clock. It is set up empty or from the jobs that run now, and then driven
// by events. At one time the order of events is
//
//	Advance    the clock moves and the jobs that end then free their processors
//	SetPolicy  the scheduler changes
//	Submit     jobs arrive
//	Withdraw   jobs leave the queue without having started
//	Pass       one scheduling pass, which starts jobs
//
// and the time of the next end is [State.NextEnd]. A job that runs for no time at all ends after the pass that started it, at the same time, and
// another pass follows. [Simulate] drives a State through a whole workload:
//
//	machine := sched.Machine{Procs: 128, KillAtWall: true}
//	plan := sched.Plan{Policy: sched.Policy{Discipline: sched.EASY}}
//	outcomes, err := sched.Simulate(machine, plan, arrivals)
//
// # The scheduling pass
//
// Waiting jobs are ordered by the rank of their class, then by arrival, that is by the order of the calls of Submit. The first of them is the head.
// Heads start while they fit. Under FCFS the first head that does not fit blocks all behind it. Under EASY [Lifka 1995] it is given a
// reservation, and jobs behind it start now if they do not delay it:
//
//	shadow = the earliest time at which, by wall times, the head fits; all jobs that end at that time are counted
//	extra  = processors free at shadow − processors of the head
//
// a job that fits now starts if now + wall ≤ shadow or if it needs no more than extra processors, which it then takes from extra. A job that
// runs past its wall time is expected to end now. The scheduler sees wall times only, never how long a job will run.
//
// A pass costs O(waiting + running): running jobs are kept in the order of their expected ends, and of their real ends.
//
// Times are seconds from any origin; the arithmetic is exact where they are whole. Nothing here is random: equal input gives equal output.
//
// # References
//
//	[Lifka 1995]  D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995: EASY backfilling
package sched
