package methods

import (
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/history"
	"waitbench/methods/internal/stat"
)

const lognormalSource = "Brevik, Nurmi and Wolski, section 4.2; Guttman, " +
	"Statistical Tolerance Regions"

var lognormalMethod = Method{
	Name:   "lognormal",
	Doc:    "tolerance bound of a log-normal fitted to all waits",
	Source: lognormalSource,
	Cite:   []string{"Brevik06", "Guttman70"},
	Claims: logNormal,
	Bound:  func(s Settings) Predictor { return newLognormal(s.Level) },
}

var lognormalTrimMethod = Method{
	Name:   "lognormal-trim",
	Doc:    "lognormal of the waits since the last change point",
	Source: lognormalSource,
	Cite:   []string{"Brevik06", "Guttman70"},
	Claims: logNormal,
	Bound: func(s Settings) Predictor {
		return &lognormalTrim{newLognormal(s.Level), history.NewTrimmer(s.rule())}
	},
}

// logNormal is the claims of the methods.
var logNormal = Claims{
	Sides: BothSides, Covers: LogNormal, Least: smallest, AnyOrder: true, Monotone: true,
	Scales: true, Holds: true, WaitsAlone: true,
}

// lognormal bounds waits by a normal tolerance bound on their logarithms
// [Brevik06, section 4.2]. With y = ln max(wait, 1 s),
//
//	bound = exp(mean(y) + k sd(y))
//
// where sd has divisor n-1 and k is the one-sided tolerance factor for n
// values.
type lognormal struct {
	level     Level
	smallest  int // waits for a bound
	factors   *stat.Factors
	logs      fit.Spread // y
	firstWait float64    // max(wait, 1 s) of the first wait of the history
	bound     float64
	ok        bool
}

func newLognormal(l Level) *lognormal {
	return &lognormal{level: l, smallest: smallest(l), factors: factors(l)}
}

// factors are the tolerance factors of a level: a lower bound of confidence c
// is an upper one of confidence 1 - c.
func factors(l Level) *stat.Factors {
	if l.Side == Lower {
		return stat.ToleranceFactors(l.Quantile, 1-l.Confidence)
	}
	return stat.ToleranceFactors(l.Quantile, l.Confidence)
}

func (p *lognormal) Observe(e Event) {
	if e.Kind == Started {
		p.insert(e.Wait)
	}
}

func (p *lognormal) insert(wait float64) {
	wait = max(wait, 1)
	if p.logs.N == 0 {
		p.firstWait = wait
	}
	p.logs.Add(math.Log(wait))
}

func (p *lognormal) Refit(float64) {
	if p.ok = p.logs.N >= p.smallest; p.ok {
		p.bound = p.boundWith(p.factors.At(p.logs.N))
	}
}

// boundWith is the bound by a factor, from a history of at least two waits.
func (p *lognormal) boundWith(factor float64) float64 {
	if p.logs.Squares == 0 { // all waits are equal: exp(ln wait) could fall just below them
		return p.firstWait
	}
	sd := math.Sqrt(p.logs.Squares / float64(p.logs.N-1))
	return math.Exp(p.logs.Mean + float64(factor*sd))
}

func (p *lognormal) BoundAt(_ Query, l Level) (float64, bool) {
	if p.logs.N < smallest(l) {
		return 0, false
	}
	return p.boundWith(factors(l).At(p.logs.N)), true
}

// smallest is the least number of waits for a bound: as for bmbp, so that both
// bound the same jobs, and two for a deviation.
func smallest(l Level) int { return max(l.Smallest(), 2) }

func (p *lognormal) Predict(Query) (float64, bool) { return p.bound, p.ok }

// lognormalTrim is lognormal with the change points of bmbp, found by its own
// misses.
type lognormalTrim struct {
	*lognormal
	trimmer *history.Trimmer
}

func (p *lognormalTrim) Observe(e Event) {
	p.lognormal.Observe(e)
	switch e.Kind {
	case Started:
		if p.trimmer.Add(e.Wait, e.outcome(p.level)) {
			p.logs = fit.Spread{}
			for _, w := range p.trimmer.Remaining() {
				p.insert(w)
			}
		}
	case TrainingEnded:
		p.trimmer.EndTraining()
	}
}

func (p *lognormalTrim) ChangePoints() (count, threshold int) { return p.trimmer.ChangePoints() }
