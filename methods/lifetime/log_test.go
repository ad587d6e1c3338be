package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range 1_000_000 {
		x := math.Exp(400 * (rng.Float64() - 0.5))
		if i%2 == 0 {
			x = 0.9 + 1.3*rng.Float64()
		}
		if want := math.Log(x); math.Abs(ln(x)-want) > 1e-14*max(1, math.Abs(want)) {
			t.Fatalf("ln %g is %g, want %g", x, ln(x), want)
		}
	}
}
