// Package sched simulates a space-shared machine. A job holds its processors
// until it ends. A scheduler takes jobs from a queue first come first served,
// with or without EASY backfilling and with priorities. The machine may be a
// [Cluster] whose nodes several jobs share.
//
//	Machine, Plan, []Arrival --Simulate--> []Outcome             a whole workload
//	Machine --NewLookahead--> Lookahead --Submit--> start, end   from the present of a real machine
//	Machine, Policy --NewState--> State --Schedule--> []Job      the core of both
//
// Times are seconds from any origin; the arithmetic is exact where they are
// integers. Nothing is random. The example of the package runs two jobs.
//
// # References
//
//	[Lerida 2008] J. Ll. Lérida et al., a prediction of turnaround times for non-dedicated
//	              heterogeneous clusters (SDPN)
//	[Lifka 1995]  D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995: EASY backfilling
package sched
