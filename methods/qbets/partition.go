package qbets

import (
	"math"
	"sort"
)

// partition cuts the values of an attribute into at most three bins.
type partition struct {
	Edges []float64 // largest value of each bin, ascending
	BIC   float64
}

// Find gives the bin of a value, counted from 0: the first whose largest value is not below it,
// else the last.
func (p *partition) Find(value float64) int {
	for i, edge := range p.Edges[:len(p.Edges)-1] {
		if value <= edge {
			return i
		}
	}
	return len(p.Edges) - 1
}

// Best gives the partition with the largest BIC among those into one, two or three bins of at least
// least entries each; one bin may have fewer. Of partitions with equal BICs it is that with the
// fewest bins, then that with the smallest edges, the first bin's before the second's. There must
// be a group.
//
// Cost: some nanoseconds for each of G^2/2 pairs of ends, of G groups.
func (g *groups) Best(least int) *partition {
	s := newSearch(g, least)
	s.one()
	s.two()
	s.three()
	return s.best()
}

// candidate is a partition that may be the best: bins end before group i and before group j, G
// standing for no such end.
type candidate struct {
	i, j int
	bic  float64
}

// search goes through the partitions in order of preference: first fewer bins, then smaller edges.
type search struct {
	*groups
	least      int
	count      int         // of groups, G
	first      []float64   // likelihood of a first bin that ends before group i
	last       []float64   // likelihood of a last bin that starts at group j
	most       float64     // the largest BIC met
	candidates []candidate // in order; those that were best or equal to it when they were met
}

func newSearch(g *groups, least int) *search {
	count := len(g.Edges)
	s := &search{groups: g, least: max(least, 1), count: count, first: make([]float64, count+1), last: make([]float64, count+1), most: math.Inf(-1)}
	for i := range count + 1 {
		s.first[i] = g.likelihood(0, i)
		s.last[i] = g.likelihood(i, count)
	}
	return s
}

func (s *search) meet(i, j int, bic float64) {
	s.most = max(s.most, bic)
	if bic >= s.most-tolerance(s.most) {
		s.candidates = append(s.candidates, candidate{i, j, bic})
	}
}

func (s *search) one() { s.meet(s.count, s.count, bic(s.last[0], 1, s.entries())) }

func (s *search) two() {
	cost := penalty(2, s.entries())
	for i := s.after(0); i < s.count && s.room(i, s.count); i++ {
		s.meet(i, s.count, s.first[i]+s.last[i]-cost)
	}
}

func (s *search) three() {
	cost := penalty(3, s.entries())
	for i := s.after(0); i < s.count; i++ {
		for j := s.after(i); j < s.count && s.room(j, s.count); j++ {
			s.meet(i, j, s.first[i]+s.likelihood(i, j)+s.last[j]-cost)
		}
	}
}

// after gives the first group before which a bin that starts at group i can end.
func (s *search) after(i int) int {
	return i + sort.Search(s.count-i, func(k int) bool { return s.n[i+k]-s.n[i] >= s.least })
}

// room reports whether the bin of groups i to before j is large enough.
func (s *search) room(i, j int) bool { return s.n[j]-s.n[i] >= s.least }

// best is the first candidate that equals the best of all.
func (s *search) best() *partition {
	for _, c := range s.candidates {
		if c.bic >= s.most-tolerance(s.most) {
			return s.partition(c)
		}
	}
	panic("cluster: no group")
}

func (s *search) partition(c candidate) *partition {
	p := &partition{BIC: c.bic}
	for _, end := range []int{c.i, c.j} {
		if end < s.count {
			p.Edges = append(p.Edges, s.Edges[end-1])
		}
	}
	p.Edges = append(p.Edges, s.Edges[s.count-1])
	return p
}

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
