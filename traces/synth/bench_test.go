package synth

import (
	"io"
	"testing"
)

func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	jobs := 0
	for b.Loop() {
		jobs += len(generate(b, Default()).Jobs)
	}
	b.ReportMetric(float64(jobs)/b.Elapsed().Seconds(), "jobs/s")
}

func BenchmarkWriteSWF(b *testing.B) {
	w := generate(b, Default())
	b.ReportAllocs()
	for b.Loop() {
		if err := w.WriteSWF(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(w.Jobs)*b.N)/b.Elapsed().Seconds(), "jobs/s")
}
