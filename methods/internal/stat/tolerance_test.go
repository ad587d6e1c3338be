package stat

import (
	"math"
	"testing"
)

// Every row of the reference file, which has 15 digits, both by table and
// directly.
func TestToleranceFactorsReference(t *testing.T) {
	for _, row := range readReference(t, "normal-tolerance-factor.csv") {
		n, q, c, want := number(t, row[0]), number(t, row[1]), number(t, row[2]), number(t, row[3])
		for _, got := range []float64{ToleranceFactors(q, c).At(int(n)), newToleranceTest(q, c).factor(n)} {
			rel := math.Abs(got-want) / math.Abs(want)
			if rel > 1e-12 {
				t.Errorf("n=%v q=%v c=%v: factor %.16g, want %v: off by %.2g", n, q, c, got, want, rel)
			}
		}
	}
}

// For q = 1/2 the factor is Student's quantile of n-1 degrees of freedom over
// sqrt(n), in closed form for two and three values:
//
//	-cot(pi c) / sqrt(2),  (2c - 1) / sqrt(2c (1-c)) / sqrt(3)
func TestToleranceFactorStudent(t *testing.T) {
	for _, c := range []float64{1e-6, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999} {
		f := ToleranceFactors(0.5, c)
		two := -1 / math.Tan(math.Pi*c) / math.Sqrt2
		three := (2*c - 1) / math.Sqrt(2*c*(1-c)) / math.Sqrt(3)
		for n, want := range map[int]float64{2: two, 3: three} {
			if got := f.At(n); math.Abs(got-want) > 1e-13*max(math.Abs(want), 1e-3) {
				t.Errorf("n=%d q=0.5 c=%v: factor %.16g, want %.16g", n, c, got, want)
			}
		}
	}
}

var toleranceLevels = []level{
	{0.95, 0.95}, {0.95, 0.99}, {0.99, 0.95}, {0.9, 0.8}, {0.75, 0.95}, {0.5, 0.95}, {0.5, 0.5}, {0.25, 0.95},
	{0.25, 0.05}, {0.01, 0.99},
	{0.6, 0.3}, {0.55, 0.25}, {0.999, 0.999}, {0.99999, 0.001}, {0.999999, 0.95}, {0.95, 0.000001}, {0.95, 0.999999999},
}

// The table against direct evaluation, relative to |k| or 1/sqrt(n).
func TestFactorsAgainstDirect(t *testing.T) {
	for _, l := range toleranceLevels {
		f, direct := ToleranceFactors(l.q, l.c), newToleranceTest(l.q, l.c)
		for n := 2; n < 1_000_000_000; n += 1 + n/7 {
			got, want := f.At(n), direct.factor(float64(n))
			rel := math.Abs(got-want) / max(math.Abs(want), 1/math.Sqrt(float64(n)))
			if rel > 1e-12 {
				t.Errorf("n=%d q=%v c=%v: factor %.16g, directly %.16g: off by %.2g", n, l.q, l.c, got, want, rel)
			}
		}
	}
}

// smallerTail returns the smaller of P[Z/sqrt(n) + k s >= z] and its complement
// by a plain sum on 4000 points or more.
func smallerTail(n, z, k float64, upper bool) float64 {
	var sum, total float64
	h := min(0.02, 0.02/math.Sqrt(n)) / (1 + math.Abs(z))
	for x := -80/(n-1) - 10/math.Sqrt(n-1); x < 10/math.Sqrt(n-1); x += h {
		w := math.Exp((n - 1) * (x - math.Expm1(2*x)/2))
		t := math.Sqrt(n) * (k*math.Exp(x) - z)
		if upper {
			t = -t
		}
		sum += w * math.Erfc(-t/math.Sqrt2) / 2
		total += w
	}
	return sum / total
}

// The factor, put back into the equation it solves.
func TestToleranceFactorSolves(t *testing.T) {
	for _, l := range toleranceLevels {
		test := newToleranceTest(l.q, l.c)
		for _, n := range []float64{2, 2.5, 3, 4, 6, 10, 39, 59.5, 550} {
			rel := math.Abs(smallerTail(n, test.z, test.factor(n), l.c > 0.5)-test.target) / test.target
			if rel > 1e-12 {
				t.Errorf("n=%v q=%v c=%v: probability off by %.2g", n, l.q, l.c, rel)
			}
		}
	}
}
