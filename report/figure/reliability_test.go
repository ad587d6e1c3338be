package figure

import (
	"math"
	"slices"
	"testing"
)

func TestReliabilityShowsEverything(t *testing.T) {
	r := promises(false, TwoColumn)
	r.Note = "Jobs of 1998."
	doc := render(t, r)
	for _, want := range append([]string{
		r.Title, r.Note, "requested quantile", "share of waits within the bound", "achieved = requested", "95% range of 2,000 independent waits",
	}, methods...) {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
	if n := doc.filled("#0072B2"); n != 6+1 {
		t.Errorf("%d markers of the first series, want 6 and one in the legend", n-1)
	}
	if doc := render(t, promises(true, OneColumn)); !doc.hasText("achieved − requested share") {
		t.Error("no label of differences")
	}
}

// Points come in order of the quantile, and both axes have the same limits.
func TestReliabilityPoints(t *testing.T) {
	r := &Reliability{Series: []ReliabilitySeries{{
		Name:      "a",
		Requested: []float64{0.95, 0.5, nan, 0.9, 1.2, 0.7},
		Achieved:  []float64{0.9, 0.6, 0.5, nan, 0.5, -0.1},
	}}}
	d := newDiagonal(r)
	if want := []promise{{0.5, 0.6}, {0.95, 0.9}}; !slices.Equal(d.points[0], want) {
		t.Errorf("points %v, want %v", d.points[0], want)
	}
	if d.across.lo != d.up.lo || d.across.hi != d.up.hi || d.up.hi != 1 {
		t.Errorf("axes from %v to %v and from %v to %v", d.across.lo, d.across.hi, d.up.lo, d.up.hi)
	}
	doc := render(t, r)
	for _, want := range []string{"2 missing shares left out.", "2 shares not drawn (not between 0 and 1)."} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
	r.Difference = true
	if got := newDiagonal(r).points[0][1].shown; math.Abs(got+0.05) > 1e-12 {
		t.Errorf("difference %v, want -0.05", got)
	}
}

func TestBand(t *testing.T) {
	// 1.959964 sqrt(0.5 0.5 / 100) = 0.0979982 and 1.959964 sqrt(0.99 0.01 / 10)
	// = 0.0616688; at 0 and 1 nothing varies.
	for _, c := range []struct {
		q         float64
		n         int
		low, high float64
	}{
		{0.5, 100, 0.4020018, 0.5979982},
		{0.99, 10, 0.9283312, 1},
		{0, 10, 0, 0},
		{1, 10, 1, 1},
	} {
		low, high := band(c.q, c.n)
		if math.Abs(low-c.low) > 1e-6 || math.Abs(high-c.high) > 1e-6 {
			t.Errorf("%v, %d: %.7f to %.7f, want %.7f to %.7f", c.q, c.n, low, high, c.low, c.high)
		}
	}
}

func TestReliabilityNoData(t *testing.T) {
	for name, r := range map[string]*Reliability{
		"nothing":    {},
		"difference": {Difference: true},
		"missing":    {Jobs: 10, Series: []ReliabilitySeries{{"a", []float64{0.5}, []float64{nan}}}},
	} {
		if doc := render(t, r); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestReliabilityShape(t *testing.T) {
	wantError(t, &Reliability{Series: []ReliabilitySeries{{Name: "a", Requested: []float64{1}}}}, `series "a" has 1 requested and 0 achieved shares`)
	wantError(t, &Reliability{Jobs: -1}, "band of -1 jobs")
}
