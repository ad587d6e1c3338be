package figure

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestECDFShowsEverything(t *testing.T) {
	e := ratios(3000, true, TwoColumn)
	e.Note = "Jobs of 1998."
	doc := render(t, e)
	for _, want := range []string{
		e.Title, e.XLabel, "share of jobs", e.Note, "bmbp, n = 3,000", "lognormal-trim, n = 3,000", "actual = predicted", "0", "1.0",
		"Counted in the shares but beyond the axis: 0 values at the left, 3 at the right.",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// Values outside the axis count in the shares, missing ones do not: of five,
// one is left of the axis, two are equal, one is infinite.
func TestECDFSteps(t *testing.T) {
	e := &ECDF{From: 1, To: 5, Series: []ECDFSeries{{"a", []float64{4, 2, -9, nan, 2, math.Inf(1)}}}}
	d := newDistribution(e)
	p := plane{frame{scale: d.up}, d.across}
	p.Max.X, p.Max.Y = 100, 100
	want := []vg.Point{
		{X: 0, Y: p.y(0.2)}, {X: p.x(2), Y: p.y(0.2)}, {X: p.x(2), Y: p.y(0.6)},
		{X: p.x(4), Y: p.y(0.6)}, {X: p.x(4), Y: p.y(0.8)}, {X: 100, Y: p.y(0.8)},
	}
	if got := d.steps(p, d.sorted[0]); !slices.Equal(got, want) {
		t.Errorf("line %v, want %v", got, want)
	}
	doc := render(t, e)
	for _, text := range []string{"a, n = 5", "1 value at the left, 1 at the right", "1 missing value left out."} {
		if !doc.hasText(text) {
			t.Errorf("no %q in %q", text, doc.texts)
		}
	}
}

// The line of a model is cut at the ends of the axis: that from 1 to 100 is half
// way up at 10.
func TestECDFModels(t *testing.T) {
	model := ECDFModel{"log-uniform", 1, 100}
	e := &ECDF{Log: true, From: 10, To: 1000, Models: []ECDFModel{model, {"far left", 1, 2}}}
	d := newDistribution(e)
	p := plane{frame{scale: d.up}, d.across}
	p.Max.X, p.Max.Y = 100, 100
	got := d.straight(p, model)
	want := []vg.Point{{X: p.x(10), Y: p.y(0.5)}, {X: p.x(100), Y: p.y(1)}}
	for i, at := range want {
		if math.Hypot(float64(got[i].X-at.X), float64(got[i].Y-at.Y)) > 1e-3 {
			t.Errorf("line %v, want %v", got, want)
		}
	}
	if line := d.straight(p, e.Models[1]); line != nil {
		t.Errorf("line %v of a model beyond the axis", line)
	}
	if doc := render(t, e); !doc.hasText("log-uniform") {
		t.Errorf("no name of the model in %q", doc.texts)
	}
	var buf bytes.Buffer
	e.Models[0].From = 0
	if err := Write(&buf, e, "svg"); err == nil {
		t.Error("a model from 0 is drawn on a logarithmic axis")
	}
}

// Zeros rise in a column of their own.
func TestECDFZeros(t *testing.T) {
	d := newDistribution(&ECDF{Log: true, Series: []ECDFSeries{{"a", []float64{0, 0, 0, 1}}}})
	p := plane{frame{scale: d.up}, d.across}
	p.Max.X, p.Max.Y = 100, 100
	line := d.steps(p, d.sorted[0])
	if line[1].X != zeroRow/2 || line[2] != (vg.Point{X: zeroRow / 2, Y: p.y(0.75)}) {
		t.Errorf("line %v, want a rise to 0.75 at %v", line, zeroRow/2)
	}
}

// A downsampled line is nowhere a pixel away from the function: within a column of
// a quarter of a point it passes through the first and the last share.
func TestECDFDownsampled(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	e := &ECDF{Series: []ECDFSeries{{Name: "a"}}}
	for range 200_000 {
		e.Series[0].Values = append(e.Series[0].Values, r.NormFloat64())
	}
	d := newDistribution(e)
	p := plane{frame{scale: d.up}, d.across}
	p.Max.X, p.Max.Y = 400, 165
	line := d.steps(p, d.sorted[0])
	values := d.sorted[0]
	next := 0
	for i := 0; i < len(values); i += 97 {
		x := p.x(values[i])
		for next+1 < len(line) && line[next+1].X <= x {
			next++
		}
		y := p.y(float64(i+1) / float64(len(values)))
		if line[next].X < x-2*columnWidth || y < line[next].Y-0.01 || next+1 < len(line) && y > line[next+1].Y+0.01 {
			t.Fatalf("value %v at (%v, %v) is far from %v", values[i], x, y, line[next])
		}
	}
	var buf bytes.Buffer
	if err := Write(&buf, e, "svg"); err != nil {
		t.Fatal(err)
	}
	if buf.Len() > 200_000 { // 4 points of about 15 bytes in each of 2,000 columns
		t.Errorf("%d bytes of SVG", buf.Len())
	}
}

func TestECDFNoData(t *testing.T) {
	for name, e := range map[string]*ECDF{
		"nothing": {},
		"missing": {Log: true, Mark: -1, Series: []ECDFSeries{{"a", []float64{nan}}}},
	} {
		if doc := render(t, e); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestECDFShape(t *testing.T) {
	wantError(t, &ECDF{From: 2, To: 1}, "horizontal axis from 2 to 1")
	wantError(t, &ECDF{From: 0, To: 1, Log: true}, "horizontal axis from 0 to 1")
	wantError(t, &ECDF{To: math.Inf(1)}, "horizontal axis from 0 to +Inf")
	wantError(t, &ECDF{From: nan, To: 1}, "horizontal axis from NaN to 1")
}
