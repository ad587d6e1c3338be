package render

import (
	"math"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay/arrowio"
	"waitbench/report/figure"
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
	c := covering{Covered: &figure.Covered{}, level: methods.Level{Quantile: 0.95, Confidence: 0.95}, origin: 1000}
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
