package lifetime

import (
	"math"
	"slices"
)

// History is run times of jobs that have ended, and what a least-squares fit to them needs. The
// zero value is empty.
//
// The slope of the fit needs sum (i - 1/2) x(i) over the sorted logarithms x: one more value adds
// its own term and raises the ranks of all above it by one. The values stand in sorted blocks with
// their sums, so that an insertion costs a look at every block: less than a microsecond for 100,000
// run times. 8 to 16 bytes a run time.
type History struct {
	blocks  [][]float64 // logarithms, each block sorted and none above the next; none empty
	last    []float64   // value of each block
	sums    []float64   // of each block
	n       int
	mean    float64 // of the logarithms
	squares float64 // sum of squared deviations from the mean
	ranked  float64 // sum of (i - 1/2) x(i)
}

const blockSize = 512

// Insert adds a run time, above 0.
func (h *History) Insert(run float64) {
	x := math.Log(run)
	h.n++
	d := x - h.mean
	h.mean += d / float64(h.n)
	h.squares += float64(d * (x - h.mean))
	below, above := h.place(x)
	h.ranked += float64((float64(below)+0.5)*x) + above
}

// place puts x in its place, and gives the number of values below it and the sum of those above.
func (h *History) place(x float64) (below int, above float64) {
	if len(h.blocks) == 0 {
		h.blocks = append(h.blocks, append(make([]float64, 0, blockSize), x))
		h.last, h.sums = append(h.last, x), append(h.sums, x)
		return 0, 0
	}
	b, _ := slices.BinarySearch(h.last, x)
	b = min(b, len(h.blocks)-1)
	i, _ := slices.BinarySearch(h.blocks[b], x)
	for _, block := range h.blocks[:b] {
		below += len(block)
	}
	for _, y := range h.blocks[b][i:] {
		above += y
	}
	for _, sum := range h.sums[b+1:] {
		above += sum
	}
	h.blocks[b] = slices.Insert(h.blocks[b], i, x)
	h.last[b] = max(h.last[b], x)
	h.sums[b] += x
	if len(h.blocks[b]) == blockSize {
		h.split(b)
	}
	return below + i, above
}

// split moves the upper half of block b to a new block behind it.
func (h *History) split(b int) {
	const half = blockSize / 2
	full := h.blocks[b]
	upper := append(make([]float64, 0, blockSize), full[half:]...)
	h.blocks[b] = full[:half]
	h.blocks = slices.Insert(h.blocks, b+1, upper)
	h.last = slices.Insert(h.last, b, full[half-1])
	h.sums = slices.Insert(h.sums, b+1, sum(upper))
	h.sums[b] = sum(full[:half])
}

func sum(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s
}

// Fit fits the model; ok is false where there are not two run times that differ.
func (h *History) Fit() (m Model, ok bool) {
	b0, b1, ok := h.coefficients()
	if !ok {
		return Model{}, false
	}
	return NewModel(b0, b1), true
}

// coefficients are those of the least-squares line of (i - 1/2)/n, whose mean is 1/2, on x(i).
func (h *History) coefficients() (b0, b1 float64, ok bool) {
	if h.n < 2 || h.squares <= 0 {
		return 0, 0, false
	}
	n := float64(h.n)
	b1 = (h.ranked/n - float64(n*h.mean)/2) / h.squares
	return 0.5 - float64(b1*h.mean), b1, b1 > 0
}
