package qbets

import (
	"math"
	"slices"
	"testing"
)

// groupsOf makes a group of each bin, of the values 1, 2, 3, ...
func groupsOf(bins ...bin) *groups {
	values := make([]float64, len(bins))
	for i := range values {
		values[i] = float64(i + 1)
	}
	return newGroups(values, bins, len(bins))
}

// TestBestByHand: the sums are powers of 2, so that the logarithms are
// multiples of ln 2.
func TestBestByHand(t *testing.T) {
	ln2 := math.Ln2
	for _, test := range []struct {
		name     string
		bins     []bin
		smallest int
		edges    []float64
		bic      float64
	}{
		// One bin: 8 ln(8/9) - 1/2 ln 8 = -1.98. Two: 4 ln(4/8) + 4 ln(4/1) -
		// 3/2 ln 8 = 4 ln 2 - 4.5 ln 2.
		{"two bins", []bin{{4, 8}, {4, 1}}, 4, []float64{1, 2}, -0.5 * ln2},
		{"two bins would be too small", []bin{{4, 8}, {4, 1}}, 5, []float64{2}, 8*math.Log(8./9) - 1.5*ln2},
		{"fewer entries than a bin needs", []bin{{2, 1}}, 5, []float64{1}, 2*ln2 - 0.5*ln2},
		// Two bins: 4 ln(4/5) + 0 - 4.5 ln 2 = -4.01, one: -0.94 - 1.04.
		{"one bin", []bin{{4, 5}, {4, 4}}, 1, []float64{2}, 8*math.Log(8./9) - 1.5*ln2},
		// Three bins: 8 ln(1/4) + 0 + 8 ln 4 = 0. The two cuts into two give
		// -16 ln 2 + 16 ln 1.6 = -3.57 each; the penalties differ by ln 24 =
		// 3.18.
		{"three bins", []bin{{8, 32}, {8, 8}, {8, 2}}, 8, []float64{1, 2, 3}, -2.5 * math.Log(24)},
		// The middle is too small for a bin of its own, and as well off with
		// either neighbour: 8 ln 4 + 12 ln(12/66) both ways.
		{"equal: the smaller edge", []bin{{8, 2}, {4, 64}, {8, 2}}, 5, []float64{1, 3}, 16*ln2 +
			12*math.Log(12./66) - 1.5*math.Log(20)},
		{"equal whatever the cut: one bin", []bin{{64, 64}, {64, 64}, {64, 64}}, 1, []float64{3}, -0.5 * math.Log(192)},
	} {
		got := groupsOf(test.bins...).best(test.smallest)
		if !slices.Equal(got.edges, test.edges) || math.Abs(got.bic-test.bic) > 1e-12 {
			t.Errorf("%s: edges %v, BIC %v, want %v, %v", test.name, got.edges, got.bic, test.edges, test.bic)
		}
	}
}

func TestGroupsOfManyValues(t *testing.T) {
	for _, test := range []struct {
		counts []int
		limit  int
		want   []float64
	}{
		{[]int{1, 1, 1}, 3, []float64{1, 2, 3}},
		{[]int{1, 1, 1, 1, 1, 1, 1}, 3, []float64{3, 5, 7}}, // positions ceil(7/3), ceil(14/3), 7
		// positions 3 and 6 are both of value 2, 8 of value 4
		{[]int{1, 5, 1, 1}, 3, []float64{2, 4}},
		{[]int{9, 1, 1, 1}, 2, []float64{1, 4}}, // 6 and 12
	} {
		var (
			values []float64
			bins   []bin
			total  bin
		)
		for i, n := range test.counts {
			values, bins = append(values, float64(i+1)), append(bins, bin{n, float64(n)})
			total.add(bins[i])
		}
		g := newGroups(values, bins, test.limit)
		if !slices.Equal(g.edges, test.want) {
			t.Errorf("%v into %d: edges %v, want %v", test.counts, test.limit, g.edges, test.want)
		}
		if all := g.between(0, len(g.edges)); all != total {
			t.Errorf("%v into %d: all entries are %v, want %v", test.counts, test.limit, all, total)
		}
	}
}
