package backtest

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Bootstrap says how a mean is resampled.
type Bootstrap struct {
	Resamples  int     // 1999 for the percentiles of 0.95 to be values of the resample
	Block      int     // consecutive values kept together; 0 for blockLength
	Confidence float64 // of the interval, in (0, 1)
	Seed       uint64  // the same gives the same interval
}

// Estimate is a mean and an interval around it.
type Estimate struct {
	Values    int
	Mean      float64
	Low, High float64
	Block     int // length used
}

// blockLength is the length of blocks for n values: the square root of n, rounded up. Lengths that
// grow with the cube root of n are best where dependence dies out soon [Kunsch89]. That of waits
// lasts for days, which are hundreds of jobs; too short a block makes the interval too narrow, and
// a longer one costs only steadiness.
func blockLength(n int) int { return int(math.Ceil(math.Sqrt(float64(n)))) }

// Mean gives the mean of consecutive values x(1) ... x(n) and its percentile interval by the
// circular block bootstrap [PolitisRomano92; Kunsch89 without the circle]: a resample is blocks
// x(i) ... x(i+L-1), with x(1) following x(n), whose beginnings are drawn with equal probability,
// until there are n values, the last block cut short. The interval reaches from the share (1-c)/2
// of the means of the resamples to the share (1+c)/2, as order statistics: of R means, from the
// k-th smallest to the k-th largest with k = (R+1)(1-c)/2, rounded down. It costs R n/L steps.
// Without values all is NaN, and so is the interval where the mean is not finite.
func (b Bootstrap) Mean(x []float64) Estimate {
	n := len(x)
	e := Estimate{Values: n, Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), Block: b.Block}
	if n == 0 {
		return e
	}
	e.Block = b.block(n)
	sums := circularSums(x, e.Block)
	e.Mean = sums[n] / float64(n)
	switch {
	case math.IsNaN(e.Mean) || math.IsInf(e.Mean, 0):
	case !slices.ContainsFunc(x, func(v float64) bool { return v != 0 }): // as what is compared with itself
		e.Low, e.High = 0, 0
	default:
		e.Low, e.High = b.Interval(b.means(sums, n))
	}
	return e
}

// Means gives the means of the resamples of some values, in the order in which they are drawn. Lists
// of as many values are resampled alike, so that means of the same place are of the same jobs.
func (b Bootstrap) Means(x []float64) []float64 {
	return b.means(circularSums(x, b.block(len(x))), len(x))
}

// means is Means of n values by their circular sums.
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

// Interval gives the percentile interval of what came of the resamples, which it sorts.
func (b Bootstrap) Interval(resamples []float64) (low, high float64) {
	slices.Sort(resamples)
	k := int(float64(len(resamples)+1)*(1-b.Confidence)/2 + 1e-9)
	k = min(max(k, 1), len(resamples))
	return resamples[k-1], resamples[len(resamples)-k]
}

// block is the length of the blocks of n values, at least 1.
func (b Bootstrap) block(n int) int {
	if b.Block <= 0 {
		return min(blockLength(n), n)
	}
	return min(b.Block, n)
}

// circularSums gives the sums of the first 0, 1, ... n+more values, where x begins again after its
// end.
func circularSums(x []float64, more int) []float64 {
	n := len(x)
	sums := make([]float64, n+more+1)
	for i := range n + more {
		at := i
		if at >= n { // more is at most n
			at -= n
		}
		sums[i+1] = sums[i] + x[at]
	}
	return sums
}
