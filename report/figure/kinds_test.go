package figure

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"

	"waitbench/methods"
)

// Before 10 s a has a bound that no job of the figure has, and b has none.
var twoMethods = &Compared{Bounds: Bounds{From: 5, To: 30, Lines: []Line{
	{"a", []float64{0, 10, 20}, []float64{1, 5, 8}, []float64{9, 4, 9}, false},
	{"b", []float64{0, 10, 20}, []float64{nan, nan, 9}, []float64{9, 4, 9}, false}}}}

// Every kind shows its title, labels and legend, and its caption says what is
// missing or drawn in another place.
func TestTextsAndCaptions(t *testing.T) {
	dots := correct()
	dots.Note, dots.Values[0] = "low: few jobs.", []float64{inf, nan, -inf, .97}
	log := &Dots{Categories: strings.Split("abcdefg", ""), Series: methodNames[:1], Log: true,
		Values: [][]float64{{0, nan, inf, -1, 0.5, 1e-300, 7}}}
	shaded := heat(sp2, []string{"1-4", "17-64"}, 3)
	shaded.Panels[0].Values[1] = []float64{0.8, 1}
	shaded.Panels[0].Short = [][]bool{{false, false}, {true, false}, {false, false}, {false, false}}
	month := february(3000)
	month.Note, month.Lines[0].Bound[7], month.Lines[1].Bound[8], month.Lines[0].Waits[3] = "Epoch 300 s.", -1, inf, inf
	month.Lines = append(month.Lines, Line{Name: "late", Times: []float64{month.To + 1}, Bound: []float64{5}})
	coverage := covered(2)
	coverage.Panels[0].Covered[0].Misses, coverage.Panels[0].Covered[1].Misses = []float64{start, start + 60,
		start + day}, nil
	coverage.Panels[0].Name = "high"
	density := densities(2, 4000)
	density.Panels[1].X[2], density.Panels[1].Y[3] = nan, -1
	for _, c := range []struct {
		figure  Figure
		texts   []string
		caption string // a part of it
	}{
		{dots, append(slices.Concat(sp2, methodNames), "correct (fraction)", "target 0.95", "less"),
			"low: few jobs. 2 values not drawn: infinite,"},
		{log, []string{"a", "g", "bmbp", "1"},
			"2 values of 0 drawn at the lower end. 2 values not drawn: infinite, negative"},
		{shaded, append(slices.Clone(sp2), "processors", "queue", "17-64", "bmbp", "0.800*", "0.926", "1.000", "-"),
			"Orange: below the target of 0.95, blue: above it, in full colour from 0.05 on. Star: short, below it by " +
				"more than chance. Dash: no value, in 3 cells."},
		{month, []string{"bound and wait", "1-4 processors: bound and 1,499 waits",
			"17-64 processors: bound and 1,500 waits", "8 Feb", "1 s", "1 min", "1 h", "1 d",
			"date, 1 February 2005 to 28 February 2005 (PST)"},
			"Epoch 300 s. 150 waits below 1 s drawn at 1 s. 3 values not drawn: infinite, negative or beyond 10^12. " +
				"2,999 waits drawn as "},
		{month, nil, "No bound in this period: late."},
		{perJob(), []string{"1-4 processors: bound and 400 waits"},
			"Bounds depend on the job: in each of 60 equal parts"},
		{twoMethods, []string{"a: 1 wait missed", "b: 0 waits missed", "2 waits"},
			"Marks at the foot are waits that the bound of a method missed"},
		{fan(.05, .25, .5, .75, .95), []string{"quantiles 0.05 to 0.95", "quantiles 0.25 to 0.75", "quantile 0.5",
			"20,000 waits, 1 in 20 drawn", "8 Feb", "1 h"}, "1,000 waits below 1 s drawn at 1 s."},
		{fan(.5, .75, .9, .95), []string{"quantiles 0.5 to 0.95", "quantile 0.5", "quantiles 0.75 to 0.9"}, ""},
		{&Fan{Bounds: Bounds{Note: "Upper."}}, nil, "Upper. No bound in this period."},
		{fan(.5, .75, .95), []string{"quantiles 0.5 to 0.95", "quantile 0.5", "quantile 0.75"}, ""},
		{coverage, []string{"share of the last 500 jobs", "lognormal-trim", "target 0.95", "interval of bmbp", "8 Feb",
			"high"},
			"Upper bounds. Misses in high: bmbp 3, lognormal 0, lognormal-trim "},
		{density, []string{"predicted wait", "actual wait", "bmbp, n = 4,000", "lognormal, n = 3,998",
			"ln y = 0.90 ln x + 0.40, r = 0.87", "actual = predicted",
			"least squares", "1 min", "1 h", "1 d", "1 to 2 jobs"},
			"waits below 1 s drawn at 1 s. 2 jobs not drawn: a wait is missing, negative or"},
		{density, nil, "All jobs. Cells are 1/5 of a decade wide and high. "},
		{&Curves{Series: []Curve{{Name: "a", X: []float64{1, nan}, Y: []float64{2, 3}}}, Diagonal: "equal"},
			[]string{"equal"}, "1 point left out: missing,"},
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
		"all missing": &Dots{Categories: sp2[:1], Series: methodNames[:1], Values: [][]float64{{nan}}, Log: true},
		"heat":        &Heat{Rows: sp2, Columns: sp2, Panels: []Panel{{Name: "bmbp"}}},
		"empty line":  &Bounds{Lines: []Line{{Name: "a"}}, From: start, To: start + day},
		"outside": &Bounds{Lines: []Line{{"a", []float64{start - 1}, []float64{nan}, []float64{5}, true}},
			From: start, To: start + day},
		"fan": &Fan{Bounds: Bounds{Lines: make([]Line, 2), From: start, To: start + day},
			Quantiles: []float64{.5, .95}},
		"density":  &Density{},
		"coverage": &Coverage{},
		"curves":   &Curves{Series: []Curve{{Name: "a"}}},
	} {
		if doc := render(t, f); !strings.Contains(strings.Join(doc.texts, "|"), noData) {
			t.Errorf("%s: no %q in %q", name, noData, doc.texts)
		}
		if svg, err := OnPage(f); err != nil || !strings.Contains(string(svg), noData) {
			t.Errorf("%s on the page: %v, %.100s", name, err, svg)
		}
	}
}

