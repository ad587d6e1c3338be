package methods

import "fmt"

// Level names the bound that is asked for: one that covers at least the share Quantile of all waits,
// with probability Confidence.
type Level struct {
	Quantile   float64 // in (0, 1)
	Confidence float64 // in (0, 1)
}

// Check returns an error naming the value that lies outside (0, 1).
func (l Level) Check() error {
	if !(l.Quantile > 0 && l.Quantile < 1) {
		return fmt.Errorf("quantile %v is not between 0 and 1", l.Quantile)
	}
	if !(l.Confidence > 0 && l.Confidence < 1) {
		return fmt.Errorf("confidence %v is not between 0 and 1", l.Confidence)
	}
	return nil
}

// RankRule says how the rank of an order statistic is found.
type RankRule string

// The rank rules.
const (
	ExactRank  RankRule = "exact"  // the binomial sum itself, valid for every history
	NormalRank RankRule = "normal" // the paper's normal approximation, where n*q and n*(1-q) are at least 10
)

// Settings is what a method is built from.
type Settings struct {
	Level
	Rank RankRule // for methods that bound by order statistics; empty means ExactRank
}

// Check returns an error naming the first setting that is out of range.
func (s Settings) Check() error {
	if err := s.Level.Check(); err != nil {
		return err
	}
	switch s.Rank {
	case "", ExactRank, NormalRank:
		return nil
	}
	return fmt.Errorf("unknown rank rule %q; known are %q and %q", s.Rank, ExactRank, NormalRank)
}

// Query is what is known of a job at the moment it is submitted.
type Query struct {
	Submit   float64 // time of submission, seconds from the start of the log
	Procs    int64   // processors asked for, -1 unknown
	Estimate float64 // requested run time, seconds, -1 unknown
}

// Observation is a wait that has become known because its job has started.
type Observation struct {
	Query
	Wait     float64 // seconds
	Bound    float64 // the bound the job was given when it was submitted, seconds; meaningful if HasBound
	HasBound bool
	Counts   bool // the job started after the training part, so a miss counts towards a change point
}

// Missed reports whether the job waited longer than the bound it was given. A wait equal to the bound is covered.
func (o *Observation) Missed() bool { return o.HasBound && o.Wait > o.Bound }

// Predictor bounds the waits of one series of jobs. A predictor serves one series and is used by one goroutine.
type Predictor interface {
	// Observe adds a wait to the history. Observations come in the order in which the jobs start.
	Observe(Observation)
	// Refit brings the bound up to date with the history. now is the time of the refit in seconds.
	Refit(now float64)
	// Predict gives the upper bound as of the last Refit, in seconds; ok is false where the history is too short for one.
	Predict(Query) (bound float64, ok bool)
}

// Trainer is a Predictor that learns something once from the history of the training part,
// such as the threshold of its change points.
type Trainer interface {
	// EndTraining is called once, when the first scored job is submitted.
	EndTraining()
}

// ChangePointer is a Predictor that looks for change points.
type ChangePointer interface {
	// ChangePoints gives the number of times the history was cut, and how many consecutive misses cut it.
	ChangePoints() (count, threshold int)
}

// Side says on which side of a quantile a bound lies.
type Side bool

// The sides of a quantile.
const (
	Upper Side = false
	Lower Side = true
)

// Ladder is a Predictor that can bound any quantile from either side, all from the history that its own bound uses.
type Ladder interface {
	// BoundAt gives the bound at level l from the history as it is now, in seconds.
	BoundAt(l Level, side Side) (bound float64, ok bool)
}

// Needs says what a method must be told of the machine.
type Needs string

// What methods need.
const (
	WaitsOnly Needs = "waits only"
)

// Method is an entry of the list of methods.
type Method struct {
	Name   string // lower case; the same in code, flags, files and tables
	Doc    string // one line
	Source string // the publication it comes from
	Needs  Needs
	New    func(Settings) (Predictor, error)
}
