// Package cluster sorts jobs into clusters of similar waits by one or two attributes, as QBETS does [Nurmi07].
//
// An entry is a job with a known wait. Its score is
//
//	x = -ln(r / (N+1)),  r = 1 + number of the N entries with a strictly smaller wait
//
// which is about exponentially distributed where waits are alike, so that a bin of entries is described by n, how many they
// are, and S, the sum of their scores:
//
//	L = sum over bins of n ln(n / S),  BIC = L - (2b-1)/2 ln N for b bins
//
// # Data flow
//
//	values, counts, sums of one attribute -> NewGroups -> Groups.Best or Groups.Greedy -> Partition
//	two Partitions and the Bins of their product -> Choose -> which of the three
//	entries of every cell -> Borrow -> the cells that each cell's history is made of
//
// Everything is a pure function of its arguments. Two BICs closer than 1e-9 of their size are equal, so that neither the order
// of a sum nor a fused multiply-add decides.
//
// # References
//
//   - [Nurmi07] D. Nurmi, J. Brevik, R. Wolski: QBETS: Queue Bounds Estimation from Time Series. JSSPP 2007.
package cluster
