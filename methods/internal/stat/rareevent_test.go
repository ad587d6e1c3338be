package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// probability returns the probability of k values in a row above the
// q-quantile.
func probability(q, r float64, k int) float64 {
	e := newExceedance(q, r)
	p := e.normalise()
	for range k - 1 {
		p *= e.advance()
	}
	return p
}

// Orthant probabilities of two and three values above the median, by Sheppard's
// formula; the autocorrelation of lag 2 is r^2.
func TestExceedanceOrthants(t *testing.T) {
	for _, r := range []float64{0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9} {
		two := 1./4 + math.Asin(r)/(2*math.Pi)
		three := 1./8 + (2*math.Asin(r)+math.Asin(r*r))/(4*math.Pi)
		for k, want := range map[int]float64{1: 0.5, 2: two, 3: three} {
			if got := probability(0.5, r, k); math.Abs(got-want) > 1e-13 {
				t.Errorf("r=%v k=%d: probability %.16g, want %.16g", r, k, got, want)
			}
		}
	}
}

// Without autocorrelation the values are independent.
func TestExceedanceIndependent(t *testing.T) {
	for _, q := range []float64{0.001, 0.25, 0.5, 0.95, 0.999999} {
		for _, k := range []int{1, 2, 5} {
			want := math.Pow(complement(q), float64(k))
			if got := probability(q, 0, k); math.Abs(got-want) > 1e-12*want {
				t.Errorf("q=%v k=%d: probability %v, want %v", q, k, got, want)
			}
		}
	}
}

// The published row is the table of the authors' program; the computed ones
// were found with a separate quadrature for q = 0.95 and follow by hand for r =
// 0: 0.04 < 0.05; 0.1^2 < 0.05; 0.5^5 = 0.031 < 0.05 < 0.5^4; 0.75^11 = 0.042 <
// 0.05 < 0.75^10.
func TestRareEvents(t *testing.T) {
	published := []int{3, 4, 5, 6, 8, 10, 14, 28}
	computed := []int{3, 4, 5, 6, 7, 9, 12, 23}
	for i, r := range []float64{0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9} {
		if got := RareEvents(0.95).At(r); got != published[i] {
			t.Errorf("q=0.95 r=%v: threshold %d, want %d", r, got, published[i])
		}
		if got := ComputedRareEvents(0.95).At(r); got != computed[i] {
			t.Errorf("q=0.95 r=%v: computed threshold %d, want %d", r, got, computed[i])
		}
	}
	for q, want := range map[float64]int{0.999: 2, 0.96: 2, 0.94: 3, 0.9: 3, 0.5: 6, 0.25: 12} {
		if got := RareEvents(q).At(0); got != want {
			t.Errorf("q=%v r=0: threshold %d, want %d", q, got, want)
		}
	}
}

// TestRareEventsDrawn makes the row of r = 0.5 again from its definition, by a
// log-normal series as the paper does, whose logarithms have r: 6 values in a
// row above the quantile are as rare as 3 independent ones, and 5 are not. By
// the words of the paper 4 were enough: after one error, 3 more in a row occur in
// less than 5 of 100 cases, and 2 more do not.
func TestRareEventsDrawn(t *testing.T) {
	const n, r = 4_000_000, 0.5
	random := rand.New(rand.NewPCG(51, 8))
	quantile, x, run := math.Exp(normalQuantile(0.95)), random.NormFloat64(), 0
	var share [8]float64 // of the values that end so many in a row above the quantile
	for range n {
		x = r*x + math.Sqrt(1-r*r)*random.NormFloat64()
		if run++; math.Exp(x) <= quantile {
			run = 0
		}
		for k := 1; k <= min(run, len(share)-1); k++ {
			share[k] += 1. / n
		}
	}
	first := func(rare func(share float64) bool) int { return slices.IndexFunc(share[1:], rare) + 1 }
	drawn := first(func(p float64) bool { return p <= math.Pow(0.05, 3) })
	if want := RareEvents(0.95).At(r); drawn != want || want != ComputedRareEvents(0.95).At(r) {
		t.Errorf("%d misses are rare, and %d in the table: shares %v", drawn, want, share)
	}
	if got := first(func(p float64) bool { return p < 0.05*share[1] }); got != 4 {
		t.Errorf("%d misses by the words of the paper, want 4: shares %v", got, share)
	}
	var words Thresholds
	for i, from := range bandEnds {
		for words[i] = 1; probability(0.95, from, words[i]) >= 0.05*0.05*(1-1e-9); words[i]++ {
		}
	}
	if want := (Thresholds{3, 3, 3, 4, 4, 5, 7, 11}); words != want {
		t.Errorf("by the words of the paper %v, want %v", words, want)
	}
}

func TestThresholdsAt(t *testing.T) {
	tests := []struct {
		r    float64
		want int
	}{
		{-1, 3}, {-0.3, 3}, {0, 3}, {0.19999, 3}, {0.2, 4}, {0.45, 5}, {0.5, 6}, {0.6999, 8}, {0.7, 10}, {0.8999, 14},
		{0.9, 28}, {1, 28},
	}
	for _, tt := range tests {
		if got := RareEvents(0.95).At(tt.r); got != tt.want {
			t.Errorf("r=%v: threshold %d, want %d", tt.r, got, tt.want)
		}
	}
}

// Thresholds grow with r, fall with q, and satisfy their definition where the
// probability is known without iteration: the threshold k has probability at
// most (1-q)^k0, and k-1 has more.
func TestComputedRareEventsDefinition(t *testing.T) {
	lastFirst := math.MaxInt
	for _, q := range []float64{1e-9, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.8, 0.9, 0.97, 0.99, 0.999, 0.99999} {
		thresholds := ComputedRareEvents(q)
		independent := thresholds[0]
		if independent > lastFirst {
			t.Errorf("q=%v: threshold %d without autocorrelation, %d for a smaller q", q, independent, lastFirst)
		}
		lastFirst = independent
		for i, misses := range thresholds[1:] {
			from := bandEnds[i+1]
			if misses < thresholds[i] {
				t.Errorf("q=%v: threshold %d from r=%v, %d below", q, misses, from, thresholds[i])
			}
			if misses > 200 {
				continue
			}
			limit := math.Pow(complement(q), float64(independent))
			if at, below := probability(q, from, misses), probability(q, from, misses-1); at > limit || below <= limit {
				t.Errorf("q=%v r=%v: probabilities %v at %d and %v below, limit %v", q, from, at, misses, below, limit)
			}
		}
	}
}
