// Package cisne simulates a cluster whose nodes also serve local users, and
// measures how well methods predict when parallel jobs end there [Lerida08].
// The simulated cluster is richer than any of the methods believes, so all of
// them can be wrong.
//
//	Assumed --draw--> jobs; activity of local users
//	jobs, activity, Setting --truth--> starts and ends, predictions at each submission
//	starts, ends, predictions --scorer--> Errors
//	Config --Run--> []*Cell, a Setting and a method each, with the Errors of every seed
//	Config, cells --Page--> claims of the paper, tables, figures
//
// # The cluster
//
// Every node has a power P and a link to a switch that is never short. A local
// user works and rests in turns. While he works he takes a share of the
// processor and a little of the link before any parallel task. The tasks of one
// node share the rest equally. A job advances at the rate
//
//	1 / (Tp SP + Tc SC)
//	SP = max over its nodes of tasks / (P · idle share)
//	SC = max over its nodes of wanted / assigned bandwidth, links shared by max-min fairness
//
// Tp and Tc are the declared times multiplied by a factor of the job. The rate
// changes when a local user begins or stops, and when jobs start or end. Every
// workload begins on an empty cluster.
//
// Jobs start first come first served, or under EASY as package sched has it, by
// a belief about the cluster: the measured method's, or one with true times and
// progress but without the future activity of local users.
// [sched.Selection] has the rules for the choice of nodes.
//
// # References
//
//	[Lerida08]  J. Ll. Lérida et al., a prediction of turnaround times for non-dedicated
//	            heterogeneous clusters (SDPN), 2008
package cisne
