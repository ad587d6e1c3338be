package replay

// sooner is what a heap puts into order.
type sooner[T any] interface{ before(T) bool }

// heap is a binary heap: the element before all others is the first.
type heap[T sooner[T]] []T

func (h *heap[T]) push(x T) {
	s := append(*h, x)
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !x.before(s[parent]) {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = x
	*h = s
}

// pop takes the first element out of a heap that is not empty.
func (h *heap[T]) pop() T {
	s := *h
	top, last := s[0], len(s)-1
	x := s[last]
	s = s[:last]
	*h = s
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && s[child+1].before(s[child]) {
			child++
		}
		if !s[child].before(x) {
			break
		}
		s[i] = s[child]
		i = child
	}
	if last > 0 {
		s[i] = x
	}
	return top
}
