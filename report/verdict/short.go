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

// Tail returns the probability that chance alone has the share so far below the
// target, by Student's t with a degree of freedom fewer than there are blocks. It
// is NaN without a standard error.
func (s Share) Tail() float64 {
	if !(s.SE > 0) || s.Blocks < 2 {
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
