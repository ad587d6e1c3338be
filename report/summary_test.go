package report

import (
	"slices"
	"testing"

	"waitbench/replay"
)

func TestSummary(t *testing.T) {
	want := []string{
		"bmbp            correct in 2 of 2 series by queue, correct in 2 of 3 series by queue and range (of 1000 jobs or more)",
		"lognormal       correct in 1 of 2 series by queue, correct in 2 of 3 series by queue and range (of 1000 jobs or more)",
		"lognormal-trim  correct in 1 of 2 series by queue, correct in 2 of 3 series by queue and range, without bounds in 1 (of 1000 jobs or more)",
	}
	if got := Summary(someScores(), 1000); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	scores := []replay.Score{score("q", replay.AllRanges, "bmbp", 2000, 0.9, 1), score("q", replay.AllRanges, "bmbp", 2000, 0.9, 1)}
	scores[1].Quantile = 0.75
	want = []string{
		"bmbp  quantile 0.75: correct in 1 of 1 series by queue (of 1 jobs or more)",
		"bmbp  quantile 0.95: correct in 0 of 1 series by queue (of 1 jobs or more)",
	}
	if got := Summary(scores, 1); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
