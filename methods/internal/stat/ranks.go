package stat

import (
	"fmt"
	"math"
	"sync"
)

// Ranks returns, for one level, which of n waits in increasing order bounds the
// q-quantile with confidence c. It may be used in parallel.
type Ranks struct {
	test     *tailTest
	smallest int

	tabled bool // keep ranks in table, as n - smallest -> rank
	mu     sync.Mutex
	table  []int32
	state  tailState // of the last entry of the table
}

var ranks cache[rankKey, *Ranks]

type rankKey struct {
	level
	mirrored bool
}

// UpperRanks returns the ranks of upper bounds for the quantile q with
// confidence c, both in (0, 1):
//
//	k = min{ j : P[Bin(n, q) <= j-1] >= c }
//
// The k-th smallest of n independent waits of one distribution is at least its
// q-quantile with probability at least c, whatever the distribution [Brevik06,
// appendix]. Equality counts: one wait bounds the median with confidence 1/2.
func UpperRanks(q, c float64) *Ranks { return ranksOf(level{q, c}, false) }

// LowerRanks returns the ranks of lower bounds for the quantile q with
// confidence c, both in (0, 1):
//
//	k = max{ j : P[Bin(n, q) >= j] >= c }
//
// Seen from the largest wait it is an upper bound for 1-q:
// lower(n; q, c) = n + 1 - upper(n; 1-q, c).
func LowerRanks(q, c float64) *Ranks { return ranksOf(level{q, c}, true) }

// ranksOf returns the ranks of a level, which share a table if tabled(l.q).
func ranksOf(l level, mirrored bool) *Ranks {
	if !tabled(l.q) {
		return newRanks(l, mirrored)
	}
	return ranks.get(rankKey{l, mirrored}, func() *Ranks {
		r := newRanks(l, mirrored)
		r.tabled = true
		return r
	})
}

func newRanks(l level, mirrored bool) *Ranks {
	t := newTailTest(l, mirrored)
	return &Ranks{test: t, smallest: t.smallest()}
}

// Smallest returns the smallest number of waits that has a bound, m(q, c): 59
// for the upper bound at q = c = 0.95.
func (r *Ranks) Smallest() int { return r.smallest }

// Rank returns the rank of the bound among n waits, 1 for the smallest wait; 0
// if there is none, as for n < Smallest. It takes some 10 ns from a table, else
// up to 2 us.
func (r *Ranks) Rank(n int) int {
	if n < r.smallest {
		return 0
	}
	k := 0
	if r.tabled {
		k = r.lookUp(n - r.smallest)
	} else {
		k = r.test.rank(n)
	}
	if r.test.mirrored {
		return n + 1 - k
	}
	return k
}

// lookUp returns entry i of the table, which it extends if needed.
func (r *Ranks) lookUp(i int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.table) <= i {
		r.table = append(r.table, int32(r.next(len(r.table))))
	}
	return int(r.table[i])
}

// next returns entry i of the table, after entry i-1. It is the entry before or
// one more, since F(n+1, k) < F(n, k) <= F(n+1, k+1). Up to 20 million waits
// rounding errors stay below a thousandth of the tolerance of holds.
func (r *Ranks) next(i int) int {
	s := &r.state
	if i == 0 {
		*s = r.test.evaluate(r.smallest, r.smallest)
		return s.k
	}
	if r.test.step(s); !r.test.holds(s) {
		r.test.raise(s)
	}
	return s.k
}

// NormalRank returns the rank of the upper bound by the normal approximation
// [Brevik06, appendix]
//
//	k = ceil(nq + z_c sqrt(nq(1-q)))
//
// where nq >= 10 and n(1-q) >= 10, and the rank of [UpperRanks] elsewhere; 0 if
// there is none or k > n. A sum within rounding of an integer is that integer.
func NormalRank(n int, q, c float64) int {
	fn := float64(n)
	mean := fn * q
	if least := 10 - fn*0x1p-52; mean < least || fn-mean < least {
		return UpperRanks(q, c).Rank(n)
	}
	x := mean + Quantile(c)*math.Sqrt(mean*(1-q))
	k := int(math.Ceil(x - fn*0x1p-52))
	if k > n {
		return 0
	}
	return max(k, 1)
}

// level is the key of the tables that depend on a quantile and a confidence.
type level struct{ q, c float64 }

// mustBeFraction panics if x is not in (0, 1).
func mustBeFraction(name string, x float64) {
	if !(x > 0 && x < 1) {
		panic(fmt.Sprintf("stat: %s %v is not in (0, 1)", name, x))
	}
}

// tabled reports whether a quantile gets a table: quantiles of at most three
// decimals are few. Adaptive methods use other quantiles once.
func tabled(q float64) bool { return math.Round(q*1000)/1000 == q }

// cache keeps one value per key for the life of the program. The zero value is
// empty and ready. It may be used in parallel.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V
}

// get returns the value of key, which build makes at the first call.
func (c *cache[K, V]) get(key K, build func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.values[key]
	if !ok {
		v = build()
		if c.values == nil {
			c.values = make(map[K]V)
		}
		c.values[key] = v
	}
	return v
}
