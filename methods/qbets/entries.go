package qbets

import (
	"slices"

	"waitbench/methods/history"
)

// entries is all known waits of a series, in the order in which they became known. Nothing is ever
// dropped.
type entries struct {
	waits    []float64
	outcomes []history.Outcome
	kinds    []int32 // numbers of the jobs' kinds
	table    kindTable
	ranking  ranking // as of the last rank
}

// add adds an entry and gives its place.
func (e *entries) add(j Job, wait float64, o history.Outcome) (at int32) {
	at = int32(len(e.waits))
	kind := e.table.add(j)
	e.waits = append(e.waits, wait)
	e.outcomes = append(e.outcomes, o)
	e.kinds = append(e.kinds, kind)
	return at
}

// waitsAt gives the waits at places.
func (e *entries) waitsAt(places []int32) []float64 {
	waits := make([]float64, len(places))
	for i, at := range places {
		waits[i] = e.waits[at]
	}
	return waits
}

// rank brings the ranking and the sums of the scores up to date. Cost: O(n).
func (e *entries) rank() {
	e.waits, e.outcomes, e.kinds = double(e.waits), double(e.outcomes), double(e.kinds)
	first := len(e.ranking.entries)
	fresh := make([]rankedEntry, len(e.waits)-first)
	for i := range fresh {
		at := first + i
		fresh[i] = rankedEntry{e.waits[at], int32(at), e.kinds[at]}
	}
	e.ranking.add(fresh)
	e.ranking.score(e.table.sums)
}

// double makes room for as many again in a slice that is about to be full. To append grows long
// slices by a quarter only, and so copies them more often.
func double[T any](s []T) []T {
	if room := cap(s) - len(s); room < len(s)/8 {
		return slices.Grow(s, len(s))
	}
	return s
}
