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

// Intervals are bars behind the markers, of two ends and a line each; missing ones are not there.
func TestDotsIntervals(t *testing.T) {
	count := func(d *Dots) (bars int) {
		for _, s := range render(t, d).styles {
			if s == "fill:none;stroke:#0072B2;stroke-width:0.8" {
				bars++
			}
		}
		return bars
	}
	d := sp2Correct()
	with := count(d)
	d.Panels[0].Low[0][1] = nan
	if without := count(d); with != 12 || without != 9 {
		t.Errorf("%d strokes for 4 intervals, %d for 3, want 12 and 9", with, without)
	}
	d.Panels[0].High = nil
	wantError(t, d, "has not values with both ends of intervals")
}

// A series keeps the look that it is given.
func TestDotsLooks(t *testing.T) {
	d := sp2Correct()
	d.Looks = []int{2, 4, 5}
	doc := render(t, d)
	if doc.filled("#0072B2") != 0 || doc.filled("#009E73") != 5 {
		t.Errorf("%d markers in the first colour, %d in the third; want 0, 5", doc.filled("#0072B2"), doc.filled("#009E73"))
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
		queues, columns int
		width           Width
	}{
		{4, 4, TwoColumn},  // four panels of 4 queues side by side
		{4, 2, OneColumn},  // two by two
		{19, 1, TwoColumn}, // 19 queues with 3 methods need the whole width
	} {
		s, err := byRange(longQueues(c.queues), true, c.width).sheet()
		if err != nil || s.body.columns != c.columns {
			t.Errorf("%d queues: %d columns, want %d; %v", c.queues, s.body.columns, c.columns, err)
		}
	}
}
