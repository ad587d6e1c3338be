package stat

import (
	"math"
	"testing"
)

// By hand. z(p) is the normal quantile: z(1/4) = -a with a =
// 0.6744897501960817, z(1/2) = 0.
//   - 1 2 3: scores -a 0 a, products 0, squares 2a^2.
//   - 1 3 2: scores -a a 0, products -a^2.
//   - 5 5 1 7 of n=4: ranks 2.5 2.5 1 4, over 5: 1/2 1/2 1/5 4/5, scores 0 0 -b
//     b, products -b^2, squares 2b^2.
//   - 1 1 9 9: ranks 1.5 1.5 3.5 3.5, scores -d -d d d, products d^2 - d^2 +
//     d^2, squares 4d^2.
//   - 0 0 0 4 of n=4: ranks 2 2 2 4, over 5: scores u u u v with u = z(0.4) and
//     v = z(0.8); about their mean 3/4 of the way to u they are -1/4 -1/4 -1/4
//     3/4 times v-u, products (1 + 1 - 3)/16, squares (1 + 1 + 1 + 9)/16.
func TestLag1(t *testing.T) {
	tests := []struct {
		waits []float64
		want  float64
	}{
		{nil, 0},
		{[]float64{1}, 0},
		{[]float64{1, 2}, 0},
		{[]float64{7, 7, 7, 7}, 0},
		{[]float64{1, 2, 3}, 0},
		{[]float64{1, 3, 2}, -0.5},
		{[]float64{1, 1e9, 2}, -0.5},
		{[]float64{5, 5, 1, 7}, -0.5},
		{[]float64{1, 1, 9, 9}, 0.25},
		{[]float64{0, 0, 0, 4}, -1. / 12},
	}
	for _, tt := range tests {
		if got := Lag1(tt.waits); math.Abs(got-tt.want) > 1e-14 {
			t.Errorf("Lag1(%v) = %v, want %v", tt.waits, got, tt.want)
		}
	}
}
