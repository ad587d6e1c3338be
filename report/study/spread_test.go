package study

import (
	"math"
	"testing"
)

// TestSpread: the mean of 1, 2, 3, 4 is 2.5, their standard deviation
// sqrt(5/3); 3.182 sqrt(5/3) / 2 = 2.0540.
func TestSpread(t *testing.T) {
	s := sample{1, 2, math.NaN(), 3, 4}.spread()
	if s.mean != 2.5 || math.Abs(s.sd-math.Sqrt(5./3)) > 1e-9 || math.Abs(s.half-2.0540) > 1e-4 ||
		s.lowest != 1 || s.greatest != 4 {
		t.Errorf("%+v", s)
	}
	if s := (sample{7}).spread(); s.mean != 7 || s.sd == s.sd || s.half == s.half || s.lowest != 7 {
		t.Errorf("%+v of one number", s)
	}
	for _, none := range []sample{nil, {math.NaN()}} {
		if s := none.spread(); s.mean == s.mean || s.half == s.half || s.greatest == s.greatest {
			t.Errorf("%+v of none", s)
		}
	}
	// 40 and 120 degrees of freedom, printed tables.
	if math.Abs(student(40)-2.021) > 2e-3 || math.Abs(student(120)-1.980) > 1e-3 {
		t.Errorf("%g and %g", student(40), student(120))
	}
}

func TestSpreadHas(t *testing.T) {
	s := spread{lowest: 8.6, greatest: 9.4}
	for printed, want := range map[float64]bool{8: false, 9: true, 10: false, 8.5: false, 8.6: true, 8.55: false, 9.5: false, 9.4: true} {
		if got := s.has(printed); got != want {
			t.Errorf("%v is in %v to %v: %v, want %v", printed, s.lowest, s.greatest, got, want)
		}
	}
}
