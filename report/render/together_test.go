package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay/arrowio"
)

var nan = math.NaN()

// The first share is that of the first so many scored jobs with a bound; afterwards one job goes for
// each that comes.
func TestRolling(t *testing.T) {
	const training = 2
	b := &arrowio.Block{}
	for i := range rolling + 3 + training {
		b.Submit = append(b.Submit, float64(i-training))
		b.Wait = append(b.Wait, 10)
		b.Bound = append(b.Bound, 10) // a tie is covered
		b.Scored = append(b.Scored, i >= training)
	}
	b.Bound[0], b.Bound[training], b.Bound[training+7], b.Bound[training+rolling+2] = 9, 9, nan, 9
	c := covering{level: methods.Level{Quantile: 0.95, Confidence: 0.95}, by: 1000, every: 1}
	c.add(b)
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
