package methods

import (
	"math"

	"waitbench/methods/internal/stat"
)

var bmbpMethod = Method{
	Name:   "bmbp",
	Doc:    "order statistic of all waits since the last change point, rank by the binomial distribution",
	Source: "Brevik, Nurmi and Wolski, Predicting Bounds on Queuing Delay in Space-shared Computing Environments",
	Needs:  WaitsOnly,
	New: func(s Settings) (Predictor, error) {
		if err := s.Check(); err != nil {
			return nil, err
		}
		return newBMBP(s), nil
	},
}

// bmbp is the Binomial Method Batch Predictor [Brevik06, section 4.1 and appendix]. Of n waits it takes
//
//	bound = k-th smallest, k = min{ j : P[Bin(n, q) <= j-1] >= c }
//
// which covers the q-quantile with probability at least c if the waits are independent and alike; a lower bound takes
//
//	k = max{ j : P[Bin(n, q) >= j] >= c }
type bmbp struct {
	trimmer
	rule    RankRule
	rank    func(n int) int // at the level of the settings
	history stat.Selector
	ordered *stat.Ordered // the history, nil until somebody asks for a bound at another level
	ladder  ladder        // for odds
	bound   float64
	ok      bool
}

func newBMBP(s Settings) *bmbp {
	b := &bmbp{trimmer: newTrimmer(s.Level), rule: s.Rank, rank: ranks(s.Level).Rank}
	if s.Rank == NormalRank && s.Side == Upper {
		b.rank = func(n int) int { return stat.NormalRank(n, s.Quantile, s.Confidence) }
	}
	return b
}

func (b *bmbp) Observe(o Observation) { b.add(&o) }

// add is Observe; it reports whether the wait completed a change point.
func (b *bmbp) add(o *Observation) (cut bool) {
	b.history.Insert(o.Wait)
	if b.ordered != nil {
		b.ordered.Insert(o.Wait)
	}
	b.ladder.forget()
	if cut = b.trimmer.observe(o); cut {
		b.history.Reset(b.remaining())
		b.ordered = nil
	}
	return cut
}

func (b *bmbp) Refit(float64) {
	b.history.SetRank(b.rank(b.history.Len()))
	b.bound, b.ok = b.history.Value()
}

func (b *bmbp) Predict(Query) (float64, bool) { return b.bound, b.ok }

// BoundAt implements Ladder. From the first time it is asked on, the history is kept in order: a wait then costs about 0.1 us more, and
// a question some tenths of a microsecond.
func (b *bmbp) BoundAt(_ Query, l Level) (float64, bool) {
	return b.at(b.rankAt(l))
}

// at gives the k-th smallest wait; ok is false for k = 0.
func (b *bmbp) at(k int) (wait float64, ok bool) {
	if k == 0 {
		return 0, false
	}
	if b.ordered == nil {
		b.ordered = new(stat.Ordered)
		b.ordered.Reset(b.history.AppendTo(nil))
	}
	return b.ordered.At(k), true
}

// rankAt gives the rank of the bound at a level; 0 if there is none.
func (b *bmbp) rankAt(l Level) int {
	n := b.history.Len()
	switch {
	case l == b.level:
		return b.rank(n)
	case b.rule == NormalRank && l.Side == Upper:
		return stat.NormalRank(n, l.Quantile, l.Confidence)
	case hasTable(l):
		return ranks(l).Rank(n)
	case l.Side == Lower:
		return stat.LowerRank(n, l.Quantile, l.Confidence)
	}
	return stat.UpperRank(n, l.Quantile, l.Confidence)
}

// hasTable says which levels are worth a table that is kept: quantiles of at most three decimals, of which there are few. Levels that
// move would fill the memory with tables.
func hasTable(l Level) bool { return math.Round(l.Quantile*1000)/1000 == l.Quantile }

// Odds implements Inverse.
func (b *bmbp) Odds(_ Query, d float64) float64 { return b.ladder.odds(b, d) }
