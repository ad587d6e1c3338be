package methods

import (
	"waitbench/methods/history"
	"waitbench/methods/qbets"
)

var qbetsMethod = Method{
	Name: "qbets",
	Doc: "bmbp in clusters of jobs of similar size and estimate; " +
		"clusters=product (default) or none",
	Source: "Nurmi, Brevik and Wolski, QBETS: Queue Bounds Estimation from Time Series; " +
		"rules from the authors' program, corrected",
	Cite:   []string{"Nurmi07"},
	Claims: orderStatistic,
	Configure: func(m *Method, p *Params) {
		how := qbets.Clusters(p.Choice("clusters", string(qbets.Product), string(qbets.None)))
		m.Bound = func(s Settings) Predictor { return &QBETS{s, qbets.New(s.rule(), how)} }
	},
}

// QBETS is the predictor of the method qbets, with more than bounds. It is a
// QuantileBounder, a CDF and a ChangePointer, and has IsDown.
type QBETS struct {
	settings Settings
	*qbets.Predictor
}

func clustered(q Query) qbets.Attributes {
	return qbets.Attributes{Procs: q.Procs, Estimate: q.Estimate}
}

func (p *QBETS) cluster(q Query) *history.History { return p.History(clustered(q)) }

func (p *QBETS) Observe(e Event) {
	switch e.Kind {
	case Submitted:
		p.Submitted()
	case Started:
		p.Started(clustered(e.Query), e.Submit+e.Wait, e.Wait, e.outcome(p.settings.Level))
	case TrainingEnded:
		p.EndTraining()
	}
}

func (p *QBETS) Refit(float64) { p.Predictor.Refit() }

// Predict bounds the wait of a job as of the last Refit.
func (p *QBETS) Predict(q Query) (float64, bool) { return p.cluster(q).Bound() }

// BoundAt bounds the wait of a job at another level.
func (p *QBETS) BoundAt(q Query, l Level) (float64, bool) {
	return p.cluster(q).BoundAt(l.rule())
}

// BoundRemaining bounds the remaining wait of a job that has waited for age
// seconds, by the waits of its cluster.
func (p *QBETS) BoundRemaining(q Query, l Level, age float64) (float64, bool) {
	return p.cluster(q).BoundRemaining(l.rule(), age)
}

// Probability returns the greatest quantile, on a grid of 0.01, whose upper
// bound for a job is at most d seconds; 0 if there is none. It is from the
// present history.
func (p *QBETS) Probability(q Query, d float64) float64 {
	return p.cluster(q).Probability(d)
}

// Alike reports whether two jobs are in one cluster as of the last Refit.
func (p *QBETS) Alike(a, b Query) bool {
	return p.Predictor.Alike(clustered(a), clustered(b))
}

// SimilarRange returns the range above < estimate <= upTo around the estimate
// of a job, in seconds, within which jobs of as many processors get the same
// answers until the next Refit or Observe; infinite where it has no end.
func (p *QBETS) SimilarRange(q Query) (above, upTo float64) {
	return p.Predictor.SimilarRange(clustered(q))
}
