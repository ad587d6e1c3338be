package qbets

import "math"

// mostGroups is the number of groups that an attribute is cut into at most: 200. The cost of the
// best partition grows with its square.
const mostGroups = 200

// groups are the entries by ascending value of one attribute, where a bin can end between two
// groups only.
type groups struct {
	Edges []float64 // largest value of each group, ascending
	n     []int     // entries in the groups before each, and in all
	s     []float64 // sums of their scores
}

// newGroups makes the groups of entries with the given distinct values, ascending, each with its
// entries. Every value is a group unless there are more values than most; then only the values at
// positions
//
//	ceil(i N / most), i = 1 ... most
//
// of the N entries in order of their values are ends of groups.
func newGroups(values []float64, bins []bin, most int) *groups {
	total := 0
	for _, b := range bins {
		total += b.N
	}
	room := min(len(values), most) + 1
	g := &groups{Edges: make([]float64, 0, room), n: make([]int, 1, room), s: make([]float64, 1, room)}
	var sum bin
	for i, value := range values {
		before := sum.N
		sum.Add(bins[i])
		// Of the positions floor(n most / N) lie within the first n entries: one is at this value
		// if that number rises.
		if len(values) > most && sum.N*most/total == before*most/total {
			continue
		}
		g.Edges = append(g.Edges, value)
		g.n = append(g.n, sum.N)
		g.s = append(g.s, sum.S)
	}
	return g
}

// entries is N.
func (g *groups) entries() int { return g.n[len(g.n)-1] }

// likelihood is n ln(n / S) of the bin from group i up to but not including group j.
func (g *groups) likelihood(i, j int) float64 {
	return bin{g.n[j] - g.n[i], g.s[j] - g.s[i]}.likelihood()
}

// bin is the entries of a bin: how many they are, and the sum of their scores.
type bin struct {
	N int
	S float64
}

// Add adds the entries of another bin.
func (b *bin) Add(other bin) {
	b.N += other.N
	b.S += other.S
}

// likelihood is n ln(n / S), 0 for an empty bin.
func (b bin) likelihood() float64 {
	if b.N == 0 {
		return 0
	}
	n := float64(b.N)
	return n * math.Log(n/b.S)
}

// bic takes from L the penalty of b bins of n entries.
func bic(l float64, bins, n int) float64 { return l - penalty(bins, n) }

// penalty is (2b-1)/2 ln n: each bin has a mean, each but the last an edge.
func penalty(bins, n int) float64 { return float64(2*bins-1) / 2 * math.Log(float64(n)) }

// tolerance is how close to x another BIC is equal.
func tolerance(x float64) float64 { return 1e-9 * max(1, math.Abs(x)) }
