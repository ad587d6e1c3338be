package replay

import (
	"context"
	"math"
	"testing"

	"waitbench/methods"
)

// noting is a predictor around forecasts that notes what its bounds would be
// without their cap.
type noting struct {
	methods.QuantileBounder
	uncapped map[int]float64 // by position in the series
}

func (p noting) Predict(q methods.Query) (float64, bool) {
	bound, ok := p.QuantileBounder.Predict(q)
	if ok {
		p.uncapped[q.Index] = p.Uncapped()
	}
	return bound, ok
}

func (p noting) Uncapped() float64 { return p.QuantileBounder.(methods.Capper).Uncapped() }

// TestCap: no bound around a forecast exceeds 1.5 times the longest wait of the
// series that has started by the submission, nor a minute; and the score counts
// those cut off, and missed by that.
func TestCap(t *testing.T) {
	trace := shiftingTrace(5, 2000)
	change(trace, func(i int, j *Job) { // a few waits beyond anything before
		if i%211 == 200 {
			j.Wait = 500 * float64(i)
		}
	})
	forecasts := forecastAll(t, trace, Config{Epoch: 300}, 0)
	series, _ := Group(trace, nil)
	for _, epoch := range []float64{0, 300} {
		for _, name := range []string{"smith+cal", "smith+aci", "li+cal+aci"} {
			m, total, missed := mustFind(name), 0, 0
			inside := m.Bound
			for _, s := range series {
				p := noting{uncapped: map[int]float64{}}
				if name == "smith+cal" {
					m.Bound = func(s methods.Settings) methods.Predictor {
						p.QuantileBounder = inside(s).(methods.QuantileBounder)
						return p
					}
				}
				got, err := (&Task{Series: s, Method: m, Settings: settings95, Config: Config{Epoch: epoch, Train: Train{Fraction: .1}}, Forecasts: forecasts[m.Forecaster]}).Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				capped, beyond := 0, 0
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
					if uncapped, ok := p.uncapped[int(s.jobs[i])]; ok && bound != min(uncapped, most) {
						t.Fatalf("job %d: bound %v s, want the smaller of %v and %v s", i, bound, uncapped, most)
					} else if ok && uncapped > most && i >= got.First {
						capped++
						if j.Wait > most && j.Wait <= uncapped {
							beyond++
						}
					}
				}
				if name == "smith+cal" && (got.Score.Capped != capped || got.Score.CappedMissed != beyond) {
					t.Errorf("%s: %d bounds capped, %d missed for it, want %d and %d", s.Queue, got.Score.Capped, got.Score.CappedMissed, capped, beyond)
				}
				total += got.Score.Capped
				missed += got.Score.CappedMissed
			}
			if total == 0 || missed == 0 && name == "smith+cal" {
				t.Errorf("%s: %d bounds are capped, %d of them missed for it", name, total, missed)
			}
		}
	}
	// No wait is known when the second job is submitted, so there are no
	// bounds.
	unbounded := NewSeries("few", "q", AllRanges, []Job{{ID: 1, Wait: 50, Run: 9, Procs: 1}, {ID: 2, Submit: 5, Wait: 50, Run: 9, Procs: 1}})
	calibrated, err := (&Task{Series: unbounded, Method: mustFind("li+cal"), Settings: settings95}).Run(context.Background())
	if err != nil || calibrated.Score.Bounded != 0 || calibrated.Score.Capped != -1 || calibrated.Score.CappedMissed != -1 {
		t.Errorf("li+cal, which bounds no job: %+v, %v", calibrated.Score, err)
	}
	bmbp, err := (&Task{Series: series[0], Method: mustFind("bmbp"), Settings: settings95, Config: Config{Epoch: 300, Train: Train{Fraction: .1}}}).Run(context.Background())
	if err != nil || bmbp.Score.Capped != -1 || bmbp.Score.CappedMissed != -1 || math.IsNaN(bmbp.Score.Coverage) {
		t.Errorf("bmbp, which has no cap: %+v, %v", bmbp.Score, err)
	}
}
