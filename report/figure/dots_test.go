package figure

import (
	"math"
	"strings"
	"testing"
)

func TestDotsShowsEverything(t *testing.T) {
	doc := render(t, sp2Correct())
	for _, want := range append(append([]string{"queue", "correct (fraction)", "target 0.95", "share of waits"}, sp2...), methods...) {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
	for i, colour := range []string{"#0072B2", "#E69F00", "#009E73"} {
		if n := doc.filled(colour); n != 4+1 { // one per queue, one in the legend
			t.Errorf("%s: %d markers, want 5", methods[i], n)
		}
	}
}

func TestDotsPanels(t *testing.T) {
	d := byRange(sp2, true, TwoColumn)
	drawn := 0
	for _, v := range d.values() {
		if !math.IsNaN(v) {
			drawn++
		}
	}
	doc := render(t, d)
	for _, name := range ranges {
		if !doc.hasText(name) {
			t.Errorf("no panel %q", name)
		}
	}
	got := doc.filled("#0072B2") + doc.filled("#E69F00") + doc.filled("#009E73")
	if want := drawn + len(methods); got != want {
		t.Errorf("%d markers, want %d", got, want)
	}
}

func TestDotsValuesWithoutAPlace(t *testing.T) {
	values := [][]float64{{0, nan, math.Inf(1), -1, 0.5, 1e-300, math.MaxFloat64}}
	d := &Dots{
		Categories: strings.Split("abcdefg", ""),
		Series:     []string{"m"},
		Panels:     []Panel{{Values: values}},
		Note:       "b: fewer than 1000 jobs",
	}
	for _, c := range []struct {
		log     bool
		markers int
		note    string
	}{
		{true, 4, "2 values not drawn (infinite or negative)."},
		{false, 4, "2 values not drawn (infinite or beyond 10^12)."},
	} {
		d.Log = c.log
		doc := render(t, d)
		if n := doc.filled("#0072B2"); n != c.markers+1 {
			t.Errorf("log=%t: %d markers, want %d and one in the legend", c.log, n-1, c.markers)
		}
		if !doc.hasText(c.note) || !doc.hasText(d.Note) {
			t.Errorf("log=%t: notes missing in %q", c.log, doc.texts)
		}
	}
}

// A value of zero on a logarithmic axis stands on the line labelled 0, which
// only then is there.
func TestDotsZeroOnLogAxis(t *testing.T) {
	d := &Dots{Categories: []string{"a", "b"}, Series: []string{"m"}, Log: true}
	d.Panels = []Panel{{Values: [][]float64{{0, 0.5}}}}
	g := d.grid()
	if !g.scale.zero {
		t.Fatal("no line for zero")
	}
	f := frame{scale: g.scale}
	f.Max.Y = 100
	if zero, half := f.y(0), f.y(0.5); zero >= zeroRow || half <= zeroRow {
		t.Errorf("0 at %v and 0.5 at %v, want below and above %v", zero, half, zeroRow)
	}
	d.Panels[0].Values[0][0] = 0.1
	if d.grid().scale.zero {
		t.Error("a line for zero without a zero")
	}
}

func TestDotsNoData(t *testing.T) {
	for name, d := range map[string]*Dots{
		"nothing":       {},
		"no panels":     {Categories: sp2, Series: methods},
		"no categories": {Series: methods, Panels: []Panel{{Values: [][]float64{{}, {}, {}}}}},
		"all missing":   {Categories: sp2[:1], Series: methods[:1], Panels: []Panel{{Values: [][]float64{{nan}}}}},
		"log":           {Categories: sp2[:1], Series: methods[:1], Panels: []Panel{{Values: [][]float64{{nan}}}}, Log: true, Target: math.Inf(1)},
	} {
		if doc := render(t, d); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestDotsShape(t *testing.T) {
	d := sp2Correct()
	d.Panels[0].Values = d.Panels[0].Values[:2]
	wantError(t, d, "values of 2 series, want 3")
	d = sp2Correct()
	d.Panels[0].Values[1] = []float64{1}
	wantError(t, d, `series "lognormal" has 1 values, want 4`)
}

// wantError checks that writing f fails with a message containing text.
func wantError(t *testing.T, f Figure, text string) {
	t.Helper()
	err := Write(&strings.Builder{}, f, "svg")
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one with %q", err, text)
	}
}

func TestColumnsOfPanels(t *testing.T) {
	for _, c := range []struct {
		queues, columns, rows int
		width                 Width
	}{
		{4, 4, 1, TwoColumn},  // four panels of 4 queues side by side
		{4, 2, 2, OneColumn},  // two by two
		{19, 1, 4, TwoColumn}, // 19 queues with 3 methods need the whole width
	} {
		g := byRange(longQueues(c.queues), true, c.width).grid()
		if g.columns != c.columns || g.rows != c.rows {
			t.Errorf("%d queues: %d columns, %d rows, want %d, %d", c.queues, g.columns, g.rows, c.columns, c.rows)
		}
	}
}
