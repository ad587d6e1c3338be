package stat

import (
	"math"
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
