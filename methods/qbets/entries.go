package qbets

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods/history"
)

// knownWaits is all known waits of a series, in the order in which they became
// known. It never drops one.
type knownWaits struct {
	waits   []knownWait
	kinds   []jobKind // in order of appearance
	numbers map[Attributes]int32
	ranked  []int32 // indexes of the entries of the last score, by ascending wait
}

// knownWait is a wait that is known.
type knownWait struct {
	wait    float64 // seconds
	kind    int32   // index of the job's kind
	outcome history.Outcome
}

// jobKind is the entries with the same attributes. There are far fewer kinds
// than jobs, as people request round numbers.
type jobKind struct {
	Attributes
	bin // of all its entries; the sum is of the last score
}

func (e *knownWaits) add(j Attributes, wait float64, o history.Outcome) {
	number, ok := e.numbers[j]
	if !ok {
		if e.numbers == nil {
			e.numbers = map[Attributes]int32{}
		}
		number = int32(len(e.kinds))
		e.numbers[j] = number
		e.kinds = append(e.kinds, jobKind{Attributes: j})
	}
	e.kinds[number].n++
	e.waits = append(e.waits, knownWait{wait, number, o})
}

// waitsOf returns the waits of entries by their indexes.
func (e *knownWaits) waitsOf(indexes []int32) []float64 {
	waits := make([]float64, len(indexes))
	for i, at := range indexes {
		waits[i] = e.waits[at].wait
	}
	return waits
}

// score ranks all entries and sums up their scores by kind. Sorting is stable,
// so equal waits are in the order of their indexes.
func (e *knownWaits) score() {
	for i := len(e.ranked); i < len(e.waits); i++ {
		e.ranked = append(e.ranked, int32(i))
	}
	slices.SortStableFunc(e.ranked, func(a, b int32) int {
		return cmp.Compare(e.waits[a].wait, e.waits[b].wait)
	})
	for k := range e.kinds {
		e.kinds[k].sum = 0
	}
	top := math.Log(float64(len(e.waits) + 1))
	last, score := math.Inf(-1), 0.0
	for i, at := range e.ranked {
		o := &e.waits[at]
		if o.wait > last {
			last, score = o.wait, top-math.Log(float64(i+1))
		}
		e.kinds[o.kind].sum += score
	}
}

// cluster chooses the cells, from the scores: those of the grid with the
// largest BIC, of both partitions or of one alone. Of equal grids, one
// partition goes before both, and processors go before the estimate.
func (e *knownWaits) cluster(smallest int) *grid {
	procs := e.groups(func(k *jobKind) float64 { return float64(k.Procs) }).best(smallest)
	estimate := e.groups(func(k *jobKind) float64 { return k.Estimate }).best(smallest)
	both := newGrid(procs, estimate, e.kinds, smallest)
	switch {
	case better(both.bic(), max(procs.bic, estimate.bic)):
		return both
	case better(estimate.bic, procs.bic):
		return newGrid(unbinned, estimate, e.kinds, smallest)
	}
	return newGrid(procs, unbinned, e.kinds, smallest)
}

// groups returns the groups of all entries by an attribute of their kinds.
func (e *knownWaits) groups(attribute func(*jobKind) float64) *groups {
	order := make([]*jobKind, len(e.kinds))
	for i := range e.kinds {
		order[i] = &e.kinds[i]
	}
	slices.SortStableFunc(order, func(a, b *jobKind) int {
		return cmp.Compare(attribute(a), attribute(b))
	})
	var values []float64
	var bins []bin
	for _, k := range order {
		if v := attribute(k); len(values) == 0 || v != values[len(values)-1] {
			values, bins = append(values, v), append(bins, bin{})
		}
		bins[len(bins)-1].add(k.bin)
	}
	return newGroups(values, bins, mostGroups)
}
