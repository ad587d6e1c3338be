package qbets

import (
	"fmt"
	"math"
	"testing"
)

func TestChoose(t *testing.T) {
	// Two of four cells have entries: 4 ln(4/8) + 4 ln(4/1) - 3/2 ln 8 = -0.5 ln 2.
	cells := []bin{{4, 8}, {}, {}, {4, 1}}
	product := -0.5 * math.Ln2
	for _, test := range []struct {
		first, second float64
		want          choice
	}{
		{-4, -3, bothAttributes},
		{product, -3, firstAttribute}, // not larger than bothAttributes
		{-3, product, secondAttribute},
		{product, product, firstAttribute},
		{product - 1e-10, product, firstAttribute}, // equal within the tolerance
		{product - 1e-8, product, secondAttribute},
		{product - 1e-8, product - 1e-8, bothAttributes},
	} {
		if got := choose(&partition{BIC: test.first}, &partition{BIC: test.second}, cells); got != test.want {
			t.Errorf("BIC %v and %v: choice %v, want %v", test.first, test.second, got, test.want)
		}
	}
}

// TestBorrow: with at least 59 entries a history.
func TestBorrow(t *testing.T) {
	for _, test := range []struct {
		counts []int
		width  int
		want   string
	}{
		{[]int{59, 60}, 2, "[[0] [1]]"},
		{[]int{58, 60}, 2, "[[0 1] [1]]"},
		{[]int{100, 10, 20}, 3, "[[0] [1 2 0] [2 1 0]]"}, // higher first, then lower
		{[]int{30, 100, 20}, 1, "[[0 1] [1] [2 1]]"},     // the same for rows
		{[]int{
			10, 0, 100,
			5, 5, 5,
			0, 200, 1,
		}, 3, "[[0 1 2] [1 2] [2] [3 4 5 6 7] [4 5 3 6 7] [5 4 3 6 7] [6 7] [7] [8 7]]"},
		// earlier rows from the nearest cell back
		{[]int{100, 3, 1, 1}, 2, "[[0] [1 0] [2 3 1 0] [3 2 1 0]]"},
		{[]int{1, 2}, 1, "[[0 1] [1 0]]"}, // all there is
	} {
		if got := fmt.Sprint(borrow(test.counts, test.width, 59)); got != test.want {
			t.Errorf("%v in rows of %d: %s, want %s", test.counts, test.width, got, test.want)
		}
	}
}
