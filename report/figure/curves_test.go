package figure

import (
	"math"
	"testing"
)

func TestCurves(t *testing.T) {
	v := &Curves{
		Title: "Odds of starting in time", XLabel: "submitted (h)", YLabel: "probability", High: 1, Note: "One job.",
		Series: []Curve{
			{Name: "odds", X: []float64{0, 1, 2, 3, 4}, Y: []float64{0.2, 0.1, nan, 0.7, math.Inf(1)}},
			{Name: "taken", X: []float64{3}, Y: []float64{0.7}, Marks: true},
		},
	}
	doc := render(t, v)
	for _, want := range []string{v.Title, v.XLabel, v.YLabel, "One job.", "odds", "taken", "0.0", "1.0", "3",
		"1 missing point left out.", "1 point not drawn (infinite or beyond 10^12)."} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
	if d := newCurves(v); d.up.lo != 0 || d.up.hi != 1 || d.across.lo != 0 || d.across.hi != 3 {
		t.Errorf("axes from %v to %v and from %v to %v", d.across.lo, d.across.hi, d.up.lo, d.up.hi)
	}
	if doc := render(t, &Curves{Series: []Curve{{Name: "a", X: []float64{nan}, Y: []float64{1}}}}); !doc.hasText("no data") {
		t.Errorf("no \"no data\" in %q", doc.texts)
	}
}

func TestCurvesShape(t *testing.T) {
	wantError(t, &Curves{Series: []Curve{{Name: "a", X: []float64{1}}}}, `series "a" has 1 places and 0 values`)
	wantError(t, &Curves{High: math.Inf(1)}, "vertical axis from 0 to +Inf")
}
