package lifetime

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// leastSquares fits (i - 1/2)/n on the sorted logarithms by the textbook
// formula.
func leastSquares(runs []float64) (b0, b1 float64) {
	runs = slices.Sorted(slices.Values(runs))
	n := float64(len(runs))
	var mean, xy, xx float64
	for _, r := range runs {
		mean += math.Log(r) / n
	}
	for i, r := range runs {
		x := math.Log(r) - mean
		xy += x * ((float64(i)+0.5)/n - 0.5)
		xx += x * x
	}
	b1 = xy / xx
	return 0.5 - b1*mean, b1
}

func TestHistoryAgainstLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, round := range []func() float64{
		func() float64 { return math.Exp(12 * rng.Float64()) },
		func() float64 { return math.Ceil(math.Exp(8 * rng.Float64())) }, // many equal ones
		func() float64 { return 0.01 + rng.ExpFloat64() },
	} {
		var h History
		var runs []float64
		for n := 1; n <= 5000; n++ {
			r := round()
			h.Insert(r)
			runs = append(runs, r)
			if n > 20 && n%501 != 0 {
				continue
			}
			b0, b1, ok := h.Coefficients()
			if n == 1 {
				if ok {
					t.Error("a line through one run time")
				}
				continue
			}
			if w0, w1 := leastSquares(runs); !ok || math.Abs(b0-w0) > 1e-9 || math.Abs(b1-w1) > 1e-9 {
				t.Fatalf("n = %d: %v + %v ln t, %v, want %v + %v ln t", n, b0, b1, ok, w0, w1)
			}
		}
	}
}

func TestHistoryWithoutALine(t *testing.T) {
	var h History
	for range 700 {
		if _, ok := h.Fit(); ok {
			t.Fatal("a line through run times that are all alike")
		}
		h.Insert(60)
	}
}
