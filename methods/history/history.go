package history

import (
	"iter"
	"sort"

	"waitbench/methods/internal/stat"
)

// History is the waits since the last change point and the order statistic that bounds them.
type History struct {
	Trimmer
	rule    Rule
	ranks   *stat.Ranks // of the rule, nil if it does not go by exact ranks
	waits   stat.Selector
	ordered *stat.Ordered // the waits, nil until somebody asks for another order statistic
	bound   float64
	ok      bool
	asked   []ranked // what BoundAt worked out for askedOf waits
	askedOf int
}

// ranked is the rank by a rule.
type ranked struct {
	rule Rule
	rank int
}

// New is an empty history, bounded by a rule.
func New(r Rule) *History {
	h := &History{Trimmer: *NewTrimmer(r), rule: r}
	if !r.Normal || r.Lower {
		h.ranks = r.ranks()
	}
	return h
}

// Len is the number of waits that are left.
func (h *History) Len() int { return h.waits.Len() }

// Waits gives the waits that are left, in no particular order.
func (h *History) Waits() []float64 { return h.waits.AppendTo(nil) }

// Add adds a wait; it reports whether the wait completed a change point.
func (h *History) Add(wait float64, o Outcome) (cut bool) {
	h.waits.Insert(wait)
	if h.ordered != nil {
		h.ordered.Insert(wait)
	}
	if cut = h.Trimmer.Add(wait, o); cut {
		h.waits.Reset(h.Remaining())
		h.ordered = nil
	}
	return cut
}

// Refill replaces the waits by others in ascending order, and those that the next change point
// would leave by the recent ones, of which there are no more than Keep.
func (h *History) Refill(ascending []float64, recent iter.Seq[float64]) {
	h.waits.ResetSorted(ascending, h.rank(len(ascending)))
	h.ordered = nil
	h.recent, h.next = h.recent[:0], 0
	for wait := range recent {
		h.remember(wait)
	}
}

// Refit brings Bound up to date.
func (h *History) Refit() {
	h.waits.SetRank(h.rank(h.waits.Len()))
	h.bound, h.ok = h.waits.Value()
}

// Bound is that of the last Refit; ok is false where the history was too short for one.
func (h *History) Bound() (bound float64, ok bool) { return h.bound, h.ok }

// BoundAt bounds the waits as they are now by another rule. From the first time it is asked on, the
// waits are kept in order: one more then costs about 0.1 us more, and a question some tenths of a
// microsecond.
func (h *History) BoundAt(r Rule) (bound float64, ok bool) {
	if r == h.rule {
		return h.at(h.rank(h.Len()))
	}
	return h.at(h.rankBy(r))
}

// rankBy is the rank by another rule. Adaptive methods ask of each job by the few rules of the last
// refit, so these are kept for as long as there are no more waits.
func (h *History) rankBy(r Rule) int {
	const most = 32
	if n := h.Len(); n != h.askedOf || len(h.asked) == most {
		h.asked, h.askedOf = h.asked[:0], n
	}
	for i := range h.asked {
		if h.asked[i].rule == r {
			return h.asked[i].rank
		}
	}
	h.asked = append(h.asked, ranked{r, r.Rank(h.askedOf)})
	return h.asked[len(h.asked)-1].rank
}

// rank is that of the history's own rule for n waits.
func (h *History) rank(n int) int {
	if h.ranks == nil {
		return h.rule.Rank(n)
	}
	return h.ranks.Rank(n)
}

// at gives the k-th smallest wait; ok is false for k = 0.
func (h *History) at(k int) (wait float64, ok bool) {
	if k == 0 {
		return 0, false
	}
	if h.ordered == nil {
		h.ordered = new(stat.Ordered)
		h.ordered.Reset(h.Waits())
	}
	return h.ordered.At(k), true
}

// Probability is the greatest of the quantiles 0.01, 0.02, ... 0.99 whose upper bound is at most d
// seconds; 0 if there is none.
//
// Bounds exist for the quantiles up to some and ascend with them, but for those by the normal
// approximation of ranks, which can give a quantile a higher bound than the next. Cost: about 1 us,
// with that approximation 30 us.
func (h *History) Probability(d float64) float64 {
	const most = 99
	above := func(percent int) bool {
		bound, ok := h.BoundAt(Rule{Quantile: float64(percent) / 100, Confidence: h.rule.Confidence, Normal: h.rule.Normal})
		return !ok || bound > d
	}
	if !h.rule.Normal {
		return float64(sort.Search(most, func(i int) bool { return above(i + 1) })) / 100
	}
	percent := most
	for percent > 0 && above(percent) {
		percent--
	}
	return float64(percent) / 100
}
