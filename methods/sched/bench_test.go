package sched_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"waitbench/methods/sched"
)

// loaded is a workload that offers a machine of 128 processors that share of its capacity.
func loaded(n int, load float64) []sched.Arrival {
	rng := rand.New(rand.NewPCG(1997, 0))
	const meanProcs, meanRun = 16.5, 3600
	jobs := make([]sched.Arrival, n)
	submit := 0.0
	for i := range jobs {
		submit += rng.ExpFloat64() * meanProcs * meanRun / (128 * load)
		run := rng.ExpFloat64() * meanRun
		jobs[i] = sched.Arrival{
			Submit: submit,
			Job:    sched.Job{Procs: 1 + int64(rng.IntN(32)), Run: run, Wall: run * (1 + 3*rng.Float64()), Class: rng.IntN(4)},
		}
	}
	return jobs
}

func BenchmarkSimulate(b *testing.B) {
	const n = 50_000
	policy := sched.Policy{Discipline: sched.EASY, Rank: []int{0, 1, 2, 3}}
	for _, load := range []float64{0.8, 0.95, 1.1} {
		b.Run(fmt.Sprintf("load=%.2f/n=%d", load, n), func(b *testing.B) {
			jobs := loaded(n, load)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sched.Simulate(sched.Machine{Procs: 128}, sched.Plan{Policy: policy}, jobs); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
