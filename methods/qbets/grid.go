package qbets

import "math"

// grid sorts jobs into cells: by bins of processors, and within these by bins
// of the estimate. An attribute that is not used has one bin.
type grid struct {
	procs    *partition
	estimate *partition
	bins     []bin   // the entries of each cell, row by row
	sharers  [][]int // by cell: the cells whose history has its entries
}

// unbinned is the partition of an attribute that is not used.
var unbinned = &partition{edges: []float64{math.Inf(1)}}

// newGrid returns the grid of two partitions. Its cells share the entries of
// the kinds so that each history has at least so many.
func newGrid(procs, estimate *partition, kinds []jobKind, smallest int) *grid {
	width := len(estimate.edges)
	g := &grid{procs: procs, estimate: estimate, bins: make([]bin, len(procs.edges)*width)}
	for i := range kinds {
		g.bins[g.cell(kinds[i].Attributes)].add(kinds[i].bin)
	}
	g.sharers = make([][]int, len(g.bins))
	for cell := range g.bins {
		g.share(cell, width, smallest)
	}
	return g
}

// bic is the BIC of the cells that are not empty.
func (g *grid) bic() float64 {
	likelihood, bins, n := 0.0, 0, 0
	for _, b := range g.bins {
		if b.n > 0 {
			likelihood += b.likelihood()
			bins++
			n += b.n
		}
	}
	return likelihood - penalty(bins, n)
}

// cell is the index of a job's cell.
func (g *grid) cell(j Attributes) int {
	return g.procs.find(float64(j.Procs))*len(g.estimate.edges) + g.estimate.find(j.Estimate)
}

// share chooses the cells whose entries make up the history of a cell: itself
// and, while these are fewer than smallest entries, further cells in this
// order:
//
//   - of the same row the cells after it, then those before it, nearest first,
//   - then all cells of later rows in ascending order, then the cells of
//     earlier rows in descending order.
//
// Width is the number of cells in a row.
func (g *grid) share(cell, width, smallest int) {
	n := 0
	take := func(lender int) {
		if lender == cell || n < smallest {
			g.sharers[lender] = append(g.sharers[lender], cell)
			n += g.bins[lender].n
		}
	}
	row := cell / width * width
	for i := cell; i < row+width; i++ {
		take(i)
	}
	for i := cell - 1; i >= row; i-- {
		take(i)
	}
	for i := row + width; i < len(g.bins); i++ {
		take(i)
	}
	for i := row - 1; i >= 0; i-- {
		take(i)
	}
}
