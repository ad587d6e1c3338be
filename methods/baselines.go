package methods

import (
	"math"
	"slices"
	"sort"
)

// The baselines are what any method should be better than. They run by their
// names or by the group baselines.

var lastMethod = Method{
	Name:   "last",
	Doc:    "baseline: the wait of the job that started last",
	Source: "none: users do so after one look at the queue",
	Cite:   []string{Project},
	ByName: true,
	Claims: longestClaims,
	Bound:  longestOf(1),
}

var movingMethod = Method{
	Name: "moving",
	Doc: "baseline: quantile of the last 500 waits; window=500, " +
		"with no allowance for chance",
	Source: "none: the quantile as it is",
	Cite:   []string{Project},
	ByName: true,
	Claims: Claims{Sides: BothSides, Least: oneWait, Monotone: true, Scales: true, Holds: true,
		WaitsAlone: true},
	Configure: func(m *Method, p *Params) {
		window := p.Count("window", 500)
		m.Bound = func(s Settings) Predictor {
			return &moving{windowed{quantile: s.Quantile, waits: recentWaits{limit: window}}}
		}
	},
}

// window-max bounds by the longest of the last waits, whatever the level. The
// default is m(0.95, 0.95), the fewest waits whose longest is a bound at 0.95.
var windowMaxMethod = Method{
	Name:      "window-max",
	Doc:       "baseline: longest of the last 59 waits; window=59",
	Source:    "none: the bound that needs no model",
	Cite:      []string{Project},
	ByName:    true,
	Claims:    longestClaims,
	Configure: func(m *Method, p *Params) { m.Bound = longestOf(p.Count("window", 59)) },
}

var lastWeekMethod = Method{
	Name: "last-week",
	Doc: "baseline: quantile of waits of this hour last week; " +
		"or of the last week with jobs in that hour",
	Source: "none: the season that queues have",
	Cite:   []string{Project},
	ByName: true,
	Claims: Claims{Sides: BothSides, Least: oneWait, AnyOrder: true, Monotone: true,
		Scales: true, Holds: true},
	Bound: func(s Settings) Predictor {
		return &lastWeek{quantile: s.Quantile, waits: map[float64][]float64{}}
	},
}

// longestOf bounds by the longest of the last waits.
func longestOf(window int) func(Settings) Predictor {
	return func(Settings) Predictor {
		return &windowed{quantile: 1, waits: recentWaits{limit: window}}
	}
}

var longestClaims = Claims{Least: oneWait, Monotone: true, Scales: true,
	Holds: true, WaitsAlone: true}

func oneWait(Level) int { return 1 }

// windowed bounds by the quantile of the last waits known, from both sides by
// the same one, and from the first wait on.
type windowed struct {
	quantile float64 // 1 for the longest
	waits    recentWaits
	bound    float64
	ok       bool
}

func (w *windowed) Observe(e Event) {
	if e.Kind == Started {
		w.waits.insert(e.Wait)
	}
}

func (w *windowed) Refit(float64) { w.bound, w.ok = quantileOf(w.waits.sorted, w.quantile) }

func (w *windowed) Predict(Query) (float64, bool) { return w.bound, w.ok }

// moving bounds by the quantile of its level.
type moving struct{ windowed }

func (m *moving) BoundAt(_ Query, l Level) (float64, bool) {
	return quantileOf(m.waits.sorted, l.Quantile)
}

func (m *moving) BoundRemaining(_ Query, l Level, age float64) (float64, bool) {
	return quantileAbove(m.waits.sorted, l, age)
}

// quantileAbove returns the quantile of the ascending waits above age, less
// age. ok is false for fewer of them than the smallest history of the level.
func quantileAbove(ascending []float64, l Level, age float64) (remaining float64, ok bool) {
	above := ascending[sort.Search(len(ascending), func(i int) bool { return ascending[i] > age }):]
	if len(above) < l.Smallest() {
		return 0, false
	}
	wait, ok := quantileOf(above, l.Quantile)
	return wait - age, ok
}

func insertSorted(ascending []float64, x float64) []float64 {
	i, _ := slices.BinarySearch(ascending, x)
	return slices.Insert(ascending, i, x)
}

// quantileOf returns the least of n ascending waits that covers the share q of
// them, the one of rank
//
//	k = max(1, ceil(n q))
//
// where a product that is an integer in decimals counts as one; ok is false for
// no waits.
func quantileOf(ascending []float64, q float64) (wait float64, ok bool) {
	n := len(ascending)
	if n == 0 {
		return 0, false
	}
	return ascending[max(1, int(math.Ceil(float64(n)*q-1e-9)))-1], true
}

const hoursOfWeek = 7 * 24

// lastWeek bounds a job submitted in hour h of the log by the quantile of the
// waits of the jobs submitted in hour h-168. Where no such job had started by
// the last refit, it takes hour h-336, and so on back to the first job.
type lastWeek struct {
	quantile  float64
	started   []Event               // since the last refit
	waits     map[float64][]float64 // ascending, by the hour of submission
	firstHour float64
}

func (p *lastWeek) Observe(e Event) {
	if e.Kind == Started {
		p.started = append(p.started, e)
	}
}

func (p *lastWeek) Refit(float64) {
	for _, e := range p.started {
		h := hourOf(e.Query)
		if p.firstHour = min(p.firstHour, h); len(p.waits) == 0 {
			p.firstHour = h
		}
		p.waits[h] = insertSorted(p.waits[h], e.Wait)
	}
	p.started = p.started[:0]
}

func (p *lastWeek) Predict(q Query) (float64, bool) {
	return p.week(q, func(waits []float64) (float64, bool) { return quantileOf(waits, p.quantile) })
}

func (p *lastWeek) BoundRemaining(q Query, l Level, age float64) (float64, bool) {
	return p.week(q, func(waits []float64) (float64, bool) { return quantileAbove(waits, l, age) })
}

// week returns the bound by the last week whose hour has one.
func (p *lastWeek) week(q Query, bound func(waits []float64) (float64, bool)) (float64, bool) {
	if len(p.waits) == 0 {
		return 0, false
	}
	for h := hourOf(q) - hoursOfWeek; h >= p.firstHour; h -= hoursOfWeek {
		if b, ok := bound(p.waits[h]); ok {
			return b, true
		}
	}
	return 0, false
}

// hourOf is the hour in which a job is submitted.
func hourOf(q Query) float64 { return math.Floor(q.Submit / 3600) }
