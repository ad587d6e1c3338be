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

// forecastsOnly reports whether a method gave no bound in any of the scores but forecast waits.
func forecastsOnly(scores []*replay.Score) bool {
	forecast := false
	for _, s := range scores {
		if s.Bounded > 0 {
			return false
		}
		forecast = forecast || s.Forecasts.Jobs > 0
	}
	return forecast
}

// WithBounds leaves out the scores of methods that have nothing to show in tables and figures of
// bounds: those that forecast waits but gave no job of the trace a bound of the level.
func WithBounds(scores []replay.Score) []replay.Score {
	type run struct {
		trace, method string
		level         methods.Level
	}
	at := func(s *replay.Score) run { return run{s.Trace, s.Method, s.Level()} }
	all := map[run][]*replay.Score{}
	for i := range scores {
		s := &scores[i]
		all[at(s)] = append(all[at(s)], s)
	}
	out := map[run]bool{}
	for r, list := range all {
		out[r] = forecastsOnly(list)
	}
	return slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool { return out[at(&s)] })
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
