package page

import (
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay/arrowio"
)

// stretch is a series with the bounds of several methods.
type stretch struct {
	arrowio.Block             // Bound is not used
	bounds        [][]float64 // by method
	varies        []bool      // by method: bounds depend on the job
	epoch         float64     // seconds between refits
}

// mostStretches is how many parts of a series are counted each on its own, and leastStretch how many
// jobs they have at least.
const mostStretches, leastStretch = 500, 20

// counted is how many consecutive jobs are counted together.
func (s *stretch) counted() int {
	return max(leastStretch, (len(s.Submit)+mostStretches-1)/mostStretches)
}

// count counts, of every stretch, the scored jobs that have a bound, and those it covers.
func (s *stretch) count(bounds []float64, l methods.Level) (bounded, covered []int64) {
	size := s.counted()
	for i, b := range bounds {
		if i%size == 0 {
			bounded, covered = append(bounded, 0), append(covered, 0)
		}
		if s.Scored[i] && !math.IsNaN(b) {
			bounded[i/size]++
			if l.Covers(s.Wait[i], b) {
				covered[i/size]++
			}
		}
	}
	return bounded, covered
}

// band gives the 10th and the 90th percentile of the bounds of every stretch, to three digits, NaN
// for a stretch without bounds.
func (s *stretch) band(bounds []float64) (low, high []float64) {
	size := s.counted()
	for chunk := range slices.Chunk(bounds, size) {
		chunk = slices.DeleteFunc(slices.Clone(chunk), math.IsNaN)
		slices.Sort(chunk)
		if len(chunk) == 0 {
			low, high = append(low, math.NaN()), append(high, math.NaN())
			continue
		}
		low = append(low, threeDigits(chunk[len(chunk)/10]))
		high = append(high, threeDigits(chunk[(len(chunk)-1)-len(chunk)/10]))
	}
	return low, high
}

func threeDigits(v float64) float64 {
	if v <= 0 || math.IsInf(v, 0) {
		return v
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return math.Round(v/unit) * unit
}

// downsample gives the positions of at most about limit jobs: of each of many parts of consecutive
// jobs those with the shortest and longest wait and the lowest and highest bound of every method
// that has a line, and the first.
func (s *stretch) downsample(limit int) []int64 {
	n := len(s.Submit)
	size := 1.0
	if n > limit {
		size = float64(n) / float64(limit) * 2
	}
	for ; ; size *= 1.25 {
		if kept := s.extremes(int(size)); len(kept) <= limit || int(size) >= n {
			return kept
		}
	}
}

// extremes gives the jobs to keep of parts of a size.
func (s *stretch) extremes(size int) []int64 {
	n := len(s.Submit)
	keep := make([]bool, n)
	for first := 0; first < n; first += size {
		last := min(first+size, n)
		keep[first] = true
		markExtremes(keep, s.Wait, first, last)
		for i, b := range s.bounds {
			if !s.varies[i] {
				markExtremes(keep, b, first, last)
			}
		}
	}
	var kept []int64
	for i, k := range keep {
		if k {
			kept = append(kept, int64(i))
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

func pick[T any](values []T, at []int64) []T {
	out := make([]T, len(at))
	for i, p := range at {
		out[i] = values[p]
	}
	return out
}
