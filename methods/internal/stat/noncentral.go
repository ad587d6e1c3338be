package stat

import "math"

// toleranceTest computes tolerance factors for one level. With Z standard
// normal, s^2 = chi^2_(n-1) / (n-1) and k = z_q + g / sqrt(n), the factor
// solves
//
//	P[Z/sqrt(n) + k s >= z_q] = E[ Phi(sqrt(n) z_q (s - 1) + g s) ] = c
//
// The expectation is an integral over x = ln s with a density proportional to,
// with v = n-1 degrees of freedom,
//
//	exp(-v psi(x)),  psi(x) = (e^(2x) - 1)/2 - x
//
// The trapezoidal rule on the real line converges exponentially for such
// integrands [Trefethen14]. Its sum is divided by the same sum of the density.
// n may be real.
//
// The mirror image of a level, with -z_q, 1-c and -g, is the same equation, so
// the smaller of c and 1-c is the target.
type toleranceTest struct {
	z      float64 // z_q
	sign   float64 // -1 if the mirror image is solved
	target float64 // min(c, 1-c)
	zt     float64 // its normal quantile, <= 0
}

func newToleranceTest(q, c float64) toleranceTest {
	mustBeFraction("quantile", q)
	mustBeFraction("confidence", c)
	t := toleranceTest{z: normalQuantile(q), sign: 1, target: c}
	if c > 0.5 {
		t.sign, t.target = -1, complement(c)
	}
	t.zt = Quantile(t.target)
	return t
}

// factor returns k for a real n >= 2.
func (t toleranceTest) factor(n float64) float64 { return t.z + t.slope(n)/math.Sqrt(n) }

// slope returns g = sqrt(n) (k - z_q) for a real n >= 2. It solves for the
// normal quantile of the expectation, nearly a straight line in g, by Newton's
// method within a bracket.
func (t toleranceTest) slope(n float64) float64 {
	r := newScaleRule(n, t.sign*t.z, t.target)
	g := t.zt * math.Sqrt(1+t.z*t.z/2) // the limit as n grows
	low, high := math.Inf(-1), math.Inf(1)
	for range 200 {
		p, slope := r.expectation(g)
		if p < t.target {
			low = g
		} else {
			high = g
		}
		y := Quantile(p)
		step := (t.zt - y) * normalDensity(y) / slope
		next := g + step
		if !(next >= low && next <= high) {
			next = halve(low, high)
			step = next - g
		}
		g = next
		if math.Abs(step) <= 1e-9*(math.Abs(g)+0.01) {
			break
		}
	}
	return t.sign * g
}

// halve returns a number between low and high, of which one may be infinite.
func halve(low, high float64) float64 {
	switch {
	case math.IsInf(low, 0):
		return high - 1 - math.Abs(high)
	case math.IsInf(high, 0):
		return low + 1 + math.Abs(low)
	}
	return (low + high) / 2
}

// scaleRule is the trapezoidal rule over x = ln s for one n and one z.
type scaleRule struct {
	weight []float64
	total  float64   // of the weights
	scale  []float64 // s
	shift  []float64 // sqrt(n) z (s - 1)
}

// newScaleRule takes points half a width apart, at most 0.08. The width belongs
// to a product of two normal factors: the density, of standard deviation
// 1/sqrt(2v) in x, and the rise of Phi, of 1/(sqrt(n) |z|). The error of the
// rule is then far below rounding.
func newScaleRule(n, z, target float64) scaleRule {
	v := n - 1
	h := min(0.08, 0.5/math.Sqrt(2*v+n*z*z))
	negligible := 1e-19 * target
	var r scaleRule
	add := func(x float64) bool {
		w := math.Exp(-v * psi(x))
		r.total += w
		r.weight = append(r.weight, w)
		r.scale = append(r.scale, math.Exp(x))
		r.shift = append(r.shift, math.Sqrt(n)*z*math.Expm1(x))
		return w > negligible
	}
	add(0)
	for i := 1.0; add(i * h); i++ {
	}
	for i := 1.0; add(-i * h); i++ {
	}
	return r
}

// expectation returns E[Phi(shift + g s)] and its derivative in g.
func (r scaleRule) expectation(g float64) (p, slope float64) {
	for i, w := range r.weight {
		x := r.shift[i] + g*r.scale[i]
		p += w * normalCDF(x)
		slope += w * r.scale[i] * normalDensity(x)
	}
	return p / r.total, slope / r.total
}

// psi is (e^(2x) - 1)/2 - x, which is x^2 and more near 0, by its series there.
func psi(x float64) float64 {
	if math.Abs(x) > 0.05 {
		return math.Expm1(2*x)/2 - x
	}
	y := 2 * x
	sum, term := 0.0, y*y/4
	for i := 3.0; sum+term != sum; i++ {
		sum += term
		term *= y / i
	}
	return sum
}
