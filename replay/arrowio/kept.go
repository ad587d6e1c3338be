package arrowio

import (
	"math"
	"slices"
)

// Kept is predictions in memory, as far as they are not too many. Of a method without forecasts the
// list of these is empty.
type Kept struct {
	blocks []*Block          // each all rows of a series, method and level, in the order in which they came
	of     map[Filter]*Block // the same
	rows   int
	Full   bool // there was no room for some
}

// mostKept is how many rows are kept: 32 MB, and a few times that for the jobs where there is one
// method.
const mostKept = 1 << 21

// Add adds rows, those of a series, method and level one after the other. It takes the bounds over, and
// copies what else there is.
func (k *Kept) Add(b *Block) {
	f := Filter{b.Trace, b.Queue, b.Range, b.Method, b.Level}
	if k.rows += len(b.Bound); k.Full || k.rows > mostKept {
		k.Full = true
		delete(k.of, f) // which is not there as a whole
		return
	}
	to := k.of[f]
	if to == nil {
		to = &Block{Trace: b.Trace, Queue: b.Queue, Range: b.Range, Method: b.Method, Level: b.Level}
		if n := len(k.blocks); n > 0 { // methods share the jobs of a series
			if last := k.blocks[n-1]; last.Trace == b.Trace && last.Queue == b.Queue && last.Range == b.Range {
				to.JobID, to.Submit, to.Wait, to.Procs, to.Scored = last.JobID, last.Submit, last.Wait, last.Procs, last.Scored
			}
		} else {
			k.of = map[Filter]*Block{}
		}
		k.blocks, k.of[f] = append(k.blocks, to), to
	}
	if len(to.Forecast) > 0 || slices.ContainsFunc(b.Forecast, func(f float64) bool { return !math.IsNaN(f) }) {
		for len(to.Forecast) < len(to.Bound) {
			to.Forecast = append(to.Forecast, math.NaN())
		}
		to.Forecast = append(to.Forecast, b.Forecast...)
	}
	if to.Bound == nil {
		to.Bound = slices.Clip(b.Bound)
	} else {
		to.Bound = append(to.Bound, b.Bound...)
	}
	if len(to.Bound) > len(to.JobID) {
		to.JobID, to.Submit, to.Wait = append(to.JobID, b.JobID...), append(to.Submit, b.Submit...), append(to.Wait, b.Wait...)
		to.Procs, to.Scored = append(to.Procs, b.Procs...), append(to.Scored, b.Scored...)
	}
}

// Of gives all rows of a series, method and level; nil if they were not kept.
func (k *Kept) Of(f Filter) *Block { return k.of[f] }

// Series is that of a PredictionReader.
func (k *Kept) Series(f Filter, use func(*Block) error) error {
	is := func(want, has string) bool { return want == "" || want == has }
	for _, b := range k.blocks {
		if is(f.Trace, b.Trace) && is(f.Queue, b.Queue) && is(f.Range, b.Range) && is(f.Method, b.Method) && is(f.Level, b.Level) {
			if err := use(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// Most is how many rows there are.
func (k *Kept) Most() int { return k.rows }
