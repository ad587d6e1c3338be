package methods_test

import (
	"fmt"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
)

// BenchmarkJob is the cost of one job: a wait becomes known, the method is refitted, and bounds a
// new job, with n waits known. The history starts anew once it has doubled.
func BenchmarkJob(b *testing.B) {
	for _, m := range methods.All() {
		if m.Kind() == methods.Forecasts {
			continue
		}
		for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("method=%s/n=%d", m.Name, n), func(b *testing.B) {
				b.ReportAllocs()
				benchmarkJob(b, m, methodstest.Waits(2*n, 1), n)
			})
		}
	}
}

func benchmarkJob(b *testing.B, m methods.Method, waits []float64, n int) {
	var p methods.Predictor
	next := len(waits)
	for b.Loop() {
		if next == len(waits) {
			b.StopTimer()
			var err error
			if p, err = m.Predictor(methods.Settings{Level: methods.Level{Quantile: .95, Confidence: .95}}); err != nil {
				b.Fatal(err)
			}
			for _, w := range waits[:n] {
				p.Observe(methods.Event{Wait: w})
			}
			p.Observe(methods.Event{Kind: methods.TrainingEnded})
			p.Refit(0)
			next = n
			b.StartTimer()
		}
		p.Observe(methods.Event{Wait: waits[next]})
		p.Refit(0)
		p.Predict(methods.Query{})
		next++
	}
}
