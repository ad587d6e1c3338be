package methods

import "waitbench/methods/history"

var bmbpMethod = Method{
	Name: "bmbp",
	Doc: "order statistic of waits since the last change point; " +
		"its rank is by the binomial distribution",
	Source: "Brevik, Nurmi and Wolski, Predicting Bounds on Queuing Delay in Space-shared " +
		"Computing Environments",
	Cite:   []string{"Brevik06"},
	Claims: func() Claims { c := orderStatistic; c.WaitsAlone = true; return c }(),
	Bound:  func(s Settings) Predictor { return newBMBP(s) },
}

// orderStatistic is the claims of bounds by package history.
var orderStatistic = Claims{
	Sides: BothSides, Covers: Exchangeable, Least: Level.Smallest, AnyOrder: true, Monotone: true,
	Scales: true, Holds: true,
}

// bmbp is the Binomial Method Batch Predictor [Brevik06, section 4.1 and
// appendix]. Its bound is an order statistic of the waits since the last change
// point: see history.Rule.
type bmbp struct {
	settings Settings
	history  *history.History
}

func newBMBP(s Settings) *bmbp { return &bmbp{s, history.New(s.rule())} }

func (b *bmbp) Observe(e Event) {
	switch e.Kind {
	case Started:
		b.history.Add(e.Wait, e.outcome(b.settings.Level))
	case TrainingEnded:
		b.history.EndTraining()
	}
}

func (b *bmbp) Refit(float64) { b.history.Refit() }

func (b *bmbp) Predict(Query) (float64, bool) { return b.history.Bound() }

func (b *bmbp) BoundAt(_ Query, l Level) (float64, bool) {
	return b.history.BoundAt(l.rule(b.settings.Rank))
}

func (b *bmbp) BoundRemaining(_ Query, l Level, age float64) (float64, bool) {
	return b.history.BoundRemaining(l.rule(b.settings.Rank), age)
}

func (b *bmbp) ChangePoints() (count, threshold int) { return b.history.ChangePoints() }
