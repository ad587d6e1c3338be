// Package reservations turns the cells of a VARQ study into tables 3 and 4 of its paper [Nurmi08]
// beside what was measured, and a page that says what agrees and what does not.
//
//	Study: varq.Result, a trajectory --New--> study.Report
//
// Means are over seeds, ranges from the least to the greatest of them. Seeds are not independent
// trials: they are the same jobs, of which at a fraction of .95 nearly all are the same
// reservations too. So intervals are those of the mean count of one seed.
//
// # References
//
//	[Nurmi08]  see package varq
package reservations
