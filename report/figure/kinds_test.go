package figure

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

var inf = math.Inf(1)

// Every kind shows its title, labels, notes, legend and marks, and says what is missing or has no
// place on its axes.
func TestKindsShowEverything(t *testing.T) {
	dots := sp2Correct()
	dots.Note, dots.Panels[0].Values[0] = "low: few jobs.", []float64{inf, nan, -inf, .97}
	log := byRange(strings.Split("abcdefg", ""), true, TwoColumn)
	log.Panels[0].Values[0] = []float64{0, nan, inf, -1, 0.5, 1e-300, math.MaxFloat64}
	heat := shares(sp2, TwoColumn)
	heat.Panels[0].Values[0] = []float64{0.8, 0.95, 1, nan}
	odd := &Heat{Target: 1, Spread: 1, Digits: 1, Rows: []string{"q"}, Columns: sp2, Panels: []Panel{{Values: [][]float64{{inf, -inf, 3e7, -0.5}}}}}
	month := february(3000, TwoColumn)
	month.Note = "Epoch 300 s."
	coverage := covered(2, TwoColumn)
	coverage.Panels[0].Covered[0].Misses, coverage.Panels[0].Covered[1].Misses = []float64{start, start + 60, start + day}, nil
	fan := fanOf(february(100, TwoColumn))
	fan.Lines[0].Bound[7], fan.Lines[1].Bound[8], fan.Lines[0].Waits[3] = -1, inf, inf
	density := densityOf(predictions(4000), TwoColumn)
	density.Panels[1].X[2], density.Panels[1].Y[3] = nan, -1
	for _, c := range []struct {
		figure Figure
		want   []string
	}{
		{dots, append(slices.Concat(sp2, methods), "queue", "correct (fraction)", "target 0.95", "share of waits", "0.95", dots.Note, "2 values not drawn: infinite,")},
		{log, []string{"2 values not drawn: infinite, negative"}},
		{heat, append(slices.Clone(sp2), heat.XLabel, heat.YLabel, "17-64", "bmbp", "0.80", "1.00", "–",
			"Orange below the target of 0.95, blue above it, in full colour from 0.1 on; bold: below.", "Dash: no value, in 12 cells.")},
		{odd, []string{"+Inf", "−Inf", "30000000.0", "−0.5"}},
		{month, []string{month.YLabel, month.Note, "1-4 processors: bound and 1,500 waits", "17-64 processors: bound and 1,500 waits", "8 Feb", "0", "1 min", "1 h", "1 d", "1 week",
			"date, 1 February 2005 to 28 February 2005 (PST, UTC−08:00)", "Waits of 0 s, on the line at the bottom: 150 of 3,000 waits."}},
		{fan, []string{"between", "3 values not drawn: negative or infinite."}},
		{coverage, []string{coverage.YLabel, coverage.Note, "lognormal-trim", "target 0.95", "band of independent misses", "8 Feb", "no data",
			coverage.Panels[0].Name + ": misses bmbp 3, lognormal 0, lognormal-trim "}},
		{density, []string{"predicted wait", "actual wait", "near", "blind", "n = 4,000", "n = 3,998", "ln y = 0.90 ln x + 0.40, r = 0.87", "actual = predicted",
			"least squares", "geometric mean of column", "median of column", "1 min", "1 h", "1 d", "<1 s", "1 to 2", "jobs in a cell",
			"Cells are 1/6 of a decade wide and high.", "Jobs not drawn (without one of the waits, with one that is negative or beyond 10^12 s): blind 1, 1."}},
		{curvesOf(true, TwoColumn), []string{"actual / predicted", "share of jobs", "bmbp", "model", "6 points without a place on the axes not drawn"}},
		{&Curves{Series: []Curve{{Name: "a", X: []float64{1, nan}, Y: []float64{2, 3}}}, Diagonal: "equal"}, []string{"equal", "1 missing point left out."}},
	} {
		doc := render(t, c.figure)
		for _, want := range append(c.want, strings.Fields(Title(c.figure))...) {
			if !doc.hasText(want) {
				t.Errorf("%s: no %q in %q", Title(c.figure), want, doc.texts)
			}
		}
	}
}

