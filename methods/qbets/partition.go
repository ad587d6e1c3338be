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
