package backtest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// If the block length L divides n, a resample is n/L independent block means.
// The mean of the resamples is then the mean of the values, and their variance
// is the variance of the block means over n/L [Kunsch89, section 2]. The
// percentiles of many blocks are those of the normal distribution.
func TestBootstrapMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const n, block = 4000, 10
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
		if i > 0 {
			x[i] += 0.5 * x[i-1]
		}
	}
	mean := 0.0
	for _, v := range x {
		mean += v / n
	}
	variance := 0.0
	for i := range x {
		sum := 0.0
		for j := range block {
			sum += x[(i+j)%n]
		}
		d := sum/block - mean
		variance += d * d / n
	}
	deviation := math.Sqrt(variance / (n / block))
	const resamples = 99999
	e := Bootstrap{Resamples: resamples, Block: block, Confidence: 0.95, Seed: 1}.Mean(x)
	if e.Values != n || e.Block != block {
		t.Errorf("%+v", e)
	}
	near(t, "mean", e.Mean, mean, 1e-9)
	// The standard error of a percentile of R draws is sqrt(p(1-p)/R) /
	// density.
	within := 4 * math.Sqrt(0.025*0.975/resamples) / 0.0584
	for _, end := range []struct{ got, z float64 }{{e.Low, -1.959964}, {e.High, 1.959964}} {
		if got := (end.got - mean) / deviation; math.Abs(got-end.z) > within {
			t.Errorf("end at %v standard deviations, want %v ± %v", got, end.z, within)
		}
	}
}

func TestBootstrapIsFixed(t *testing.T) {
	x := []float64{1, 5, 2, 8, 3, 9, 4}
	b := Bootstrap{Resamples: 199, Confidence: 0.9, Seed: 5}
	estimate := b.Mean(x)
	if again := b.Mean(x); again != estimate {
		t.Errorf("the same seed gives %+v and %+v", estimate, again)
	}
	if estimate.Block != 3 || estimate.Low > estimate.Mean || estimate.High < estimate.Mean {
		t.Errorf("%+v", estimate)
	}
	// A block as long as all values gives every resample the same sum.
	b.Block = 50
	if e := b.Mean(x); e.Block != 7 || math.Abs(e.High-e.Low) > 1e-12 {
		t.Errorf("one block: %+v", e)
	}
	if e := b.Mean(nil); e.Values != 0 || !math.IsNaN(e.Mean) || !math.IsNaN(e.Low) || !math.IsNaN(e.High) {
		t.Errorf("no values: %+v", e)
	}
	if e := b.Mean([]float64{1, math.Inf(1)}); !math.IsInf(e.Mean, 1) || !math.IsNaN(e.Low) || !math.IsNaN(e.High) {
		t.Errorf("an infinite value: %+v", e)
	}
}
