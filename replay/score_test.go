package replay

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestScore(t *testing.T) {
	// Submits 0, 1, ...; the first job is training. Ratios by hand: 5/10, 10/10, 20/10, 0 s and 0.5 s count as 1 s.
	s := seriesOf(0, 9, 1, 5, 2, 10, 3, 20, 4, 0, 5, 7)
	var score Score
	score.Quantile = .75
	score.score(s, 1, []float64{1, 10, 10, 10, .5, math.NaN()})
	want := Score{Quantile: .75, Jobs: 6, Scored: 5, Bounded: 4, Correct: .75, MedianRatio: 1}
	if score != want {
		t.Errorf("got %+v\nwant %+v", score, want)
	}
	if !score.IsCorrect() { // a share equal to the quantile is correct
		t.Error("not correct at the quantile")
	}

	var none Score
	none.score(s, 0, []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()})
	if none.Bounded != 0 || !math.IsNaN(none.Correct) || !math.IsNaN(none.MedianRatio) || none.IsCorrect() {
		t.Errorf("a series without bounds: %+v", none)
	}
}

func TestMedian(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 200 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(rng.IntN(1 + n/2)) // with ties
		}
		sorted := slices.Sorted(slices.Values(x))
		want := math.NaN()
		if n > 0 {
			want = (sorted[(n-1)/2] + sorted[n/2]) / 2
		}
		if got := median(x); got != want && n > 0 {
			t.Fatalf("n = %d: median %v, want %v", n, got, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	var q Queue
	q.describe([]float64{4, 2, 9, 5})
	// Mean 20/4; squares 1 + 9 + 16 + 0 = 26; 26/3.
	if q.Jobs != 4 || q.Mean != 5 || q.Median != 4.5 || math.Abs(q.StdDev-math.Sqrt(26./3)) > 1e-15 {
		t.Errorf("%+v", q)
	}
	q.describe([]float64{7})
	if q.Mean != 7 || q.Median != 7 || !math.IsNaN(q.StdDev) {
		t.Errorf("%+v", q)
	}
}
