package qbets

import "math"

// grid sorts jobs into cells: by bins of processors, and within these by bins of
// the estimate. An attribute that is not used has one bin.
type grid struct {
	procs    *partition
	estimate *partition
	bins     []bin   // the entries of each cell, row by row
	sharers  [][]int // by cell: the cells whose history has its entries
}

// unbinned is the partition of an attribute that is not used.
var unbinned = &partition{edges: []float64{math.Inf(1)}}

// newGrid returns the grid of two partitions. Its cells share the entries of the
// kinds so that each history has at least so many.
func newGrid(procs, estimate *partition, kinds []kind, least int) *grid {
	width := len(estimate.edges)
	g := &grid{procs: procs, estimate: estimate, bins: make([]bin, len(procs.edges)*width)}
	for i := range kinds {
		g.bins[g.cell(kinds[i].Job)].add(kinds[i].bin)
	}
	g.sharers = make([][]int, len(g.bins))
	for cell, lenders := range borrow(g.bins, width, least) {
		for _, lender := range lenders {
			g.sharers[lender] = append(g.sharers[lender], cell)
		}
	}
	return g
}

// cell is the index of a job's cell.
func (g *grid) cell(j Job) int {
	return g.procs.find(float64(j.Procs))*len(g.estimate.edges) + g.estimate.find(j.Estimate)
}

// choice is one of the partitions of two attributes.
type choice int

// The choices.
const (
	bothAttributes  choice = iota // the product: a cell for each pair of bins
	firstAttribute                // the first attribute alone
	secondAttribute               // the second attribute alone
)

// choose chooses between the partitions of two attributes and their product,
// whose cells are the bins, empty ones included. It takes the product if its
// BIC, of the bins that are not empty, is larger than both others. Otherwise it
// takes the attribute with the larger BIC, and the first if they are equal.
func choose(first, second *partition, cells []bin) choice {
	l, bins, n := 0.0, 0, 0
	for _, c := range cells {
		if c.n > 0 {
			l += c.likelihood()
			n += c.n
			bins++
		}
	}
	product := l - penalty(bins, n)
	switch larger := max(first.bic, second.bic); {
	case product > larger+tolerance(max(product, larger)):
		return bothAttributes
	case first.bic >= second.bic-tolerance(larger):
		return firstAttribute
	}
	return secondAttribute
}

// borrow returns for each cell the cells whose entries make up its history:
// itself first, and, while that is fewer than least entries, further cells in
// this order:
//
//   - of the same row the cells after it, nearest first, then those before it,
//     nearest first,
//   - then all cells of later rows in ascending order, then those of earlier rows
//     in descending order.
//
// Cells are row by row; width is the number of cells in a row.
func borrow(cells []bin, width, least int) [][]int {
	histories := make([][]int, len(cells))
	for cell := range cells {
		n := 0
		take := func(lender int) {
			if len(histories[cell]) == 0 || n < least {
				histories[cell] = append(histories[cell], lender)
				n += cells[lender].n
			}
		}
		row := cell / width * width
		for i := cell; i < row+width; i++ {
			take(i)
		}
		for i := cell - 1; i >= row; i-- {
			take(i)
		}
		for i := row + width; i < len(cells); i++ {
			take(i)
		}
		for i := row - 1; i >= 0; i-- {
			take(i)
		}
	}
	return histories
}
