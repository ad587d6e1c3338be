package history

import (
	"sort"

	"waitbench/methods/internal/stat"
)

// rungs is the number of quantiles that are told as probabilities: 0.01 to 0.99.
const rungs = 99

// ladder answers the question that is inverse to a bound: which is the greatest of the quantiles
// 0.01, 0.02, ... 0.99 whose upper bound exists and is at most d? Bounds exist for the quantiles up
// to some and ascend with them, so that the first question after a new wait is a search in 7 steps;
// if there are more, all bounds are written down first. Cost: 0.3 us, then 1 us, then 0.02 us.
type ladder struct {
	ranks  []*stat.Ranks // by quantile, nil until they are needed
	bounds []float64     // in ascending order; those that exist, if they are built
	asked  bool          // since the last wait
	built  bool
}

// forget is called when the history changes.
func (l *ladder) forget() { l.asked, l.built = false, false }

// probability is the answer for a history.
func (l *ladder) probability(h *History, d float64) float64 {
	above := func(i int) bool { return l.bounds[i] > d }
	n := rungs
	switch {
	case !l.asked && !h.rule.Normal:
		above = func(i int) bool { bound, ok := l.bound(h, i); return !ok || bound > d }
	case !l.built:
		l.build(h)
		fallthrough
	default:
		n = len(l.bounds)
	}
	l.asked = true
	return float64(sort.Search(n, above)) / 100
}

// bound is that of the quantile (i+1)/100.
func (l *ladder) bound(h *History, i int) (float64, bool) {
	rung := func(i int) Rule {
		return Rule{Quantile: float64(i+1) / 100, Confidence: h.rule.Confidence, Normal: h.rule.Normal}
	}
	if h.rule.Normal {
		return h.BoundAt(rung(i))
	}
	if l.ranks == nil {
		for i := range rungs {
			l.ranks = append(l.ranks, rung(i).ranks())
		}
	}
	return h.at(l.ranks[i].Rank(h.Len()))
}

// build writes the bounds down. The normal approximation of ranks can give a quantile a higher
// bound than the next; such a bound answers no question that the next does not, and is replaced by
// it.
func (l *ladder) build(h *History) {
	l.bounds, l.built = l.bounds[:0], true
	for i := range rungs {
		bound, ok := l.bound(h, i)
		if !ok {
			break
		}
		l.bounds = append(l.bounds, bound)
	}
	for i := len(l.bounds) - 2; i >= 0; i-- {
		l.bounds[i] = min(l.bounds[i], l.bounds[i+1])
	}
}
