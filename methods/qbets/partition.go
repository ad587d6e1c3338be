package qbets

import (
	"math"
	"slices"
	"sort"
)

// bin is the number of some entries, and the sum of their scores.
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

// penalty is (2b-1)/2 ln n for b bins of n entries: each bin has a mean, each
// but the last an edge. A likelihood less its penalty is a BIC.
func penalty(bins, n int) float64 { return float64(2*bins-1) / 2 * math.Log(float64(n)) }

// tolerance is how close to x another BIC is equal.
func tolerance(x float64) float64 { return 1e-9 * max(1, math.Abs(x)) }

// mostGroups is the largest number of groups of an attribute. The cost of the
// best partition grows with its square.
const mostGroups = 200

// groups are the entries by ascending value of one attribute. A bin ends
// between two groups.
type groups struct {
	edges []float64 // largest value of each group, ascending
	below []bin     // the entries of the groups before each, and all entries
}

// newGroups makes the groups of entries with the given distinct values,
// ascending, each with its entries. Every value is a group unless there are
// more than most; then groups end at the values at positions
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
		// Of the positions floor(n most / N) lie within the first n entries:
		// one is at this value if that number rises.
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

// find is the index of a value's bin: the first whose largest value is not
// below it, else the last.
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
// Cost: some nanoseconds for each of G^2 pairs of ends, of G groups.
func (g *groups) best(least int) *partition {
	count := len(g.edges)
	total := g.below[count].n
	// after is the end of the first bin that is large enough and begins at
	// group i.
	after := func(i int) int {
		return i + sort.Search(count-i, func(k int) bool {
			return g.between(i, i+k).n >= max(least, 1)
		})
	}
	// The last bin begins before tail.
	tail := sort.Search(count, func(i int) bool { return g.between(i, count).n < max(least, 1) })
	first, last := make([]float64, count+1), make([]float64, count+1)
	for i := range first {
		first[i], last[i] = g.between(0, i).likelihood(), g.between(i, count).likelihood()
	}
	one, two, three := penalty(1, total), penalty(2, total), penalty(3, total)
	// each calls yield for all partitions in order of preference, until it
	// returns false. Bins end before groups i and j; count means no further
	// bin.
	each := func(yield func(i, j int, bic float64) bool) {
		if !yield(count, count, last[0]-one) {
			return
		}
		for i := after(0); i < tail; i++ {
			if !yield(i, count, first[i]+last[i]-two) {
				return
			}
		}
		for i := after(0); i < tail; i++ {
			for j := after(i); j < tail; j++ {
				if !yield(i, j, first[i]+g.between(i, j).likelihood()+last[j]-three) {
					return
				}
			}
		}
	}
	most := math.Inf(-1)
	each(func(_, _ int, bic float64) bool { most = max(most, bic); return true })
	var p *partition
	each(func(i, j int, bic float64) bool {
		if bic < most-tolerance(most) {
			return true
		}
		p = &partition{bic: bic}
		for _, end := range slices.Compact([]int{i, j, count}) {
			p.edges = append(p.edges, g.edges[end-1])
		}
		return false
	})
	return p
}
