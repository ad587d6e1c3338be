package figure

import (
	"math"
	"testing"
)

func TestHeatShowsEverything(t *testing.T) {
	h := shares(sp2, TwoColumn)
	h.Panels[0].Values[0] = []float64{0.8, 0.95, 1, nan}
	h.Note = "Jobs of 1998."
	doc := render(t, h)
	for _, want := range append([]string{
		h.Title, h.XLabel, h.YLabel, h.Label, h.Note, "express", "17-64", "bmbp", "lognormal-trim", "0.80", "1.00", "–",
		"≤0.85", "Bold: below the target of 0.95.", "Dash: no value, in 12 cells.",
	}, sp2...) {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// Every cell is filled: at the target nearly white, as the middle of the key, from the spread on in
// the full colour, grey where there is no value.
func TestHeatColors(t *testing.T) {
	h := &Heat{Target: 0.95, Spread: 0.05, Rows: sp2, Columns: []string{"a", "b"}, Panels: []HeatPanel{{Values: [][]float64{
		{0.95, 0.9}, {0.2, math.Inf(-1)}, {1, math.Inf(1)}, {nan, nan},
	}}}}
	doc := render(t, h)
	for colour, want := range map[string]int{"#F6F6F6": 2, "#D3471B": 3, "#0383C3": 2, "#E4E4E4": 2} {
		if got := doc.filled(colour); got != want {
			t.Errorf("%d cells in %s, want %d of %q", got, colour, want, doc.styles)
		}
	}
}

// Nothing is left out: odd values are written too.
func TestHeatOddValues(t *testing.T) {
	h := &Heat{Target: 1, Spread: 1, Rows: []string{"q"}, Columns: sp2, Panels: []HeatPanel{{Values: [][]float64{{math.Inf(1), math.Inf(-1), 3e7, -0.5}}}}}
	doc := render(t, h)
	for _, want := range []string{"∞", "−∞", "3e+07", "−0.50"} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
}

func TestHeatNoData(t *testing.T) {
	for name, h := range map[string]*Heat{
		"nothing":     {Spread: 1},
		"no panels":   {Rows: sp2, Columns: ranges, Spread: 1},
		"empty panel": {Rows: sp2, Columns: ranges, Spread: 1, Panels: []HeatPanel{{Name: "bmbp"}}},
		"all equal":   {Rows: sp2, Target: 1e12, Spread: 1e6},
	} {
		if doc := render(t, h); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestHeatShape(t *testing.T) {
	h := shares(sp2, TwoColumn)
	h.Panels[1].Values = h.Panels[1].Values[:3]
	wantError(t, h, "panel 1 (lognormal) has values of 3 rows, want 4")
	h = shares(sp2, TwoColumn)
	h.Panels[2].Values[1] = []float64{1}
	wantError(t, h, `panel 2 (lognormal-trim) has values of 1 columns in row "high", want 4`)
	wantError(t, &Heat{Target: nan, Spread: 1}, "target NaN")
	wantError(t, &Heat{Spread: -1}, "spread of -1")
}
