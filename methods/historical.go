package methods

import (
	"math"
	"slices"

	"waitbench/methods/history"
)

var historicalMethod = Method{
	Name: "historical",
	Doc: "median of the last 1000 waits of similar jobs; bounds are their order " +
		"statistic, similar are those of the narrowest template with enough jobs",
	Source: "templates after Smith, Taylor and Foster, " +
		"Using Run-Time Predictions to Estimate Queue Wait Times",
	Cite:       []string{"Smith99"},
	Claims:     Claims{Sides: BothSides},
	Forecaster: &ForecasterSpec{Name: "historical", New: newHistorical},
}

// historical forecasts from the waits of similar jobs. It tries templates in
// order:
//
//	(user, queue, range), (queue, range, decade of the estimate), (queue, range), (queue)
//
// The first with enough waits for bmbp's order statistic provides the bound,
// the first with any waits their median as the forecast. A template keeps its
// last 1000 waits, as of the last refit. Templates with the user or the
// estimate do not apply to jobs for which it is unknown.
type historical struct {
	IgnoreEvents
	rules   []history.Rule // by level
	bounds  []float64      // of the last forecast
	windows map[template]*recentWaits
	started []Event // since the last refit
}

// template is the attributes that similar jobs share. An open one is anyValue.
type template struct {
	user   int64
	queue  int32
	size   int32 // index in sizes
	decade int32 // of the estimate: the power of ten at or below it
}

const anyValue = math.MinInt32

// sizes are the upper ends of the ranges of processors in the BMBP paper.
var sizes = [...]int64{4, 16, 64, math.MaxInt64}

func newHistorical(s LogInfo) (Forecaster, error) {
	h := &historical{windows: map[template]*recentWaits{}, bounds: make([]float64, len(s.Levels))}
	for _, l := range s.Levels {
		h.rules = append(h.rules, l.rule())
	}
	return h, nil
}

// templates lists the templates of a job in the order in which they are tried.
func templates(q *Query) []template {
	tried, size := make([]template, 0, 4), int32(-1)
	if q.Procs >= 1 {
		size = int32(slices.IndexFunc(sizes[:], func(most int64) bool { return q.Procs <= most }))
	}
	if q.User >= 0 {
		tried = append(tried, template{q.User, q.Queue, size, anyValue})
	}
	if q.Estimate > 0 {
		decade := int32(0)
		for power := 10.0; q.Estimate >= power; power *= 10 {
			decade++
		}
		tried = append(tried, template{anyValue, q.Queue, size, decade})
	}
	return append(tried,
		template{anyValue, q.Queue, size, anyValue},
		template{anyValue, q.Queue, anyValue, anyValue})
}

func (h *historical) Forecast(j *QueuedJob, _ *Machine) Forecast {
	f := NoForecast
	f.Bounds = h.bounds
	for i := range f.Bounds {
		f.Bounds[i] = math.NaN()
	}
	for _, t := range templates(&j.Query) {
		w := h.windows[t]
		if w == nil {
			continue
		}
		n := len(w.sorted)
		if math.IsNaN(f.Wait) {
			f.Wait = (w.sorted[(n-1)/2] + w.sorted[n/2]) / 2
		}
		for i := range f.Bounds {
			if !math.IsNaN(f.Bounds[i]) {
				continue
			}
			if k := h.rules[i].Rank(n); k > 0 {
				f.Bounds[i] = w.sorted[k-1]
			}
		}
	}
	return f
}

func (h *historical) Started(j *QueuedJob, _ *Machine) {
	h.started = append(h.started, Event{Query: j.Query, Wait: j.Start - j.Submit})
}

func (h *historical) Refit(float64) {
	for i := range h.started {
		j := &h.started[i]
		for _, t := range templates(&j.Query) {
			w := h.windows[t]
			if w == nil {
				w = &recentWaits{limit: 1000}
				h.windows[t] = w
			}
			w.insert(j.Wait)
		}
	}
	h.started = h.started[:0]
}

// recentWaits is the last waits, at most limit of them, also in order of size.
type recentWaits struct {
	limit  int
	recent []float64 // as they became known
	sorted []float64
}

func (w *recentWaits) insert(x float64) {
	if len(w.recent) == w.limit {
		i, _ := slices.BinarySearch(w.sorted, w.recent[0])
		w.recent, w.sorted = w.recent[1:], slices.Delete(w.sorted, i, i+1)
	}
	w.recent, w.sorted = append(w.recent, x), insertSorted(w.sorted, x)
}
