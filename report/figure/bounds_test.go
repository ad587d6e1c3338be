package figure

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
)

func TestBoundsShowsEverything(t *testing.T) {
	b := february(3000, TwoColumn)
	b.Note = "Epoch 300 s."
	doc := render(t, b)
	for _, want := range []string{
		b.Title, b.YLabel, b.Note, "1-4 processors, bound", "1-4 processors, 1,500 waits", "17-64 processors, 1,500 waits",
		"8 Feb", "date, 1 to 28 February 2005 (PST, UTC−08:00)", "0 s", "1 min", "1 h", "1 d", "1 week",
		"Waits of 0 s, on the line at the bottom: 150 of 3,000.",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// A bound holds until the next one; NaN leaves a gap; what holds at From is
// drawn from there, and what starts at To is not drawn.
func TestSteps(t *testing.T) {
	b := &Bounds{
		Elapsed: true,
		From:    100,
		To:      200,
		Lines:   []Line{{"a", []float64{0, 50, 120, 130, 150, 160, 200}, []float64{7, 10, 100, nan, 1000, 10, 5000}}},
	}
	want := []step{{100, 120, 10}, {120, 130, 100}, {150, 160, 1000}, {160, 200, 10}}
	w := newWindow(b)
	if got := w.steps[0]; !slices.Equal(got, want) {
		t.Errorf("steps %v, want %v", got, want)
	}
	parts := runs(w.steps[0], w.steps[0])
	if !slices.Equal(parts, [][2]int{{0, 2}, {2, 4}}) {
		t.Fatalf("parts %v, want one before the gap and one after", parts)
	}
	up := newAxis(true, w.values()...)
	wantStairs := plotter.XYs{{X: 100, Y: 1}, {X: 120, Y: 1}, {X: 120, Y: 2}, {X: 130, Y: 2}}
	if got := stairs(w.steps[0][:2], up); !slices.Equal(got, wantStairs) {
		t.Errorf("line %v, want %v", got, wantStairs)
	}
}

// Without From and To the axis covers all times, and the last bound is drawn.
func TestWholeRange(t *testing.T) {
	b := &Bounds{
		Elapsed: true,
		Lines:   []Line{{"a", []float64{10, 20, 40}, []float64{1, 2, 3}}},
		Waits:   []Points{{"b", []float64{60, 5}, []float64{0, 1}}},
	}
	w := newWindow(b)
	if w.from != 5 || w.to != 60 {
		t.Errorf("window %v to %v, want 5 to 60", w.from, w.to)
	}
	if want := []step{{10, 20, 1}, {20, 40, 2}, {40, 60, 3}}; !slices.Equal(w.steps[0], want) {
		t.Errorf("steps %v, want %v", w.steps[0], want)
	}
}

func TestBoundsValuesWithoutAPlace(t *testing.T) {
	inf := math.Inf(1)
	b := &Bounds{
		Elapsed: true,
		To:      100,
		Lines:   []Line{{"a", []float64{nan, 0, 10, 20, 30}, []float64{5, 0, inf, -1, 5}}, {"b", []float64{0}, []float64{nan}}},
		Waits:   []Points{{"a", []float64{1, 2, 3, nan, inf, 101}, []float64{nan, -1, inf, 5, 5, 5}}},
	}
	// Lost: the bound without a time, the infinite and the negative one, and the
	// first five waits; the last wait is outside the window, "b" has a gap.
	doc := render(t, b)
	for _, want := range []string{"8 values not drawn", "No bound in this period: b.", "a, 0 waits"} {
		if !doc.hasText(want) {
			t.Errorf("no %q in %q", want, doc.texts)
		}
	}
	if !newAxis(true, newWindow(b).values()...).zero {
		t.Error("a bound of 0 s has no line")
	}
}

func TestBoundsNoData(t *testing.T) {
	for name, b := range map[string]*Bounds{
		"nothing":    {},
		"empty line": {Lines: []Line{{Name: "a"}}, From: start, To: start + day},
		"outside":    {Waits: []Points{{"a", []float64{start - 1}, []float64{5}}}, From: start, To: start + day},
		"no times":   {Waits: []Points{{"a", []float64{nan, math.Inf(-1)}, []float64{5, 5}}}},
	} {
		if doc := render(t, b); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestBoundsSinglePoint(t *testing.T) {
	doc := render(t, samples()["bounds single"])
	for _, want := range []string{"normal, bound", "normal, 1 wait", "Waits of 0 s, on the line at the bottom: 1 of 1."} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

func TestManyPointsStaySmall(t *testing.T) {
	b := february(200_000, TwoColumn)
	var buf bytes.Buffer
	if err := Write(&buf, b, "svg"); err != nil {
		t.Fatal(err)
	}
	// 2 x 10,000 points of about 30 bytes, 2 lines of at most 4 points in each
	// of 1,700 columns
	if buf.Len() > 1_000_000 {
		t.Errorf("%d bytes of SVG", buf.Len())
	}
	if !render(t, b).hasText("200,000 waits drawn as ") {
		t.Error("thinning is not noted")
	}
}

func TestBoundsShape(t *testing.T) {
	wantError(t, &Bounds{Lines: []Line{{Name: "a", Times: []float64{1}}}}, `line "a" has 1 times and 0 bounds`)
	wantError(t, &Bounds{Lines: []Line{{"a", []float64{2, 1}, []float64{1, 1}}}}, `line "a": time 1 comes after 2`)
	wantError(t, &Bounds{Waits: []Points{{Name: "b", Waits: []float64{1}}}}, `points "b" have 0 times and 1 waits`)
	wantError(t, &Bounds{From: 2, To: 1}, "time axis from 2 to 1")
	wantError(t, &Bounds{From: 2, To: math.Inf(1)}, "time axis from 2 to +Inf")
}

// Waits have the look of the line of their name, others the next free one.
func TestPointLooks(t *testing.T) {
	b := &Bounds{
		Lines: []Line{{Name: "x"}, {Name: "y"}},
		Waits: []Points{{Name: "y"}, {Name: "z"}, {Name: "x"}},
	}
	for i, want := range []int{1, 2, 0} {
		if got := b.lookOf(i).line.Color; got != okabe[want] {
			t.Errorf("waits %s: colour %v, want %v", b.Waits[i].Name, got, okabe[want])
		}
	}
}

// A fan is an area for each band, none where either line has no bound.
func TestFan(t *testing.T) {
	times := []float64{0, 10, 20, 30, 40}
	b := &Bounds{Elapsed: true, Lines: []Line{{"low", times, []float64{1, 1, nan, 1, 1}}, {"high", times, []float64{9, 9, 9, 9, nan}}}, Bands: []Band{{0, 1}}}
	w := newWindow(b)
	if got, want := w.bands[0][0], []step{{0, 10, 1}, {10, 20, 1}, {30, 40, 1}}; !slices.Equal(got, want) {
		t.Errorf("steps of the band %v, want %v", got, want)
	}
	if doc := render(t, b); doc.filled("#E0EEF6") != 1 {
		t.Errorf("%d areas of %q", doc.filled("#E0EEF6"), doc.styles)
	}
	b.Bands = []Band{{0, 2}}
	wantError(t, b, "band 0 is between lines 0 and 2 of 2")
	b.Bands, b.Lines[1].Times = []Band{{1, 0}}, []float64{0, 10, 20, 30, 41}
	wantError(t, b, "band 0 is between lines of different times")
}
