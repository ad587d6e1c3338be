package stat

import (
	"math"
	"math/big"
	"strconv"
)

// tailTest decides, for a success probability p and a confidence c, whether
//
//	F(n, k) = P[Bin(n, p) <= k-1] >= c
//
// It compares the smaller tail: F with c, or F - 1 with c - 1.
type tailTest struct {
	p, rest  float64 // rest is 1 - p
	mirrored bool    // p is 1 less the quantile of the level
	level    level
	upper    bool    // c > 1/2: value is F - 1
	limit    float64 // c or c - 1
}

func newTailTest(l level, mirrored bool) *tailTest {
	mustBeFraction("quantile", l.q)
	mustBeFraction("confidence", l.c)
	t := &tailTest{p: l.q, rest: 1 - l.q, mirrored: mirrored, level: l, limit: l.c}
	if l.q > 0.999 { // where the difference has few digits
		t.rest = complement(l.q)
	}
	if mirrored {
		t.p, t.rest = t.rest, t.p
	}
	if l.c > 0.5 {
		t.upper, t.limit = true, l.c-1
	}
	return t
}

// tailState is F(n, k), less 1 for an upper test, and the probability of k-1.
type tailState struct {
	n, k  int
	value float64 // F or F - 1
	mass  float64 // P[Bin(n, p) = k-1]
}

// evaluate returns F(n, k), 1 <= k <= n, from the mass at k-1 by the ratios of
// neighbouring masses. k must be near a rank, so that the mass does not
// underflow.
func (t *tailTest) evaluate(n, k int) tailState {
	s := tailState{n: n, k: k, mass: t.binomialMass(n, k-1)}
	odds := t.p / t.rest
	if t.upper {
		first := s.mass * float64(n-k+1) / float64(k) * odds
		s.value = -sumOutwards(first, n-k, float64(n-k), float64(k+1), odds)
	} else {
		s.value = sumOutwards(s.mass, k-1, float64(k-1), float64(n-k+2), 1/odds)
	}
	return s
}

// sumOutwards adds term and up to more terms after it. Each is the one before
// times odds num/den, where num falls and den grows by 1. It stops at terms
// that no longer change the sum.
func sumOutwards(term float64, more int, num, den, odds float64) float64 {
	sum := term
	for ; more > 0 && term > sum*0x1p-54; more-- {
		term *= num / den * odds
		sum += term
		num--
		den++
	}
	return sum
}

// step moves s from n to n+1 at the same k: F(n+1, k) = F(n, k) - p P[Bin(n, p)
// = k-1].
func (t *tailTest) step(s *tailState) {
	s.value -= t.p * s.mass
	s.n++
	s.mass *= float64(s.n) * t.rest / float64(s.n-s.k+1)
}

// raise moves s from rank k to k+1.
func (t *tailTest) raise(s *tailState) {
	s.mass *= float64(s.n-s.k+1) * t.p / (float64(s.k) * t.rest)
	s.k++
	s.value += s.mass
}

// lower moves s from rank k to k-1.
func (t *tailTest) lower(s *tailState) {
	s.value -= s.mass
	s.k--
	s.mass *= float64(s.k) * t.rest / (float64(s.n-s.k+1) * t.p)
}

// holds reports whether F(n, k) >= c. The rounding errors of s are far below
// the tolerance; within it exact arithmetic decides.
func (t *tailTest) holds(s *tailState) bool {
	if tolerance := 1e-9*math.Abs(t.limit) + 1e-12; math.Abs(s.value-t.limit) > tolerance {
		return s.value > t.limit
	}
	return t.exact(s.n, s.k)
}

// rank returns the smallest k that holds, n >= smallest, searching from an
// estimate.
func (t *tailTest) rank(n int) int {
	s := t.evaluate(n, min(max(t.guessRank(n), 1), n))
	for s.k > 1 && t.holds(&s) {
		t.lower(&s)
	}
	for !t.holds(&s) {
		t.raise(&s)
	}
	return s.k
}

// guessRank returns a number within one or two of the rank, by the
// Cornish-Fisher expansion of the binomial quantile [AS64, 26.2.23].
func (t *tailTest) guessRank(n int) int {
	z := roughQuantile(min(t.level.c, 1-t.level.c))
	if t.level.c < 0.5 {
		z = -z
	}
	fn := float64(n)
	x := fn*t.p + z*math.Sqrt(fn*t.p*t.rest) + (t.rest-t.p)*(z*z-1)/6 - 0.5
	return int(math.Ceil(x)) + 1
}

