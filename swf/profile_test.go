package swf

import (
	"slices"
	"testing"
)

// The values that may stand for none, the most frequent first and of equal ones
// the smallest; what does not fit is counted.
func TestSentinels(t *testing.T) {
	var p Profile
	for _, estimate := range []float64{-2, -2, -2, 99999, 99999, 2147483647, 0, -1, 600, 9999} {
		p.Add(&Job{ReqTime: estimate})
	}
	for n, want := range map[int][]string{
		0: {"4 more"}, 1: {"-2 (3)", "3 more"}, 3: {"-2 (3)", "99999 (2)", "0 (1)", "1 more"},
		4: {"-2 (3)", "99999 (2)", "0 (1)", "2147483647 (1)"},
		9: {"-2 (3)", "99999 (2)", "0 (1)", "2147483647 (1)"},
	} {
		if got := p.Sentinels(fieldReqTime, n); !slices.Equal(got, want) {
			t.Errorf("at most %d: %q, want %q", n, got, want)
		}
	}
	if got := p.Sentinels(0, 3); got != nil {
		t.Errorf("job numbers %q", got)
	}
}
