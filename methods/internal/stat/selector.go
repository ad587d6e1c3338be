package stat

import "slices"

// Selector keeps a growing multiset of numbers and gives its k-th smallest, for a rank k that moves
// slowly. The zero value is empty and of rank 0. It is for one goroutine. NaN is not a number to be
// inserted.
//
// The numbers stand in two heaps, none of the lower above any of the upper; the k smallest are in
// the lower once the rank is settled, the largest of them on top. Cost of an insertion: O(log n) at
// most and constant on average; of a rank that moved by d: O(d log n). Nothing is allocated but for
// growth. 8 bytes a number.
type Selector struct {
	lower []float64 // heap of the negatives, so that the largest number is on top
	upper []float64 // heap, the smallest number on top
	rank  int
}

// Len gives the number of numbers inserted.
func (s *Selector) Len() int { return len(s.lower) + len(s.upper) }

// Insert adds x. The rank stays.
func (s *Selector) Insert(x float64) {
	if len(s.lower) > 0 && x < -s.lower[0] {
		s.lower = push(s.lower, -x)
	} else {
		s.upper = push(s.upper, x)
	}
}

// SetRank sets the rank k >= 0 that Value gives; 0 stands for none. Numbers move at the next Value.
func (s *Selector) SetRank(k int) { s.rank = k }

// Value gives the k-th smallest number; ok is false where k is 0 or above Len.
func (s *Selector) Value() (x float64, ok bool) {
	if s.rank <= 0 || s.rank > s.Len() {
		return 0, false
	}
	s.settle()
	return -s.lower[0], true
}

// settle moves numbers between the heaps until the lower has as many as the rank says.
func (s *Selector) settle() {
	var x float64
	for len(s.lower) < s.rank {
		s.upper, x = pop(s.upper)
		s.lower = push(s.lower, -x)
	}
	for len(s.lower) > s.rank {
		s.lower, x = pop(s.lower)
		s.upper = push(s.upper, -x)
	}
}

// Reset replaces all numbers by values, which are copied, and sets the rank to 0. Memory is kept.
// Cost: O(n).
func (s *Selector) Reset(values []float64) {
	s.rank = 0
	s.lower = s.lower[:0]
	s.upper = append(s.upper[:0], values...)
	for i := len(s.upper)/2 - 1; i >= 0; i-- {
		siftDown(s.upper, i)
	}
}

// ResetSorted replaces all numbers by values, which are in ascending order and are copied, and sets
// the rank to k <= their number. Memory is kept; where there is too little, some is added for more
// numbers. Cost: O(n), that of copying.
func (s *Selector) ResetSorted(values []float64, k int) {
	s.rank = k
	s.lower = slices.Grow(s.lower[:0], k+k/8)
	for i := k - 1; i >= 0; i-- { // sorted numbers are a heap
		s.lower = append(s.lower, -values[i])
	}
	s.upper = append(s.upper[:0], values[k:]...)
}

// AppendTo appends all numbers to dst, in no particular order.
func (s *Selector) AppendTo(dst []float64) []float64 {
	for _, x := range s.lower {
		dst = append(dst, -x)
	}
	return append(dst, s.upper...)
}

// push adds x to a heap with the smallest number on top.
func push(heap []float64, x float64) []float64 {
	heap = append(heap, x)
	i := len(heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if heap[parent] <= x {
			break
		}
		heap[i] = heap[parent]
		i = parent
	}
	heap[i] = x
	return heap
}

// pop takes the smallest number off a heap, which is not empty.
func pop(heap []float64) ([]float64, float64) {
	top, last := heap[0], len(heap)-1
	heap[0] = heap[last]
	heap = heap[:last]
	if last > 0 {
		siftDown(heap, 0)
	}
	return heap, top
}

// siftDown moves heap[i] down to where neither child is smaller.
func siftDown(heap []float64, i int) {
	x := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if right := child + 1; right < len(heap) && heap[right] < heap[child] {
			child = right
		}
		if heap[child] >= x {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = x
}
