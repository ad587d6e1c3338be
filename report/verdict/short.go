package verdict

import (
	"math"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
)

const (
	shortBand  = 0.005 // a share further below the target is short, whatever the chance
	shortLevel = 0.05  // of the tests of a method on its queues
)

// Share is the share of waits that a method covers on a queue.
type Share struct {
	Covered float64 // from 0 to 1
	SE      float64 // its standard error, as Score.ShareSE; NaN for none
	Days    int     // as Score.Days
	Target  float64 // as methods.Level.Target
}

// Tail returns the probability that chance alone has the share so far below the
// target, by Student's t with a degree of freedom fewer than there are days. It
// is NaN without a standard error, or with too few days for one.
func (s Share) Tail() float64 {
	if !(s.SE > 0) || s.Days < replay.LeastDays {
		return math.NaN()
	}
	return backtest.StudentTail((s.Covered-s.Target)/s.SE, s.Days-1)
}

// Short reports for each queue of a method whether it is short there: the share
// is more than 0.005 below the target, or it is below by more than chance. The
// tests of all queues are adjusted by Holm.
func Short(queues []Share) []bool {
	var tested []int
	var tails []float64
	short := make([]bool, len(queues))
	for i, q := range queues {
		short[i] = q.Covered < q.Target-shortBand-table.Rounding
		if p := q.Tail(); !math.IsNaN(p) {
			tested, tails = append(tested, i), append(tails, p)
		}
	}
	for k, p := range backtest.Holm(tails) {
		short[tested[k]] = short[tested[k]] || p <= shortLevel
	}
	return short
}
