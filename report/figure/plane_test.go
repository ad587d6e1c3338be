package figure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// On a narrow axis only some powers of ten keep their labels, evenly spaced.
func TestSparse(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
		width  float64
		want   string
	}{
		{[]float64{0.2, 10}, true, 300, "0.2 0.5 1 2 5 10"},
		{[]float64{0.2, 10}, true, 50, "1 10"},
		{[]float64{1, 1e7}, true, 200, "1 10 10^2 10^3 10^4 10^5 10^6 10^7"},
		{[]float64{1, 1e7}, true, 100, "1 10^2 10^4 10^6"},
		{[]float64{1, 1e7}, true, 60, "1 10^3 10^6"},
		{[]float64{0, 1}, false, 30, "0.0 0.8"},
	} {
		if got := labels(newScale(c.values, c.log).sparse(vg.Length(c.width))); got != c.want {
			t.Errorf("%v on %v pt: %s, want %s", c.values, c.width, got, c.want)
		}
	}
}

// Any values have a place on a linear scale of a few labels.
func TestLinearScale(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 5000 {
		values := make([]float64, r.IntN(4))
		for i := range values {
			values[i] = math.Ldexp(r.NormFloat64(), r.IntN(90)-60)
			if i > 0 && r.IntN(3) == 0 {
				values[i] = math.Nextafter(values[0], math.Inf(1))
			}
		}
		s := linearScale(values)
		for _, v := range values {
			if drawable(v, false) && (v < s.lo-1e-6*(s.hi-s.lo) || v > s.hi+1e-6*(s.hi-s.lo)) {
				t.Fatalf("%v: %v outside %v to %v", values, v, s.lo, s.hi)
			}
		}
		if n := len(strings.Fields(labels(s))); n < 2 || n > 12 {
			t.Fatalf("%v: labels %s", values, labels(s))
		}
	}
}
