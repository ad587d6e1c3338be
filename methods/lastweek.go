package methods

import "math"

var lastWeekMethod = Method{
	Name:   "last-week",
	Doc:    "baseline: the quantile of the waits of the jobs submitted a week before in the same hour, or in the last week before that has such jobs",
	Source: "none: the season that queues have",
	Cite:   []string{Project},
	ByName: true,
	Claims: Claims{
		Sides: BothSides, Least: func(Level) int { return 1 }, AnyOrder: true, Monotone: true, Scales: true, Holds: true,
	},
	Bound: func(s Settings) Predictor { return &lastWeek{quantile: s.Quantile, waits: map[float64][]float64{}} },
}

const hoursOfWeek = 7 * 24

// lastWeek bounds the job submitted in hour h, counted from second 0 of the log, 168 hours to a week,
// by the quantile of the known waits of the jobs of its series submitted in hour h-168; where no such
// job has started, by that of hour h-336, and so on back to the first job. No bound is given where
// none of these hours has one. The hour changes with the job and not with the tick, but the waits are
// those known at the last refit.
type lastWeek struct {
	quantile float64
	started  []Event               // since the last refit
	waits    map[float64][]float64 // ascending, by the hour of submission
	first    float64               // the earliest hour
}

func (p *lastWeek) Observe(e Event) {
	if e.Kind == Started {
		p.started = append(p.started, e)
	}
}

func (p *lastWeek) Refit(float64) {
	for _, e := range p.started {
		h := hourOf(e.Query)
		if p.first = min(p.first, h); len(p.waits) == 0 {
			p.first = h
		}
		p.waits[h] = insertSorted(p.waits[h], e.Wait)
	}
	p.started = p.started[:0]
}

func (p *lastWeek) Predict(q Query) (float64, bool) {
	if len(p.waits) == 0 {
		return 0, false
	}
	for h := hourOf(q) - hoursOfWeek; h >= p.first; h -= hoursOfWeek {
		if bound, ok := quantileOf(p.waits[h], p.quantile); ok {
			return bound, true
		}
	}
	return 0, false
}

// hourOf is the hour in which a job is submitted.
func hourOf(q Query) float64 { return math.Floor(q.Submit / 3600) }
