package methods

import (
	"slices"

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
	rank    func(n int) int
	history stat.Selector
	bound   float64
	ok      bool
}

func newBMBP(s Settings) *bmbp {
	b := &bmbp{trimmer: newTrimmer(s.Level), rank: ranks(s.Level).Rank}
	if s.Rank == NormalRank && s.Side == Upper {
		b.rank = func(n int) int { return stat.NormalRank(n, s.Quantile, s.Confidence) }
	}
	return b
}

func (b *bmbp) Observe(o Observation) {
	b.history.Insert(o.Wait)
	if b.trimmer.observe(&o) {
		b.history.Reset(b.remaining())
	}
}

func (b *bmbp) Refit(float64) {
	b.history.SetRank(b.rank(b.history.Len()))
	b.bound, b.ok = b.history.Value()
}

func (b *bmbp) Predict(Query) (float64, bool) { return b.bound, b.ok }

// BoundAt implements Ladder. It sorts the history: O(n log n).
func (b *bmbp) BoundAt(_ Query, l Level) (float64, bool) {
	waits := b.history.AppendTo(nil)
	k := ranks(l).Rank(len(waits))
	if k == 0 {
		return 0, false
	}
	slices.Sort(waits)
	return waits[k-1], true
}
