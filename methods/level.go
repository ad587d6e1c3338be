package methods

import (
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

// Level describes a bound: with probability Confidence it lies on its side of the
// quantile of all waits. An upper bound covers the waits up to it, at least the share
// Quantile of them. A lower one covers the waits from it on, at least the share 1 -
// Quantile.
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
		return Level{}, fmt.Errorf("%q is not a quantile between 0 and 1, with l behind it for a lower bound", text)
	}
	l := Level{Quantile: q, Confidence: confidence, Side: Side(lower)}
	return l, l.Check()
}

// Target is the share of waits that the bound should cover. For a lower bound it is
// the number nearest to 1 - Quantile in decimals: 0.3 for 0.7.
func (l Level) Target() float64 { return l.rule(ExactRank).Target() }

// Covers reports whether a wait is on the right side of a bound, or equal to it.
func (l Level) Covers(wait, bound float64) bool {
	if l.Side == Lower {
		return wait >= bound
	}
	return wait <= bound
}

// Smallest is m(q, c), the smallest number of waits of which an order statistic bounds
// at the level.
func (l Level) Smallest() int { return l.rule(ExactRank).Smallest() }

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

// rule is the rule of the order statistic at the level.
func (l Level) rule(r RankRule) history.Rule {
	return history.Rule{Quantile: l.Quantile, Confidence: l.Confidence, Lower: l.Side == Lower, Normal: r == NormalRank}
}