func TestNoData(t *testing.T) {
	for name, f := range map[string]Figure{
		"dots":          &Dots{},
		"no categories": &Dots{Series: methods, Panels: []Panel{{Values: [][]float64{{}, {}, {}}}}},
		"all missing":   &Dots{Categories: sp2[:1], Series: methods[:1], Panels: []Panel{{Values: [][]float64{{nan}}}}, Log: true, Target: inf},
		"heat":          &Heat{Rows: sp2, Columns: ranges, Spread: 1, Panels: []Panel{{Name: "bmbp"}}},
		"empty line":    &Bounds{Lines: []Line{{Name: "a"}}, From: start, To: start + day},
		"outside":       &Bounds{Lines: []Line{{"a", []float64{start - 1}, []float64{nan}, []float64{5}}}, From: start, To: start + day},
		"density":       &Density{Panels: []DensityPanel{{X: []float64{nan}, Y: []float64{1}}}},
		"curves":        &Curves{Series: []Curve{{Name: "a"}}},
	} {
		if doc := render(t, f); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

// Markers and intervals: one marker for each value and one in the legend, and for each interval that
// is there a line and two ends.
func TestMarks(t *testing.T) {
	strokes := func(d *Dots) (n int) {
		for _, s := range render(t, d).styles {
			if s == "fill:none;stroke:#0072B2;stroke-width:0.8" {
				n++
			}
		}
		return n
	}
	d := sp2Correct()
	doc := render(t, d)
	for i, colour := range []string{"#0072B2", "#E69F00", "#009E73"} {
		if n := doc.filled(colour); n != 4+1 {
			t.Errorf("%s: %d markers, want 5", methods[i], n)
		}
	}
	with := strokes(d)
	d.Panels[0].Low[0][1] = nan
	if without := strokes(d); with != 12 || without != 9 {
		t.Errorf("%d strokes for 4 intervals, %d for 3, want 12 and 9", with, without)
	}
	d.Log, d.Panels[0] = true, Panel{Values: [][]float64{{0, nan, inf, -1}, {}, {}}}
	d.Panels[0].Values[1], d.Panels[0].Values[2] = d.Panels[0].Values[0], d.Panels[0].Values[0]
	if n := render(t, d).filled("#0072B2"); n != 2 {
		t.Errorf("%d markers on a logarithmic axis, want that of zero and one in the legend", n)
	}
}

// Cells at the target are nearly white, from the spread on in the full colour, grey without a value.
func TestHeatColors(t *testing.T) {
	h := &Heat{Target: 0.95, Spread: 0.05, Rows: sp2, Columns: []string{"a", "b"}, Panels: []Panel{{Values: [][]float64{
		{0.95, 0.951}, {0.2, -inf}, {1, inf}, {nan, nan},
	}}}}
	doc := render(t, h)
	for colour, want := range map[string]int{"#F6F6F6": 2, "#D3471B": 2, "#0383C3": 2, "#E2E2E2": 2} {
		if got := doc.filled(colour); got != want {
			t.Errorf("%d cells in %s, want %d of %q", got, colour, want, doc.styles)
		}
	}
}

// A line keeps both ends and of each column the lowest and the highest point, in their order, and of
// points at one level the outer ones.
func TestThin(t *testing.T) {
	line := xys(0, 5, .1, 6, .2, 9, .3, 3, .4, 1, .9, 4, 1, 4, 1.5, 4, 2.5, 4, 3.5, 4, 3.6, 7, 3.7, 5)
	want := xys(0, 5, .2, 9, .4, 1, 1, 4, 3.5, 4, 3.6, 7, 3.7, 5)
	if got := thinLine(line, 1); !slices.Equal(got, want) {
		t.Errorf("line %v, want %v", got, want)
	}
	var points []vg.Point
	for i := range 20000 {
		points = append(points, vg.Point{X: vg.Length(i % 400), Y: vg.Length(i/400) / 2})
	}
	kept := thinPoints(points, 3000)
	if len(kept) > 3000 || len(kept) < 1000 || !slices.IsSorted(kept) || len(slices.Compact(kept)) != len(kept) {
		t.Errorf("%d of 20000 points", len(kept))
	}
	if got := thinPoints(points[:3000], 3000); len(got) != 3000 {
		t.Errorf("%d of 3000 points, want all", len(got))
	}
}

// SVG of many jobs stays below 150 KB.
func TestStaysSmall(t *testing.T) {
	many := predictions(100_000)
	coverage := covered(4, TwoColumn)
	coverage.Series = append(coverage.Series, "qbets")
	for i := range coverage.Panels {
		coverage.Panels[i].Covered = append(coverage.Panels[i].Covered, coverage.Panels[0].Covered[0])
	}
	for _, f := range []Figure{february(100_000, TwoColumn), densityOf(append(many, many...), TwoColumn), coverage} {
		var b bytes.Buffer
		if err := Write(&b, f, "svg"); err != nil || b.Len() > 150_000 {
			t.Errorf("%s: %d bytes of SVG, %v", Title(f), b.Len(), err)
		}
	}
	if !render(t, february(100_000, TwoColumn)).hasText("100,000 waits drawn as ") {
		t.Error("thinning is not noted")
	}
}

// A bound holds until the next one; NaN leaves a gap; what holds at From is drawn from there, and
// what starts at To is not drawn. Without From and To all is drawn.
func TestRuns(t *testing.T) {
	b := &Bounds{
		Elapsed: true, From: 100, To: 200,
		Lines: []Line{{Name: "a", Times: []float64{0, 50, 120, 130, 150, 160, 200}, Bound: []float64{7, 10, 100, nan, 1000, 10, 5000}}},
	}
	got := newWindow(b).runs[0]
	if len(got) != 2 || !slices.Equal(got[0], xys(100, 10, 120, 10, 120, 100, 130, 100)) || !slices.Equal(got[1], xys(150, 1000, 160, 1000, 160, 10, 200, 10)) {
		t.Errorf("runs %v", got)
	}
	b.From, b.To = 0, 0
	if w := newWindow(b); w.from > 0 || w.to <= 200 || w.runs[0][1][5].Y != 5000 {
		t.Errorf("all is %v to %v, %v", w.from, w.to, w.runs)
	}
	// a band has gaps where either line has no bound
	times := []float64{0, 10, 20, 30, 40}
	b = &Bounds{Elapsed: true, To: 50, Bands: []Band{{0, 1}},
		Lines: []Line{{"low", times, []float64{1, 1, nan, 1, 1}, nil}, {"high", times, []float64{9, 9, 9, 9, nan}, nil}}}
	if got := b.runs(newWindow(b), 1, 0); len(got) != 2 || !slices.Equal(got[1], xys(30, 9, 40, 9)) {
		t.Errorf("band %v", got)
	}
	if doc := render(t, b); doc.filled("#0071B1") != 1 {
		t.Errorf("%d areas of %q", doc.filled("#0071B1"), doc.styles)
	}
}

// Every job with a place is in one cell; what is below 1 s in row or column 0.
func TestCells(t *testing.T) {
	m := &density{Density: &Density{}, hi: 1, perDecade: 2}
	m.add(&DensityPanel{
		X: []float64{0, 0.5, 1, 1000, 1000, 999, nan, 5, -1, 5, inf},
		Y: []float64{0, 10, 0.9, 1000, 1000, 1, 5, nan, 5, inf, 5},
	})
	j := m.panels[0]
	m.count(j)
	if j.missing != 2 || j.lost != 3 || j.zeroX != 2 || j.zeroY != 2 || m.most != 2 || m.hi != 1000 {
		t.Errorf("missing %d, lost %d, below 1 s %d and %d, most %d, up to %v; want 2, 3, 2, 2, 2, 1000", j.missing, j.lost, j.zeroX, j.zeroY, m.most, m.hi)
	}
	// Two cells per decade from 1 s on: 1 is in cell 1, 10 in 3, 999 in 6 and 1000, the upper
	// limit, in 7.
	want := map[[2]int]int{{0, 0}: 1, {0, 3}: 1, {1, 0}: 1, {7, 7}: 2, {6, 1}: 1}
	for i, column := range j.counts {
		for k, n := range column {
			if n != want[[2]int{i, k}] {
				t.Errorf("%d jobs in cell %d, %d, want %d", n, i, k, want[[2]int{i, k}])
			}
		}
	}
}

// The mean of the logarithms of five waits of 0 s, taken as 1 s, and five of 100 s is that of 10 s;
// the median lies between 0 and 100.
func TestMeans(t *testing.T) {
	waits := []float64{0, 100, 0, 100, 0, 100, 0, 100, 0, 100}
	if mean, mid := geometricMean(waits), median(waits); math.Abs(mean-10) > 1e-9 || mid != 50 {
		t.Errorf("mean %v and median %v, want 10 and 50", mean, mid)
	}
}

// The part of a line within both axes: y = 0.1 x^2 leaves x from 1 to 10^3, y from 1 to 10^3,
// through the bottom at 10^0.5 and the top at 10^2.
func TestStraight(t *testing.T) {
	m := &density{hi: 1000}
	near := func(a, b float64) bool { return math.Abs(a/b-1) < 1e-9 }
	got := m.straight(&Fit{Slope: 2, Intercept: -math.Ln10})
	if len(got) != 2 || !near(got[0].X, math.Sqrt(10)) || !near(got[0].Y, 1) || !near(got[1].X, 100) || !near(got[1].Y, 1000) {
		t.Errorf("line %v", got)
	}
	for _, beyond := range []Fit{{Slope: 0, Intercept: 50}, {Slope: 1, Intercept: -50}} {
		if got := m.straight(&beyond); got != nil {
			t.Errorf("a line beyond the axes: %v", got)
		}
	}
}

// An equation as in figure 5a of [downey].
func TestFitString(t *testing.T) {
	for want, fit := range map[string]Fit{"ln y = 0.60 ln x + 1.70, r = 0.48": {0.6, 1.7, 0.48}, "ln y = −0.30 ln x − 0.01, r = −0.59": {-0.3, -0.01, -0.59}} {
		if got := fit.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
