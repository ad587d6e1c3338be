package downey

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/report/figure"
	"waitbench/report/reporttest"
	"waitbench/report/study"
)

// smallDowney is a study of a few days.
func smallDowney(t *testing.T, change func(*Config)) (*allocation, *study.Page) {
	t.Helper()
	c := Default()
	c.Days, c.Seeds = 2, 4
	change(&c)
	results, err := Run(context.Background(), c, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Page(c, results)
	return &allocation{config: c, results: results, comparable: true}, p
}

// TestOver: a number in its unit, less that of another strategy; none if a seed
// lacks it.
func TestOver(t *testing.T) {
	numbers := func(strategy string) measured {
		return measured{Label{Strategy: strategy}, Saving}
	}
	a := assumption{allocation: &allocation{values: map[measured]study.Sample{
		numbers(OPT): {120, 240}, numbers(HEUR): {60, 60},
		numbers(MIN): {60, math.NaN()}}}}
	for other, want := range map[string]study.Sample{"": {2, 4}, HEUR: {1, 3}, MIN: nil} {
		if got := a.over(OPT, other, Saving); !slices.Equal(got, want) {
			t.Errorf("less %q: %v, want %v", other, got, want)
		}
	}
}

// paperSeeds are results whose numbers are the paper's, in four seeds a little
// apart.
func paperSeeds() *allocation {
	a := &allocation{config: Default(), values: map[measured]study.Sample{}, comparable: true}
	for _, rows := range printedNumbers() {
		for _, r := range rows {
			for _, w := range a.assumptions() {
				k := measured{w.label(r.strategy), r.number}
				q := quantities[r.number]
				a.values[k] = nil
				for _, off := range []float64{-1e-4, 0, 0, 1e-4} {
					a.values[k] = append(a.values[k], (r.paper+off)/q.scale)
				}
			}
		}
	}
	return a
}

// TestPublished: every number of the paper's tables has its row, and the
// paper's own values come out.
func TestPublished(t *testing.T) {
	a := paperSeeds()
	sizes := [4]int{7, 25, 16, 6}
	for i, rows := range printedNumbers() {
		if len(rows) != sizes[i] {
			t.Errorf("%d numbers in table %d, want %d", len(rows), i, sizes[i])
		}
		if got := a.tally(rows); fmt.Sprint(got) != fmt.Sprint([]int{sizes[i], sizes[i], sizes[i]}) {
			t.Error(got)
		}
	}
	for table, want := range map[int]printed{
		1: {HEUR, RebelShare, 37, "rounding"}, 2: {PRED, Turnaround, 4652, "unnamed"},
	} {
		if rows := printedNumbers()[table]; !slices.Contains(rows, want) {
			t.Errorf("no %+v in %+v", want, rows)
		}
	}
}

// TestClaimsOfPaper: the paper's claims hold for its own numbers, but for the
// loosely rounded jobs a day; the gains of lock-in and risk aversion are those
// of its turnarounds.
func TestClaimsOfDowney(t *testing.T) {
	a := paperSeeds()
	table := claims().Table([]string{"first"}, a.assumptions()[:1])
	reporttest.WantColumn(t, table, 1, "yes: saves 93.0", "yes: saves 98.0", "yes: from 0.480 to 0.590", "yes: +0.0",
		"not measured", "yes: -3.0", "yes: +2.4", "yes: +9.0",
		"yes: -4.0", "yes: HEUR +37.0 %, BIAS +5.0 %, OPT +9.0 %", "yes: -37", "yes: -228", "not measured",
		"no: 169.9 and 339.8")
	if got := table.Rows[10][0].Text + table.Rows[11][0].Text; !strings.Contains(got, "by 37 s") ||
		!strings.Contains(got, "by 228 s") {
		t.Error(got)
	}
}

// TestReadings: each printed number counts once, under each reading by itself.
func TestReadings(t *testing.T) {
	a := paperSeeds()
	row := []printed{{PRED, Correlation, 0.48, ""}}
	second := measured{Label{Strategy: PRED, Lifetimes: "1.06:15.22"}, Correlation}
	for _, c := range []struct {
		second study.Sample
		paper  float64
		want   string
	}{{study.Sample{0.4, 0.5}, 0.48, "[1 1 1]"}, {study.Sample{0.65, 0.75}, 0.48, "[1 0 1]"},
		{study.Sample{0.65, 0.75}, 0.7, "[0 1 1]"}, {study.Sample{0.65, 0.75}, 0.9, "[0 0 1]"}} {
		a.values[second], row[0].paper = c.second, c.paper
		if got := fmt.Sprint(a.tally(row)); got != c.want {
			t.Errorf("%v, second reading %v: %s, want %s", c.paper, c.second, got, c.want)
		}
		cells, count := a.numbers("", row), a.tally(row)
		for i := range 2 {
			if got := reporttest.Column(t, cells, fmt.Sprintf("in_range_%d", i+1))[0]; got != strconv.FormatBool(
				count[i] == 1) {
				t.Errorf("%v, reading %d: %s, want %d", c.paper, i, got, count[i])
			}
		}
	}
}

// TestPredictorsTable: the numbers of each predictor by benefactors; A alone
// predicts a quarter of the numbers of processors.
func TestPredictorsTable(t *testing.T) {
	a := &allocation{config: Default(), values: map[measured]study.Sample{}}
	for i, p := range Predictors {
		l := Label{Strategy: p.Strategy, Lifetimes: "alloc"}
		a.values[measured{l, PointCount + Every}] = study.Sample{100, 200}
		a.values[measured{l, Correlation + Every + "_benefactors_3"}] = study.Sample{float64(i) / 10, float64(i) / 10}
		a.values[measured{l, Losers}] = study.Sample{0.08}
	}
	a.values[measured{Label{Strategy: PRED + ":predictor=a", Lifetimes: "alloc"},
		PointCount + Every}] = study.Sample{25,
		50}
	rows := a.predictors()
	for heading, want := range map[string]string{
		"predictor": "predictor=a predictor=b benefactors=1 benefactors=2 benefactors=3 benefactors=4",
		"predicted": "25 100 100 100 100 100", "3 or more": "0 0.1 0.2 0.3 0.4 0.5", "no benefactor": "     ",
		"rebels that lose": "8 8 8 8 8 8",
	} {
		if got := strings.Join(reporttest.Column(t, rows, heading), " "); got != want {
			t.Errorf("%s: %q, want %q", heading, got, want)
		}
	}
}

// TestSpeedups: figure 2 lies between the bounds of the paper, the number of
// processors up to 64 and equation 3, and falls as sigma rises.
func TestSpeedups(t *testing.T) {
	curves := speedups().Figure.(*figure.Curves).Series
	last := len(curves) - 1
	for i, n := range curves[0].X {
		if got, want := curves[0].Y[i], min(n, 64); got != want {
			t.Errorf("sigma 0, %v processors: %v, want %v", n, got, want)
		}
		if got, want := curves[last].Y[i], 64*n/(64+n-1); math.Abs(got-want) > 1e-5 {
			t.Errorf("%s, %v processors: %v, want %v", curves[last].Name, n, got, want)
		}
		for k := range last {
			if curves[k].Y[i] < curves[k+1].Y[i] {
				t.Errorf("%v processors: %s is below %s", n, curves[k].Name, curves[k+1].Name)
			}
		}
	}
}

// TestDowneyPage: the page has all its parts, its numbers are those of the
// cells, and the same again in another run.
func TestDowneyPage(t *testing.T) {
	a, p := smallDowney(t, func(*Config) {})
	page := reporttest.Written(t, p.WritePage)
	if !strings.Contains(page, "(alloc: e^") {
		t.Errorf("no lifetimes in\n%s", page)
	}
	saving := 0.0
	for _, cell := range p.Cells {
		if cell[1] == OPT && cell[4] == Saving {
			value, err := strconv.ParseFloat(cell[5], 64)
			if err != nil {
				t.Error(err)
			}
			saving += value / float64(a.config.Seeds) / 60
		}
	}
	rows := p.Values.(map[string]any)["Sections"].([]section)[1].Table
	if got := reporttest.Column(t, rows, "alloc, fitted")[2]; !strings.HasPrefix(got, fmt.Sprintf("%.1f (", saving)) {
		t.Errorf("OPT saves %s, by the cells %.1f", got, saving)
	}
	if again := reporttest.Written(t, Page(a.config, a.results).WritePage); again != page {
		t.Error("another page of the same results")
	}
}

// TestOtherParameters: with another load there is nothing to compare, and the
// page says so.
func TestOtherParameters(t *testing.T) {
	_, p := smallDowney(t, func(c *Config) { c.Load, c.Biases, c.Days = 0.5, nil, 1 })
	page := reporttest.Written(t, p.WritePage)
	if !strings.Contains(page, "not the paper's") || strings.Contains(page, "printed numbers lie") {
		t.Error("the page does not say that the parameters are not the paper's")
	}
	for _, s := range p.Values.(map[string]any)["Sections"].([]section) {
		for _, printed := range reporttest.Column(t, s.Table, "paper") {
			if printed != "" {
				t.Errorf("the paper's %s", printed)
			}
		}
	}
}
