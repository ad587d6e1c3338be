package figure

import (
	"math"
	"testing"
)

func TestHeatShowsEverything(t *testing.T) {
	h := shares(sp2, true, TwoColumn)
	h.Panels[0].Values[0] = []float64{0.8, 0.95, 1, nan}
	h.Panels[0].Counts[0][3] = 12345
	h.Note = "Jobs of 1998."
	doc := render(t, h)
	for _, want := range append([]string{
		h.Title, h.XLabel, h.YLabel, h.Label, h.Note, "express", "17-64", "bmbp", "lognormal-trim", "0.80", "1.00", "–", "12,345",
		"≤0.85", "Bold: below the target of 0.95.", "Small: jobs.", "Dash: no value, in 12 cells.",
	}, sp2...) {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// At the target a cell is nearly white, from Spread on it has the full colour.
func TestHeatColors(t *testing.T) {
	table := newHeatTable(&Heat{Target: 0.95, Spread: 0.1})
	for v, want := range map[float64]ramp{0.85: below, 0.2: below, math.Inf(-1): below, 1.05: above, math.Inf(1): above} {
		if got := table.color(v); got != want[len(want)-1] {
			t.Errorf("%v: %v, want %v", v, got, want[len(want)-1])
		}
	}
	if got := table.color(0.95); got != above[0] || got != below[0] {
		t.Errorf("at the target: %v", got)
	}
	if got := table.color(0.9); got != below[2] {
		t.Errorf("half way: %v, want %v", got, below[2])
	}
}

// Without a Spread the farthest value has the full colour; the bar ends at 1
// for shares, and says where values lie beyond it.
func TestHeatBar(t *testing.T) {
	row := [][]float64{{0.95, 0.75, 0.99}}
	h := &Heat{Target: 0.95, Rows: []string{"q"}, Columns: []string{"a", "b", "c"}, Panels: []HeatPanel{{Values: row}}}
	table := newHeatTable(h)
	if s := table.bar.scale; math.Abs(s.lo-0.75) > 1e-9 || s.hi != 1 || math.Abs(table.spread-0.2) > 1e-9 {
		t.Errorf("bar from %v to %v, spread %v, want 0.75, 1, 0.2", s.lo, s.hi, table.spread)
	}
	h.Spread, row[0][2] = 0.1, 3
	if got, want := labels(newHeatTable(h).bar.scale), "0.95 ≤0.85 ≥1.05 0.85 0.90 0.95 1.00 1.05"; got != want {
		t.Errorf("labels %s, want %s", got, want)
	}
}

// Nothing is left out: odd values are written too.
func TestHeatOddValues(t *testing.T) {
	h := &Heat{Target: 1, Rows: []string{"q"}, Columns: sp2, Panels: []HeatPanel{{Values: [][]float64{{math.Inf(1), math.Inf(-1), 3e7, -0.5}}}}}
	doc := render(t, h)
	for _, want := range []string{"∞", "−∞", "3e+07", "−0.50"} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
}

func TestHeatNoData(t *testing.T) {
	for name, h := range map[string]*Heat{
		"nothing":     {},
		"no panels":   {Rows: sp2, Columns: ranges},
		"empty panel": {Rows: sp2, Columns: ranges, Panels: []HeatPanel{{Name: "bmbp"}}},
		"all equal":   {Rows: sp2, Target: 1e12},
	} {
		if doc := render(t, h); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestHeatShape(t *testing.T) {
	h := shares(sp2, true, TwoColumn)
	h.Panels[1].Values = h.Panels[1].Values[:3]
	wantError(t, h, "panel 1 (lognormal) has values of 3 rows, want 4")
	h = shares(sp2, true, TwoColumn)
	h.Panels[2].Counts[1] = []int{1}
	wantError(t, h, `panel 2 (lognormal-trim) has counts of 1 columns in row "high", want 4`)
	wantError(t, &Heat{Target: nan}, "target NaN")
	wantError(t, &Heat{Spread: -1}, "spread of -1")
}
