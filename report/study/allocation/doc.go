// Package allocation turns the results of Downey's allocation study into the tables and figures of
// its paper [Downey97] beside what is printed there, and a page that says which numbers come out
// and which do not.
//
//	downey.Config, []*downey.Result --New--> study.Report
//
// Means, standard deviations and ranges are over seeds, each a workload of its own. Most numbers
// move with how heavy a workload happens to be, and the paper has one workload. So numbers are also
// given at its mean turnaround under AVG: the least-squares line through the seeds, of the number
// on that turnaround, with the standard deviation of the seeds around it. It needs four seeds.
//
// # References
//
//	[Downey97]  see package downey
package allocation
