// Package sched simulates a space-shared machine: processors that one job at a time holds until it
// ends, a queue of waiting jobs, and a scheduler that takes jobs from the queue first come first
// served, with or without EASY backfilling and with priorities. The machine may also be a [Cluster]
// whose nodes several jobs share. One simulator serves the generator of workloads, [Simulate], and
// the methods that look ahead from the present state of a real machine, [Outlook].
//
// The core is [State]: the running jobs, the waiting jobs and the clock. It is set up empty or from
// the jobs that run now, and then driven by events. At one time the order of events is
//
//	Advance    the clock moves and the jobs that end then free their processors
//	Submit     jobs arrive
//	Withdraw   jobs leave the queue without having started
//	Pass       one scheduling pass, which starts jobs
//
// and the time of the next end is [State.NextEnd]. A job that runs for no time at all ends after
// the pass that started it, at the same time, and another pass follows. [Simulate] drives a State
// through a whole workload:
//
//	machine := sched.Machine{Procs: 128, KillAtWall: true}
//	plan := sched.Plan{Policy: sched.Policy{Discipline: sched.EASY}}
//	outcomes, err := sched.Simulate(machine, plan, arrivals)
//
// # The scheduling pass
//
// Waiting jobs are ordered by the rank of their class, then by arrival, that is by the order of the
// calls of Submit. The first of them is the head. Heads start while they fit. Under FCFS the first
// head that does not fit blocks all behind it. Under EASY [Lifka 1995] it is given a reservation,
// and jobs behind it start now if they do not delay it:
//
//	shadow = the earliest time at which, by wall times, the head fits; all jobs that end at that time are counted
//	extra  = processors free at shadow − processors of the head
//
// a job that fits now starts if now + wall ≤ shadow or if it needs no more than extra processors,
// which it then takes from extra. A job that runs past its wall time is expected to end now. The
// scheduler sees wall times only, never how long a job will run.
//
// Under Policy.KnowsEnds, which is for looking ahead, there are two clocks: jobs end when their run
// times, which are forecasts, are over, while the scheduler plans by wall times, the users'
// estimates. It plans by the end of a job where that is later: where there is no estimate, wall
// time 0, or where the job has outlived it.
//
// A job may be due at a time ([Job.Due]): started sooner, it holds its processors idle until then.
// The scheduler sees nothing of that but the wall time.
//
// A pass costs O(waiting + running): running jobs are kept in the order of their expected ends, and
// of their real ends.
//
// # Clusters
//
// A job of p processors has one task on each of p nodes, up to MPL tasks share a node, and while it
// runs every second of Job.Run takes
//
//	stretch = (1 − Comm) SP + Comm SC                  seconds [Lerida 2008, equations 1 to 6]
//	SP      = max over its nodes of tasks / (power · availability)
//	SC      = max over its nodes of wanted / assigned bandwidth, where tasks share a link by max-min fairness
//
// or, under [ByTasks], stretch = max over its nodes of tasks. It changes whenever a job joins or
// leaves another on some node; what is left of both is then done at the new pace. The tasks on a
// node share what its local users leave of it equally. Jobs that fit are those for which enough
// nodes take another task. On shared nodes EASY starts a job before the head if the head's
// reservation, found with the job in place, is no later.
//
// A state may begin with jobs on given nodes ([Running]).
//
// Nodes of one class with tasks of the same jobs are one group, so cost grows with the number of
// running jobs and not of nodes. A plain machine is a cluster of one class with MPL 1, where the
// stretch is exactly 1.
//
// # Looking ahead
//
// An [Outlook] keeps a state that follows the real machine, whose jobs start and end when they do
// ([State.Move], [State.Begin], [State.Finish]) and may be more than fit, and for every job that is
// submitted a simulation that runs on from there by passes. A machine of equal nodes that one job
// at a time holds has one of its own (plain.go): a pass finds those who may start by an index, and
// costs O(log) for each that starts or ends; to begin anew costs 16 bytes for each that waits. Of
// jobs that it has started, expected ends are put in order as far as a reservation looks: most end
// before. Where nothing has happened since the last submission it goes on where it stopped.
//
// Times are seconds from any origin; the arithmetic is exact where they are whole. Nothing here is
// random: equal input gives equal output.
//
// # References
//
//	[Lerida 2008] J. Ll. Lérida et al., a prediction of turnaround times for non-dedicated
//	              heterogeneous clusters (SDPN)
//	[Lifka 1995]  D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995: EASY backfilling
package sched
