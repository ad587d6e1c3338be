package render

import (
	"slices"

	"waitbench/replay"
	"waitbench/replay/arrowio"
)

// source is predictions: a file, or what was kept of it.
type source interface {
	Series(arrowio.Filter, func(*arrowio.Block) error) error
	Most() int // how many rows there are at most
}

// reader reads predictions. To decompress a batch takes long, so it keeps what figures and the page
// ask for of all jobs of a queue, as far as that is not too much.
type reader struct {
	source
	kept *arrowio.Kept
}

// keep takes up a block. All blocks of a trace must come, in their order.
func (r *reader) keep(b *arrowio.Block) {
	if r.source != r.kept && b.Range == replay.AllRanges {
		own := *b
		own.Bound = slices.Clone(b.Bound)
		r.kept.Add(&own)
	}
}

// each hands over the rows of a series, method and level, in blocks that it must not keep.
func (r *reader) each(f arrowio.Filter, use func(*arrowio.Block) error) error {
	if r.kept != nil {
		if b := r.kept.Of(f); b != nil {
			return use(b)
		}
	}
	return r.Series(f, use)
}
