package report

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
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
func PairTable(run *run.Record, first, second string, b backtest.Bootstrap, pairs []Pair) *Table {
	t := &Table{
		ID:    fmt.Sprintf("compare-%s-%s", first, second),
		Title: fmt.Sprintf("Mean pinball loss of %s and %s on the jobs that both have bounds for", first, second),
		Columns: slices.Concat(Columns("trace", "queue", "procs_range=processors", "quantile", "#jobs", "#scored"),
			[]Column{secondsColumn(first, first), secondsColumn(second, second)},
			Columns("#difference_s=difference|s", "#difference_lo_s=from|s", "#difference_hi_s=to|s", "#block", "lower loss")),
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
		row := []Cell{Text(p.Trace), Text(p.Queue), Text(p.Range), Text(p.Level.String()), Count(d.Values), Count(p.Scored)}
		row = append(row, Number(p.Losses[0], "%.1f"), Number(p.Losses[1], "%.1f"), signed(d.Mean, "%.1f"),
			signed(d.Low, "%.1f"), signed(d.High, "%.1f"))
		winner := ""
		switch {
		case d.High < 0:
			winner = first
		case d.Low > 0:
			winner = second
		}
		t.Rows = append(t.Rows, append(row, Count(d.Block), Text(winner)))
	}
	t.Notes = append(t.Notes, run.OutsideNotes(t.Names)...)
	return t
}

// NewPair compares two methods on a series.
func NewPair(s *SeriesBounds, l methods.Level, names [2]string, b backtest.Bootstrap) Pair {
	losses := losses(s.Wait, [][]float64{s.Of(names[0], l), s.Of(names[1], l)}, l.Quantile)
	means, above := compareLosses(losses, b, 1)
	return Pair{Trace: s.Trace, Queue: s.Queue, Range: s.Range, Level: l, Scored: s.Scored, Losses: [2]float64(means), Difference: above[0]}
}

// losses gives the pinball losses of each list of bounds, on the jobs that all of them bound.
func losses(waits []float64, bounds [][]float64, quantile float64) [][]float64 {
	of := make([][]float64, len(bounds))
	for i := range of {
		of[i] = make([]float64, 0, len(waits))
	}
	for k, wait := range waits {
		if slices.ContainsFunc(bounds, func(b []float64) bool { return math.IsNaN(b[k]) }) {
			continue
		}
		for i, b := range bounds {
			of[i] = append(of[i], backtest.Pinball(wait-b[k], quantile))
		}
	}
	return of
}

// compareLosses gives the means of lists of losses of the same jobs, and how much each is above that
// of the list base, or of the one with the lowest mean if base is negative. Means of none are NaN.
func compareLosses(losses [][]float64, b backtest.Bootstrap, base int) (means []float64, above []backtest.Estimate) {
	for _, list := range losses {
		sum := 0.0
		for _, loss := range list {
			sum += loss
		}
		means = append(means, sum/float64(len(list)))
	}
	if base < 0 {
		base = 0
		for i, mean := range means {
			if mean < means[base] {
				base = i
			}
		}
	}
	above = make([]backtest.Estimate, len(losses))
	var group errgroup.Group
	group.SetLimit(min(runtime.GOMAXPROCS(0), 4)) // each takes 16 bytes a job
	for i, list := range losses {
		group.Go(func() error {
			differences := slices.Clone(list)
			for k, loss := range losses[base] {
				differences[k] -= loss
			}
			above[i] = b.Mean(differences)
			return nil
		})
	}
	group.Wait()
	return means, above
}
