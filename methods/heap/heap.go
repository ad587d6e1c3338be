// Package heap is a binary heap, of methods and of the replay.
package heap

// Sooner is an element of a heap.
type Sooner[T any] interface{ Before(T) bool }

// Heap is a binary heap, whose first element is before all others.
type Heap[T Sooner[T]] []T

func (h *Heap[T]) Push(x T) {
	s := append(*h, x)
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !x.Before(s[parent]) {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = x
	*h = s
}

// Pop removes and returns the first element of a heap that is not empty.
func (h *Heap[T]) Pop() T {
	s := *h
	top, size := s[0], len(s)-1
	x := s[size]
	s = s[:size]
	*h = s
	i := 0
	for {
		child := 2*i + 1
		if child >= size {
			break
		}
		if child+1 < size && s[child+1].Before(s[child]) {
			child++
		}
		if !s[child].Before(x) {
			break
		}
		s[i] = s[child]
		i = child
	}
	if size > 0 {
		s[i] = x
	}
	return top
}
