package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay/study/downey"
)

// smallDowney is a study of a few days.
func smallDowney(t *testing.T, change func(*downey.Config)) (*allocation, *Page) {
	t.Helper()
	c := downey.Default()
	c.Days, c.Seeds = 2, 4
	change(&c)
	results, err := downey.Run(context.Background(), c, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Downey(c, results)
	return &allocation{config: c, results: results, comparable: true}, p
}

// TestAtPaper: turnarounds 5000, 5100, 5200, 5300 s; a number of 20, 21, 24, 25
// rises by 0.018 a second.
func TestAtPaper(t *testing.T) {
	a := &allocation{values: map[measured]sample{average: {5000, 5100, 5200, 5300}}, comparable: true}
	// Deviations of the line 19.8, 21.6, 23.4, 25.2: squares .04, .36, .36,
	// .04, over 2 degrees of freedom.
	number, residual := a.atPaper(sample{20, 21, 24, 25})
	if math.Abs(number-(22.5-0.018*(5150-4795))) > 1e-9 || math.Abs(residual-math.Sqrt(0.4)) > 1e-9 {
		t.Errorf("%v ± %v", number, residual)
	}
	if number, _ := a.atPaper(sample{20, 21, 24}); !math.IsNaN(number) {
		t.Errorf("%v with three seeds: want no line", number)
	}
}

// TestOver: a number in its unit, less that of another strategy; none if a seed
// lacks it.
func TestOver(t *testing.T) {
	numbers := func(strategy string) measured {
		return measured{downey.Label{Strategy: strategy}, downey.Saving}
	}
	a := assumption{allocation: &allocation{values: map[measured]sample{
		numbers(downey.OPT): {120, 240}, numbers(downey.HEUR): {60, 60},
		numbers(downey.MIN): {60, math.NaN()}}}}
	for other, want := range map[string]sample{"": {2, 4}, downey.HEUR: {1, 3}, downey.MIN: nil} {
		if got := a.over(downey.OPT, other, downey.Saving); !slices.Equal(got, want) {
			t.Errorf("less %q: %v, want %v", other, got, want)
		}
	}
}

// paperSeeds are results whose numbers are the paper's, in four seeds a little
// apart.
func paperSeeds() *allocation {
	a := &allocation{config: downey.Default(), values: map[measured]sample{}, comparable: true}
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
	sizes := [4]int{6, 26, 16, 12}
	for i, rows := range printedNumbers() {
		if len(rows) != sizes[i] {
			t.Errorf("%d numbers in table %d, want %d", len(rows), i, sizes[i])
		}
		if got := a.tally(rows); got["yes"] != sizes[i] || got["all"] != sizes[i] {
			t.Error(got)
		}
	}
	for table, want := range map[int]printed{
		1: {downey.HEUR, downey.RebelShare, 37, "rounding"}, 2: {downey.PRED, downey.Turnaround, 4652, "unnamed"},
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
	table := claimsTable(downeyClaims(), []string{"first"}, a.assumptions()[:1])
	wantAnswers(t, table, 1, "yes: saves 93.0", "yes: saves 98.0", "yes: from 0.480 to 0.590", "yes: +0.0", "yes: -3.0", "yes: +2.4", "yes: +9.0",
		"yes: -4.0", "yes: HEUR +37.0 %, BIAS +5.0 %, OPT +9.0 %", "yes: -37", "yes: -228", "not measured", "no: 169.9 and 339.8")
	if got := table.Rows[9][0].Text + table.Rows[10][0].Text; !strings.Contains(got, "by 37 s") || !strings.Contains(got, "by 228 s") {
		t.Error(got)
	}
}

// TestVerdict: a number within the range under the first assumption, the last,
// or none.
func TestVerdict(t *testing.T) {
	a := paperSeeds()
	for _, c := range []struct {
		paper float64
		want  string
	}{{0.48, "yes"}, {0.7, "with 2:14, 1.7:0.6"}, {0.9, "no"}} {
		a.values[measured{downey.Label{Strategy: downey.PRED, Lifetimes: "2:14"}, downey.Correlation}] = []float64{0.65, 0.75}
		if got := a.verdict(printed{downey.PRED, downey.Correlation, c.paper, ""}); got != c.want {
			t.Errorf("%v: %s, want %s", c.paper, got, c.want)
		}
	}
}

// TestDowneyPage: the page has all its parts, its numbers are those of the
// cells, and the same again in another run.
func TestDowneyPage(t *testing.T) {
	a, p := smallDowney(t, func(*downey.Config) {})
	page := text(t, p)
	if !strings.Contains(page, "(alloc: e^") {
		t.Errorf("no lifetimes in\n%s", page)
	}
	saving := 0.0
	for _, cell := range p.Cells {
		if cell[1] == downey.OPT && cell[4] == downey.Saving {
			value, err := strconv.ParseFloat(cell[5], 64)
			if err != nil {
				t.Error(err)
			}
			saving += value / float64(a.config.Seeds) / 60
		}
	}
	rows := rowsOf(t, p.Values.(map[string]any)["Sections"].([]downeySection)[1].Table)
	if got := column(t, rows, "alloc, fitted")[2]; !strings.HasPrefix(got, fmt.Sprintf("%.1f (", saving)) {
		t.Errorf("OPT saves %s, by the cells %.1f", got, saving)
	}
	if again := text(t, Downey(a.config, a.results)); again != page {
		t.Error("another page of the same results")
	}
}

// TestOtherParameters: with another load there is nothing to compare, and the
// page says so.
func TestOtherParameters(t *testing.T) {
	_, p := smallDowney(t, func(c *downey.Config) { c.Load, c.Biases, c.Days = 0.5, nil, 1 })
	page := text(t, p)
	if !strings.Contains(page, "not the paper's") || strings.Contains(page, "printed numbers lie") {
		t.Error("the page does not say that the parameters are not the paper's")
	}
	for _, s := range p.Values.(map[string]any)["Sections"].([]downeySection) {
		for _, printed := range column(t, rowsOf(t, s.Table), "paper") {
			if printed != "" {
				t.Errorf("the paper's %s", printed)
			}
		}
	}
}
