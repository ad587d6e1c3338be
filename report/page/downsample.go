package page

// stretch is a series with the bounds of several methods.
type stretch struct {
	Jobs               // Bound is not used
	bounds [][]float64 // by method
}

// downsample gives the positions of at most limit jobs: of each of many stretches of consecutive
// jobs those with the shortest and longest wait and the lowest and highest bound of every method,
// and the first. No method's extreme is lost, only how often it occurs.
func (s *stretch) downsample(limit int) []int {
	n := len(s.Submit)
	if n <= limit {
		return everything(n)
	}
	for size := float64(n) / float64(limit) * 2; ; size *= 1.25 {
		if kept := s.extremes(int(size)); len(kept) <= limit || int(size) >= n {
			return kept
		}
	}
}

func everything(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// extremes gives the jobs to keep of stretches of a size.
func (s *stretch) extremes(size int) []int {
	n := len(s.Submit)
	keep := make([]bool, n)
	for first := 0; first < n; first += size {
		last := min(first+size, n)
		keep[first] = true
		markExtremes(keep, s.Wait, first, last)
		for _, b := range s.bounds {
			markExtremes(keep, b, first, last)
		}
	}
	var kept []int
	for i, k := range keep {
		if k {
			kept = append(kept, i)
		}
	}
	return kept
}

// markExtremes marks the lowest and the highest value from first to before last, and the first
// without one.
func markExtremes(keep []bool, values []float64, first, last int) {
	low, high, none := -1, -1, -1
	for i := first; i < last; i++ {
		switch v := values[i]; {
		case v != v:
			if none < 0 {
				none = i
			}
		default:
			if low < 0 || v < values[low] {
				low = i
			}
			if high < 0 || v > values[high] {
				high = i
			}
		}
	}
	for _, i := range []int{low, high, none} {
		if i >= 0 {
			keep[i] = true
		}
	}
}

func pick[T any](values []T, at []int) []T {
	out := make([]T, len(at))
	for i, p := range at {
		out[i] = values[p]
	}
	return out
}
