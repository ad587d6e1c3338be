package qbets

import (
	"cmp"
	"math"
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

// kind is what jobs are clustered by: processors and estimate.
type kind struct {
	procs    int64
	estimate uint64 // bits of the number, of which a map makes its hash faster
}

func kindOf(j Job) kind { return kind{j.Procs, math.Float64bits(j.Estimate)} }

// values gives the attributes as numbers.
func (k kind) values() (procs, estimate float64) {
	return float64(k.procs), math.Float64frombits(k.estimate)
}

// kindTable numbers the kinds of jobs in order of appearance. There are far fewer kinds than jobs,
// as people ask for round numbers.
type kindTable struct {
	numbers    map[kind]int32
	last       int32 // number of the kind added last, which the next job is often of too
	byNumber   []kind
	counts     []int       // entries, by the number of their kind
	sums       []float64   // of their scores, likewise, as of the last rank
	byProcs    []kindValue // in order of processors
	byEstimate []kindValue // in order of the estimate
}

// kindValue is a kind with the value of one attribute.
type kindValue struct {
	value  float64
	number int32
}

// add counts an entry and gives the number of its kind.
func (t *kindTable) add(j Job) int32 {
	if k := kindOf(j); len(t.byNumber) == 0 || k != t.byNumber[t.last] {
		t.last = t.number(k)
	}
	t.counts[t.last]++
	return t.last
}

func (t *kindTable) number(k kind) int32 {
	if number, ok := t.numbers[k]; ok {
		return number
	}
	return t.introduce(k)
}

func (t *kindTable) introduce(k kind) int32 {
	if t.numbers == nil {
		t.numbers = map[kind]int32{}
	}
	number := int32(len(t.byNumber))
	t.numbers[k] = number
	t.byNumber = append(t.byNumber, k)
	t.counts = append(t.counts, 0)
	t.sums = append(t.sums, 0)
	procs, estimate := k.values()
	t.byProcs = insertKind(t.byProcs, kindValue{procs, number})
	t.byEstimate = insertKind(t.byEstimate, kindValue{estimate, number})
	return number
}

// insertKind puts a kind in its place, behind those of the same value.
func insertKind(order []kindValue, k kindValue) []kindValue {
	place, _ := slices.BinarySearchFunc(order, k.value, func(k kindValue, value float64) int {
		if k.value <= value {
			return -1
		}
		return 1
	})
	return slices.Insert(order, place, k)
}

// groups gives the groups of all entries by an attribute, in whose order the kinds are given.
func (t *kindTable) groups(order []kindValue) *groups {
	var (
		values []float64
		bins   []bin
	)
	for _, k := range order {
		if len(values) == 0 || k.value != values[len(values)-1] {
			values, bins = append(values, k.value), append(bins, bin{})
		}
		bins[len(bins)-1].Add(t.bin(k.number))
	}
	return newGroups(values, bins, mostGroups)
}

// bin is the entries of a kind.
func (t *kindTable) bin(number int32) bin {
	return bin{N: t.counts[number], S: t.sums[number]}
}

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
