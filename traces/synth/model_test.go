package synth

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// downey is the paper's workload: 128 processors, 120 days, ρ = 0.75 of total
// work over the daytime.
func downey(rho float64) Parameters {
	c := Default()
	c.Procs, c.MaxParallel, c.Days = 128, 128, 120
	c.Load = rho * c.overhead() * dayLength / day * (1 - crashShare)
	return c
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %g, want %g within %g", what, got, want, tolerance)
	}
}

// Points of the curves by hand from the formulas of sections 2.1.1 and 2.1.2.
func TestSpeedupValues(t *testing.T) {
	for _, tc := range []struct{ n, a, sigma, want float64 }{
		{4, 8, 0, 4},                 // no variance: linear,
		{8, 8, 0, 8},                 // up to A,
		{12, 8, 0, 8},                // and no further
		{8, 8, 1, 64.0 / 11.5},       // A n / (A + σ (n−1)/2)
		{10, 8, 1, 80.0 / 12.5},      // A n / (σ (A−1/2) + n (1−σ/2))
		{20, 8, 1, 8},                // beyond 2A − 1
		{8, 8, 2, 192.0 / 38},        // n A (σ+1) / (A + Aσ − σ + nσ)
		{22, 8, 2, 8}, {30, 8, 2, 8}, // at and beyond A + Aσ − σ
		{2, 1.25, 0.5, 1.25},                // n = ceil(A) beyond 2A − 1
		{2, 1.75, 0.5, 3.5 / (0.625 + 1.5)}, // n = ceil(A) between A and 2A − 1
	} {
		near(t, "speedup", speedup(tc.n, tc.a, tc.sigma), tc.want, 1e-12)
	}
}

// The distributions of section 2.2: quartiles and mean of L and A, mean of σ;
// the tolerance is 4 standard errors.
func TestShapes(t *testing.T) {
	c := downey(0.75)
	rng := c.stream(streamShapes)
	const n = 200_000
	var logWork, logA, sigma []float64
	sumWork := 0.0
	for range n {
		s := c.Draw(rng)
		logWork = append(logWork, math.Log(s.Work))
		logA = append(logA, math.Log(s.Parallelism))
		sigma = append(sigma, s.Variance)
		sumWork += s.Work
	}
	uniform := func(what string, x []float64, low, high float64) {
		slices.Sort(x)
		near(t, what+" least", x[0], low, (high-low)*1e-4)
		near(t, what+" greatest", x[n-1], high, (high-low)*1e-4)
		for _, q := range []float64{0.25, 0.5, 0.75} {
			near(t, what+" quantile", x[int(q*n)], low+(high-low)*q, 4*(high-low)*math.Sqrt(q*(1-q)/n))
		}
	}
	uniform("log L", logWork, 2, 12)
	uniform("log A", logA, 0, math.Log(128))
	uniform("sigma", sigma, 0, 2)

	mean := (math.Exp(12) - math.Exp(2)) / 10
	deviation := math.Sqrt((math.Exp(24)-math.Exp(4))/20 - mean*mean)
	near(t, "mean L", sumWork/n, mean, 4*deviation/math.Sqrt(n))
	near(t, "E[L]", c.MeanWork(), mean, 1e-6)
	// The paper: mean 271 min, median 18 min (e^7 s).
	near(t, "mean L in minutes", c.MeanWork()/60, 271, 0.5)
	near(t, "median L in minutes", math.Exp(logWork[n/2])/60, 18, 0.6)
}

// E[n/S(n)] by the midpoint rule against the mean of drawn shapes.
func TestOverhead(t *testing.T) {
	c := downey(0.75)
	rng := rand.New(rand.NewPCG(3, 4))
	sum, squares := 0.0, 0.0
	const n = 400_000
	for range n {
		s := c.Draw(rng)
		procs := float64(s.Procs(c.MaxParallel))
		x := procs / speedup(procs, s.Parallelism, s.Variance)
		sum += x
		squares += x * x
	}
	mean := sum / n
	near(t, "E[n/S]", c.overhead(), mean, 4*math.Sqrt((squares/n-mean*mean)/n))
}

// The paper's trace has 30,421 jobs in 120 days at ρ = 0.75. A rate of ρ N /
// E[L] over 12 h a day expects 30,579, standard deviation 175. At ρ = 0.5 and 1
// the same rate means 169.9 and 339.8 jobs a day; the paper has 160 and 320.
func TestPaperJobs(t *testing.T) {
	c := downey(0.75)
	near(t, "expected jobs", c.expectedJobs(), 30579, 1)
	near(t, "expected jobs, paper", c.expectedJobs(), 30421, 175)
	near(t, "jobs", float64(len(c.submits(c.stream(streamArrivals)))), 30579, 4*175)
	for rho, want := range map[float64]float64{0.5: 169.9, 1: 339.8} {
		c := downey(rho)
		near(t, "jobs a day", c.expectedJobs()/120, want, 0.05)
	}
}

func TestExpLog(t *testing.T) {
	for x := -40.0; x <= 40; x += 0.0371 {
		y := math.Exp(x)
		if got := exp(x); math.Abs(got/y-1) > 2e-14 {
			t.Errorf("exp(%g) = %g, want %g", x, got, y)
		}
		if got, want := log(y), math.Log(y); math.Abs(got-want) > 1e-14*max(1, math.Abs(want)) {
			t.Errorf("log(%g) = %g, want %g", y, got, want)
		}
	}
}
