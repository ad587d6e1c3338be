package stat

import (
	"math"
	"sync"
	"sync/atomic"
)

// Ranks says, for one level, which of n waits in increasing order bounds the q-quantile with
// confidence c. It is shared: any number of goroutines may use it.
//
// The ranks stand in a table that grows as longer histories are asked for, 4 bytes a wait. Reading
// it takes no lock.
type Ranks struct {
	smallest int
	mirrored bool // lower ranks: the table holds n + 1 - rank
	table    atomic.Pointer[[]int32]

	mu    sync.Mutex // guards what grows the table
	test  *tailTest
	state tailState // of the last entry of the table
}

var upperRanks, lowerRanks cache[level, *Ranks]

// UpperRanks gives the ranks of upper bounds for the quantile q with confidence c, both in (0, 1):
//
//	k = min{ j : P[Bin(n, q) <= j-1] >= c }
//
// The k-th smallest of n independent waits of one distribution is at least its q-quantile with
// probability at least c, whatever the distribution [Brevik06, appendix]. Equality counts: where
// the probability is exactly c for the decimals q and c, j qualifies. So one wait bounds the median
// with confidence 1/2.
func UpperRanks(q, c float64) *Ranks {
	return upperRanks.get(level{q, c}, func() *Ranks {
		return newRanks(newTailTest(newDecimal("quantile", q), newDecimal("confidence", c)))
	})
}

// LowerRanks gives the ranks of lower bounds for the quantile q with confidence c, both in (0, 1):
//
//	k = max{ j : P[Bin(n, q) >= j] >= c }
//
// The k-th smallest of n waits is at most the q-quantile with probability at least c. Equality
// counts. Seen from the largest wait down it is an upper bound for 1-q,
//
//	lower(n; q, c) = n + 1 - upper(n; 1-q, c)
//
// and it is computed as that.
func LowerRanks(q, c float64) *Ranks {
	return lowerRanks.get(level{q, c}, func() *Ranks {
		r := newRanks(newTailTest(newDecimal("quantile", q).complement(), newDecimal("confidence", c)))
		r.mirrored = true
		return r
	})
}

func newRanks(test *tailTest) *Ranks {
	r := &Ranks{test: test, smallest: test.smallest()}
	r.table.Store(new([]int32))
	return r
}

// smallest is the smallest n with F(n, n) = 1 - q^n >= c.
func (t *tailTest) smallest() int {
	n, certain := smallest(t.q, t.c.complement())
	if !certain && !t.exact(n, n) {
		n++
	}
	return n
}

// smallest is ln(rest) / ln(q) rounded up, where rest is 1-c. It is not certain where that is close
// to a whole number, which is given then, and from 2^53 on it is about right, and 2^62 at most.
func smallest(q, rest decimal) (n int, certain bool) {
	exact := logOf(rest) / logOf(q)
	if exact >= 1<<53 {
		return int(min(exact, 1<<62)), true
	}
	near := math.Round(exact)
	if math.Abs(exact-near) > 1e-9*(1+exact) {
		return int(math.Ceil(exact)), true
	}
	return max(1, int(near)), false
}

// logOf is ln(d), accurate also for d near 1.
func logOf(d decimal) float64 {
	if d.value > 0.5 {
		return math.Log1p(-d.rest)
	}
	return math.Log(d.value)
}

// Smallest gives the smallest number of waits that has a bound, m(q, c): 59 for the upper bound at
// q = c = 0.95.
func (r *Ranks) Smallest() int { return r.smallest }

// Rank gives the rank of the bound among n waits, 1 for the smallest wait; 0 if there is none,
// which is so for n < Smallest. Cost: a few ns, and about 10 ns for each n that nobody has asked
// for before.
func (r *Ranks) Rank(n int) int {
	i := n - r.smallest
	if i < 0 {
		return 0
	}
	table := *r.table.Load()
	if i >= len(table) {
		table = r.grow(i)
	}
	k := int(table[i])
	if r.mirrored {
		return n + 1 - k
	}
	return k
}

// Sizes of the table.
const (
	growLeast   = 1 << 10 // entries it grows by at least
	growMost    = 1 << 16 // entries it grows by at most beyond what is needed
	anchorEvery = 1 << 12 // entries between direct evaluations, which bound the error
)

// grow extends the table so that it has entry i, and gives the new table. Readers of the old one
// are not disturbed: entries are written behind its end only.
func (r *Ranks) grow(i int) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	table := *r.table.Load()
	if i < len(table) {
		return table
	}
	for end := i + 1 + min(max(growLeast, len(table)), growMost); len(table) < end; {
		table = append(table, int32(r.next(len(table))))
	}
	r.table.Store(&table)
	return table
}

// next gives entry i of the table, having given the one before: the rank of the entry before it or
// one more, since
//
//	F(n+1, k) < F(n, k) <= F(n+1, k+1)
func (r *Ranks) next(i int) int {
	s := &r.state
	switch {
	case i == 0:
		*s = r.test.at(r.smallest, r.smallest)
		return s.k
	case i%anchorEvery == 0:
		*s = r.test.at(s.n+1, s.k)
	default:
		r.test.step(s)
	}
	if !r.test.holds(s) {
		r.test.raise(s)
	}
	return s.k
}

// NormalRank gives the rank of the upper bound by the normal approximation [Brevik06, appendix]
//
//	k = ceil(nq + z_c sqrt(nq(1-q)))
//
// where nq >= 10 and n(1-q) >= 10, and by [UpperRank] elsewhere; 0 if there is none, as where k >
// n. It does not carry the exact guarantee. q is meant as a decimal: a sum within rounding of a
// whole number is that number.
func NormalRank(n int, q, c float64) int {
	mustBeFraction("quantile", q)
	mustBeFraction("confidence", c)
	fn := float64(n)
	mean := fn * q
	if least := 10 - fn*ulp; mean < least || fn-mean < least {
		return UpperRank(n, q, c)
	}
	x := mean + Quantile(c)*math.Sqrt(mean*(1-q))
	k := int(math.Ceil(x - fn*ulp))
	if k > n {
		return 0
	}
	return max(k, 1)
}
