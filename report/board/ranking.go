package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/traces"
)

// noLogs is a Row.ChosenOn for a method that was made without a look at
// any log.
const noLogs = "none"

// Row is a row of bench.csv: the results of a method on a queue of a suite. It
// depends on the method, the suite and bmbp alone, so rows of several files can be
// joined. A row of a file has the values of the score that are columns.
//
// Losses and shares are over the scored jobs that bmbp bounds. A job that the
// method does not bound has the bound of bmbp.
type Row struct {
	replay.Score
	Suite, Program, Commit string // the suite with its version
	// ChosenOn has the logs looked at while the method was made, separated by
	// spaces. It is noLogs for none, and empty if that is not stated.
	ChosenOn string
	// LookedAt has further logs on which versions of the method were scored
	// without a change for them. It is empty for none and if that is not stated.
	LookedAt string
	Sees     string // what the method sees, as methods.Method.Sees

	Variants      float64 // of the method that were tried; NaN if not stated
	Compared      int     // scored jobs with a bound of bmbp
	Replaced      int     // of these, without a bound of the method
	Covered       int     // of Compared, with a wait within the bound
	Loss          float64 // mean pinball loss, seconds
	ReferenceLoss float64 // of bmbp
	// LogLoss and ReferenceLogLoss are losses of ln(1+t) of waits and bounds of t
	// seconds, of the method and of bmbp.
	LogLoss, ReferenceLogLoss float64
	From                      string // the submission and its state, in no file; empty for this project

	short, shortAll bool // set by New: of the share, and of ShareAll
}

// newRow returns a row without the values that may be missing.
func newRow() Row { return Row{Score: replay.NewScore(), Variants: math.NaN()} }

// isReplaced reports whether the method bounds so few jobs that the bounds of
// bmbp count instead.
func (r *Row) isReplaced() bool {
	return float64(r.Compared-r.Replaced) < verdict.LeastBounded*float64(r.Compared)
}

// holds reports whether the method bounds enough jobs, and the share of waits
// within its bounds is not below the target.
func (r *Row) holds() bool {
	share := r.share()
	return !r.isReplaced() && share.Covered >= share.Target
}

// isShort reports whether the share covered is short among all queues of the
// method, or the method bounds too few jobs.
func (r *Row) isShort() bool { return r.short || r.isReplaced() }

// share returns the share of waits within the bounds, NaN without a bound.
func (r *Row) share() verdict.Share {
	return verdict.Share{Covered: float64(r.Covered) / float64(r.Compared), SE: r.ShareSE,
		Blocks: r.Blocks, Target: r.Level().Target()}
}

// shareWithCancelled returns share with the cancelled jobs, if it is known.
func (r *Row) shareWithCancelled() verdict.Share {
	share := r.share()
	if table.Known(r.ShareAll) {
		share.Covered = r.ShareAll
	}
	return share
}

// logRatio returns the logarithm of the loss over the loss of bmbp.
func (r *Row) logRatio() float64 { return math.Log(verdict.LossRatio(r.Loss, r.ReferenceLoss)) }

// leastLogLoss counts instead of smaller losses of logarithms. bmbp may have 0.
const leastLogLoss = 0.01

// logLossRatio is logRatio of the losses of logarithms, NaN for none.
func (r *Row) logLossRatio() float64 {
	return math.Log(max(r.LogLoss, leastLogLoss) / max(r.ReferenceLogLoss, leastLogLoss))
}

// site returns the site of the log, or the log where the catalogue has none.
func (r *Row) site() string {
	e, _ := traces.Find(r.Log)
	return cmp.Or(e.Site, r.Log)
}

func (r *Row) method() string { return r.Method }

// What the makers of a method did with a log.
const (
	tunedOn   = "tuned on"
	lookedAt  = "looked at"
	neverSeen = "never looked at"
	notStated = "not stated"
)

// use returns what the makers of the method did with the log.
func (r *Row) use() string {
	switch {
	case slices.Contains(strings.Fields(r.ChosenOn), r.Log):
		return tunedOn
	case slices.Contains(strings.Fields(r.LookedAt), r.Log):
		return lookedAt
	}
	return neverSeen
}

// madeOn returns how many logs the method was tuned on.
func (r *Row) madeOn() string {
	switch r.ChosenOn {
	case "":
		return notStated
	case noLogs:
		return noLogs
	}
	return fmt.Sprintf("%d logs", len(strings.Fields(r.ChosenOn)))
}

// NewRow compares a method with bmbp on a series at a level. own may be nil for a
// method without bounds there, and reference is the score of bmbp.
func NewRow(b *verdict.SeriesBounds, l methods.Level, method string, own,
	reference *replay.Score) Row {
	r := newRow()
	ofReference := b.ByMethod(verdict.Reference, l)
	bounds := slices.Clone(ofReference)
	if own != nil {
		r.Score = *own
		for k, bound := range b.ByMethod(method, l) {
			if !math.IsNaN(bound) && !math.IsNaN(bounds[k]) {
				bounds[k] = bound
				r.Replaced--
			}
		}
	}
	mean := func(waits, bounds, reference []float64) (loss, other float64) {
		losses := verdict.Losses(waits, [][]float64{bounds, reference}, l.Quantile)
		r.Compared = len(losses[0])
		return backtest.Mean(losses[0]), backtest.Mean(losses[1])
	}
	r.Loss, r.ReferenceLoss = mean(b.Wait, bounds, ofReference)
	r.LogLoss, r.ReferenceLogLoss = mean(logs(b.Wait), logs(bounds), logs(ofReference))
	r.Replaced += r.Compared
	r.setShares(b, l, bounds, reference)
	for _, c := range columns {
		if x, ok := c.at(&r).(*float64); ok {
			*x = table.SixDigits(*x)
		}
	}
	r.Log, r.Queue, r.Method, r.Quantile = b.Log, b.Queue, method, l.Quantile
	return r
}

// setShares sets the shares of a row by its bounds, of which some may be those of
// bmbp. Bounds of cancelled jobs are not known then, so the score counts that has
// more missed ones.
func (r *Row) setShares(b *verdict.SeriesBounds, l methods.Level, bounds []float64,
	reference *replay.Score) {
	scorer := replay.NewScorer(l, b.Clock, 0, len(bounds))
	for k, bound := range bounds {
		scorer.Add(b.Submit[k], b.Wait[k], bound, -1)
	}
	var s replay.Score
	scorer.Fill(&s)
	r.ShareSE, r.Blocks, r.BlockDays = s.ShareSE, s.Blocks, s.BlockDays
	if r.Compared == 0 {
		return
	}
	r.Covered = int(math.Round(s.Coverage * float64(r.Compared)))
	missed := missedCancelled(&r.Score)
	if other := missedCancelled(reference); r.Replaced > 0 && !(missed >= other) {
		missed = other
	}
	r.ShareAll = float64(r.Covered) / (float64(r.Compared) + missed)
}

// missedCancelled returns the number of cancelled jobs that a score counts as
// missed, NaN if it is not known. Where it covers no job it has none to tell.
func missedCancelled(s *replay.Score) float64 {
	if s.ShareAll == 0 {
		return 0
	}
	return math.Round(float64(s.Bounded) * (s.Coverage/s.ShareAll - 1))
}

// logs returns ln(1+t) of times.
func logs(times []float64) (list []float64) {
	for _, t := range times {
		list = append(list, math.Log1p(t))
	}
	return list
}
