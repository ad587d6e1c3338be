package report

import (
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// stem is the name of a method without its suffixes.
func stem(method string) string {
	name, _, _ := strings.Cut(method, "+")
	return name
}

// WithBounds leaves out the scores of methods that have nothing to show in tables and figures of
// bounds: those that forecast waits but gave no job of the trace a bound of the level.
func WithBounds(scores []replay.Score) []replay.Score {
	type run struct {
		trace, method string
		level         methods.Level
	}
	at := func(s *replay.Score) run { return run{s.Trace, s.Method, s.Level()} }
	bounds, forecasts := map[run]bool{}, map[run]bool{}
	for i := range scores {
		s := &scores[i]
		bounds[at(s)] = bounds[at(s)] || s.Bounded > 0
		forecasts[at(s)] = forecasts[at(s)] || s.Forecasts.Jobs > 0
	}
	return slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool { return forecasts[at(&s)] && !bounds[at(&s)] })
}

// Forecasting lists the methods that forecast waits in the order of their scores. Of X and X with a
// suffix, which share the forecasts, it lists the first.
func Forecasting(scores []replay.Score) []string {
	var names, stems []string
	for i := range scores {
		s := &scores[i]
		if s.Forecasts.Jobs > 0 && !slices.Contains(stems, stem(s.Method)) {
			names, stems = append(names, s.Method), append(stems, stem(s.Method))
		}
	}
	return names
}
