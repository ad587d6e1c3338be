package report

import (
	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

// Verdict says, for one series at one level, which methods can be trusted and how tight their
// bounds are. Terminal, tables, page and results all show this and nothing else.
//
// Candidates are the methods whose share of waits within the bound is at least the target (of a
// lower bound, its own) and that bound at least 90 % of the scored jobs that bmbp bounds. They are
// compared by their mean pinball loss on the jobs that all candidates bound. Recommended are the
// one with the lowest loss, and those whose loss a block bootstrap cannot tell from it.
type Verdict struct {
	Trace, Queue, Range string // Range is replay.AllRanges for the jobs of every size
	Level               methods.Level
	Jobs                int // of the series
	Scored              int
	Common              int // jobs that all candidates bound, on which losses are compared

	// Methods are those of the series, by standing, and within one standing by loss (Recommended,
	// Correct), else by share covered, the highest first.
	Methods []Judged
}

// Judged is a method in a verdict.
type Judged struct {
	*replay.Score // on the series, each method on the jobs that it bounds
	Standing      Standing
	Loss          float64           // mean pinball loss on the common jobs, seconds; NaN for no candidate
	Difference    backtest.Estimate // of that loss less the lowest one, by job
}

// Standing is what a verdict says of a method.
type Standing int

// The standings, the best first.
const (
	Recommended Standing = iota // correct, and no candidate is told to be tighter
	Correct                     // a candidate with a higher loss
	Sparse                      // correct, but bounds fewer than 90 % of the jobs that bmbp bounds
	OnEdge                      // below the target by less than the Wilson interval of its share
	Failed                      // below the target
	Silent                      // gives no bounds
)
