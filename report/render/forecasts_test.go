package render

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/experiment/experimenttest"
	"waitbench/report"
)

// What the figures of forecasts show is what predictions.arrow holds.
func TestViewOfForecasts(t *testing.T) {
	plan := experimenttest.Plan(t, "bmbp,historical,smith,historical+cal", "0.95", "0.5")
	e := experimenttest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a")
	log := experimenttest.Load(t, plan, "a", 1, 1)
	log.AddTo(t, e)
	d := finish(t, e)
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v, err := d.look(r, &d.Run.Traces[0], report.NewJoint(d.Run), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(v.bounding, v.forecasting); got != "[bmbp historical historical+cal] [historical smith]" {
		t.Errorf("methods with bounds and with forecasts %s", got)
	}
	scored := 0
	for _, s := range d.Scores {
		if s.Method == "smith" && s.Range == replay.AllRanges && s.Level() == d.Levels[0] {
			scored += s.Scored
		}
	}
	for _, name := range v.forecasting {
		if n := len(v.points[name]); n != scored || len(v.wait) != scored {
			t.Errorf("%s: %d forecasts of %d waits, %d jobs are scored", name, n, len(v.wait), scored)
		}
	}
	var points []float64
	for _, q := range log.Record.Queues {
		if err := r.Series(arrowio.Filter{Trace: "a", Queue: q.Name, Range: replay.AllRanges, Method: "smith", Level: "0.5"}, func(b *arrowio.Block) error {
			for i, p := range b.Forecast {
				if b.Scored[i] {
					points = append(points, p)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.EqualFunc(points, v.points["smith"], same) {
		t.Error("points are not those of the file")
	}
	for _, name := range []string{"forecasts-a.svg", "forecasts-a.csv", "forecasts-a.png", "correct-by-queue-a.csv"} {
		if info, err := os.Stat(filepath.Join(d.Path, figuresFolder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