// smallest returns the smallest n with F(n, n) = 1 - p^n >= c: ln(1-c) / ln p,
// rounded up; at most 2^62.
func (t *tailTest) smallest() int {
	ratio := math.Log1p(-t.level.c) / logOf(t.p, t.rest)
	if ratio >= 1<<53 {
		return int(min(ratio, 1<<62))
	}
	near := math.Round(ratio)
	if math.Abs(ratio-near) > 1e-9*(1+ratio) {
		return int(math.Ceil(ratio))
	}
	n := max(1, int(near))
	if !t.exact(n, n) {
		n++
	}
	return n
}

// logOf returns ln(p), accurate also for p near 1.
func logOf(p, rest float64) float64 {
	if p > 0.5 {
		return math.Log1p(-rest)
	}
	return math.Log(p)
}

// exact decides F(n, k) >= c for the decimals of the level in arithmetic of
// several hundred bits. A difference below 2^-200 of the limit is a tie, which
// holds: for short decimals no other probability comes so close. For p = c =
// 1/2 each odd n is a tie, and k >= (n+1)/2.
func (t *tailTest) exact(n, k int) bool {
	if t.p == 0.5 && t.level.c == 0.5 {
		return 2*k > n
	}
	p, limit := decimal(t.level.q), decimal(t.level.c)
	one := big.NewRat(1, 1)
	if t.mirrored {
		p.Sub(one, p)
	}
	if t.upper {
		limit.Sub(one, limit)
	}
	bits := 320 - math.Ilogb(t.limit)
	prec := uint(bits) + 128
	low, high := exactTails(n, k, p, bits, prec)
	tail := low
	if t.upper {
		tail = high
	}
	bound := new(big.Float).SetPrec(prec).SetRat(limit)
	bound.Mul(bound, new(big.Float).Add(low, high))
	diff := new(big.Float).Sub(tail, bound)
	tie := new(big.Float).SetMantExp(bound, -200)
	return new(big.Float).Abs(diff).Cmp(tie) <= 0 || (diff.Sign() > 0) != t.upper
}

// exactTails sums the masses below k and from k on, divided by the mass at the
// mode. It leaves out masses below 2^-bits.
func exactTails(n, k int, p *big.Rat, bits int, prec uint) (low, high *big.Float) {
	low, high = new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)
	rest := new(big.Rat).Sub(big.NewRat(1, 1), p)
	odds := new(big.Float).SetPrec(prec).SetRat(new(big.Rat).Quo(p, rest))
	value, _ := p.Float64()
	mode := min(n, int(float64(n+1)*value))
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

// decimal returns the shortest decimal that reads back as x.
func decimal(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64)) // a number
	return r
}

// binomialMass returns P[Bin(n, p) = x], 0 <= x < n, by Loader's saddle point
// expansion [Loader00]:
//
//	sqrt(n / (2 pi x (n-x))) exp(d(n) - d(x) - d(n-x) - D(x, np) - D(n-x, n(1-p)))
//
// with d the error of Stirling's formula and D the deviance.
func (t *tailTest) binomialMass(n, x int) float64 {
	fn, fx := float64(n), float64(x)
	if x == 0 {
		return math.Exp(fn * logOf(t.rest, t.p))
	}
	fy := fn - fx
	dev := deviance(fx, fn*t.p) + deviance(fy, fn*t.rest)
	return math.Exp(stirlingError(n)-stirlingError(x)-stirlingError(n-x)-dev) * math.Sqrt(fn/(2*math.Pi*fx*fy))
}

// deviance returns D(x, m) = x ln(x/m) + m - x for positive x and m, by a
// series where x is close to m [Loader00].
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

// stirlingError returns ln(n!) - ln(sqrt(2 pi n) (n/e)^n), n >= 1, by its
// asymptotic series above 15.
func stirlingError(n int) float64 {
	x := float64(n)
	if n <= 15 {
		logFactorial, _ := math.Lgamma(x + 1)
		return logFactorial - (x+0.5)*math.Log(x) + x - math.Log(2*math.Pi)/2
	}
	r := 1 / x
	s := r * r
	return r * (1./12 - s*(1./360-s*(1./1260-s*(1./1680-s*(1./1188-s*691./360360)))))
}
