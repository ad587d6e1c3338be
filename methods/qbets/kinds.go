package qbets

import (
	"math"
	"slices"
)

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
