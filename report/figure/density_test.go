package figure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestDensityShowsEverything(t *testing.T) {
	doc := render(t, density(predictions(2000), TwoColumn))
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
	one := render(t, density(predictions(2000)[:1], TwoColumn))
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
func TestHistogram(t *testing.T) {
	inf := math.Inf(1)
	h := newHistogram(DensityPanel{
		X: []float64{0, 0.5, 1, 1000, 1000, 999, nan, 5, -1, 5, inf},
		Y: []float64{0, 10, 0.9, 1000, 1000, 1, 5, nan, 5, inf, 5},
	})
	h.fill(0, 3, 2)
	if h.missing != 2 || h.lost != 3 || h.zeroX != 2 || h.zeroY != 2 || !h.small || h.most != 2 {
		t.Errorf("missing %d, lost %d, below 1 s %d and %d, small %t, most %d; want 2, 3, 2, 2, true, 2",
			h.missing, h.lost, h.zeroX, h.zeroY, h.small, h.most)
	}
	// Two cells per decade from 1 s on: 1 is in cell 1, 10 in 3, 999 in 6 and
	// 1000, the upper limit, in 7.
	want := map[string]int{"0 0": 1, "0 3": 1, "1 0": 1, "7 7": 2, "6 1": 1}
	for i, column := range h.counts {
		for j, n := range column {
			if cell := fmt.Sprint(i, j); n != want[cell] {
				t.Errorf("%d jobs in cell %s, want %d", n, cell, want[cell])
			}
		}
	}
}

// Means take waits below 1 s as 1 s, medians as they are; a column of fewer
// than 10 jobs has none.
func TestColumns(t *testing.T) {
	var p DensityPanel
	for i := range 10 {
		p.X = append(p.X, 100, 5)
		p.Y = append(p.Y, []float64{0, 0, 0, 0, 0, 100, 100, 100, 100, 100}[i], 7)
	}
	p.X, p.Y = append(p.X, slices.Repeat([]float64{2000}, 9)...), append(p.Y, slices.Repeat([]float64{1}, 9)...)
	got := newHistogram(p).columns(0, 1)
	// The mean of the logarithms of five 1 s and five 100 s is that of 10 s, and
	// the median lies between 0 and 100.
	if len(got) != 2 || got[0].index != 1 || got[1].index != 3 ||
		math.Abs(got[0].mean-7) > 1e-9 || got[0].median != 7 || math.Abs(got[1].mean-10) > 1e-9 || got[1].median != 50 {
		t.Errorf("columns %+v, want 1 with 7 and 7, 3 with 10 and 50", got)
	}
}

// Rows between waits of 1 s, 2 s and 3 s are not left empty.
func TestWholeSecondsLeaveNoGaps(t *testing.T) {
	for seconds := 1.0; seconds < 10000; seconds++ {
		for _, n := range []int{2, 3, 4, 5, 6} {
			if cell(seconds+1, 0, n) > cell(seconds, 0, n)+1 {
				t.Errorf("1/%d of a decade: no whole second in the cell after that of %v s", n, seconds)
			}
		}
	}
}

// The part of a line within both axes: y = 0.1 x^2 leaves x from 1 to 10^3, y
// from 1 to 10^3, through the bottom at 10^0.5 and the top at 10^2.
func TestStraight(t *testing.T) {
	s := newScale([]float64{1, 1000}, true)
	o := overlay{plane: plane{frame{scale: s}, s}}
	o.Max.X, o.Max.Y = 100, 100
	o.straight(fitLine, 2, -1)
	o.straight(fitLine, 0, 5)  // above
	o.straight(fitLine, 1, -9) // below
	if len(o.lines) != 1 {
		t.Fatalf("%d lines, want 1", len(o.lines))
	}
	got := o.lines[0].points
	for i, want := range []float64{0.5, 2} {
		if x := o.transposed().height(want); math.Abs(float64(got[i].X-x)) > 1e-9 {
			t.Errorf("end %d at %v, want %v", i, got[i].X, x)
		}
	}
	if got[0].Y != o.height(0) || got[1].Y != o.height(3) {
		t.Errorf("heights %v and %v, want %v and %v", got[0].Y, got[1].Y, o.height(0), o.height(3))
	}
}

// Columns side by side are joined, others and that for 0 stand alone.
func TestColumnSteps(t *testing.T) {
	s := newScale([]float64{0, 1, 1000}, true)
	o := overlay{plane: plane{frame{scale: s}, s}}
	o.Max.X, o.Max.Y = 100, 100
	o.steps(meanLine, []column{{0, 5, 5}, {1, 5, 5}, {2, 6, 6}, {4, 7, 7}}, 1, func(c column) float64 { return c.mean })
	var sizes []int
	for _, l := range o.lines {
		sizes = append(sizes, len(l.points))
	}
	if !slices.Equal(sizes, []int{2, 4, 2}) {
		t.Errorf("lines of %v points, want 2, 4 and 2", sizes)
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

// Cells are filled in the colours of the bar: the fullest in that of its count.
func TestDensityColors(t *testing.T) {
	d := &Density{Panels: []DensityPanel{{X: slices.Repeat([]float64{5}, 100), Y: slices.Repeat([]float64{7}, 100)}}}
	doc := render(t, d)
	if doc.filled("#1F2645") != 1 { // the only cell; the bar ends half a step below
		t.Errorf("%d paths in the colour of the largest count, want 1 of %q", doc.filled("#1F2645"), strings.Join(doc.styles, " "))
	}
}
