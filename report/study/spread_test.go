package study

import (
	"math"
	"testing"
)

// TestSpread: the mean of 1, 2, 3, 4 is 2.5, their standard deviation
// sqrt(5/3); 3.18245 sqrt(5/3) / 2 = 2.05426.
func TestSpread(t *testing.T) {
	s := Sample{1, 2, math.NaN(), 3, 4}.Spread()
	if s.Mean != 2.5 || math.Abs(s.SD-math.Sqrt(5./3)) > 1e-9 || math.Abs(s.Half-2.05426) > 1e-5 ||
		s.Lowest != 1 || s.Greatest != 4 {
		t.Errorf("%+v", s)
	}
	if s := (Sample{7}).Spread(); s.Mean != 7 || s.SD == s.SD || s.Half == s.Half || s.Lowest != 7 {
		t.Errorf("%+v of one number", s)
	}
	for _, none := range []Sample{nil, {math.NaN()}} {
		if s := none.Spread(); s.Mean == s.Mean || s.Half == s.Half || s.Greatest == s.Greatest {
			t.Errorf("%+v of none", s)
		}
	}
}

func TestSpreadHas(t *testing.T) {
	s := Spread{Lowest: 8.6, Greatest: 9.4}
	for printed, want := range map[float64]bool{8: false, 9: true, 10: false, 8.5: false, 8.6: true, 8.55: false,
		9.5: false, 9.4: true} {
		if got := s.Has(printed); got != want {
			t.Errorf("%v is in %v to %v: %v, want %v", printed, s.Lowest, s.Greatest, got, want)
		}
	}
}
