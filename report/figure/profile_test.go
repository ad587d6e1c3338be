package figure

import (
	"math"
	"slices"
	"testing"
)

func TestProfileShowsEverything(t *testing.T) {
	p := daily(2, false, true, TwoColumn)
	p.Series[0].Name, p.Series[1].Name, p.Note = "bmbp", "lognormal", "Jobs of 1998."
	doc := render(t, p)
	for _, want := range []string{
		p.Title, p.XLabel, p.YLabel, p.Note, "bmbp", "lognormal", "predicted = actual", "jobs", "2,500", "12", "24",
		"Lines are medians, bands reach from the lower to the upper quartile.", "2 hours without a median, left blank.",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
	if n := doc.filled("#0072B2"); n != 23+1 {
		t.Errorf("%d markers of the first series, want 23 and one in the legend", n-1)
	}
	if n := doc.translucent(); n != 2*3 {
		t.Errorf("%d parts of bands, want 6", n)
	}
}

// Bands that would cover each other are left out, and so they do not stretch
// the axis; split into panels they are back.
func TestProfileBands(t *testing.T) {
	all, split := daily(3, false, true, TwoColumn), daily(3, true, true, TwoColumn)
	if doc := render(t, all); !doc.hasText("quartiles are not drawn") || doc.translucent() != 0 {
		t.Errorf("notes %q, %d bands, want none", doc.texts, doc.translucent())
	}
	if doc := render(t, split); !doc.hasText("bands reach") || !doc.hasText("In grey, the medians of the other panels.") || doc.translucent() != 3*3 {
		t.Errorf("notes %q, %d parts of bands, want 9", doc.texts, doc.translucent())
	}
	// The limits of the bands are the medians over 2 and times 3.
	if all.scale().hi >= split.scale().hi {
		t.Errorf("axis up to %v without bands, %v with them", all.scale().hi, split.scale().hi)
	}
}

func TestProfileValuesWithoutAPlace(t *testing.T) {
	s := ProfileSeries{Name: "a", Median: slices.Repeat([]float64{nan}, hours)}
	copy(s.Median, []float64{0, -1, math.Inf(1), 5})
	for _, c := range []struct {
		log     bool
		markers int
		note    string
	}{
		{true, 2, "2 values not drawn (infinite or negative)."},
		{false, 3, "1 value not drawn (infinite or beyond 10^12)."},
	} {
		p := &Profile{Series: []ProfileSeries{s}, Log: c.log}
		doc := render(t, p)
		if n := doc.filled("#0072B2"); n != c.markers+1 {
			t.Errorf("log=%t: %d markers, want %d and one in the legend", c.log, n-1, c.markers)
		}
		if !doc.hasText(c.note) || !doc.hasText("20 hours without a median") {
			t.Errorf("log=%t: notes missing in %q", c.log, doc.texts)
		}
		if p.scale().zero != c.log {
			t.Errorf("log=%t: line for zero %t", c.log, p.scale().zero)
		}
	}
}

func TestProfileNoData(t *testing.T) {
	for name, p := range map[string]*Profile{
		"nothing": {},
		"split":   {Split: true, Log: true, Counts: make([]int, hours)},
		"missing": {Series: []ProfileSeries{{Median: slices.Repeat([]float64{nan}, hours)}}},
	} {
		if doc := render(t, p); !doc.hasText("no data") {
			t.Errorf("%s: no \"no data\" in %q", name, doc.texts)
		}
	}
}

func TestProfileShape(t *testing.T) {
	day := make([]float64, hours)
	wantError(t, &Profile{Series: []ProfileSeries{{Name: "a"}}}, `series "a" has medians of 0 hours, want 24`)
	wantError(t, &Profile{Series: []ProfileSeries{{Name: "a", Median: day, Low: day}}}, `series "a" has a band of 24 and 0 hours`)
	wantError(t, &Profile{Counts: []int{1}}, "counts of 1 hours, want 24")
	wantError(t, &Profile{Counts: append(make([]int, hours-1), -5)}, "count -5 of hour 23")
}
