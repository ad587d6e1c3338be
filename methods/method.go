package methods

import (
	"errors"
	"fmt"
	"strings"

	"waitbench/methods/program"
)

// Method bounds the waits of series (Bound alone), forecasts the waits of a log
// (Forecaster alone), or bounds around forecasts (both). Its own options are
// parameters of its name, which Configure reads.
type Method struct {
	Name   string   // lower case, with parameters and suffixes; the same in code, flags and tables
	Doc    string   // a line of at most 53 characters and, after a semicolon, details
	Source string   // where it comes from, in words
	Cite   []string // what to cite: keys of references.bib, or Project
	Claims Claims

	// Bound makes the predictor of a series from checked settings; nil for a
	// method that forecasts.
	Bound func(Settings) Predictor

	// Forecaster makes the forecaster of a log, whose forecasts predictors get;
	// nil for a method that needs waits only.
	Forecaster *ForecasterSpec

	// Configure applies the parameters in the name; nil for a method without.
	Configure func(*Method, *Params)

	Parameters []string // keys that the name may set; of a Method that was found

	OnCluster bool // it equals smith without a cluster
	ByName    bool // it is in no group but the baselines, and not in the tables

	// How the method was made, for rankings: the logs it was tuned on, or none,
	// the logs on which versions of it were scored, and how many variants were
	// tried. Empty and 0 if that is not known.
	ChosenOn, LookedAt []string
	Variants           int

	ExternalNote string // for the notes of results: why not to trust an external method

	Program *program.Program // of an external method; nil for another
}

// Line returns what the method does in a short line, the first part of Doc.
func (m Method) Line() string {
	line, _, _ := strings.Cut(m.Doc, "; ")
	return line
}

// Sees returns what the bounds and forecasts depend on, besides the job: the
// waits of its queue up to the last tick, or the log up to its submission, or
// with ticks up to the last tick.
func (m Method) Sees(ticks bool) string {
	switch {
	case m.Forecaster == nil && m.Program == nil && m.Bound != nil:
		return "waits"
	case ticks:
		return "log at ticks"
	}
	return "log"
}

// OnlyForecasts reports whether the method has no predictor. Its forecaster may
// bound as well.
func (m Method) OnlyForecasts() bool { return m.Forecaster != nil && m.Bound == nil }

// Check returns an error if the method does not take the settings.
func (m Method) Check(s Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	if s.Side == Lower && m.Claims.Sides == UpperSide {
		return errors.New("the method bounds waits from above only")
	}
	return nil
}

// Predictor makes the predictor of a series. A method that forecasts has none:
// its bounds, if any, come from its forecaster.
func (m Method) Predictor(s Settings) (Predictor, error) {
	if err := m.Check(s); err != nil {
		return nil, err
	}
	if m.Bound == nil {
		return nil, fmt.Errorf("method %s has no predictor", m.Name)
	}
	return m.Bound(s), nil
}

// Can reports whether the predictors of a method have an interface, such as
// RemainingBounder.
func Can[T Predictor](m Method) bool {
	if m.Bound == nil {
		return false
	}
	_, can := m.Bound(Settings{Level: Level{Quantile: 0.5, Confidence: 0.5}}).(T)
	return can
}

// Sides are the sides of a quantile on which a method bounds.
type Sides uint8

// The sides.
const (
	UpperSide Sides = iota // from above
	BothSides              // from above or below, as requested
	NoSide                 // not at all
)

// Assumption is a condition on waits under which a promise holds: with at least
// the confidence over histories, the bound lies on its side of the quantile.
// Waits of batch jobs meet none; a replay measures what remains of the promise.
type Assumption string

// The assumptions.
const (
	Nothing            Assumption = "" // nothing is promised
	Exchangeable       Assumption = "exchangeable waits"
	ExchangeableRatios Assumption = "exchangeable ratios of waits to forecasts"
	LogNormal          Assumption = "independent log-normal waits"
)

// Claims are the promises of a method about its bounds, which package
// methodstest checks. The zero Claims promise upper bounds and no more. What
// its predictors can do is a matter of their interfaces: see Can.
type Claims struct {
	Sides Sides
	// Covers: the bound is on its side of the quantile with the confidence of
	// the level, over histories.
	Covers Assumption
	// Least: by exact ranks there is a bound from that many waits on, and none
	// before.
	Least func(Level) int
	// AnyOrder: the order of the waits of the training part does not matter.
	AnyOrder bool
	// Monotone: an upper bound does not fall where quantile or confidence rise.
	Monotone bool
	// Scales: a factor on all waits, none below a second, is a factor on the
	// bound.
	Scales bool
	// Capped: no bound is above 1.5 times the longest wait known and a minute.
	Capped bool
	// Holds: the bound does not change between refits.
	Holds bool
	// WaitsAlone: only waits, and whether bounds held, count; a replay provides
	// nothing else.
	WaitsAlone bool
}

// ListClaims lists the claims and the interfaces of the predictors: "upper and
// lower bounds, covers exchangeable waits, any quantile".
func (m Method) ListClaims() string {
	c, text := m.Claims, "upper bounds"
	switch c.Sides {
	case NoSide:
		return "no bounds"
	case BothSides:
		text = "upper and lower bounds"
	}
	if c.Covers != Nothing {
		text += ", covers " + string(c.Covers)
	}
	for _, claim := range []struct {
		made bool
		text string
	}{
		{c.Least != nil, "least history"}, {c.AnyOrder, "any order"}, {c.Monotone, "monotone"},
		{Can[QuantileBounder](m), "any quantile"},
		{Can[RemainingBounder](m), "remaining waits"},
		{c.Scales, "scales"}, {c.Capped, "capped"}, {c.Holds, "holds between refits"},
	} {
		if claim.made {
			text += ", " + claim.text
		}
	}
	return text
}
