package qbets

import (
	"math"
	"slices"
	"testing"
)

func TestGreedyByHand(t *testing.T) {
	for _, test := range []struct {
		name  string
		bins  []bin
		edges []float64
		bic   float64
	}{
		{"a single group", []bin{{4, 4}}, []float64{1}, -0.5 * math.Log(4)},
		{"two, merged", []bin{{4, 5}, {4, 4}}, []float64{2}, 8*math.Log(8./9) - 0.5*math.Log(8)},
		{"two, apart, however small", []bin{{1, 64}, {1, 0.0078125}}, []float64{1, 2}, math.Log(1./64) + math.Log(128) - 1.5*math.Log(2)},
		// Merging 1 with 2 or 2 with 3 takes the same, 16 ln(16/72) - 8 ln(8/64) = -7.43; 1 with 2
		// is merged. Merging 3 and 4 would take 44, and merging on to two bins 4.8, more than the
		// ln 32 = 3.5 that it saves.
		{"the lowest of equal pairs", []bin{{8, 8}, {8, 64}, {8, 8}, {8, 0.0078125}}, []float64{2, 3, 4},
			16*math.Log(16./72) + 8*math.Log(1024) - 2.5*math.Log(32)},
		{"all stages equal but for the penalty", []bin{{4, 4}, {4, 4}, {4, 4}, {4, 4}}, []float64{4}, -0.5 * math.Log(16)},
	} {
		got := groupsOf(test.bins...).Greedy()
		if !slices.Equal(got.Edges, test.edges) || math.Abs(got.BIC-test.bic) > 1e-12 {
			t.Errorf("%s: edges %v, BIC %v, want %v, %v", test.name, got.Edges, got.BIC, test.edges, test.bic)
		}
	}
}
