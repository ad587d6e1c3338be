package wait

import (
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/verdict"
)

// TestTrusted: an answer is not trusted where bounds were short in a flood, nor
// for a job that waits where few jobs have waited as long.
func TestTrusted(t *testing.T) {
	for share, want := range map[float64]bool{.92: false, .94: true} {
		score := replay.Score{Quantile: .95, RecentBursts: share}
		a := &Answer{Result: &replay.Result{Score: score}, Status: verdict.NotShort,
			Bounds: []float64{60}}
		if a.Trusted() != want {
			t.Errorf("trusted %t where %v of the last bursts held", !want, share)
		}
	}
	waiting := &Answer{Result: &replay.Result{Score: replay.Score{Age: 600}}, Method: "bmbp",
		Levels: []methods.Level{{Quantile: .95, Confidence: .95}}}
	for jobs := range 70 { // all held
		if want := jobs >= 59; waiting.Trusted() != want {
			t.Errorf("trusted %t where %d jobs waited as long", !want, jobs)
		}
		waiting.Recent.Add(false)
	}
}
