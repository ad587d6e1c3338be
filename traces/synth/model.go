package synth

import (
	"math"
	"math/rand/v2"
)

// shape is a job of the model.
type shape struct {
	work        float64 // L, run time on one processor, seconds
	parallelism float64 // A, average, real, 1 or more
	variance    float64 // sigma, of the parallelism
}

// draw takes one shape from the model. It always uses three random numbers.
func (c *Config) draw(rng *rand.Rand) shape {
	return shape{
		work:        exp(between(c.MinLogWork, c.MaxLogWork, rng.Float64())),
		parallelism: exp(between(0, log(float64(c.MaxParallel)), rng.Float64())),
		variance:    between(0, c.MaxVariance, rng.Float64()),
	}
}

// between is the point at share u of the way from a to b.
func between(a, b, u float64) float64 { return a + float64((b-a)*u) }

// procs is the largest useful number of processors, and what every job asks for: ceil(A), at most those of the machine.
func (s shape) procs(most int64) int64 { return min(most, int64(math.Ceil(s.parallelism))) }

// run is the run time on n processors in whole seconds, at least 1.
func (s shape) run(n int64) float64 {
	return max(1, math.Floor(s.work/speedup(float64(n), s.parallelism, s.variance)+0.5))
}

// speedup is S(n; A, σ) of [Downey 1997, sections 2.1.1 and 2.1.2] for n ≥ 1 processors, A ≥ 1, σ ≥ 0. n may exceed A.
//
//	low variance, σ ≤ 1:   A n / (A + σ (n−1)/2)            1 ≤ n ≤ A
//	                       A n / (σ (A−1/2) + n (1−σ/2))    A ≤ n ≤ 2A−1
//	                       A                                beyond
//	high variance, σ ≥ 1:  n A (σ+1) / (A + Aσ − σ + nσ)    1 ≤ n ≤ A + Aσ − σ
//	                       A                                beyond
func speedup(n, a, sigma float64) float64 {
	an := float64(a * n)
	if sigma > 1 {
		knee := a + float64(a*sigma) - sigma
		if n > knee {
			return a
		}
		return float64(an*(sigma+1)) / (knee + float64(n*sigma))
	}
	switch {
	case n <= a:
		return an / (a + float64(sigma*(n-1)/2))
	case n <= 2*a-1:
		return an / (float64(sigma*(a-0.5)) + float64(n*(1-float64(sigma/2))))
	}
	return a
}

// meanWork is E[L] in seconds.
func (c *Config) meanWork() float64 {
	if c.MaxLogWork == c.MinLogWork {
		return exp(c.MinLogWork)
	}
	return (exp(c.MaxLogWork) - exp(c.MinLogWork)) / (c.MaxLogWork - c.MinLogWork)
}

// overhead is E[n/S(n)], the processor-seconds a job holds for a second of its work, by the midpoint rule over A and σ; right to 4 digits.
func (c *Config) overhead() float64 {
	const stepsA, stepsSigma = 1024, 32
	logMost := log(float64(c.MaxParallel))
	sum := 0.0
	for i := range stepsA {
		s := shape{parallelism: exp(between(0, logMost, (float64(i)+0.5)/stepsA))}
		n := s.procs(c.MaxParallel)
		for k := range stepsSigma {
			sigma := between(0, c.MaxVariance, (float64(k)+0.5)/stepsSigma)
			sum += float64(n) / speedup(float64(n), s.parallelism, sigma)
		}
	}
	return sum / (stepsA * stepsSigma)
}
