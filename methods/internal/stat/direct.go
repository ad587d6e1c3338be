package stat

import "math"

// UpperRank gives UpperRanks(q, c).Rank(n) without a table, for a level that changes from one
// question to the next: a table for each would never be read again. It is 0 if there is none, as it
// is for n < Smallest(q, c). Nothing is allocated, but where a probability is within rounding of c.
// Cost: about 0.25 us for n = 1000, rising with the standard deviation of Bin(n, q) to 1.3 us for n
// = 1,000,000 and q = 0.95.
func UpperRank(n int, q, c float64) int {
	d := newDirectRank(q, c, false)
	return d.rank(n)
}

// LowerRank gives LowerRanks(q, c).Rank(n) without a table, as UpperRank does for upper bounds.
func LowerRank(n int, q, c float64) int {
	d := newDirectRank(q, c, true)
	if k := d.rank(n); k > 0 {
		return n + 1 - k
	}
	return 0
}

// Smallest gives the smallest number of waits that has an upper bound for the quantile q with
// confidence c, without a table. That of a lower bound is Smallest(1-q, c). Cost: about 50 ns.
func Smallest(q, c float64) int {
	d := newDirectRank(q, c, false)
	return d.smallest()
}

// directRank evaluates the rank of one level in floating point. Its tests work with 1-q and 1-c as
// floating point gives them, and turn to the decimals where this could matter.
type directRank struct {
	tailTest
	level    level
	mirrored bool // the quantile of the test is 1 - level.q
}

func newDirectRank(q, c float64, mirrored bool) directRank {
	mustBeFraction("quantile", q)
	mustBeFraction("confidence", c)
	d := directRank{level: level{q, c}, mirrored: mirrored}
	if mirrored {
		q = 1 - q
	}
	d.tailTest = tailTest{
		q: decimal{value: q, rest: 1 - q}, c: decimal{value: c, rest: 1 - c},
		upper: c > 0.5, limit: c, odds: q / (1 - q), median: q == 0.5 && c == 0.5,
	}
	if d.upper {
		d.limit = c - 1
	}
	return d
}

// exactly is the same test for q and c as decimals.
func (d *directRank) exactly() *tailTest {
	q := newDecimal("quantile", d.level.q)
	if d.mirrored {
		q = q.complement()
	}
	return newTailTest(q, newDecimal("confidence", d.level.c))
}

// smallest is the smallest n with F(n, n) = 1 - q^n >= c.
func (d *directRank) smallest() int {
	if n, certain := smallest(d.q, decimal{value: d.c.rest, rest: d.c.value}); certain {
		return n
	}
	return d.exactly().smallest()
}

// rank starts from an estimate and moves to the smallest k that holds.
func (d *directRank) rank(n int) int {
	if n < d.smallest() {
		return 0
	}
	s := d.near(n, min(max(d.estimate(n), 1), n))
	if !d.holds(&s) {
		for {
			if d.raise(&s); d.holds(&s) {
				return s.k
			}
		}
	}
	for s.k > 1 {
		if d.lower(&s); !d.holds(&s) {
			return s.k + 1
		}
	}
	return 1
}

// estimate is within one or two of the rank, by the Cornish-Fisher expansion of the binomial
// quantile and an approximation of the normal one [AS64, 26.2.23].
func (d *directRank) estimate(n int) int {
	z := roughQuantile(min(d.c.value, d.c.rest))
	if d.c.value < 0.5 {
		z = -z
	}
	q, rest, fn := d.q.value, d.q.rest, float64(n)
	x := fn*q + z*math.Sqrt(fn*q*rest) + (rest-q)*(z*z-1)/6 - 0.5
	return int(math.Ceil(x)) + 1
}

// near evaluates F(n, k) to about nine digits, which mostly decide.
func (d *directRank) near(n, k int) tailState {
	s := d.within(n, k, 0x1p-30)
	s.valueErr += d.rounding(&s)
	return s
}

// rounding bounds what the roundings of 1-q and 1-c, or of q itself if it is 1 less the quantile,
// do to the comparison of F(n, k) with c: of q it moves F by
//
//	dF/dq = -n P[Bin(n-1, q) = k-1] = -(n-k+1) / (1-q) P[Bin(n, q) = k-1]
func (d *directRank) rounding(s *tailState) float64 {
	return ulp * (1 + 2*s.mass*float64(s.n-s.k+1)/d.q.rest)
}

// holds reports whether F(n, k) >= c at s, which it evaluates anew where the digits do not suffice.
func (d *directRank) holds(s *tailState) bool {
	if d.decides(s) {
		return s.value > d.limit
	}
	again := d.at(s.n, s.k)
	again.valueErr += d.rounding(&again)
	if d.decides(&again) {
		return again.value > d.limit
	}
	return d.exactly().exact(s.n, s.k)
}
