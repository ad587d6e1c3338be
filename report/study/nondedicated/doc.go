// Package nondedicated turns the results of the study of a non-dedicated cluster into tables beside
// what its paper says [Lerida08]: the deviations of figures 2 to 4, the claims with yes or no, and
// a page that says which values are assumed.
//
//	cisne.Config, []*cisne.Cell --New--> study.Report
//	[]cisne.Timing --Timings--> report.Table
//
// The paper prints figures without numbers, so what is compared is the order of the methods and the
// direction of effects. Intervals are those of the mean over seeds, from Student's distribution;
// differences are taken within a seed, as all methods have the same workloads.
//
// # References
//
//	[Lerida08]  J. Ll. Lérida et al., a prediction of turnaround times for non-dedicated
//	            heterogeneous clusters (SDPN), 2008
package nondedicated
