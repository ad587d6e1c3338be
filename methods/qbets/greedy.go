package qbets

import "math"

// Greedy gives a partition as the authors of QBETS do: from one bin a group, it merges the two
// neighbours whose merger takes least from the likelihood, the lowest of equal ones, until one bin
// is left, and gives the stage of at most three bins with the largest BIC; of equal ones that with
// fewer bins. Bins may be of any size. There must be a group. Cost: O(G^2) for G groups.
func (g *groups) Greedy() *partition {
	ends := make([]int, len(g.Edges)+1) // of the bins, the first being 0
	for i := range ends {
		ends[i] = i
	}
	change := make([]float64, max(len(g.Edges)-1, 0)) // of merging bins i and i+1
	for i := range change {
		change[i] = g.merger(ends[i:])
	}
	var best *partition
	for {
		if bins := len(ends) - 1; bins <= 3 {
			p := g.stage(ends)
			if best == nil || p.BIC >= best.BIC-tolerance(max(p.BIC, best.BIC)) {
				best = p
			}
			if bins == 1 {
				return best
			}
		}
		i := lowestGreatest(change)
		ends = append(ends[:i+1], ends[i+2:]...)
		change = append(change[:i], change[i+1:]...)
		if i < len(change) {
			change[i] = g.merger(ends[i:])
		}
		if i > 0 {
			change[i-1] = g.merger(ends[i-1:])
		}
	}
}

// merger is what merging the first two bins does to the likelihood; it is never above 0 but for
// rounding.
func (g *groups) merger(ends []int) float64 {
	return g.likelihood(ends[0], ends[2]) - g.likelihood(ends[0], ends[1]) - g.likelihood(ends[1], ends[2])
}

// lowestGreatest gives the first place of the greatest number, or of one equal to it.
func lowestGreatest(x []float64) int {
	greatest := math.Inf(-1)
	for _, v := range x {
		greatest = max(greatest, v)
	}
	for i, v := range x {
		if v >= greatest-tolerance(greatest) {
			return i
		}
	}
	panic("cluster: no pair to merge")
}

// stage is the partition with these ends.
func (g *groups) stage(ends []int) *partition {
	p := &partition{}
	var l float64
	for i, end := range ends[1:] {
		l += g.likelihood(ends[i], end)
		p.Edges = append(p.Edges, g.Edges[end-1])
	}
	p.BIC = bic(l, len(p.Edges), g.entries())
	return p
}
