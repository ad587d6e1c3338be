package methods

import "waitbench/methods/history"

var bmbpMethod = Method{
	Name: "bmbp",
	Doc: "order statistic of waits since the last change point; " +
		"its rank is by the binomial distribution: rank=exact (default), or normal, " +
		"the paper's approximation",
	Source: "Brevik, Nurmi and Wolski, Predicting Bounds on Queuing Delay in Space-shared " +
		"Computing Environments",
	Cite:   []string{"Brevik06"},
	Claims: func() Claims { c := orderStatistic; c.WaitsAlone = true; return c }(),
	Configure: func(m *Method, p *Params) {
		normal := p.Choice("rank", "exact", "normal") == "normal"
		m.Bound = func(s Settings) Predictor { return newBMBP(s, normal) }
	},
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
	level   Level
	normal  bool // ranks by the normal approximation, where n*q and n*(1-q) are at least 10
	history *history.History
}

func newBMBP(s Settings, normal bool) *bmbp {
	b := &bmbp{level: s.Level, normal: normal}
	b.history = history.New(b.rule(s.Level))
	return b
}

// rule is the rule of the order statistic at a level.
func (b *bmbp) rule(l Level) history.Rule {
	r := l.rule()
	r.Normal = b.normal
	return r
}

func (b *bmbp) Observe(e Event) {
	switch e.Kind {
	case Started:
		b.history.Add(e.Wait, e.outcome(b.level))
	case TrainingEnded:
		b.history.EndTraining()
	}
}

func (b *bmbp) Refit(float64) { b.history.Refit() }

func (b *bmbp) Predict(Query) (float64, bool) { return b.history.Bound() }

func (b *bmbp) BoundAt(_ Query, l Level) (float64, bool) {
	return b.history.BoundAt(b.rule(l))
}

func (b *bmbp) BoundRemaining(_ Query, l Level, age float64) (float64, bool) {
	return b.history.BoundRemaining(b.rule(l), age)
}

// HistoryLen is the number of waits since the last change point; 0 without one.
func (b *bmbp) HistoryLen() int {
	if cuts, _ := b.ChangePoints(); cuts > 0 {
		return b.history.Len()
	}
	return 0
}

func (b *bmbp) ChangePoints() (count, threshold int) { return b.history.ChangePoints() }
