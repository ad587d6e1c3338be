package qbets

import "math"

// rankedEntry is an entry by its place in the order in which waits became known.
type rankedEntry struct {
	wait     float64
	at, kind int32
}

// ranking is entries in ascending order of their waits, equal ones in the order of their places.
type ranking struct {
	entries []rankedEntry
	fresh   []rankedEntry // those merged in last
	spare   []rankedEntry // room for sorting
	logs    []float64     // of 1, 2, 3, ...
}

// add merges in entries of later places, which stand in the order of their places. Cost: O(n), of
// which sorting them is little.
func (r *ranking) add(fresh []rankedEntry) {
	fresh = r.sort(fresh)
	r.fresh = fresh
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

// Digits of a radix sort.
const (
	digitBits = 8
	digits    = 64 / digitBits
)

// sort sorts entries by their waits and keeps the order of equal ones: a radix sort from the last
// digit to the first, where the digits in which all agree cost next to nothing, as do most of those
// of waits in whole seconds. It gives the entries or the spare room.
func (r *ranking) sort(entries []rankedEntry) []rankedEntry {
	var counts [digits][1 << digitBits]int32
	for i := range entries {
		bits := sortable(entries[i].wait)
		for d := range counts {
			counts[d][byte(bits>>(digitBits*d))]++
		}
	}
	if len(r.spare) < len(entries) {
		r.spare = make([]rankedEntry, 2*len(entries))
	}
	other := r.spare[:len(entries)]
	for d := range counts {
		count := &counts[d]
		shift := digitBits * d
		if count[byte(sortable(entries[0].wait)>>shift)] == int32(len(entries)) {
			continue
		}
		place := int32(0)
		for i, n := range count {
			count[i] = place
			place += n
		}
		for i := range entries {
			at := &count[byte(sortable(entries[i].wait)>>shift)]
			other[*at] = entries[i]
			*at++
		}
		entries, other = other, entries
	}
	return entries
}

// sortable maps numbers to integers in the same order.
func sortable(x float64) uint64 {
	bits := math.Float64bits(x)
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
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
