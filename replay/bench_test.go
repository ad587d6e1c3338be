package replay

import (
	"context"
	"testing"

	"waitbench/methods"
)

// BenchmarkTask is one method on a series, after its pass over the log if it
// forecasts. jobs/s counts the jobs of the series.
func BenchmarkTask(b *testing.B) {
	log := shiftingLog(1, 5000)
	series, _ := Group(log, nil)
	for _, name := range []string{"bmbp", "qbets", "downey", "forest"} {
		b.Run("method="+name, func(b *testing.B) {
			task := Task{Series: series[0], Method: mustFind(name), Settings: settings95, Config: Config{Epoch: 300, Train: Train{Fraction: .1}}}
			b.ReportAllocs()
			for b.Loop() {
				if forecaster := task.Method.Forecaster; forecaster != nil {
					task.Forecasts = forecastOf(b, log, []methods.Method{task.Method}, task.Config, 1).Forecasts[forecaster]
				}
				if _, err := task.Run(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(task.Series.Len()*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

func BenchmarkScorer(b *testing.B) {
	jobs := random(1, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		s := NewScorer(settings95.Level, Clock{}, 300, jobs.Len())
		for i := range jobs.Len() {
			job := jobs.Job(i)
			s.Add(job.Submit, job.Wait, 1000, int64(i%20))
		}
		s.Fill(&Score{})
	}
	b.ReportMetric(float64(jobs.Len()*b.N)/b.Elapsed().Seconds(), "jobs/s")
}
