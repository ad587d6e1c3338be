package stat

import (
	"math"
	"testing"
)

// At 0.95, 0.975 and 1e-10 as R's qnorm prints them; the others are the usual
// constants of statistical tables, to 16 digits.
func TestQuantile(t *testing.T) {
	tests := []struct{ p, want float64 }{
		{0.5, 0},
		{0.75, 0.6744897501960817},
		{0.9, 1.2815515655446004},
		{0.95, 1.6448536269514722},
		{0.975, 1.959963984540054},
		{0.99, 2.326347874040841},
		{0.999, 3.090232306167813},
		{0.05, -1.6448536269514722},
		{0.001, -3.090232306167813},
		{1e-10, -6.361340902404056},
		{0, math.Inf(-1)},
		{1, math.Inf(1)},
	}
	for _, tt := range tests {
		if got := Quantile(tt.p); got != tt.want && math.Abs(got-tt.want) > 1e-15*math.Abs(tt.want) {
			t.Errorf("Quantile(%v) = %.17g, want %.17g", tt.p, got, tt.want)
		}
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if got := Quantile(p); !math.IsNaN(got) {
			t.Errorf("Quantile(%v) = %v, want NaN", p, got)
		}
	}
}

// A relative change of 1e-15 in x changes the tail by 1e-15 x^2, so that the
// tail of the quantile has to agree to a few times that and to the rounding of
// the tail itself.
func TestQuantileInvertsTail(t *testing.T) {
	for e := -300.0; e < -0.302; e += 0.37 {
		p := math.Pow(10, e)
		x := Quantile(p)
		if rel := math.Abs(normalCDF(x)-p) / p; rel > 1e-15*(2+x*x) {
			t.Errorf("Phi(Quantile(%v)) is off by %.2g", p, rel)
		}
	}
}
