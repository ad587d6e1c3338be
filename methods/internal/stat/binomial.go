package stat

import (
	"math"
	"math/big"
)

// ulp bounds the relative error of one rounding, twice over.
const ulp = 0x1p-52

// tailTest decides, for one q and one c, whether
//
//	F(n, k) = P[Bin(n, q) <= k-1] >= c
//
// It does so by the smaller of the two tails: F against c, or 1 - F against 1 - c. Either way it
// compares a value, F or F - 1, with a limit, c or c - 1, so that the rest of the code needs one
// direction only.
type tailTest struct {
	q, c   decimal
	upper  bool    // c > 1/2: value is F - 1, the upper tail with a minus sign
	limit  float64 // c or c - 1
	odds   float64 // q / (1-q)
	median bool    // q = c = 1/2, where F = c for each odd n
}

func newTailTest(q, c decimal) *tailTest {
	t := &tailTest{q: q, c: c, limit: c.value, odds: q.value / q.rest, median: q.value == 0.5 && c.value == 0.5}
	if c.value > 0.5 {
		t.upper, t.limit = true, -c.rest
	}
	return t
}

// tailState is F(n, k), less 1 for an upper test, together with the probability P[Bin(n, q) = k-1]
// by which it moves on.
type tailState struct {
	n, k     int
	value    float64 // F or F - 1
	valueErr float64 // bound on its absolute error
	mass     float64 // P[Bin(n, q) = k-1]
	massErr  float64 // bound on its relative error
}

// at evaluates F(n, k), 1 <= k <= n, directly: the mass at k-1 by its saddle point, and the tail
// from there outwards by the ratio of neighbouring masses. k is to be near a rank, so that the mass
// does not underflow. Cost: about 10 standard deviations' worth of terms.
func (t *tailTest) at(n, k int) tailState { return t.within(n, k, 0x1p-62) }

// within is at with the tail cut where the rest of it, relative to the tail, is about least. The
// rest counts as error.
func (t *tailTest) within(n, k int, least float64) tailState {
	s := tailState{n: n, k: k}
	s.mass, s.massErr = binomialMass(n, k-1, t.q)
	var sum, sumErr float64
	if t.upper {
		first := s.mass * float64(n-k+1) / float64(k) * t.odds
		sum, sumErr = sumOutwards(first, n-k, float64(n-k), float64(k+1), t.odds, least)
		s.value = -sum
	} else {
		sum, sumErr = sumOutwards(s.mass, k-1, float64(k-1), float64(n-k+2), 1/t.odds, least)
		s.value = sum
	}
	s.valueErr = sum*(s.massErr+8*ulp) + sumErr + 0x1p-1000
	return s
}

// sumOutwards adds term and up to more terms after it, each the one before times odds num/den,
// where num falls and den grows by 1 a term. It stops where terms are below the share least of the
// sum; the rest is at most a geometric series. err bounds the error of the sum for an exact first
// term.
func sumOutwards(term float64, more int, num, den, odds, least float64) (sum, err float64) {
	sum = term
	steps := 1.0
	for ; more > 0; more-- {
		ratio := num / den * odds
		term *= ratio
		sum += term
		if term <= sum*least && ratio < 1 {
			err = term * ratio / (1 - ratio)
			break
		}
		num--
		den++
		steps++
	}
	return sum, err + 4*ulp*steps*sum
}

// step moves s from n to n+1 waits:
//
//	F(n+1, k) = F(n, k) - q P[Bin(n, q) = k-1]
//
// and leaves k as it is. The relative error of the mass grows by four roundings, that of the value
// by the error of what is taken off and by its own rounding.
func (t *tailTest) step(s *tailState) {
	s.value -= t.q.value * s.mass
	s.valueErr += s.mass*(s.massErr+2*ulp) + math.Abs(s.value)*ulp
	s.n++
	s.mass *= float64(s.n) * t.q.rest / float64(s.n-s.k+1)
	s.massErr += 4 * ulp
}

// raise moves s from rank k to k+1.
func (t *tailTest) raise(s *tailState) {
	s.mass *= float64(s.n-s.k+1) * t.odds / float64(s.k)
	s.massErr += 4 * ulp
	s.k++
	s.value += s.mass
	s.valueErr += s.mass*s.massErr + math.Abs(s.value)*ulp
}

// lower moves s from rank k to k-1.
func (t *tailTest) lower(s *tailState) {
	s.value -= s.mass
	s.valueErr += s.mass*s.massErr + math.Abs(s.value)*ulp
	s.k--
	s.mass *= float64(s.k) / (float64(s.n-s.k+1) * t.odds)
	s.massErr += 4 * ulp
}

// holds reports whether F(n, k) >= c at s. Where floating point cannot tell, exact arithmetic does.
func (t *tailTest) holds(s *tailState) bool {
	if t.decides(s) {
		return s.value > t.limit
	}
	return t.exact(s.n, s.k)
}

// decides reports whether the value at s is further from the limit than rounding could bring it.
func (t *tailTest) decides(s *tailState) bool {
	return math.Abs(s.value-t.limit) > s.valueErr+ulp*math.Abs(t.limit)
}

