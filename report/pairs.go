package report

import (
	"fmt"
	"math"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/rundir"
)

// Pair is two methods on the jobs of a series that both have bounds for.
type Pair struct {
	Trace, Queue, Range string
	Level               methods.Level
	Scored              int               // in the series
	Losses              [2]float64        // mean pinball losses, seconds; NaN without jobs
	Difference          backtest.Estimate // of the first loss less the second, by job
}

// PairTable shows pairs of the two methods named.
func PairTable(run *rundir.Run, first, second string, b backtest.Bootstrap, pairs []Pair) *Table {
	t := &Table{
		ID:    fmt.Sprintf("compare-%s-%s", first, second),
		Title: fmt.Sprintf("Mean pinball loss of %s and %s on the jobs that both have bounds for", first, second),
		Columns: append(rowColumns(), Column{Key: "procs_range", Heading: "processors"}, Column{Heading: "quantile"}, jobsColumn(),
			numberColumn("", "scored"),
			secondsColumn(first, first, false), secondsColumn(second, second, false),
			secondsColumn("difference_s", "difference", false),
			secondsColumn("difference_lo_s", "from", false), secondsColumn("difference_hi_s", "to", false),
			numberColumn("", "block"), Column{Heading: "lower loss"}),
		Missing: "no job that both methods have bounds for",
		Notes: []string{
			fmt.Sprintf("difference: %s less %s; from, to: percentile interval at confidence %v by the circular block "+
				"bootstrap, %d resamples, seed %d, of blocks of as many "+
				"consecutive jobs as block says", first, second, b.Confidence, b.Resamples, b.Seed),
			"lower loss: the method whose loss is lower, where the interval does not hold 0",
			fmt.Sprintf("bounds at confidence %v; %s", run.Settings.Confidence, run.Settings.Describe()),
		},
	}
	for _, p := range pairs {
		d := p.Difference
		row := []Cell{Words(p.Trace), Words(p.Queue), Words(p.Range), Words(p.Level.String()), Count(d.Values), Count(p.Scored)}
		row = append(row, Number(p.Losses[0], "%.1f"), Number(p.Losses[1], "%.1f"), signed(d.Mean, "%.1f"),
			signed(d.Low, "%.1f"), signed(d.High, "%.1f"))
		winner := ""
		switch {
		case d.High < 0:
			winner = first
		case d.Low > 0:
			winner = second
		}
		t.Rows = append(t.Rows, append(row, Count(d.Block), Words(winner)))
	}
	return t
}

// NewPair compares two lists of pinball losses of the same jobs.
func NewPair(s *replay.Score, b backtest.Bootstrap, first, second []float64) Pair {
	p := Pair{Trace: s.Trace, Queue: s.Queue, Range: s.Range, Level: s.Level(), Scored: s.Scored}
	differences := make([]float64, len(first))
	for i := range first {
		differences[i] = first[i] - second[i]
		p.Losses[0] += first[i] / float64(len(first))
		p.Losses[1] += second[i] / float64(len(first))
	}
	if len(first) == 0 {
		p.Losses = [2]float64{math.NaN(), math.NaN()}
	}
	p.Difference = b.Mean(differences)
	return p
}
