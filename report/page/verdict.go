package page

import (
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
)

// verdict says which methods can be trusted for a series: all scores of a series at a level that
// have enough jobs and bounds.
type verdict struct {
	trace, queue, procs string
	level               methods.Level
	jobs                int
	correct             []*replay.Score // the most accurate first, then as in the run
	others              []*replay.Score // not correct, the highest share covered first
}

// verdicts judges every series and level of scores, in the order in which they appear; series of
// fewer than minJobs jobs, of which there are few, are left out.
func verdicts(scores []replay.Score, minJobs int) (list []*verdict, few int) {
	type series struct {
		trace, queue, procs string
		level               methods.Level
	}
	found := map[series]*verdict{}
	for i := range scores {
		s := &scores[i]
		at := series{s.Trace, s.Queue, s.Range, s.Level()}
		v := found[at]
		if v == nil {
			v = &verdict{trace: s.Trace, queue: s.Queue, procs: s.Range, level: s.Level(), jobs: s.Jobs}
			found[at] = v
			if s.Jobs < minJobs {
				few++
			} else {
				list = append(list, v)
			}
		}
		v.add(s)
	}
	for _, v := range list {
		v.sort()
	}
	return list, few
}

func (v *verdict) add(s *replay.Score) {
	switch {
	case s.Bounded == 0:
	case s.IsCorrect():
		v.correct = append(v.correct, s)
	default:
		v.others = append(v.others, s)
	}
}

func (v *verdict) sort() {
	ratio := replay.FindColumn("median_ratio")
	slices.SortStableFunc(v.correct, func(a, b *replay.Score) int {
		switch {
		case ratio.Precedes(a.MedianRatio, b.MedianRatio, v.level.Side):
			return -1
		case ratio.Precedes(b.MedianRatio, a.MedianRatio, v.level.Side):
			return 1
		}
		return 0
	})
	slices.SortStableFunc(v.others, func(a, b *replay.Score) int { return compareNumbers(b.Correct, a.Correct) })
}

// compareNumbers orders numbers, NaN before all others.
func compareNumbers(a, b float64) int {
	switch {
	case a < b || math.IsNaN(a) && !math.IsNaN(b):
		return -1
	case a > b || math.IsNaN(b) && !math.IsNaN(a):
		return 1
	}
	return 0
}

// best gives the most accurate of the correct methods: several if they are equally accurate, none
// if none is correct.
func (v *verdict) best() []*replay.Score {
	for i, s := range v.correct {
		if compareNumbers(s.MedianRatio, v.correct[0].MedianRatio) != 0 {
			return v.correct[:i]
		}
	}
	return v.correct
}

// isBest reports whether a score is among the most accurate correct ones of its series.
func (v *verdict) isBest(s *replay.Score) bool { return slices.Contains(v.best(), s) }

func methodNames(scores []*replay.Score) []string {
	var list []string
	for _, s := range scores {
		list = append(list, s.Method)
	}
	return list
}

// tally is how a method did over several series.
type tally struct {
	method               string
	series, correct, top int     // with bounds, correct, the most accurate correct one
	worst                float64 // the smallest share covered
}

// tallies counts for every method, in the order in which the verdicts name them first.
func tallies(list []*verdict, methodsInOrder []string) []tally {
	counts := make([]tally, len(methodsInOrder))
	at := map[string]*tally{}
	for i, m := range methodsInOrder {
		counts[i] = tally{method: m, worst: math.NaN()}
		at[m] = &counts[i]
	}
	for _, v := range list {
		for _, s := range slices.Concat(v.correct, v.others) {
			t := at[s.Method]
			t.series++
			if s.IsCorrect() {
				t.correct++
			}
			if v.isBest(s) {
				t.top++
			}
			if !(t.worst <= s.Correct) {
				t.worst = s.Correct
			}
		}
	}
	return counts
}

// only gives the verdicts that are wanted.
func only(list []*verdict, wanted func(*verdict) bool) []*verdict {
	return slices.DeleteFunc(slices.Clone(list), func(v *verdict) bool { return !wanted(v) })
}
