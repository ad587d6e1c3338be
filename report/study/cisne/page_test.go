package cisne

import (
	"strings"
	"testing"

	"waitbench/report/reporttest"
	"waitbench/report/study"
)

// made is a study of two seeds whose deviations are given.
func made(deviation func(Setting, string) float64) (Config, []*Cell) {
	c := Default()
	c.Seeds, c.Limits = 2, []int{1, 4}
	var cells []*Cell
	for _, set := range c.Settings() {
		for _, m := range Methods {
			x := deviation(set, m)
			cell := &Cell{Setting: set, Method: m}
			for _, off := range []float64{-.01, .01} {
				of := func(x float64) Deviation { return Deviation{Jobs: 1, Relative: x + off} }
				cell.Seeds = append(cell.Seeds, Errors{of(x), of(2 * x), of(x / 2)})
				cell.Local = append(cell.Local, 1+x)
			}
			cells = append(cells, cell)
		}
	}
	return c, cells
}

// TestClaimsOfCISNE: deviations made so that every claim holds but the last, as
// windows improve waiting too, and so that none of the others does.
func TestClaimsOfCISNE(t *testing.T) {
	all := map[string]float64{SDPN: .3, SDPN30: .25, SDPN120: .2, Hanzich: .4, Smith: .6, Li: .7, Historical: 1}
	c, cells := made(func(s Setting, m string) float64 {
		x := all[m]
		switch {
		case s.Limit == 1 && m == Hanzich:
			x = .2
		case s.Discipline == EASY && m == Hanzich:
			x = .5
		}
		if s.Saturated {
			x *= 2
		}
		return x
	})
	answers := func() []string {
		var words []string
		for _, row := range Page(c, cells).Claims.Rows {
			words = append(words, strings.Split(row[1].Text, ":")[0])
		}
		return words
	}
	if got, want := strings.Join(answers(), " "), strings.Repeat("yes ", 13)+"no"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// SDPN .3 and Hanzich .45 without saturation, .4 under fcfs, .5 under easy:
	// gains of 33, 25 and 40 %.
	table := (&cluster{c, cells}).gains()
	for i, want := range []string{"33 ± 0 bold", "33 ± 0 bold", "25 ± 0", "40 ± 0 bold", "33 ± 0 bold"} {
		cell := table.Rows[i][2]
		if got := cell.Text + map[bool]string{true: " bold"}[cell.Bold]; got != want {
			t.Errorf("gain of row %d: %s, want %s", i, got, want)
		}
	}
	for _, cell := range cells {
		for i := range cell.Seeds {
			cell.Seeds[i][Wait] = Deviation{}
		}
	}
	if got, want := strings.Join(answers()[11:], " "), "not measured yes not measured"; got != want {
		t.Errorf("without waits %s, want %s", got, want)
	}
	c, cells = made(func(s Setting, m string) float64 {
		x := 1.1 - all[m]
		switch {
		case m == SDPN:
			x = .95
		case m == Hanzich && s.Limit == 1:
			x = .99
		}
		if s.Saturated {
			x /= 2
		}
		return x
	})
	if got, want := strings.Join(answers()[:11], " "), strings.Repeat("no ", 8)+"open no yes"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestBelow: a difference within its interval proves nothing.
func TestBelow(t *testing.T) {
	for want, list := range map[string][]study.Spread{
		"yes":  {{Mean: -2, Half: 1}, {Mean: -3, Half: 2}},
		"open": {{Mean: -2, Half: 1}, {Mean: -1, Half: 2}},
		"no":   {{Mean: -1, Half: 2}, {Mean: 2, Half: 1}},
	} {
		if got := below("x", list...).Verdict; got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
}

func TestCISNEPage(t *testing.T) {
	c, cells := made(func(s Setting, _ string) float64 { return .5 + float64(s.Limit)/100 })
	page := strings.Join(strings.Fields(reporttest.Written(t, Page(c, cells).WritePage)), " ")
	for _, want := range []string{"gains 6 % on average", "80 % with backfilling", "40 % on average (conclusions)"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}
