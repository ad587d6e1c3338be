package synth

import (
	"math"
	"testing"
)

func TestExpLog(t *testing.T) {
	for x := -40.0; x <= 40; x += 0.0371 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-14 {
			t.Errorf("exp(%g) = %g, want %g", x, got, want)
		}
		y := math.Exp(x)
		if got, want := log(y), math.Log(y); math.Abs(got-want) > 1e-14*max(1, math.Abs(want)) {
			t.Errorf("log(%g) = %g, want %g", y, got, want)
		}
	}
	if exp(0) != 1 || log(1) != 0 {
		t.Errorf("exp(0) = %g, log(1) = %g", exp(0), log(1))
	}
}
