package figure

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
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
	tl := newTimeline(b)
	if got := tl.steps[0]; !slices.Equal(got, want) {
		t.Errorf("steps %v, want %v", got, want)
	}
	if n := len(tl.lines[0]); n != 2 {
		t.Fatalf("%d paths, want 2: one before the gap and one after", n)
	}
	var corners []vg.Point
	for _, part := range tl.lines[0][0] {
		corners = append(corners, part.Pos)
	}
	f := tl.frame
	wantCorners := []vg.Point{
		{X: f.Min.X, Y: f.y(10)}, {X: tl.x(120), Y: f.y(10)},
		{X: tl.x(120), Y: f.y(100)}, {X: tl.x(130), Y: f.y(100)},
	}
	if !slices.Equal(corners, wantCorners) {
		t.Errorf("corners %v, want %v", corners, wantCorners)
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
	if !newTimeline(b).frame.scale.zero {
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
		t.Error("downsampling is not noted")
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
		if got := b.pointLooks()[i].color; got != palette[want] {
			t.Errorf("waits %s: colour %v, want %v", b.Waits[i].Name, got, palette[want])
		}
	}
}
