package qbets

import (
	"math"
	"sort"
)

// bin is entries: how many they are, and the sum of their scores.
type bin struct {
	n   int
	sum float64
}

// add adds the entries of another bin.
func (b *bin) add(other bin) {
	b.n += other.n
	b.sum += other.sum
}

// likelihood is n ln(n / S), 0 for an empty bin.
func (b bin) likelihood() float64 {
	if b.n == 0 {
		return 0
	}
	n := float64(b.n)
	return n * math.Log(n/b.sum)
}

// penalty is (2b-1)/2 ln n for b bins of n entries: each bin has a mean, each but
// the last an edge. A likelihood less its penalty is a BIC.
func penalty(bins, n int) float64 { return float64(2*bins-1) / 2 * math.Log(float64(n)) }

// tolerance is how close to x another BIC is equal.
func tolerance(x float64) float64 { return 1e-9 * max(1, math.Abs(x)) }

// mostGroups is the largest number of groups of an attribute. The cost of the
// best partition grows with its square.
const mostGroups = 200

// groups are the entries by ascending value of one attribute. A bin ends between
// two groups.
type groups struct {
	edges []float64 // largest value of each group, ascending
	below []bin     // the entries of the groups before each, and all entries
}

// newGroups makes the groups of entries with the given distinct values,
// ascending, each with its entries. Every value is a group unless there are more
// than most; then groups end at the values at positions
//
//	ceil(i N / most), i = 1 ... most
//
// of the N entries in order of their values.
func newGroups(values []float64, bins []bin, most int) *groups {
	total := 0
	for _, b := range bins {
		total += b.n
	}
	g := &groups{below: []bin{{}}}
	var sum bin
	for i, value := range values {
		before := sum.n
		sum.add(bins[i])
		// Of the positions floor(n most / N) lie within the first n entries: one is at
		// this value if that number rises.
		if len(values) > most && sum.n*most/total == before*most/total {
			continue
		}
		g.edges, g.below = append(g.edges, value), append(g.below, sum)
	}
	return g
}

// between is the entries from group i up to but not including group j.
func (g *groups) between(i, j int) bin {
	return bin{g.below[j].n - g.below[i].n, g.below[j].sum - g.below[i].sum}
}

// partition cuts the values of an attribute into at most three bins.
type partition struct {
	edges []float64 // largest value of each bin, ascending
	bic   float64
}

// find is the index of a value's bin: the first whose largest value is not below
// it, else the last.
func (p *partition) find(value float64) int {
	for i, edge := range p.edges[:len(p.edges)-1] {
		if value <= edge {
			return i
		}
	}
	return len(p.edges) - 1
}

// best returns the partition with the largest BIC among all into one, two or
// three bins of at least least entries each; one bin may have fewer. Of equal
// partitions it is the one with the fewest bins, then with the smallest edges,
// the first bin's before the second's. There must be a group.
//
// Cost: some nanoseconds for each of G^2/2 pairs of ends, of G groups.
func (g *groups) best(least int) *partition {
	count := len(g.edges)
	total := g.below[count].n
	most := math.Inf(-1)
	type candidate struct {
		ends [2]int // groups before which a bin ends; count for none
		bic  float64
	}
	var candidates []candidate // in order of preference, near to the best when met
	consider := func(i, j int, bic float64) {
		if most = max(most, bic); bic >= most-tolerance(most) {
			candidates = append(candidates, candidate{[2]int{i, j}, bic})
		}
	}
	// The end of the first bin that is large enough and begins at group i.
	after := func(i int) int {
		return i + sort.Search(count-i, func(k int) bool { return g.between(i, i+k).n >= max(least, 1) })
	}
	first, last := make([]float64, count+1), make([]float64, count+1)
	for i := range first {
		first[i], last[i] = g.between(0, i).likelihood(), g.between(i, count).likelihood()
	}
	tail := sort.Search(count, func(i int) bool { return g.between(i, count).n < max(least, 1) }) // the last bin begins before

	consider(count, count, last[0]-penalty(1, total))
	two, three := penalty(2, total), penalty(3, total)
	for i := after(0); i < tail; i++ {
		consider(i, count, first[i]+last[i]-two)
	}
	for i := after(0); i < tail; i++ {
		for j := after(i); j < tail; j++ {
			consider(i, j, first[i]+g.between(i, j).likelihood()+last[j]-three)
		}
	}
	for _, c := range candidates {
		if c.bic < most-tolerance(most) {
			continue
		}
		p := &partition{bic: c.bic}
		for _, end := range append(c.ends[:], count) {
			if n := len(p.edges); n == 0 || g.edges[end-1] != p.edges[n-1] {
				p.edges = append(p.edges, g.edges[end-1])
			}
		}
		return p
	}
	panic("qbets: no group")
}
