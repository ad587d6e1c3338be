package qbets

import (
	"cmp"
	"math"
	"slices"
)

// rankedEntry is an entry by its place in the order in which waits became known.
type rankedEntry struct {
	wait     float64
	at, kind int32
}

// ranking is entries in ascending order of their waits, equal ones in the order of their places.
type ranking struct {
	entries []rankedEntry
	logs    []float64 // of 1, 2, 3, ...
}

// add merges in entries of later places. Cost: O(n), of which sorting them is little.
func (r *ranking) add(fresh []rankedEntry) {
	slices.SortFunc(fresh, func(a, b rankedEntry) int {
		return cmp.Or(cmp.Compare(a.wait, b.wait), cmp.Compare(a.at, b.at))
	})
	i, j := len(r.entries)-1, len(fresh)-1
	r.entries = append(double(r.entries), fresh...)
	for at := len(r.entries) - 1; j >= 0; at-- {
		if i >= 0 && r.entries[i].wait > fresh[j].wait {
			r.entries[at] = r.entries[i]
			i--
		} else {
			r.entries[at] = fresh[j]
			j--
		}
	}
}

// score sets sums, by kind, to the sums of the scores of its entries. The score of an entry is
//
//	x = -ln(r / (N+1)),  r = 1 + number of entries with a strictly smaller wait
func (r *ranking) score(sums []float64) {
	r.logs = double(r.logs)
	for n := len(r.logs) + 1; n <= len(r.entries); n++ {
		r.logs = append(r.logs, math.Log(float64(n)))
	}
	clear(sums)
	top := math.Log(float64(len(r.entries) + 1))
	last, score := math.Inf(-1), 0.0
	for i := range r.entries {
		e := &r.entries[i]
		if e.wait > last {
			last, score = e.wait, top-r.logs[i]
		}
		sums[e.kind] += score
	}
}
