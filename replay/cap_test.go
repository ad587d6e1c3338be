package replay

import (
	"context"
	"testing"
)

// TestCap: no bound around a forecast exceeds 1.5 times the longest wait of the
// series that has started by the submission, nor a minute.
func TestCap(t *testing.T) {
	log := shiftingLog(5, 2000)
	change(log, func(i int, j *Job) { // a few waits beyond anything before
		if i%211 == 200 {
			j.Wait = 500 * float64(i)
		}
	})
	forecasts := forecastAll(t, log, Config{Epoch: 300}, 0)
	series, _ := Group(log, nil)
	for _, epoch := range []float64{0, 300} {
		for _, name := range []string{"smith+cal", "smith+aci", "li+cal+aci"} {
			m, capped := mustFind(name), 0
			for _, s := range series {
				got, err := (&Task{Series: s, Method: m, Settings: settings95, Config: Config{Epoch: epoch, Train: Train{Fraction: .1}}, Forecasts: forecasts[m.Forecaster]}).Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				for i, bound := range got.Bounds {
					j, longest := s.Job(i), 0.0
					for k := range i {
						if s.Job(k).Start() <= j.Submit {
							longest = max(longest, s.Job(k).Wait)
						}
					}
					most := max(60, 1.5*longest)
					if bound > most {
						t.Fatalf("%s, epoch %v, job %d: bound %v s, the longest wait was %v s", name, epoch, i, bound, longest)
					}
					if bound == most {
						capped++
					}
				}
			}
			if capped == 0 {
				t.Errorf("%s: no bound is capped", name)
			}
		}
	}
	// No wait is known when the second job is submitted, so there are no
	// bounds.
	unbounded := seriesIn("few", "q", []Job{{ID: 1, Wait: 50, Run: 9, Procs: 1}, {ID: 2, Submit: 5, Wait: 50, Run: 9, Procs: 1}})
	calibrated, err := (&Task{Series: unbounded, Method: mustFind("li+cal"), Settings: settings95}).Run(context.Background())
	if err != nil || calibrated.Score.Bounded != 0 {
		t.Errorf("li+cal, which bounds no job: %+v, %v", calibrated.Score, err)
	}
}