// On the page of a run a figure is as wide as the page if it fills a row.
func TestOnPage(t *testing.T) {
	panels := []DensityPanel{{Name: "a", X: []float64{1}, Y: []float64{2}}}
	for want, f := range map[string]Figure{
		`<svg width="504pt"`: &Density{Panels: panels},
		`<svg width="720pt"`: &Density{Panels: slices.Repeat(panels, 5)},
	} {
		if svg, err := OnPage(f); err != nil || !strings.Contains(string(svg), want) {
			t.Errorf("%v, no %s: %.200s", err, want, svg)
		}
	}
	if d := covered(4).draw(onPage); d.perRow != min(4, len(d.panels)) {
		t.Errorf("%d of %d panels in a row", d.perRow, len(d.panels))
	}
}

// TestCoverageWithoutPoints: no time is made up. Panels without points beside
// others say so, and keep their names.
func TestCoverageWithoutPoints(t *testing.T) {
	none := CoveragePanel{"none", []Covered{{}}}
	missed := CoveragePanel{"missed", []Covered{{Misses: []float64{1e9}}}}
	for _, dates := range []*time.Location{nil, time.UTC} {
		f := &Coverage{Title: "T", Series: []string{"a"}, Target: 0.95, Jobs: 500, Dates: dates,
			Panels: []CoveragePanel{none, none}}
		if got := strings.Join(render(t, f).texts, "|"); got != "T|a|interval of a|target 0.95|no data" {
			t.Errorf("dates in %v: texts %s", dates, got)
		}
		f.Panels[1] = missed
		texts := render(t, f).texts
		if !slices.Contains(texts, "none, no data") || !slices.Contains(texts, "missed") {
			t.Errorf("dates in %v: texts %q", dates, texts)
		}
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
	for _, f := range []Figure{february(100_000), fan(.05, .25, .5, .75, .95), densities(7, 50_000), covered(4)} {
		var b bytes.Buffer
		if err := f.draw(TwoColumn).write(&b, "svg"); err != nil || b.Len() > 300_000 {
			t.Errorf("%s: %d bytes of SVG, %v", Title(f), b.Len(), err)
		}
	}
}

// A band has a step where both lines have bounds. Steps are cut to the time of
// the figure, begin at 1 s, and stand on their shorter bound.
func TestBand(t *testing.T) {
	times := []float64{0, 50, 120, 130, 150, 210}
	f := &Fan{Bounds: Bounds{From: 40, To: 200, Lines: []Line{{Times: times, Bound: []float64{9, 0, 8, nan, 7, 1}},
		{Times: times, Bound: []float64{9, 90, 6, 60, 70, 80}}}}}
	want := []plotter.XYs{xys(40, 9, 50, 9, 50, 9, 40, 9), xys(50, 1, 120, 1, 120, 90, 50, 90),
		xys(120, 6, 130, 6, 130, 8, 120, 8), xys(150, 7, 200, 7, 200, 70, 150, 70)}
	if got := f.band(0, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("steps %v, want %v", got, want)
	}
}

// A bound holds until the next one; NaN leaves a gap; a bound from before From
// is drawn from there, and one at To is not drawn.
func TestRuns(t *testing.T) {
	b := &Bounds{
		From: 100, To: 200,
		Lines: []Line{{Name: "a", Times: []float64{0, 50, 120, 130, 150, 160, 200}, Bound: []float64{7, 10, 100, nan,
			1000, 10, 5000}}},
	}
	want := []plotter.XYs{xys(100, 10, 120, 100, 130, 100), xys(150, 1000, 160, 10, 200, 10)}
	if got := b.Lines[0].runs(b.From, b.To, &tally{}); !reflect.DeepEqual(got, want) {
		t.Errorf("runs %v, want %v", got, want)
	}
}

// Bounds that depend on the job are boxes and marks, and no line joins them.
func TestPerJob(t *testing.T) {
	lines := func(f Figure) (n int) {
		for _, s := range render(t, f).styles {
			if strings.Contains(s, "stroke:#0072B2") {
				n++
			}
		}
		return n
	}
	if joined, apart := lines(february(800)), lines(perJob()); joined != 2 || apart != 1 {
		t.Errorf("%d lines with the legend, and %d for bounds by the job", joined, apart)
	}
}

// Of lower bounds, waits below them are missed.
func TestMissed(t *testing.T) {
	l := Line{"a", []float64{1, 2, 3, 9}, []float64{5, 5, nan, 5}, []float64{4, 6, 4, 4}, false}
	c := Compared{Bounds: Bounds{To: 5}, Level: methods.Level{Side: methods.Lower}}
	if got := c.missed(&l); len(got) != 1 || got[0] != (plotter.XY{X: 1, Y: 4}) {
		t.Errorf("missed are %v", got)
	}
}

// Methods that bound each job have boxes beside each other in a part of the time.
func TestPlaces(t *testing.T) {
	s := &sketch{Bounds: &Bounds{To: 60 * TimeParts}, drawing: &drawing{}, places: 2, place: 1}
	boxes, marks := s.spread(0, "b", plotter.XYs{{X: 65, Y: 9}})
	if boxes.XYs[0][0].X != 90 || boxes.XYs[0][1].X != 120 || marks.XYs[0][0].X != 90 {
		t.Errorf("box %v and mark %v of the second of two methods", boxes.XYs, marks.XYs)
	}
}

// Bounds jump from job to job as the clusters of qbets do, also where the jobs of
// a minute have one bound.
func TestVarying(t *testing.T) {
	for jumps, want := range map[float64]bool{1.4: false, 1.6: true} {
		v := Varying{Epoch: 300}
		for i := range 90 {
			v.Add(float64(i/3*600), 100*math.Pow(jumps, float64(i/3%2)))
		}
		if v.PerJob() != want {
			t.Errorf("with jumps by a factor of %v by the job: %v", jumps, !want)
		}
	}
}

// The data of a figure are the numbers it shows. A bound that does not change
// is one line, a gap begins with an empty one, and what lies outside the window
// is not there; 2400 s of coverage are cut into steps of 10 s.
func TestData(t *testing.T) {
	for want, f := range map[string]Figure{
		"category,series,value,low,high\nhigh,bmbp,0.95,0.5,1\n\"low, late\",bmbp,,,\ninf,bmbp,-Infinity,,\n": &Dots{
			Categories: []string{"high", "low, late", "inf"}, Series: []string{"bmbp"},
			Values: [][]float64{{0.95, nan, -inf}}, Low: [][]float64{{0.5, nan, nan}},
			High: [][]float64{{1, nan, nan}}},
		"panel,row,column,value\na,high,all,0.5\na,high,1-4,\nb,high,all,1\nb,high,1-4,1\n": &Heat{
			Rows: []string{"high"}, Columns: []string{"all", "1-4"}, Target: 0.95,
			Panels: []Panel{{Name: "a", Values: [][]float64{{0.5, nan}}}, {Name: "b", Values: [][]float64{{1, 1}}}}},
		"series,x,y\na,1,\na,2,3\n": &Curves{Series: []Curve{{Name: "a", X: []float64{1, 2}, Y: []float64{nan, 3}}}},
		"series,kind,seconds_of_log,value_s\nhigh,bound,0,5\nhigh,bound,20,6\nhigh,bound,30,\nhigh,bound,40,7\n" +
			"high,wait,0,4\nhigh,wait,20,0\n": &Bounds{
			Lines: []Line{{"high", []float64{0, 10, 20, 30, 40, 90}, []float64{5, 5, 6, nan, 7, 8},
				[]float64{4, nan, 0, nan, nan, 4}, false}}, To: 50},
		"series,kind,seconds_of_log,value_s\nlow,lower quartile of bounds,60,3\nlow,median of bounds,60,5\n" +
			"low,upper quartile of bounds,60,7\n" +
			"low,lower quartile of bounds,118,0\nlow,median of bounds,118,0\nlow,upper quartile of bounds,118,0\n": &Bounds{
			Lines: []Line{{"low", []float64{-1, 60, 60, 61, 61, 61, 62, 120}, []float64{8, 9, 1, 5, 3, 7, nan, 0}, nil,
				true}}, To: 120},
		"series,kind,seconds_of_log,value_s\nlow,wait,6,4\nlow,wait,20,0\n0.5,bound,5,1\n0.95,bound,5,2\n" +
			"0.95,bound,20,\n0.95,bound,30,9\n": &Fan{
			Bounds: Bounds{Lines: []Line{{"0.5", []float64{0, 20, 30}, []float64{1, 1, 1}, nil, false},
				{"0.95", []float64{0, 20, 30}, []float64{2, nan, 9}, nil, false}}, From: 5, To: 40},
			Quantiles: []float64{.5, .95}, Jobs: Line{"low", []float64{6, 20}, nil, []float64{4, 0}, false}},
		"series,kind,seconds_of_log,value_s\nall,wait,10,4\nall,wait,20,9\na,bound,5,1\na,bound,10,5\na,bound,20,8\n" +
			"a,miss,20,9\nb,bound,20,9\n": twoMethods,
		"panel,series,seconds_of_log,share,least_share,misses\nhigh,a,10,0.75,0.5,2\nhigh,a,1210,,,1\n" +
			"high,a,2400,1,1,0\n": &Coverage{
			Series: []string{"a"}, Target: 0.95, Jobs: 500,
			Panels: []CoveragePanel{{"high", []Covered{{[]float64{0, 4, 9, 2400}, []float64{1, 0.5, 0.75, 1},
				[]float64{3, 4, 1205}}}}}},
		"panel,x_from_s,x_to_s,y_from_s,y_to_s,jobs\na,1,1.58489,1,1.58489,1\na,1,1.58489,15.8489,25.1189,1\n" +
			"a,10,15.8489,10,15.8489,2\na,1000,1584.89,100000,158489,1\n": &Density{
			Panels: []DensityPanel{{Name: "a", X: []float64{0, 0.5, 10, 10, 1000, nan}, Y: []float64{0, 20, 10, 11, 1e5,
				1}}}},
	} {
		var b strings.Builder
		if err := f.draw(TwoColumn).write(&b, "csv"); err != nil || b.String() != want {
			t.Errorf("data of a %T is\n%swant\n%s%v", f, b.String(), want, err)
		}
	}
}

// Misses of a week make one bar, however long the log is; the last may be cut.
func TestMissesByWeek(t *testing.T) {
	for span, want := range map[float64][]int{week / 2: {3}, 2.5 * week: {2, 0, 1}, 300 * week: {2, 0, 1}} {
		times := []float64{0, week / 4, 2.2 * week}
		if span < week {
			times = []float64{0, 1, span}
		}
		c := Covered{Misses: times}
		parts := c.periods(0, span, week/float64(weekly(span)))
		weeks := missesByWeek(parts, weekly(span))
		if !slices.Equal(weeks[:len(want)], want) || len(weeks) != int(math.Ceil(span/week)) || len(parts) > 300 {
			t.Errorf("%v weeks: %d bars of %v..., %d periods", span/week, len(weeks), weeks[:len(want)], len(parts))
		}
	}
}

// Values whose ranks make a line of intercept 1/8 and slope 1/4 have that line,
// and one value, or none that is drawn, has none.
func TestDistributionsFit(t *testing.T) {
	e := math.Exp
	f := &Distributions{Panels: []Distribution{
		{Label: "a", Values: []float64{e(2), 1, nan, e(3), e(1), 0, -1, inf}},
		{Label: "b", Times: true, Values: []float64{0, e(1), e(3), e(2)}},
		{Label: "one", Values: []float64{5, 5}}, {Label: "none", Times: true, Values: []float64{-1}},
	}}
	lines := map[string][]string{}
	d := f.draw(TwoColumn)
	for _, row := range d.rows {
		if row[1] == "fit" {
			x, _ := strconv.ParseFloat(row[2], 64)
			lines[row[0]] = append(lines[row[0]], fmt.Sprintf("%.6f %s", math.Log(x), row[3]))
		}
	}
	if want := map[string][]string{"a": {"-0.500000 0", "3.500000 1"},
		"b": {"-0.500000 0", "3.500000 1"}}; !reflect.DeepEqual(lines, want) {
		t.Errorf("lines %v, want %v", lines, want)
	}
	for i, want := range []string{"0.125 + 0.25 ln x", "0.125 + 0.25 ln x", "no line", noData} {
		if got := d.panels[i].Title.Text; got != want {
			t.Errorf("panel %d: %s, want %s", i, got, want)
		}
	}
}
