package stat

import "slices"

// Ordered keeps a growing multiset of numbers in order, without NaN. The zero
// value is empty. It is for one goroutine.
//
// The numbers are in blocks, each in order and none above the next. An
// insertion costs about 0.1 us. At costs less for a rank close to the last one.
type Ordered struct {
	blocks [][]float64 // none empty
	ends   []float64   // the last number of each block
	sums   []float64   // of each block
	size   int
	block  int // block of the last At
	before int // count of the numbers in the blocks before it
}

const blockSize = 512

func (o *Ordered) Len() int { return o.size }

func (o *Ordered) Insert(x float64) {
	if len(o.blocks) == 0 {
		o.Reset([]float64{x})
		return
	}
	o.size++
	b, i := o.find(x)
	o.blocks[b] = slices.Insert(o.blocks[b], i, x)
	o.ends[b] = max(o.ends[b], x)
	o.sums[b] += x
	if b < o.block {
		o.before++
	}
	if len(o.blocks[b]) == blockSize {
		o.split(b)
	}
}

// find returns the block for x, and its index there. There must be a block.
func (o *Ordered) find(x float64) (b, i int) {
	b, _ = slices.BinarySearch(o.ends, x)
	b = min(b, len(o.blocks)-1)
	i, _ = slices.BinarySearch(o.blocks[b], x)
	return b, i
}

// Around returns the count of the numbers below x, and the sum of the others.
// Its cost grows with the number of blocks.
func (o *Ordered) Around(x float64) (below int, above float64) {
	if len(o.blocks) == 0 {
		return 0, 0
	}
	b, i := o.find(x)
	for _, block := range o.blocks[:b] {
		below += len(block)
	}
	above = Sum(o.blocks[b][i:])
	for _, s := range o.sums[b+1:] {
		above += s
	}
	return below + i, above
}

// Sum adds numbers in their order.
func Sum(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s
}

// split moves the upper half of block b to a new block behind it.
func (o *Ordered) split(b int) {
	const half = blockSize / 2
	full := o.blocks[b]
	upper := append(make([]float64, 0, blockSize), full[half:]...)
	o.blocks[b] = full[:half]
	o.blocks = slices.Insert(o.blocks, b+1, upper)
	o.ends = slices.Insert(o.ends, b, full[half-1])
	o.sums = slices.Insert(o.sums, b+1, Sum(upper))
	o.sums[b] = Sum(full[:half])
	if b < o.block {
		o.block++
	}
}

// At returns the k-th smallest number, 1 <= k <= Len.
func (o *Ordered) At(k int) float64 {
	for k <= o.before {
		o.block--
		o.before -= len(o.blocks[o.block])
	}
	for k > o.before+len(o.blocks[o.block]) {
		o.before += len(o.blocks[o.block])
		o.block++
	}
	return o.blocks[o.block][k-o.before-1]
}

// Reset replaces all numbers by values, which are copied.
func (o *Ordered) Reset(values []float64) {
	*o = Ordered{size: len(values)}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	for part := range slices.Chunk(sorted, blockSize/2) {
		o.blocks = append(o.blocks, append(make([]float64, 0, blockSize), part...))
		o.ends, o.sums = append(o.ends, part[len(part)-1]), append(o.sums, Sum(part))
	}
}
