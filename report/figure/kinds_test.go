package figure

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// Every kind shows its title, labels and legend, and its caption says what is
// missing or drawn in another place.
func TestTextsAndCaptions(t *testing.T) {
	dots := correct()
	dots.Note, dots.Values[0] = "low: few jobs.", []float64{inf, nan, -inf, .97}
	log := &Dots{Categories: strings.Split("abcdefg", ""), Series: methods[:1], Log: true,
		Values: [][]float64{{0, nan, inf, -1, 0.5, 1e-300, 7}}}
	shaded := heat(sp2, []string{"1-4", "17-64"}, 3)
	shaded.Panels[0].Values[1] = []float64{0.8, 1}
	month := february(3000, TwoColumn)
	month.Note, month.Lines[0].Bound[7], month.Lines[1].Bound[8], month.Lines[0].Waits[3] = "Epoch 300 s.", -1, inf, inf
	month.Lines = append(month.Lines, Line{Name: "late", Times: []float64{month.To + 1}, Bound: []float64{5}})
	coverage := covered(2)
	coverage.Panels[0].Covered[0].Misses, coverage.Panels[0].Covered[1].Misses = []float64{start, start + 60, start + day}, nil
	coverage.Panels[0].Name = "high"
	density := densities(2, 4000)
	density.Panels[1].X[2], density.Panels[1].Y[3] = nan, -1
	for _, c := range []struct {
		figure  Figure
		texts   []string
		caption string // a part of it
	}{
		{dots, append(slices.Concat(sp2, methods), "queue", "correct (fraction)", "target 0.95"), "low: few jobs. 2 values not drawn: infinite,"},
		{log, []string{"a", "g", "bmbp", "1"}, "2 values of 0 drawn at the lower end. 2 values not drawn: infinite, negative"},
		{shaded, append(slices.Clone(sp2), "processors", "queue", "17-64", "bmbp", "0.800*", "1.000", "-"),
			"Orange and a star: below the target of 0.95; blue: above it, in full colour from 0.05 on. Dash: no value, in 3 cells."},
		{month, []string{"bound and wait", "1-4 processors: bound and 1,499 waits", "17-64 processors: bound and 1,500 waits", "8 Feb", "1 s", "1 min", "1 h", "1 d",
			"date, 1 February 2005 to 28 February 2005 (PST)"}, "Epoch 300 s. 150 waits below 1 s drawn at 1 s. 3 values not drawn: infinite, negative or beyond 10^12. 2,999 waits drawn as "},
		{month, nil, "No bound in this period: late."},
		{coverage, []string{"share of the last 500 jobs", "lognormal-trim", "target 0.95", "band of independent misses", "8 Feb", "high"},
			"Upper bounds. Misses in high: bmbp 3, lognormal 0, lognormal-trim "},
		{density, []string{"predicted wait", "actual wait", "bmbp, n = 4,000", "lognormal, n = 3,998", "ln y = 0.90 ln x + 0.40, r = 0.87", "actual = predicted",
			"least squares", "1 min", "1 h", "1 d", "1 to 2 jobs"},
			"waits below 1 s drawn at 1 s. 2 jobs not drawn: a wait is missing, negative or"},
		{density, nil, "All jobs. Cells are 1/5 of a decade wide and high. "},
		{ratios(), []string{"actual / predicted", "share of jobs", "bmbp", "model"}, "6 values of 0 drawn at the lower end. 6 values not drawn: infinite"},
		{&Curves{Series: []Curve{{Name: "a", X: []float64{1, nan}, Y: []float64{2, 3}}}, Diagonal: "equal"}, []string{"equal"}, "1 missing point left out."},
	} {
		doc := render(t, c.figure)
		for _, want := range c.texts {
			if !slices.Contains(doc.texts, want) {
				t.Errorf("%s: no %q in %q", Title(c.figure), want, doc.texts)
			}
		}
		if title := Title(c.figure); title != "" && doc.texts[0] != title {
			t.Errorf("title %q, want %q", doc.texts[0], title)
		}
		if got := Caption(c.figure); !strings.Contains(got, c.caption) {
			t.Errorf("%s: caption %q, want %q", Title(c.figure), got, c.caption)
		}
	}
}

func TestNoData(t *testing.T) {
	for name, f := range map[string]Figure{
		"dots":        &Dots{},
		"all missing": &Dots{Categories: sp2[:1], Series: methods[:1], Values: [][]float64{{nan}}, Log: true, Target: inf},
		"heat":        &Heat{Rows: sp2, Columns: sp2, Panels: []Panel{{Name: "bmbp"}}},
		"empty line":  &Bounds{Lines: []Line{{Name: "a"}}, From: start, To: start + day},
		"outside":     &Bounds{Lines: []Line{{"a", []float64{start - 1}, []float64{nan}, []float64{5}}}, From: start, To: start + day},
		"density":     &Density{},
		"coverage":    &Coverage{},
		"curves":      &Curves{Series: []Curve{{Name: "a"}}},
	} {
		if doc := render(t, f); !strings.Contains(strings.Join(doc.texts, "|"), noData) {
			t.Errorf("%s: no %q in %q", name, noData, doc.texts)
		}
	}
}

