package synth

import "math"

// The functions of package math differ in their last bits between processors, and
// a compiler may round x*y + z once or twice. Here a conversion rounds every
// product, so that a seed gives the same trace everywhere. The functions are right
// to about 14 digits.

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
