package render

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run/runtest"
)

// What the figures of forecasts show is what predictions.arrow holds.
func TestViewOfForecasts(t *testing.T) {
	plan := runtest.Plan(t, "bmbp,historical,smith,historical+cal", "0.95", "0.5")
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a")
	log := runtest.Load(t, plan, "a", 1, 1)
	log.AddTo(t, e)
	d := finish(t, e)
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
	for _, name := range []string{"forecasts-a.svg", "forecasts-a.csv", "forecasts-a.png", "correct-by-queue-a.csv"} {
		if info, err := os.Stat(filepath.Join(d.Path, figuresFolder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
