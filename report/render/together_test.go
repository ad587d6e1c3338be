package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/report"
)

var nan = math.NaN()

// The first share is that of the first so many jobs with a bound; afterwards one job goes for each
// that comes.
func TestRolling(t *testing.T) {
	s := &together{SeriesBounds: report.SeriesBounds{Levels: []methods.Level{{Quantile: 0.95, Confidence: 0.95}}, Methods: []string{"a"}}}
	var bounds []float64
	for i := range rolling + 3 {
		s.submit = append(s.submit, float64(i))
		s.Wait = append(s.Wait, 10)
		bounds = append(bounds, 10) // a tie is covered
	}
	bounds[0], bounds[7], bounds[rolling+2] = 9, nan, 9
	s.Bounds = [][]float64{bounds}
	c := s.rolling("a", 1000)
	if want := []float64{1000 + rolling, 1001 + rolling, 1002 + rolling}; !slices.Equal(c.Times, want) {
		t.Errorf("times %v, want %v", c.Times, want)
	}
	if want := []float64{1 - 1./rolling, 1, 1 - 1./rolling}; !slices.Equal(c.Shares, want) {
		t.Errorf("shares %v, want %v", c.Shares, want)
	}
	if want := []float64{1000, 1002 + rolling}; !slices.Equal(c.Misses, want) {
		t.Errorf("misses %v, want %v", c.Misses, want)
	}
}

func TestFanFromOutside(t *testing.T) {
	var levels []methods.Level
	for _, text := range []string{"0.95", "0.5", "0.25l", "0.75", "0.5l"} {
		l, err := methods.ParseLevel(text, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		levels = append(levels, l)
	}
	if got := fmt.Sprint(fan(levels)); got != "[{2 0} {4 3}]" {
		t.Errorf("bands %s, want 0.25l to 0.95 and 0.5l to 0.75", got)
	}
	if bands := fan(levels[:1]); len(bands) != 0 {
		t.Errorf("bands %v of one level", bands)
	}
}
