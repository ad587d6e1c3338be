package methods

import (
	"math"
	"slices"
)

var movingMethod = Method{
	Name:   "moving",
	Doc:    "baseline: the quantile of the last waits, window=500 of them, with no allowance for chance",
	Source: "none: the quantile as it is",
	Cite:   []string{Project},
	ByName: true,
	Claims: ofWindow(Claims{Sides: BothSides, AnyQuantile: true}),
	Configure: func(m *Method, p *Params) {
		window := p.Count("window", 500)
		m.Bound = func(s Settings) Predictor { return newWindowed(window, s.Quantile) }
	},
}

// ofWindow is claims, and those of every order statistic of the last waits by its quantile alone.
func ofWindow(c Claims) Claims {
	c.Least, c.Monotone, c.Scales, c.Holds = func(Level) int { return 1 }, true, true, true
	return waitsAlone(c)
}

// windowed bounds by the quantile of the last waits known, in the order in which jobs start: from
// above and below by the same one, and from the first wait on.
type windowed struct {
	quantile float64   // 1 for the longest
	window   int       // how many of them
	recent   []float64 // as they became known
	sorted   []float64 // the same, ascending
	bound    float64
	ok       bool
}

func newWindowed(window int, quantile float64) *windowed {
	return &windowed{quantile: quantile, window: window}
}

func (w *windowed) Observe(e Event) {
	if e.Kind != Started {
		return
	}
	if len(w.recent) == w.window {
		at, _ := slices.BinarySearch(w.sorted, w.recent[0])
		w.recent, w.sorted = w.recent[1:], slices.Delete(w.sorted, at, at+1)
	}
	w.recent, w.sorted = append(w.recent, e.Wait), insertSorted(w.sorted, e.Wait)
}

func (w *windowed) Refit(float64) { w.bound, w.ok = quantileOf(w.sorted, w.quantile) }

func (w *windowed) Predict(Query) (float64, bool) { return w.bound, w.ok }

// BoundAt implements Ladder.
func (w *windowed) BoundAt(_ Query, l Level) (float64, bool) {
	return quantileOf(w.sorted, l.Quantile)
}

func insertSorted(ascending []float64, x float64) []float64 {
	at, _ := slices.BinarySearch(ascending, x)
	return slices.Insert(ascending, at, x)
}

// quantileOf is the least of n ascending waits that covers the share q of them, that of rank
//
//	k = max(1, ceil(n q))
//
// where a product that is whole in decimals counts as whole; ok is false for no waits.
func quantileOf(ascending []float64, q float64) (wait float64, ok bool) {
	n := len(ascending)
	if n == 0 {
		return 0, false
	}
	return ascending[max(1, int(math.Ceil(float64(n)*q-1e-9)))-1], true
}
