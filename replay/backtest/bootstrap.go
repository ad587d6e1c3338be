package backtest

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Bootstrap holds the parameters of a circular block bootstrap of a mean
// [PolitisRomano92]. A resample of x(1) ... x(n) is a sequence of blocks of L
// consecutive values, where x(1) follows x(n). Their first values are drawn
// with equal probability, and the last block is cut to make n values.
type Bootstrap struct {
	Resamples  int
	Block      int     // L; 0 for the square root of n, rounded up
	Confidence float64 // of intervals, in (0, 1)
	Seed       uint64
}

// Estimate is a mean and an interval around it.
type Estimate struct {
	Values    int
	Mean      float64
	Low, High float64
	Block     int // length used
}

// Mean returns the mean of consecutive values and its percentile interval. No
// values have neither, and an infinite mean has no interval.
func (b Bootstrap) Mean(x []float64) Estimate {
	n := len(x)
	e := Estimate{Values: n, Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), Block: b.Block}
	if n == 0 {
		return e
	}
	e.Block = b.block(n)
	sums := circularSums(x, e.Block)
	e.Mean = sums[n] / float64(n)
	if !math.IsNaN(e.Mean - e.Mean) {
		e.Low, e.High = b.Interval(b.means(sums, n))
	}
	return e
}

// means returns the means of resamples of n values with these circular sums.
func (b Bootstrap) means(sums []float64, n int) []float64 {
	block := b.block(n)
	rng := rand.New(rand.NewPCG(b.Seed, uint64(n)))
	means := make([]float64, b.Resamples)
	for r := range means {
		total := 0.0
		for left := n; left > 0; left -= block {
			from := int(rng.Uint64N(uint64(n)))
			total += sums[from+min(left, block)] - sums[from]
		}
		means[r] = total / float64(n)
	}
	return means
}

// Interval sorts the results of R resamples and returns the k-th smallest and
// the k-th largest, with k = (R+1)(1-Confidence)/2 rounded down.
func (b Bootstrap) Interval(resamples []float64) (low, high float64) {
	slices.Sort(resamples)
	k := int(float64(len(resamples)+1)*(1-b.Confidence)/2 + 1e-9)
	k = min(max(k, 1), len(resamples))
	return resamples[k-1], resamples[len(resamples)-k]
}

// block returns the length of the blocks of n values. Kunsch's cube root of n
// is best where dependence ends soon [Kunsch89]. The dependence of waits lasts
// for hundreds of jobs, and too short a block makes the interval too narrow.
func (b Bootstrap) block(n int) int {
	if b.Block <= 0 {
		return min(int(math.Ceil(math.Sqrt(float64(n)))), n)
	}
	return min(b.Block, n)
}

// circularSums returns the sums of the first 0, 1, ... n+more values, where x
// starts again after its end.
func circularSums(x []float64, more int) []float64 {
	sums := make([]float64, 1, len(x)+more+1)
	for i := range len(x) + more {
		sums = append(sums, sums[i]+x[i%len(x)])
	}
	return sums
}
