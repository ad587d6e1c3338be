package wait

import (
	"testing"

	"waitbench/replay"
	"waitbench/report/verdict"
)

// TestTrusted: an answer is not trusted where bounds were short in a flood.
func TestTrusted(t *testing.T) {
	for share, want := range map[float64]bool{.92: false, .94: true} {
		score := replay.Score{Quantile: .95, RecentBursts: share}
		a := &Answer{Result: &replay.Result{Score: score}, Status: verdict.NotShort,
			Bounds: []float64{60}}
		if a.Trusted() != want {
			t.Errorf("trusted %t where %v of the last bursts held", !want, share)
		}
	}
}
