package render

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run/runtest"
	"waitbench/report/figure"
)

// The first share is over the first scored jobs with a bound; afterwards each
// new job replaces the oldest.
func TestRolling(t *testing.T) {
	const training = 2
	b := &arrowio.Block{}
	for i := range rolling + 3 + training {
		b.Submit = append(b.Submit, float64(i-training))
		b.Wait = append(b.Wait, 10)
		b.Bound = append(b.Bound, 10) // a tie is covered
		b.Scored = append(b.Scored, i >= training)
	}
	b.Bound[0], b.Bound[training], b.Bound[training+7], b.Bound[training+rolling+2] = 9, 9, math.NaN(), 9
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

// The figures of forecasts show the forecasts in predictions.arrow.
func TestViewOfForecasts(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,historical,smith,historical+cal", "0.95", "0.5")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	log.AddTo(t, e)
	d := &Dir{Dir: runtest.Finish(t, e)}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := (&rendering{Dir: d}).newView(&d.Run.Traces[0])
	if got := fmt.Sprint(v.bounding, v.forecasting); got != "[bmbp historical historical+cal] [historical smith]" {
		t.Errorf("methods with bounds and with forecasts %s", got)
	}
	f, fillers := v.density()
	err = fill(r, arrowio.Filter{Trace: "a"}, fillers)
	if err != nil || len(f.Panels) != 2 || f.Panels[1].Name != "smith" {
		t.Fatalf("panels %+v, error %v", f, err)
	}
	var points, waits []float64
	for _, q := range log.Record.Queues {
		smith := arrowio.Filter{Trace: "a", Queue: q.Name, Range: replay.AllRanges, Method: "smith", Level: "0.5"}
		err := r.Series(smith, func(b *arrowio.Block) error {
			for i, p := range b.Forecast {
				if b.Scored[i] {
					points, waits = append(points, p), append(waits, b.Wait[i])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.EqualFunc(points, f.Panels[1].X, same) || !slices.Equal(waits, f.Panels[1].Y) || len(points) == 0 {
		t.Error("points are not those of the file")
	}
}
