package verdict

import (
	"math"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
)

const shortLevel = 0.05 // of the tests of a method on its queues

// Share is the share of waits that a method covers on a queue.
type Share struct {
	Covered float64 // from 0 to 1
	SE      float64 // its standard error, as Score.ShareSE; NaN for none
	Blocks  int     // as Score.Blocks
	Target  float64 // as methods.Level.Target
}

// ShareOf returns the share of a score.
func ShareOf(s *replay.Score) Share {
	return Share{s.Coverage, s.ShareSE, s.Blocks, s.Level().Target()}
}

func (s Share) hasError() bool { return s.SE > 0 && s.Blocks > 1 }

// Tail returns the probability that chance alone has the share so far below the
// target, by Student's t with a degree of freedom fewer than there are blocks. It
// is NaN without a standard error.
func (s Share) Tail() float64 {
	if !s.hasError() {
		return math.NaN()
	}
	return backtest.StudentTail((s.Covered-s.Target)/s.SE, s.Blocks-1)
}

// Short reports for each queue of a method whether it is short there: the share
// is below the target by more than chance. The tests of all queues are adjusted
// by Holm. Without a standard error each share below the target is short.
func Short(queues []Share) []bool {
	var tested []int
	var tails []float64
	short := make([]bool, len(queues))
	for i, q := range queues {
		if p := q.Tail(); math.IsNaN(p) {
			short[i] = q.Covered < q.Target-table.Rounding
		} else {
			tested, tails = append(tested, i), append(tails, p)
		}
	}
	for k, p := range backtest.Holm(tails) {
		short[tested[k]] = p <= shortLevel
	}
	return short
}

// ShareInterval returns the range of the share covered that chance explains over
// days or weeks, at confidence 0.95. With p the share and t the 0.975 quantile of
// Student's distribution with a degree of freedom fewer than blocks its ends are
//
//	logit⁻¹(logit p ± t ShareSE / (p (1-p)))
//
// Without ShareSE it is the Wilson interval, as if jobs were independent.
func ShareInterval(s *replay.Score) (low, high float64) {
	if !ShareOf(s).hasError() {
		return s.CorrectLow, s.CorrectHigh
	}
	p, t := s.Coverage, backtest.StudentQuantile(0.975, s.Blocks-1)
	odds, reach := p/(1-p), math.Exp(t*s.ShareSE/(p*(1-p)))
	return odds / (odds + reach), 1 - 1/(1+odds*reach)
}
