package verdict

import (
	"math"
	"slices"
	"testing"

	"waitbench/replay"
)

// TestShort is worked by hand. Of 21 blocks, t is -1.725 at .05, -2.086 at .025
// and -2.528 at .01 (Abramowitz and Stegun, table 26.10).
func TestShort(t *testing.T) {
	none, target := math.NaN(), .95
	for name, c := range map[string]struct {
		queues []Share
		want   []bool
	}{
		"strict":   {[]Share{{.95, none, 5, target}, {.9499, none, 19, target}}, []bool{false, true}},
		"chance":   {[]Share{{.949, .0005, 21, target}}, []bool{true}}, // t = -2
		"far":      {[]Share{{.9, .05, 21, target}}, []bool{false}},    // t = -1
		"21":       {[]Share{{.95 - 1.727*.0005, .0005, 21, target}}, []bool{true}},
		"20":       {[]Share{{.95 - 1.727*.0005, .0005, 20, target}}, []bool{false}}, // -1.729 at .05
		"no error": {[]Share{{.949, 0, 21, target}, {.951, 0, 21, target}}, []bool{true, false}},
		"Holm":     {[]Share{{.949, .0005, 21, target}, {.96, .0005, 21, target}}, []bool{false, false}},
		"Holm 2":   {[]Share{{.96, .001, 21, target}, {.947, .001, 21, target}}, []bool{false, true}}, // t = -3
		"no bound": {[]Share{{none, none, -1, target}}, []bool{false}},
		"lower":    {[]Share{{.04, none, 9, .05}, {.05, none, 9, .05}}, []bool{true, false}},
	} {
		if got := Short(c.queues); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestShareInterval: of a share of .9 with an error of .02 over 20 blocks the odds
// are 9, and both ends are exp(2.0930 .02 / .09) = 1.59220 times from them: 9 /
// 10.59220 and 14.32980 / 15.32980. Without an error it is the Wilson interval.
func TestShareInterval(t *testing.T) {
	s := replay.Score{Coverage: .9, ShareSE: .02, Blocks: 20, CorrectLow: .88, CorrectHigh: .91}
	for _, want := range [][2]float64{{.849682, .934768}, {.88, .91}} {
		low, high := ShareInterval(&s)
		if math.Abs(low-want[0]) > 5e-6 || math.Abs(high-want[1]) > 5e-6 {
			t.Errorf("%.6f to %.6f, want %v", low, high, want)
		}
		s.ShareSE = math.NaN()
	}
}