// There is one marker for each value and one in the legend. Zero is drawn on a
// logarithmic axis; infinite and negative values are not.
func TestMarks(t *testing.T) {
	d := correct()
	if n := render(t, d).filled("#0072B2"); n != 4+1 {
		t.Errorf("%d markers, want 5", n)
	}
	d.Log, d.Values, d.Low, d.High = true, [][]float64{{0, nan, inf, -1}}, nil, nil
	if n := render(t, d).filled("#0072B2"); n != 2 {
		t.Errorf("%d markers on a logarithmic axis, want that of zero and one in the legend", n)
	}
}

// Cells at the target are nearly white, from the spread on in the full colour,
// grey without a value.
func TestHeatColors(t *testing.T) {
	h := &Heat{Target: 0.95, Rows: sp2, Columns: []string{"a", "b"}, Panels: []Panel{{Values: [][]float64{
		{0.95, 0.951}, {0.2, -inf}, {1, inf}, {nan, nan},
	}}}}
	doc := render(t, h)
	for colour, want := range map[string]int{"#F6F6F6": 2, "#D3471B": 2, "#0383C3": 2, "#E2E2E2": 2} {
		if got := doc.filled(colour); got != want {
			t.Errorf("%d cells in %s, want %d of %q", got, colour, want, doc.styles)
		}
	}
}

// xys returns points of the coordinates given.
func xys(at ...float64) (list plotter.XYs) {
	for pair := range slices.Chunk(at, 2) {
		list = append(list, plotter.XY{X: pair[0], Y: pair[1]})
	}
	return list
}

// A thinned line keeps of each column the first, the lowest, the highest and
// the last point, in their order.
func TestThin(t *testing.T) {
	line := xys(0, 5, .1, 6, .2, 9, .3, 3, .4, 1, .9, 4, 1, 4, 1.5, 4, 2.5, 4, 3.5, 4, 3.6, 7, 3.7, 5)
	want := xys(0, 5, .2, 9, .4, 1, .9, 4, 1, 4, 1.5, 4, 2.5, 4, 3.5, 4, 3.6, 7, 3.7, 5)
	if got := thin(line, 1); !slices.Equal(got, want) {
		t.Errorf("line %v, want %v", got, want)
	}
}

// SVG of many jobs stays small.
func TestStaysSmall(t *testing.T) {
	for _, f := range []Figure{february(100_000, TwoColumn), densities(7, 50_000), covered(4)} {
		var b bytes.Buffer
		if err := f.draw().write(&b, "svg"); err != nil || b.Len() > 300_000 {
			t.Errorf("%s: %d bytes of SVG, %v", Title(f), b.Len(), err)
		}
	}
}

// A bound holds until the next one; NaN leaves a gap; a bound from before From
// is drawn from there, and one at To is not drawn. Without From and To all is
// drawn.
func TestRuns(t *testing.T) {
	b := &Bounds{
		Elapsed: true, From: 100, To: 200,
		Lines: []Line{{Name: "a", Times: []float64{0, 50, 120, 130, 150, 160, 200}, Bound: []float64{7, 10, 100, nan, 1000, 10, 5000}}},
	}
	want := []plotter.XYs{xys(100, 10, 120, 100, 130, 100), xys(150, 1000, 160, 10, 200, 10)}
	if got := b.Lines[0].runs(b.window()); !reflect.DeepEqual(got, want) {
		t.Errorf("runs %v, want %v", got, want)
	}
	b.From, b.To = 0, 0
	if from, to := b.window(); from > 0 || to <= 200 || b.Lines[0].runs(from, to)[1][2].Y != 5000 {
		t.Errorf("all is %v to %v, %v", from, to, b.Lines[0].runs(from, to))
	}
}

// Every job with a position is in one cell; waits below 1 s count as 1 s. Five
// cells in a decade: 999 s is in cell 14, and 1000 s in cell 15.
func TestCells(t *testing.T) {
	p := &DensityPanel{
		X: []float64{0, 0.5, 1, 1000, 1000, 999, nan, 5, -1, 5, inf},
		Y: []float64{0, 10, 0.9, 1000, 1000, 1, 5, nan, 5, inf, 5},
	}
	var tally tally
	got, jobs := p.cells(&tally)
	if want := (cells{{0, 0}: 2, {0, 5}: 1, {15, 15}: 2, {14, 0}: 1}); !maps.Equal(got, want) {
		t.Errorf("cells %v, want %v", got, want)
	}
	if jobs != 6 || tally.missing != 5 || tally.zeros != 4 {
		t.Errorf("%d jobs, %+v; want 6, 5 missing and 4 below 1 s", jobs, tally)
	}
}

// The equation is written as in figure 5a of [downey].
func TestFitString(t *testing.T) {
	for want, fit := range map[string]Fit{"ln y = 0.60 ln x + 1.70, r = 0.48": {0.6, 1.7, 0.48}, "ln y = -0.30 ln x - 0.01, r = -0.59": {-0.3, -0.01, -0.59}} {
		if got := fit.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
