package figure

import (
	"slices"
	"strings"
	"testing"
)

func TestCoverageShowsEverything(t *testing.T) {
	v := covered(2, TwoColumn)
	v.Panels[0].Misses = [][]float64{{start, start + 60, start + day}, {}, {start + 2*day}}
	doc := render(t, v)
	for _, want := range []string{
		"Share of waits within the bound", v.YLabel, v.Note, "bmbp", "lognormal-trim", "target 0.95", "band of independent misses",
		v.Panels[0].Name, v.Panels[1].Name, "8 Feb", "no data", v.Panels[0].Name + ": misses bmbp 3, lognormal 0, lognormal-trim 1.",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// A miss has a tick, one for those that no eye tells apart.
func TestThinTimes(t *testing.T) {
	if got := thinTimes([]float64{0, 0, 1, 5, 5.5, 6, 20}, 2); !slices.Equal(got, []float64{0, 5, 20}) {
		t.Errorf("ticks at %v", got)
	}
}

func TestCoverageRefuses(t *testing.T) {
	for want, change := range map[string]func(*Coverage){
		"has 2 lines and 3 rows, want 3":  func(v *Coverage) { v.Panels[0].Shares = v.Panels[0].Shares[:2] },
		"bmbp: 1 times and 0 shares":      func(v *Coverage) { v.Panels[0].Shares[0] = Covered{Times: []float64{1}} },
		"bmbp: share 1.5":                 func(v *Coverage) { v.Panels[0].Shares[0].Values[3] = 1.5 },
		"bmbp: share NaN":                 func(v *Coverage) { v.Panels[0].Shares[0].Values[3] = nan },
		"lognormal: times decrease":       func(v *Coverage) { v.Panels[0].Misses[1] = []float64{2, 1} },
		"band from 0.96 to 0.968 around ": func(v *Coverage) { v.Low = 0.96 },
	} {
		v := covered(1, TwoColumn)
		change(v)
		if _, err := v.sheet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want ...%s", err, want)
		}
	}
}
