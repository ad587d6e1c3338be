package replay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods/methodstest"
	"waitbench/swf"
)

// WithJob returns the series of AsOf with a job submitted then as its last.
func (s *Series) WithJob(now float64, job Job) *Series {
	cut := s.AsOf(now)
	cut.Log.Jobs = append(cut.Log.Jobs, cut.NewJob(job))
	cut.Log.asOf = nil
	cut.add(len(cut.Log.Jobs) - 1)
	cut.order = cut.startOrder()
	return cut
}

// TestAt: of a job that is asked about when all that is known are the jobs
// before it, every method says what the replay of the whole log says of that
// job, to the last bit, also where jobs wait that will be cancelled. The log
// goes on without the job, or ends where others are submitted with it.
func TestAt(t *testing.T) {
	ctx := context.Background()
	ranges, err := ParseRanges("1-4,5-16")
	if err != nil {
		t.Fatal(err)
	}
	tried := methodstest.All()
	for _, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 50}}, {Train: Train{Time: 20000}}, {Epoch: 300}} {
		log := shiftingLog(7, 300)
		if cfg.Epoch == 0 {
			log.Header = &swf.Header{} // nothing states the size of the machine
		}
		series, _ := Group(log, ranges)
		watched := forecastOf(t, log, tried, cfg, 0)
		answered, cancelled := map[string]int{}, 0
		for _, s := range series {
			want := map[string]*Result{}
			for _, m := range tried {
				task := Task{Series: s, Method: m, Settings: settings95, Config: cfg, Forecasts: watched.Forecasts[m.Forecaster]}
				if want[m.Name], err = task.Run(ctx); err != nil {
					t.Fatal(err)
				}
			}
			for _, i := range []int{10, s.Len() / 4, s.Len() / 2, s.Len() - 2, s.Len() - 1} {
				job := s.Job(i)
				if job.Procs < 1 {
					continue
				}
				before, cut, index := *s, *log, int(s.jobs[i])
				cut.Jobs, before.Log = log.Jobs[:index], &cut
				if rest := log.Jobs[index+1:]; len(rest) > 0 && rest[0].Submit > job.Submit {
					cut.Jobs = slices.Concat(cut.Jobs, rest)
				}
				for _, j := range cut.Jobs {
					if j.Submit < job.Submit && j.Start() > job.Submit && j.unselected {
						cancelled++
					}
				}
				asked := before.WithJob(job.Submit, job)
				seen := forecastOf(t, asked.Log, tried, cfg, 0)
				for _, m := range tried {
					task := Task{Series: asked, Method: m, Settings: settings95, Config: cfg, Forecasts: seen.Forecasts[m.Forecaster]}
					got, err := task.Run(ctx)
					if err != nil {
						t.Fatal(err)
					}
					last := asked.Len() - 1
					g, turnaround := got.Forecast(last)
					w, wantTurnaround := want[m.Name].Forecast(i)
					if !sameBits(got.Bound(last), want[m.Name].Bound(i)) || !sameBits(g, w) || !sameBits(turnaround, wantTurnaround) {
						t.Errorf("%s, %+v, %s %s: job %d: bound %v and forecast %v, want %v and %v", m.Name, cfg, s.Queue, s.Range, job.ID,
							got.Bound(last), g, want[m.Name].Bound(i), w)
					}
					if !math.IsNaN(got.Bound(last)) || !math.IsNaN(g) {
						answered[m.Name]++
					}
				}
			}
		}
		if cancelled == 0 {
			t.Errorf("%+v: no job waits that is not selected", cfg)
		}
		for _, m := range tried {
			if answered[m.Name] < 3 {
				t.Errorf("%s, %+v: only %d answers, so little is compared", m.Name, cfg, answered[m.Name])
			}
		}
	}
}

// TestAtSeesNoFuture: what is asked does not depend on what happens after the
// time.
func TestAtSeesNoFuture(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	log := shiftingLog(8, 400)
	series, _ := Group(log, nil)
	for range 20 {
		now := log.Jobs[rng.IntN(len(log.Jobs))].Submit
		other := *series[0]
		other.Log = garbled(log, now+.5, rng)
		a, b := series[0].WithJob(now, Job{Procs: 3}), other.WithJob(now, Job{Procs: 3})
		if fmt.Sprint(a.Log.Jobs, a.jobs, a.order) != fmt.Sprint(b.Log.Jobs, b.jobs, b.order) {
			t.Errorf("other jobs at %v with another future", now)
		}
	}
}
