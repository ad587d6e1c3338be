package figure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// labels are the labelled ticks of an axis.
func labels(a *axis) string {
	var out []string
	for _, t := range a.marks() {
		if t.Label != "" {
			out = append(out, strings.ReplaceAll(t.Label, raised, "^"))
		}
	}
	return strings.Join(out, " ")
}

func TestAxisLabels(t *testing.T) {
	for _, c := range []struct {
		got  *axis
		want string
	}{
		{shareAxis(.84, .95, .97), "0.80 0.85 0.90 0.95 1.00"},
		{shareAxis(.95, .961, 1), "0.95 0.96 0.97 0.98 0.99 1.00"},
		{shareAxis(.05), "0.0 0.2 0.4 0.6 0.8 1.0"},
		{shareAxis(1), "0.90 0.92 0.94 0.96 0.98 1.00"},
		{shareAxis(.5, 3.2), "0 1 2 3 4"},
		{shareAxis(), "0.90 0.92 0.94 0.96 0.98 1.00"},
		{newAxis(true, 2e-3, .39), "0.01 0.1"},
		{newAxis(true, .003, .04), "0.002 0.005 0.01 0.02 0.05"},
		{newAxis(true, 3, 2e6), "10 10^2 10^3 10^4 10^5 10^6"},
		// less than half a decade grows on both sides
		{newAxis(true, 1e-6, 2e-6, nan), "5×10^−7 10^−6 2×10^−6 5×10^−6"},
		{newAxis(true, 500), "200 500 1000"},
		{newAxis(true, 0), "0 1 2 5 10"},
		{newAxis(true), "1 2 5 10"},
		{newAxis(false, -3, 4), "−4 −2 0 2 4"},
	} {
		if got := labels(c.got); got != c.want {
			t.Errorf("labels %s, want %s", got, c.want)
		}
	}
}

// Any values have a place inside the frame, zero below all others, and at least two labels to read
// them by, but never so many that they do not fit.
func TestAxisCoversValues(t *testing.T) {
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
		a := newAxis(log, values...)
		a.fit(90)
		least := (a.to - a.from) / 90 * (float64(inset) - 1e-6)
		for _, v := range values {
			if drawable(v, log) && !(a.at(v) >= a.from+least && a.at(v) <= a.to-least) {
				t.Fatalf("%v log=%t: %v at %v of %v to %v", values, log, v, a.at(v), a.from, a.to)
			}
		}
		if a.zero && !(a.zeroAt < a.parting && a.parting < a.lo) {
			t.Fatalf("%v: zero at %v, parted at %v from %v", values, a.zeroAt, a.parting, a.lo)
		}
		if n := len(strings.Fields(labels(a))); n < 2 || n > 11 {
			t.Fatalf("%v log=%t: labels %s", values, log, labels(a))
		}
	}
}

// The part of a line within both axes: y = 0.1 x^2 leaves x from 1 to 10^3, y from 1 to 10^3,
// through the bottom at 10^0.5 and the top at 10^2.
func TestStraight(t *testing.T) {
	a := newAxis(true, 1, 1000)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	got := a.straight(2, -1)
	if len(got) != 2 || !near(got[0].X, 0.5) || !near(got[0].Y, 0) || !near(got[1].X, 2) || !near(got[1].Y, 3) {
		t.Errorf("line %v, want from 0.5, 0 to 2, 3", got)
	}
	for _, beyond := range []plotter.XYs{a.straight(0, 5), a.straight(1, -9)} {
		if beyond != nil {
			t.Errorf("a line beyond the axes: %v", beyond)
		}
	}
}
