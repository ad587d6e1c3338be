package figure

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// labels are the labelled ticks of a scale.
func labels(s scale) string {
	var out []string
	for _, t := range s.ticks {
		if t.label != "" && t.power != "" {
			out = append(out, t.label+"^"+t.power)
		} else if t.label != "" {
			out = append(out, t.label)
		}
	}
	return strings.Join(out, " ")
}

func TestScaleLabels(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
		want   string
	}{
		{[]float64{.84, .95, .97}, false, "0.80 0.85 0.90 0.95 1.00"},
		{[]float64{.95, .961, 1}, false, "0.95 0.96 0.97 0.98 0.99 1.00"},
		{[]float64{.05}, false, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{[]float64{1}, false, "0.90 0.92 0.94 0.96 0.98 1.00"},
		{[]float64{.5, 3.2}, false, "0 1 2 3 4"},
		{nil, false, "0.90 0.92 0.94 0.96 0.98 1.00"},
		{[]float64{2e-3, .39}, true, "0.01 0.1"},
		{[]float64{.003, .04}, true, "0.002 0.005 0.01 0.02 0.05"},
		{[]float64{3, 2e6}, true, "10 10^2 10^3 10^4 10^5 10^6"},
		// less than half a decade grows on both sides
		{[]float64{1e-6, 2e-6, nan}, true, "5×10^−7 10^−6 2×10^−6 5×10^−6"},
		{[]float64{500}, true, "200 500 1000"},
		{[]float64{0}, true, "1 2 5 10"},
		{nil, true, "1 2 5 10"},
	} {
		if got := labels(newScale(c.values, c.log)); got != c.want {
			t.Errorf("%v log=%t: labels %s, want %s", c.values, c.log, got, c.want)
		}
	}
}

// Any values have a place inside the frame and at least two labels to read them
// by, but never so many that they do not fit.
func TestScaleCoversValues(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		values := make([]float64, 1+r.IntN(4))
		log := r.IntN(2) == 0
		for i := range values {
			values[i] = math.Ldexp(r.Float64(), r.IntN(80)-40)
			if log && r.IntN(3) == 0 {
				values[i] = math.Float64frombits(r.Uint64()) // any float64
			}
		}
		s := newScale(values, log)
		f := frame{scale: s}
		f.Max.Y = 90
		for _, v := range values {
			if !drawable(v, log) {
				continue
			}
			if y := f.y(v); !(y >= inset-1e-6 && y <= f.Max.Y-inset+1e-6) {
				t.Fatalf("%v log=%t: %v at %v", values, log, v, y)
			}
		}
		if n := len(strings.Fields(labels(s))); n < 2 || n > 10 {
			t.Fatalf("%v log=%t: labels %s", values, log, labels(s))
		}
		if !slices.IsSortedFunc(s.ticks, func(a, b tick) int { return int(math.Copysign(1, a.at-b.at)) }) {
			t.Fatalf("%v log=%t: ticks out of order", values, log)
		}
	}
}
