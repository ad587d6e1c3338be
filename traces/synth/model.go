package synth

import (
	"math"
	"math/rand/v2"
)

// Model is the distribution of jobs of [Downey 1997, section 2.2].
type Model struct {
	MinLogWork  float64 // total work of a job is e^U(MinLogWork, MaxLogWork) seconds
	MaxLogWork  float64
	MaxParallel int64   // average parallelism of a job is e^U(0, ln MaxParallel), processors
	MaxVariance float64 // variance of parallelism is U(0, MaxVariance)
}

// PaperModel returns the model with the paper's parameters for a machine of
// that many processors: 128 in the paper.
func PaperModel(procs int64) Model {
	return Model{MinLogWork: 2, MaxLogWork: 12, MaxParallel: procs, MaxVariance: 2}
}

// Shape is a job of the model, which can run on any number of processors.
type Shape struct {
	Work        float64 // L, run time on one processor, seconds
	Parallelism float64 // A, average, real, 1 or more
	Variance    float64 // sigma, of the parallelism
}

// Draw draws a shape from the model. It always uses three random numbers.
func (m *Model) Draw(rng *rand.Rand) Shape {
	return Shape{
		Work:        exp(between(m.MinLogWork, m.MaxLogWork, rng.Float64())),
		Parallelism: exp(between(0, log(float64(m.MaxParallel)), rng.Float64())),
		Variance:    between(0, m.MaxVariance, rng.Float64()),
	}
}

// between returns the point at share u of the way from a to b.
func between(a, b, u float64) float64 { return a + float64((b-a)*u) }

// Procs returns the largest useful number of processors, at most the size of
// the machine.
func (s Shape) Procs(most int64) int64 { return min(most, int64(math.Ceil(s.Parallelism))) }

// Speedup returns the speedup on n processors, 1 or more.
func (s Shape) Speedup(n int64) float64 { return speedup(float64(n), s.Parallelism, s.Variance) }

// Run returns the run time on n processors, in seconds.
func (s Shape) Run(n int64) float64 { return s.Work / s.Speedup(n) }

// speedup returns S(n; A, σ) of [Downey 1997, sections 2.1.1 and 2.1.2] for n ≥
// 1 processors, A ≥ 1, σ ≥ 0. n may exceed A.
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

// MeanWork returns E[L], in seconds.
func (m *Model) MeanWork() float64 {
	return (exp(m.MaxLogWork) - exp(m.MinLogWork)) / (m.MaxLogWork - m.MinLogWork)
}

// overhead returns E[n/S(n)], the processor-seconds that a job holds for a
// second of its work, by the midpoint rule over A and σ. It is right to 4
// digits.
func (m *Model) overhead() float64 {
	const stepsA, stepsSigma = 1024, 32
	logMost := log(float64(m.MaxParallel))
	sum := 0.0
	for i := range stepsA {
		s := Shape{Parallelism: exp(between(0, logMost, (float64(i)+0.5)/stepsA))}
		n := s.Procs(m.MaxParallel)
		for k := range stepsSigma {
			s.Variance = between(0, m.MaxVariance, (float64(k)+0.5)/stepsSigma)
			sum += float64(n) / s.Speedup(n)
		}
	}
	return sum / (stepsA * stepsSigma)
}

// The functions of package math differ in their last bits between processors,
// and a compiler may round x*y + z once or twice. Here a conversion rounds
// every product, so that a seed makes the same trace everywhere. The functions
// are right to about 14 digits.

const terms = 15 // of a series; the last one is below 1e-17 of the first

// exp is e to the power of x.
func exp(x float64) float64 {
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := x - float64(k*math.Ln2)
	sum := 1.0 // 1 + r/1 (1 + r/2 (1 + r/3 ...))
	for i := terms; i > 0; i-- {
		sum = 1 + float64(sum*r)/float64(i)
	}
	return math.Ldexp(sum, int(k))
}

// log is the natural logarithm of x > 0.
func log(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	s2 := float64(s * s)
	sum := 0.0 // 1 + s2/3 + s2²/5 + ...
	for i := terms; i >= 0; i-- {
		sum = 1/float64(2*i+1) + float64(sum*s2)
	}
	return float64(float64(k)*math.Ln2) + float64(2*s*sum)
}
