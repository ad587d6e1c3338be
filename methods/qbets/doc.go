// Package qbets bounds the waits of jobs within clusters of similar ones, as
// QBETS does [Nurmi07].
//
// # Data flow
//
//	New -> Predictor;  Submitted, Started... EndTraining, Refit -> History -> Bound, BoundAt, Probability
//
//	entries: all waits of the series, in the order in which they became known
//	grid:    sorts jobs into cells; chosen again now and then from the ranks of the waits
//	cells:   a history (package history) of the waits of its jobs, and of its neighbours' if it has few
//
// # Clusters
//
// Processors and estimate are each cut into at most three bins of at least m(q,
// c) jobs. The clusters are the cells of the product of both, or the bins of
// one where the product is no better. An unknown estimate is a value of its
// own, below all others. A cell with fewer than m(q, c) waits borrows from the
// cells next to it.
//
//   - Refit chooses the clusters again when at least 100 waits and a twentieth
//     of all have become known since the last time. All waits take part, also
//     those before a change point.
//   - The history of a cluster is the history that bmbp would have, had it seen
//     the cluster alone from the beginning, with the bounds that the jobs got.
//   - The threshold of a cluster follows from its last 1000 waits when the
//     clusters were chosen; before the first time after training, from the
//     whole series.
//   - The machine counts as down if no job of the series has started for
//     longer, and more have been submitted since the last start, than the
//     bounds of the 0.99 quantiles (confidence 0.95) of both. It is down until
//     the next start. That changes no bound.
//
// Clusters make bounds sharper on most logs, and hold on fewer: each cluster
// counts its own misses, so that it sees a shift of all waits later.
//
// The authors' program merges bins greedily instead. On the 12 queues of 1000
// jobs or more of SDSC-SP2, SDSC-DS and KTH-SP2 that held on 10, as the
// product did, and a single cluster on 12. On the 9 where all three did, the
// pinball loss was .809 of the loss of a single cluster, and .811 with the
// product.
//
// # Scores
//
// The score of an entry is
//
//	x = -ln(r / (N+1)),  r = 1 + number of the N entries with a strictly smaller wait
//
// It is about exponentially distributed where waits are alike. So n and S
// describe a bin: its number of entries, and the sum of their scores.
//
//	L = sum over bins of n ln(n / S),  BIC = L - (2b-1)/2 ln N for b bins
//
// Two BICs closer than 1e-9 of their size are equal, so that neither the order
// of a sum nor a fused multiply-add decides.
//
// # References
//
//   - [Nurmi07] D. Nurmi, J. Brevik, R. Wolski: QBETS: Queue Bounds Estimation
//     from Time Series. JSSPP 2007.
package qbets
