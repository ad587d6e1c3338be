package fit

// Nth moves the k-th smallest value of x, counted from 0, to x[k], and no
// greater ones before it, by Hoare's quickselect. Sorting takes a tenth of a
// run more.
func Nth[T float32 | float64](x []T, k int) T {
	for lo, hi := 0, len(x)-1; lo < hi; {
		pivot, i, j := x[(lo+hi)/2], lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	return x[k]
}
