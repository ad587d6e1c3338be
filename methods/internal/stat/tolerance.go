package stat

import "math"

// Factors returns, for one level, the one-sided normal tolerance factor k(n; q,
// c): of n independent values of one normal distribution, with mean m and
// standard deviation s (of n-1), m + k s is at least the q-quantile of the
// distribution with probability c exactly [Guttman70]. It is the c-quantile of
// the noncentral t distribution with n-1 degrees of freedom and noncentrality
// z_q sqrt(n), divided by sqrt(n). It may be used in parallel.
//
// Up to n = 39 the factors are a table. Above, they are interpolated: with u =
// 1/sqrt(n),
//
//	k = z_q + u g(u)
//
// where g is smooth on [0, 1/sqrt(40)], also at 0, where it is z_c sqrt(1 +
// z_q^2/2). g is a polynomial on each of a few pieces of this interval, by
// values of toleranceTest.slope at real-valued n.
type Factors struct {
	test   toleranceTest
	tabled bool // else every factor is computed
	direct [directBelow - 2]float64
	pieces [pieceCount][pieceTerms]float64 // Chebyshev coefficients of g, constant term halved
}

const (
	directBelow = 40 // n from which factors are interpolated
	pieceCount  = 4
	pieceTerms  = 12
)

// pieceWidth is the width of a piece in u.
var pieceWidth = 1 / (math.Sqrt(directBelow) * pieceCount)

var toleranceFactors cache[level, *Factors]

// ToleranceFactors returns the factors of upper bounds for the quantile q with
// confidence c, both in (0, 1). (q, 1-c) has the factors of lower bounds.
// Quantiles of at most three decimals share a table, which takes 2 ms to build;
// a factor for another one takes 20 us.
func ToleranceFactors(q, c float64) *Factors {
	if !tabled(q) {
		return &Factors{test: newToleranceTest(q, c)}
	}
	return toleranceFactors.get(level{q, c}, func() *Factors {
		return newFactors(newToleranceTest(q, c))
	})
}

func newFactors(t toleranceTest) *Factors {
	f := &Factors{test: t, tabled: true}
	for i := range f.direct {
		f.direct[i] = t.factor(float64(i + 2))
	}
	for i := range f.pieces {
		f.pieces[i] = chebyshev(func(x float64) float64 {
			u := (float64(i) + (x+1)/2) * pieceWidth
			return t.slope(1 / (u * u))
		})
	}
	return f
}

// At returns the factor for n values, n >= 2. The error is at most 1e-12
// relative to |k|, or to 1/sqrt(n) where k is closer to 0 than that.
func (f *Factors) At(n int) float64 {
	if !f.tabled {
		return f.test.factor(float64(n))
	}
	if n < directBelow {
		return f.direct[n-2]
	}
	u := 1 / math.Sqrt(float64(n))
	at := u / pieceWidth
	i := min(int(at), pieceCount-1)
	return f.test.z + u*clenshaw(&f.pieces[i], 2*(at-float64(i))-1)
}

// chebyshev interpolates f on [-1, 1] at the zeros of the Chebyshev polynomial
// T_m, m = pieceTerms.
func chebyshev(f func(x float64) float64) (coefficients [pieceTerms]float64) {
	for j := range pieceTerms {
		angle := math.Pi * (float64(j) + 0.5) / pieceTerms
		y := f(math.Cos(angle)) * 2 / pieceTerms
		for m := range coefficients {
			coefficients[m] += y * math.Cos(float64(m)*angle)
		}
	}
	coefficients[0] /= 2
	return coefficients
}

// clenshaw sums the coefficients times T_0(x), T_1(x), ...
func clenshaw(coefficients *[pieceTerms]float64, x float64) float64 {
	var b1, b2 float64
	for m := pieceTerms - 1; m > 0; m-- {
		b1, b2 = coefficients[m]+2*x*b1-b2, b1
	}
	return coefficients[0] + x*b1 - b2
}
