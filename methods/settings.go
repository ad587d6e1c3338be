package methods

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"waitbench/methods/history"
)

// Side is the side of a quantile on which a bound lies.
type Side bool

// The sides of a quantile.
const (
	Upper Side = false
	Lower Side = true
)

// String is upper or lower.
func (s Side) String() string {
	if s == Lower {
		return "lower"
	}
	return "upper"
}

// Level describes a bound: with probability Confidence it lies on its side of
// the quantile of all waits. An upper bound covers the waits up to it, at least
// the share Quantile of them. A lower one covers the waits from it on, at least
// the share 1 - Quantile.
type Level struct {
	Quantile   float64 // in (0, 1)
	Confidence float64 // in (0, 1)
	Side       Side
}

// String returns the quantile, followed by an l for a lower bound: 0.95, 0.25l.
// ParseLevel reads it.
func (l Level) String() string {
	if l.Side == Lower {
		return fmt.Sprintf("%vl", l.Quantile)
	}
	return fmt.Sprint(l.Quantile)
}

// ParseLevel reads a quantile, followed by an l for a lower bound.
func ParseLevel(text string, confidence float64) (Level, error) {
	number, lower := strings.CutSuffix(text, "l")
	q, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return Level{}, fmt.Errorf("%q is not a quantile between 0 and 1, "+
			"with l behind it for a lower bound", text)
	}
	l := Level{Quantile: q, Confidence: confidence, Side: Side(lower)}
	return l, l.Check()
}

// Target is the share of waits that the bound should cover: see history.Rule.
func (l Level) Target() float64 { return l.rule().Target() }

// Covers reports whether a wait is on the right side of a bound, or equal to
// it.
func (l Level) Covers(wait, bound float64) bool {
	if l.Side == Lower {
		return wait >= bound
	}
	return wait <= bound
}

// Smallest is m(q, c), the smallest number of waits of which an order statistic
// bounds at the level.
func (l Level) Smallest() int { return l.rule().Smallest() }

// Check returns an error naming the value that lies outside (0, 1).
func (l Level) Check() error {
	switch {
	case !(l.Quantile > 0 && l.Quantile < 1):
		return fmt.Errorf("quantile %v is not between 0 and 1", l.Quantile)
	case !(l.Confidence > 0 && l.Confidence < 1):
		return fmt.Errorf("confidence %v is not between 0 and 1", l.Confidence)
	}
	return nil
}

// rule is the rule of the order statistic at the level.
func (l Level) rule() history.Rule {
	return history.Rule{Quantile: l.Quantile, Confidence: l.Confidence, Lower: l.Side == Lower}
}

// Scheduler is a scheduler that smith, hanzich and sdpn can simulate.
type Scheduler string

// The schedulers.
const (
	EASYScheduler Scheduler = "easy" // first come first served with EASY backfilling
	FCFSScheduler Scheduler = "fcfs" // first come first served
)

var schedulers = []Scheduler{EASYScheduler, FCFSScheduler}

// Settings are shared by several methods. Options of one method are parameters
// of its name: see Params.
type Settings struct {
	Level
	Scheduler Scheduler // of methods that look ahead; empty means EASYScheduler
	Cluster   *Cluster  // of hanzich and sdpn; nil where none is described
	// Ticks: forecasters and their predictors see the log as of the last tick
	// before a submission, and the job.
	Ticks bool
}

// mostWaits is more than any log has.
const mostWaits = 1e8

// Check returns an error naming the first setting that is out of range, such as
// a level whose bounds need more waits than any log has.
func (s Settings) Check() error {
	if err := s.Level.Check(); err != nil {
		return err
	}
	if n := s.Smallest(); n > mostWaits {
		return fmt.Errorf("it takes at least %d waits to bound the quantile %v with confidence "+
			"%v, and no log has more than %d",
			n, s.Level, s.Confidence, int(mostWaits))
	}
	err := CheckNames("scheduler", schedulers, cmp.Or(s.Scheduler, EASYScheduler))
	if err == nil && s.Cluster != nil {
		err = s.Cluster.Check()
	}
	return err
}
