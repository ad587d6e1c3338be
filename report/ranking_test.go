package report

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
)

// TestRanking: two queues by hand. half bounds at half of what bmbp bounds at,
// above all waits, so that its loss is half as large on the first queue; quiet
// has the lowest loss and bounds 89 of 100 jobs, once in vain; narrow fails.
func TestRanking(t *testing.T) {
	level := methods.Level{Quantile: .5, Confidence: .95}
	var r Ranking
	for queue := range 2 {
		s := &SeriesBounds{Methods: []string{"bmbp", "half", "quiet", "narrow"}, Levels: []methods.Level{level}, Bounds: make([][]float64, 4)}
		for i := range 100 {
			s.Wait = append(s.Wait, 0)
			at := 100 * float64(1+i%3)
			quiet := 2.
			if i > 88-queue {
				quiet = math.NaN()
			}
			half := at / 2
			if queue == 1 {
				half = at * 8
			}
			for k, bound := range []float64{at, half, quiet, -at} {
				s.Bounds[k] = append(s.Bounds[k], bound)
			}
		}
		r.Add(s, level, func(method string) *replay.Score {
			score := replay.NewScore()
			score.Quantile, score.Coverage = .5, 1
			score.Independence = float64(3 + 4*queue)
			if method == "narrow" {
				score.Coverage = .4
			}
			return &score
		})
	}
	rows := r.Rows("s-1", "0", "c", func(string) float64 { return 5 })
	sorted := RankTable("", rows, false)
	for i, want := range [][]string{ // methods, queues, compared, correct, share and so on
		{"bmbp", "2", "2", "2", "1.00", "0.34", "1.00", "1.000", "1.000", "1.000", "5", "", "5"},
		{"narrow", "2", "2", "0", "0.00", "0.00", "0.66", "1.000", "1.000", "1.000", "5", "", "5"},
		{"half", "2", "2", "2", "1.00", "0.34", "1.00", "2.000", "2.000", "2.000", "5", "", "5"}, // sqrt(8/2) whatever the resample
		{"quiet", "2", "0", "0", "0.00", "0.00", "0.66", "", "", "", "", "", "5"},
	} {
		var got []string
		for _, c := range sorted.Rows[i] {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}

	var file bytes.Buffer
	if err := RankTable("", rows, true).WriteCSV(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	read, err := ReadRanks(&file, "bench.csv")
	if err != nil {
		t.Fatal(err)
	}
	if err := RankTable("", read, true).WriteCSV(&file); err != nil || file.String() != text {
		t.Errorf("read and written again: %v\n%s\nwant\n%s", err, file.String(), text)
	}
	for bad, want := range map[string]string{
		"": "bench.csv is not a ranking", strings.Split(text, "\n")[0] + "\n": "bench.csv is not a ranking", "a,b\n1\n": "bench.csv: record on line 2",
	} {
		if _, err := ReadRanks(strings.NewReader(bad), "bench.csv"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", bad, err, want)
		}
	}
}
