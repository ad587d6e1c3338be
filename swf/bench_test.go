package swf

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"waitbench/swf/swftest"
)

// blueLog is the log of the README's speeds.
const blueLog = "SDSC-BLUE-2000-4.2-cln"

// syntheticLog returns n jobs like those of SDSC-BLUE: two thirds of them have
// a fractional CPU time, submit times have up to eight digits, many fields are
// unknown.
func syntheticLog(tb testing.TB, n int) []byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	w := NewWriter(&text)
	job := Job{ReqMemory: -1, Memory: -1, Group: -1, Executable: -1, Partition: -1, Preceding: -1, Think: -1, Status: 1}
	for i := range n {
		job.ID = int64(i + 1)
		job.Submit += float64(rng.IntN(600))
		job.Wait = float64(rng.IntN(100000) >> rng.IntN(16))
		job.Run = float64(rng.IntN(80000) >> rng.IntN(12))
		job.Alloc = int64(8 << rng.IntN(6))
		job.ReqProcs = job.Alloc
		job.CPU = float64(rng.IntN(2500000)) / 100
		if i%3 == 0 {
			job.CPU = float64(rng.IntN(25000))
		}
		job.ReqTime = float64(600 * (1 + rng.IntN(120)))
		job.User = int64(rng.IntN(450))
		job.Queue = int64(rng.IntN(5))
		if err := w.Write(&job); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	return text.Bytes()
}

// unzip returns the text of a log.
func unzip(tb testing.TB, path string) []byte {
	tb.Helper()
	f, err := Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f.Text())
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func BenchmarkReader(b *testing.B) {
	b.Run("log=synthetic", func(b *testing.B) { benchmarkReader(b, syntheticLog(b, 50000)) })
	b.Run("log=SDSC-BLUE", func(b *testing.B) { benchmarkReader(b, unzip(b, swftest.RealLog(b, blueLog))) })
}

func benchmarkReader(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	jobs := 0
	for b.Loop() {
		r := NewReader(bytes.NewReader(text), "log")
		var job Job
		for {
			err := r.Read(&job)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			jobs++
		}
	}
	b.ReportMetric(float64(jobs)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkOpen reads a compressed log to its end, checksum included.
func BenchmarkOpen(b *testing.B) {
	path := swftest.RealLog(b, blueLog)
	b.SetBytes(int64(len(unzip(b, path))))
	for b.Loop() {
		f, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range f.All() {
			if err != nil {
				b.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
