package qbets

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
