package qbets

import "math"

// grid is how jobs are sorted into cells: by bins of processors, and within these by bins of the
// estimate. An attribute that is not used has one bin.
type grid struct {
	procs     *partition
	estimate  *partition
	histories [][]int // by cell: the cells whose entries are its history
	ofKind    []int32 // cells by the number of a kind
}

// unbinned is the partition of an attribute that is not used.
var unbinned = &partition{Edges: []float64{math.Inf(1)}}

// oneCell is the grid before the first clustering.
func oneCell() *grid { return &grid{procs: unbinned, estimate: unbinned, histories: [][]int{{0}}} }

func (g *grid) width() int { return len(g.estimate.Edges) }

// cell gives the cell of a job.
func (g *grid) cell(k kind) int {
	procs, estimate := k.values()
	return g.procs.Find(procs)*g.width() + g.estimate.Find(estimate)
}

// place puts the kinds since the last call into cells.
func (g *grid) place(t *kindTable) {
	for _, k := range t.byNumber[len(g.ofKind):] {
		g.ofKind = append(g.ofKind, int32(g.cell(k)))
	}
}

// area is the jobs of a cell: those with above[i] < value <= upTo[i] for each attribute.
type area struct{ above, upTo [2]float64 }

// areas gives the areas whose entries are the history of a cell. Cells of different grids with the
// same areas have the same history.
func (g *grid) areas(cell int) []area {
	var areas []area
	for _, lender := range g.histories[cell] {
		var a area
		a.above[0], a.upTo[0] = span(g.procs, lender/g.width())
		a.above[1], a.upTo[1] = span(g.estimate, lender%g.width())
		areas = append(areas, a)
	}
	return areas
}

// span is the values of a bin.
func span(p *partition, bin int) (above, upTo float64) {
	above, upTo = math.Inf(-1), math.Inf(1)
	if bin > 0 {
		above = p.Edges[bin-1]
	}
	if bin < len(p.Edges)-1 {
		upTo = p.Edges[bin]
	}
	return above, upTo
}

// newGrid clusters entries whose sums of scores are up to date.
func newGrid(t *kindTable, least int) *grid {
	g := &grid{procs: t.groups(t.byProcs).Best(least), estimate: t.groups(t.byEstimate).Best(least)}
	bins := g.bins(t)
	switch choose(g.procs, g.estimate, bins) {
	case firstAttribute:
		g = &grid{procs: g.procs, estimate: unbinned}
		bins = g.bins(t)
	case secondAttribute:
		g = &grid{procs: unbinned, estimate: g.estimate}
		bins = g.bins(t)
	}
	counts := make([]int, len(bins))
	for i, b := range bins {
		counts[i] = b.N
	}
	g.histories = borrow(counts, g.width(), least)
	return g
}

// bins gives the entries of every cell.
func (g *grid) bins(t *kindTable) []bin {
	g.place(t)
	bins := make([]bin, len(g.procs.Edges)*g.width())
	for number, cell := range g.ofKind {
		bins[cell].Add(t.bin(int32(number)))
	}
	return bins
}

// choice is one of the partitions of two attributes.
type choice int

// The choices.
const (
	bothAttributes  choice = iota // the product: a cell for each pair of bins
	firstAttribute                // the first attribute alone
	secondAttribute               // the second attribute alone
)

// choose chooses between the partitions of two attributes and their product, of which cells are the
// bins, empty ones included: the product if its BIC, of the bins that are not empty, is larger than
// that of both, else the attribute with the larger one, and the first if they are equal.
func choose(first, second *partition, cells []bin) choice {
	var (
		l       float64
		bins, n int
	)
	for _, c := range cells {
		if c.N > 0 {
			l += c.likelihood()
			n += c.N
			bins++
		}
	}
	product := bic(l, bins, n)
	switch larger := max(first.BIC, second.BIC); {
	case product > larger+tolerance(max(product, larger)):
		return bothAttributes
	case first.BIC >= second.BIC-tolerance(larger):
		return firstAttribute
	}
	return secondAttribute
}

// borrow gives for each cell the cells whose entries make up its history: itself first, and, while
// that is fewer than least entries, further cells in the order in which they are taken,
//
//   - of the same row those after it, nearest first, then those before it, nearest first,
//   - then all cells of later rows in ascending order, then those of earlier rows in descending
//     order.
//
// counts are the entries of the cells row by row; width is the number of cells in a row.
func borrow(counts []int, width, least int) [][]int {
	histories := make([][]int, len(counts))
	for cell := range counts {
		n := 0
		for _, lender := range lenders(cell, len(counts), width) {
			histories[cell] = append(histories[cell], lender)
			if n += counts[lender]; n >= least {
				break
			}
		}
	}
	return histories
}

// lenders lists all cells in the order in which one takes them, itself first.
func lenders(cell, cells, width int) []int {
	row := cell / width * width
	order := make([]int, 0, cells)
	for i := cell; i < row+width; i++ {
		order = append(order, i)
	}
	for i := cell - 1; i >= row; i-- {
		order = append(order, i)
	}
	for i := row + width; i < cells; i++ {
		order = append(order, i)
	}
	for i := row - 1; i >= 0; i-- {
		order = append(order, i)
	}
	return order
}
