package figure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDensityShowsEverything(t *testing.T) {
	doc := render(t, densityOf(predictions(2000), TwoColumn))
	for _, want := range []string{
		"SDSC-SP2-1998: predicted and actual wait", "predicted wait (s)", "actual wait (s)", "jobs per cell", "near", "blind", "n = 2,000",
		"ln y = 0.90 ln x + 0.40, r = 0.87", "ln y = 0.10 ln x − 5.2", "actual = predicted", "least squares",
		"Least-squares line beyond the axes: blind.", "geometric mean of column", "median of column", "1 min", "1 h", "1 d", "<1",
		"Jobs without a prediction are left out.", "Cells are 1/6 of a decade wide and high",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
	one := render(t, densityOf(predictions(2000)[:1], TwoColumn))
	if !one.hasText("least squares: ln y = 0.90 ln x + 0.40, r = 0.87") {
		t.Error("the equation of a single panel is not in the legend")
	}
}

func TestFitString(t *testing.T) {
	for _, c := range []struct {
		fit  Fit
		want string
	}{
		{Fit{0.6, 1.7, 0.48}, "ln y = 0.60 ln x + 1.7, r = 0.48"}, // [downey], figure 5a
		{Fit{1.01, -0.01, 0.59}, "ln y = 1.01 ln x − 0.01, r = 0.59"},
		{Fit{-0.3, 3, nan}, "ln y = −0.30 ln x + 3.0"},
		{Fit{0, 12.34, -1}, "ln y = 0.00 ln x + 12.3, r = −1.00"},
	} {
		if got := c.fit.String(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.fit, got, c.want)
		}
	}
}

// Every job with a place is in one cell; what is below 1 s in row or column 0.
func TestCells(t *testing.T) {
	inf := math.Inf(1)
	j := newJobs(DensityPanel{
		X: []float64{0, 0.5, 1, 1000, 1000, 999, nan, 5, -1, 5, inf},
		Y: []float64{0, 10, 0.9, 1000, 1000, 1, 5, nan, 5, inf, 5},
	})
	a := newAxis(true, 0, 1, 1000)
	j.fill(&density{across: a, up: a, perDecade: 2})
	if j.missing != 2 || j.lost != 3 || j.zeroX != 2 || j.zeroY != 2 || !j.small || j.most != 2 {
		t.Errorf("missing %d, lost %d, below 1 s %d and %d, small %t, most %d; want 2, 3, 2, 2, true, 2",
			j.missing, j.lost, j.zeroX, j.zeroY, j.small, j.most)
	}
	// Two cells per decade from 1 s on: 1 is in cell 1, 10 in 3, 999 in 6 and 1000, the upper
	// limit, in 7.
	want := map[string]int{"0 0": 1, "0 3": 1, "1 0": 1, "7 7": 2, "6 1": 1}
	for i, column := range j.counts {
		for k, n := range column {
			if cell := fmt.Sprint(i, k); n != want[cell] {
				t.Errorf("%d jobs in cell %s, want %d", n, cell, want[cell])
			}
		}
	}
}

// Means take waits below 1 s as 1 s, medians as they are; a column of fewer than 10 jobs has none.
func TestColumns(t *testing.T) {
	var p DensityPanel
	for i := range 10 {
		p.X = append(p.X, 100, 5)
		p.Y = append(p.Y, []float64{0, 0, 0, 0, 0, 100, 100, 100, 100, 100}[i], 7)
	}
	p.X, p.Y = append(p.X, slices.Repeat([]float64{2000}, 9)...), append(p.Y, slices.Repeat([]float64{1}, 9)...)
	got := newJobs(p).columns(newAxis(true, 1, 1000), 1)
	// The mean of the logarithms of five 1 s and five 100 s is that of 10 s, and the median lies
	// between 0 and 100.
	if len(got) != 2 || got[0].index != 1 || got[1].index != 3 ||
		math.Abs(got[0].mean-7) > 1e-9 || got[0].median != 7 || math.Abs(got[1].mean-10) > 1e-9 || got[1].median != 50 {
		t.Errorf("columns %+v, want 1 with 7 and 7, 3 with 10 and 50", got)
	}
}

// Few jobs are points, as in figure 5 of [downey], and have no key to colours.
func TestFewJobsArePoints(t *testing.T) {
	doc := render(t, densityOf(predictions(200), TwoColumn))
	if doc.hasText("jobs per cell") || doc.hasText("Cells are") || !doc.hasText("n = 200") {
		t.Errorf("texts %q", doc.texts)
	}
}

func TestDensityNotes(t *testing.T) {
	d := &Density{Panels: []DensityPanel{
		{Name: "a", X: []float64{0, nan, 1, -3}, Y: []float64{1, 1, 0, 2}},
		{Name: "b", X: []float64{2}, Y: []float64{math.Inf(1)}},
	}}
	doc := render(t, d)
	for _, want := range []string{
		"Jobs below 1 s, at the edges (predicted, actual). a: 1, 1.",
		"Jobs not drawn (without one of the waits, with a negative or infinite one). a: 1, 1; b: 0, 1.",
		"no data", "n = 2", "n = 0", "0 s",
	} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
	if doc.hasText("<1") {
		t.Error("the row for 0 is labelled <1 without a value between")
	}
}

func TestDensityShape(t *testing.T) {
	wantError(t, &Density{Panels: []DensityPanel{{Name: "a", X: []float64{1}}}}, "panel 0 (a) has 1 predicted and 0 actual waits")
	wantError(t, &Density{Panels: []DensityPanel{{Name: "a", Fit: &Fit{Slope: nan}}}}, "panel 0 (a) has a fit of slope NaN and intercept 0")
}

// A histogram does not grow with the number of jobs.
func TestManyJobsStaySmall(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	var p DensityPanel
	for range 100_000 {
		p.X, p.Y = append(p.X, math.Exp(6+2.5*r.NormFloat64())), append(p.Y, math.Exp(6+2.5*r.NormFloat64()))
	}
	var buf bytes.Buffer
	if err := Write(&buf, &Density{Panels: []DensityPanel{p, p, p, p}, Means: true}, "svg"); err != nil {
		t.Fatal(err)
	}
	// 4 panels of some 60 x 60 cells of up to 60 bytes, less what is merged
	if buf.Len() > 900_000 {
		t.Errorf("%d bytes of SVG", buf.Len())
	}
}

// Cells are filled in the colours of the key: the fullest in that of its count.
func TestDensityColors(t *testing.T) {
	d := &Density{Panels: []DensityPanel{{X: slices.Repeat([]float64{5}, 1000), Y: slices.Repeat([]float64{7}, 1000)}}}
	if doc := render(t, d); doc.filled("#1F2645") != 1 { // the only cell; the key ends half a step below
		t.Errorf("%d paths in the colour of the largest count, want 1 of %q", doc.filled("#1F2645"), doc.styles)
	}
}
