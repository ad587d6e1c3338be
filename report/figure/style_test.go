package figure

import (
	"image/color"
	"math"
	"testing"
)

func TestLightness(t *testing.T) {
	// White and black by definition; middle grey of sRGB 119 is L* = 50.03 and
	// pure red 53.24 (CIE 15, sRGB with white D65).
	for _, c := range []struct {
		color color.NRGBA
		want  float64
	}{
		{color.NRGBA{R: 255, G: 255, B: 255}, 100},
		{color.NRGBA{}, 0},
		{color.NRGBA{R: 119, G: 119, B: 119}, 50.03},
		{color.NRGBA{R: 255}, 53.24},
	} {
		if got := lightness(c.color); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%v: L* %.3f, want %.2f", c.color, got, c.want)
		}
	}
}

// Ramps darken in equal steps, which keeps their order in grey, and so evenly
// that a step nowhere looks larger than elsewhere.
func TestRampsAreEven(t *testing.T) {
	const steps = 64
	for name, r := range map[string]ramp{"rising": rising, "below": {around[4], around[3], around[2], around[1], around[0]}, "above": around[4:]} {
		first, last := lightness(r.at(0)), lightness(r.at(1))
		for i := range steps {
			share := float64(i) / steps
			want := first + share*(last-first)
			if got := lightness(r.at(share)); math.Abs(got-want) > 2.5 {
				t.Errorf("%s at %.2f: L* %.1f, want %.1f", name, share, got, want)
			}
			if lightness(r.at(share+1.0/steps)) >= lightness(r.at(share)) {
				t.Errorf("%s does not darken at %.2f", name, share)
			}
		}
	}
}

func TestRampEnds(t *testing.T) {
	for share, want := range map[float64]color.NRGBA{-1: rising[0], 0: rising[0], 0.5: rising[4], 1: rising[8], 7: rising[8], math.Inf(1): rising[8]} {
		if got := rising.at(share); got != want {
			t.Errorf("at %v: %v, want %v", share, got, want)
		}
	}
}
