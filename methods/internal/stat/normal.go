package stat

import (
	"math"
	"math/big"
)

// Quantile returns the quantile of the standard normal distribution: the x with
// Phi(x) = p. It is -Inf for 0, +Inf for 1, and NaN outside [0, 1]. The
// relative error is about 1e-15 for p in [1e-300, 1).
//
// Between 0.075 and 0.925 it is the inverse error function, which would lose
// the digits of a small p in 1 - 2p. In the tails an approximation is refined
// by two steps of Halley's method on the upper tail Q, of density phi:
//
//	u = (Q(x) - t) / phi(x),  x <- x + u / (1 - x u / 2),  t = min(p, 1-p)
func Quantile(p float64) float64 {
	switch d := p - 0.5; {
	case math.Abs(d) <= 0.425:
		return math.Sqrt2 * math.Erfinv(2*d)
	case p > 0 && p < 0.5:
		return -upperQuantile(p)
	case p > 0.5 && p < 1:
		return upperQuantile(1 - p)
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	}
	return math.NaN()
}

// complement returns 1 - x for the decimal x, correctly rounded: 0.05 for 0.95.
func complement(x float64) float64 {
	rest, _ := new(big.Rat).Sub(big.NewRat(1, 1), decimal(x)).Float64()
	return rest
}

// normalQuantile returns the quantile for the decimal p in (0, 1), by the
// smaller of p and 1 - p.
func normalQuantile(p float64) float64 {
	if rest := complement(p); p > rest {
		return -Quantile(rest)
	}
	return Quantile(p)
}

// upperQuantile is the x with upper tail t, for 0 < t < 0.1.
func upperQuantile(t float64) float64 {
	x := roughQuantile(t)
	for range 2 {
		u := (normalCDF(-x) - t) / normalDensity(x)
		x += u / (1 - x*u/2)
	}
	return x
}

// roughQuantile is the x with upper tail t, for 0 < t <= 0.5, off by at most
// 4.5e-4 [AS64, 26.2.23].
func roughQuantile(t float64) float64 {
	w := math.Sqrt(-2 * math.Log(t))
	return w - (2.515517+w*(0.802853+w*0.010328))/(1+w*(1.432788+w*(0.189269+w*0.001308)))
}

// normalCDF is Phi(x), with a small relative error in the lower tail.
func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// normalDensity is phi(x) = exp(-x^2/2) / sqrt(2 pi).
func normalDensity(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