// exact decides F(n, k) >= c in arithmetic of several hundred bits. The masses are taken relative
// to the one at the mode and divided by their sum, which needs no factorials. A difference below
// 2^-200 of the limit is a tie, and a tie holds: q and c are short decimals, so that a probability
// this close to c without being c is not to be expected, and for small n impossible. For q = c =
// 1/2, where each odd n is a tie, there is the closed form k >= (n+1)/2.
func (t *tailTest) exact(n, k int) bool {
	if t.median {
		return 2*k > n
	}
	limit := new(big.Rat).Set(t.c.rat)
	if t.upper {
		limit.Sub(big.NewRat(1, 1), limit)
	}
	bits := 320 - math.Ilogb(t.limit)
	prec := uint(bits) + 128
	low, high := t.exactTails(n, k, bits, prec)
	tail := low
	if t.upper {
		tail = high
	}
	total := new(big.Float).SetPrec(prec).Add(low, high)
	bound := new(big.Float).SetPrec(prec).SetRat(limit)
	bound.Mul(bound, total)
	diff := new(big.Float).SetPrec(prec).Sub(tail, bound)
	tie := new(big.Float).SetMantExp(bound, -200)
	if new(big.Float).Abs(diff).Cmp(tie) <= 0 {
		return true
	}
	return (diff.Sign() > 0) != t.upper
}

// exactTails sums the masses up to k-1 and from k on, in units of the mass at the mode, leaving out
// those below 2^-bits.
func (t *tailTest) exactTails(n, k, bits int, prec uint) (low, high *big.Float) {
	low, high = new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)
	odds := new(big.Float).SetPrec(prec).SetRat(new(big.Rat).Quo(t.q.rat, t.q.complement().rat))
	mode := min(n, int(float64(n+1)*t.q.value))
	factor := new(big.Float).SetPrec(prec)
	add := func(i int, mass *big.Float) bool {
		if i < k {
			low.Add(low, mass)
		} else {
			high.Add(high, mass)
		}
		return mass.MantExp(nil) > -bits
	}
	mass := new(big.Float).SetPrec(prec).SetInt64(1)
	for i := mode; add(i, mass) && i < n; i++ {
		mass.Mul(mass, odds)
		mass.Mul(mass, factor.SetInt64(int64(n-i)))
		mass.Quo(mass, factor.SetInt64(int64(i+1)))
	}
	mass.SetInt64(1)
	for i := mode; i > 0; i-- {
		mass.Quo(mass, odds)
		mass.Mul(mass, factor.SetInt64(int64(i)))
		mass.Quo(mass, factor.SetInt64(int64(n-i+1)))
		if !add(i-1, mass) {
			break
		}
	}
	return low, high
}

// binomialMass is P[Bin(n, q) = x], 0 <= x < n, by Loader's saddle point expansion [Loader00]:
//
//	sqrt(n / (2 pi x (n-x))) exp(d(n) - d(x) - d(n-x) - D(x, nq) - D(n-x, n(1-q)))
//
// with d the error of Stirling's formula and D the deviance. relErr bounds the relative error: some
// ulps of the exponent, and what a rounded nq does to D, which moves by (x - nq) / nq times the
// error of nq.
func binomialMass(n, x int, q decimal) (mass, relErr float64) {
	fn, fx := float64(n), float64(x)
	if x == 0 {
		exponent := fn * math.Log1p(-q.value)
		if q.rest < 0.5 {
			exponent = fn * math.Log(q.rest)
		}
		return math.Exp(exponent), ulp * (8 - 16*exponent)
	}
	fy := fn - fx
	dev := deviance(fx, fn*q.value) + deviance(fy, fn*q.rest)
	mass = math.Exp(stirlingError(n)-stirlingError(x)-stirlingError(n-x)-dev) * math.Sqrt(fn/(2*math.Pi*fx*fy))
	return mass, ulp * (8 + 16*dev + 6*math.Abs(fx-fn*q.value))
}

// deviance is D(x, m) = x ln(x/m) + m - x for positive x and m, by a series where x is close to m
// [Loader00].
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	v := (x - m) / (x + m)
	sum := (x - m) * v
	term := 2 * x * v
	for i := 3.0; ; i += 2 {
		term *= v * v
		next := sum + term/i
		if next == sum {
			return sum
		}
		sum = next
	}
}

// stirlingSmall is stirlingError for arguments up to 15 [Loader00, table].
var stirlingSmall = [16]float64{
	0,
	0.0810614667953272582196702,
	0.0413406959554092940938221,
	0.02767792568499833914878929,
	0.02079067210376509311152277,
	0.01664469118982119216319487,
	0.01387612882307074799874573,
	0.01189670994589177009505572,
	0.010411265261972096497478567,
	0.009255462182712732917728637,
	0.008330563433362871256469318,
	0.007573675487951840794972024,
	0.006942840107209529865664152,
	0.006408994188004207068439631,
	0.005951370112758847735624416,
	0.005554733551962801371038690,
}

// stirlingError is ln(n!) - ln(sqrt(2 pi n) (n/e)^n), n >= 1, by its asymptotic series above 15.
func stirlingError(n int) float64 {
	if n < len(stirlingSmall) {
		return stirlingSmall[n]
	}
	r := 1 / float64(n)
	s := r * r
	return r * (1./12 - s*(1./360-s*(1./1260-s*(1./1680-s*(1./1188-s*691./360360)))))
}
