package table

import (
	"math"
	"slices"
	"strconv"
)

// Known reports whether there is a time.
func Known(seconds float64) bool { return !math.IsNaN(seconds) }

// IsFinite reports whether a number of a file is neither NaN nor too large to
// be compared.
func IsFinite(x float64) bool { return math.Abs(x) <= 1e100 }

// Rounding is the error of a difference of two decimal numbers.
const Rounding = 1e-9

// CountIf counts the elements of a list that have a property.
func CountIf[E any](list []E, has func(*E) bool) (n int) {
	for i := range list {
		if has(&list[i]) {
			n++
		}
	}
	return n
}

// AddNew appends v to a short list that does not hold it.
func AddNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// Distinct lists the different values of a property of elements, as they first
// appear.
func Distinct[E any, T comparable](elements []E, of func(*E) T) []T {
	var list []T
	seen := map[T]bool{}
	for i := range elements {
		if v := of(&elements[i]); !seen[v] {
			list, seen[v] = append(list, v), true
		}
	}
	return list
}

// SixDigits rounds to six digits, which are the same on other machines.
func SixDigits(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return x
}
