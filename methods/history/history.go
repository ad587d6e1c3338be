// Package history keeps the waits that an order statistic bounds, and drops
// those before a change point [Brevik06, section 4.1 and appendix]. bmbp has
// one history, qbets one for each cluster of jobs, X+cal one of ratios.
// lognormal-trim uses the change points alone.
//
//	Rule -> New -> History;  Add(wait, Outcome)... Refit -> Bound
//	                         EndTraining sets the threshold of the change points
package history

import (
	"math"
	"sort"

	"waitbench/methods/internal/stat"
)

// Rule is an order statistic of n waits that bounds a quantile of them: the
// k-th smallest, with
//
//	k = min{ j : P[Bin(n, q) <= j-1] >= c }  from above
//	k = max{ j : P[Bin(n, q) >= j] >= c }    from below
//
// which covers the q-quantile with probability at least c if the waits are
// exchangeable.
type Rule struct {
	Quantile, Confidence float64 // q and c, both in (0, 1)
	Lower                bool    // bound from below
	Normal               bool    // rank from above by the paper's normal approximation
}

// Rank returns k for n waits; 0 if none of them is a bound.
func (r Rule) Rank(n int) int {
	if r.Normal && !r.Lower {
		return stat.NormalRank(n, r.Quantile, r.Confidence)
	}
	return r.ranks().Rank(n)
}

// Smallest returns m(q, c), the smallest n that has a bound.
func (r Rule) Smallest() int { return r.ranks().Smallest() }

func (r Rule) ranks() *stat.Ranks {
	if r.Lower {
		return stat.LowerRanks(r.Quantile, r.Confidence)
	}
	return stat.UpperRanks(r.Quantile, r.Confidence)
}

// Target is the share of waits that the bound should cover. For a lower bound
// it is the number nearest to 1 - Quantile in decimals: 0.3 for 0.7.
func (r Rule) Target() float64 {
	if r.Lower {
		return math.Round((1-r.Quantile)*1e15) / 1e15
	}
	return r.Quantile
}

// History is the waits since the last change point and the order statistic that
// bounds them.
type History struct {
	Trimmer
	rule   Rule
	exact  *stat.Ranks // of the rule; nil for the normal approximation
	waits  stat.Ordered
	bound  float64
	ok     bool
	ranks  map[Rule]int // of other rules, for ranked waits
	ranked int
}

// New returns an empty history, bounded by a rule.
func New(r Rule) *History {
	h := &History{Trimmer: *NewTrimmer(r), rule: r, ranks: map[Rule]int{}}
	if !r.Normal || r.Lower {
		h.exact = r.ranks()
	}
	return h
}

// Len is the number of waits that are left.
func (h *History) Len() int { return h.waits.Len() }

// Add adds a wait. It reports whether the wait completed a change point.
func (h *History) Add(wait float64, o Outcome) (cut bool) {
	h.waits.Insert(wait)
	if cut = h.Trimmer.Add(wait, o); cut {
		h.waits.Reset(h.Remaining())
	}
	return cut
}

// Refill replaces the waits by others, in the order in which they became known.
func (h *History) Refill(waits []float64) {
	h.waits.Reset(waits)
	h.recent, h.next = h.recent[:0], 0
	for _, wait := range waits[max(0, len(waits)-h.keep):] {
		h.remember(wait)
	}
}

// Refit brings Bound up to date.
func (h *History) Refit() { h.bound, h.ok = h.BoundAt(h.rule) }

// Bound is the bound of the last Refit; ok is false where the history was too
// short.
func (h *History) Bound() (bound float64, ok bool) { return h.bound, h.ok }

// BoundAt bounds the present waits by another rule.
func (h *History) BoundAt(r Rule) (bound float64, ok bool) {
	if k := h.rank(r); k > 0 {
		return h.waits.At(k), true
	}
	return 0, false
}

// BoundRemaining bounds what remains, in seconds, of a wait that has lasted age
// seconds: by the order statistic of the present waits above age, less age. ok
// is false for fewer of them than the smallest number that has a bound.
func (h *History) BoundRemaining(r Rule, age float64) (bound float64, ok bool) {
	below, _ := h.waits.Around(math.Nextafter(age, math.Inf(1)))
	n := h.Len() - below
	if n < r.Smallest() {
		return 0, false
	}
	k := r.Rank(n)
	if k < 1 {
		return 0, false
	}
	return h.waits.At(below+k) - age, true
}

// rank returns the rank by a rule. Adaptive methods repeat a few rules for each
// job, so it keeps the ranks until there are more waits.
func (h *History) rank(r Rule) int {
	n := h.Len()
	if r == h.rule && h.exact != nil {
		return h.exact.Rank(n)
	}
	if n != h.ranked {
		clear(h.ranks)
		h.ranked = n
	}
	k, ok := h.ranks[r]
	if !ok {
		k = r.Rank(n)
		h.ranks[r] = k
	}
	return k
}

// Probability returns the greatest of the quantiles 0.01, 0.02, ... 0.99 whose
// upper bound is at most d seconds; 0 if there is none. Bounds ascend with the
// quantile, except those by the normal approximation.
func (h *History) Probability(d float64) float64 {
	const percents = 99
	exceeds := func(percent int) bool {
		bound, ok := h.BoundAt(Rule{Quantile: float64(percent) / 100,
			Confidence: h.rule.Confidence, Normal: h.rule.Normal})
		return !ok || bound > d
	}
	if !h.rule.Normal {
		return float64(sort.Search(percents, func(i int) bool { return exceeds(i + 1) })) / 100
	}
	percent := percents
	for percent > 0 && exceeds(percent) {
		percent--
	}
	return float64(percent) / 100
}
