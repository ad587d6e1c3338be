package qbets

import (
	"iter"
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

// better reports whether BIC a is larger than b. It is equal within 1e-9.
func better(a, b float64) bool { return a-b > 1e-9*max(1, math.Abs(max(a, b))) }

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
// more than limit; then groups end at the values at positions
//
//	ceil(i N / limit), i = 1 ... limit
//
// of the N entries in order of their values.
func newGroups(values []float64, bins []bin, limit int) *groups {
	total := 0
	for _, b := range bins {
		total += b.n
	}
	g := &groups{below: []bin{{}}}
	var sum bin
	for i, value := range values {
		before := sum.n
		sum.add(bins[i])
		// Of the positions floor(n limit / N) lie within the first n entries:
		// one is at this value if that number rises.
		if len(values) > limit && sum.n*limit/total == before*limit/total {
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
// three bins of at least smallest entries each; one bin may have fewer. Of
// equal partitions it is the one with the fewest bins, then with the smallest
// edges, the first bin's before the second's. There must be a group.
//
// Cost: some nanoseconds for each of G^2 pairs of ends, of G groups.
func (g *groups) best(smallest int) *partition {
	largest := math.Inf(-1)
	for _, bic := range g.cuts(max(smallest, 1)) {
		largest = max(largest, bic)
	}
	for ends, bic := range g.cuts(max(smallest, 1)) {
		if better(largest, bic) {
			continue
		}
		p := &partition{bic: bic}
		for _, end := range slices.Compact([]int{ends.one, ends.two, len(g.edges)}) {
			p.edges = append(p.edges, g.edges[end-1])
		}
		return p
	}
	return nil // not reached
}

// ends are the groups before which the first two bins end; the number of groups
// where no bin follows.
type ends struct{ one, two int }

// cuts yields all partitions of best in the order of preference, with their
// BICs.
func (g *groups) cuts(smallest int) iter.Seq2[ends, float64] {
	count := len(g.edges)
	total := g.below[count].n
	// next is the end of the first bin that is large enough and begins at group
	// i.
	next := func(i int) int {
		return i + sort.Search(count-i, func(k int) bool { return g.between(i, i+k).n >= smallest })
	}
	// The last bin begins before tail.
	tail := sort.Search(count, func(i int) bool { return g.between(i, count).n < smallest })
	left, right := make([]float64, count+1), make([]float64, count+1)
	for i := range left {
		left[i], right[i] = g.between(0, i).likelihood(), g.between(i, count).likelihood()
	}
	one, two, three := penalty(1, total), penalty(2, total), penalty(3, total)
	return func(yield func(ends, float64) bool) {
		if !yield(ends{count, count}, right[0]-one) {
			return
		}
		for i := next(0); i < tail; i++ {
			if !yield(ends{i, count}, left[i]+right[i]-two) {
				return
			}
		}
		for i := next(0); i < tail; i++ {
			for j := next(i); j < tail; j++ {
				if !yield(ends{i, j}, left[i]+g.between(i, j).likelihood()+right[j]-three) {
					return
				}
			}
		}
	}
}
