package swf

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/klauspost/compress/gzip"

	"waitbench/swf/swftest"
)

// blueLog is the log the README quotes speeds for.
const blueLog = "SDSC-BLUE-2000-4.2-cln"

// realLog gives the path of a real log, or skips the test.
func realLog(tb testing.TB, name string) string {
	tb.Helper()
	return swftest.RealLog(tb, name)
}

// syntheticLog builds the text of n jobs that look like those of SDSC-BLUE: about two thirds of
// them with a fractional CPU time, submit times of up to eight digits, many fields unknown.
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

// unzip gives the content of a gzip file.
func unzip(tb testing.TB, path string) []byte {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func BenchmarkReader(b *testing.B) {
	b.Run("log=synthetic", func(b *testing.B) { benchmarkReader(b, syntheticLog(b, 50000)) })
	b.Run("log=tabs", func(b *testing.B) {
		benchmarkReader(b, bytes.ReplaceAll(syntheticLog(b, 50000), []byte(" "), []byte("\t")))
	})
	b.Run("log=SDSC-BLUE", func(b *testing.B) { benchmarkReader(b, unzip(b, realLog(b, blueLog))) })
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

// BenchmarkGunzip compares the gzip readers of klauspost/compress and of the standard library on
// the same file; the bytes counted are those of the text.
func BenchmarkGunzip(b *testing.B) {
	data, err := os.ReadFile(realLog(b, blueLog))
	if err != nil {
		b.Fatal(err)
	}
	size := int64(len(unzip(b, realLog(b, blueLog))))
	b.Run("with=klauspost", func(b *testing.B) {
		benchmarkGunzip(b, data, size, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) })
	})
	b.Run("with=standard", func(b *testing.B) {
		benchmarkGunzip(b, data, size, func(r io.Reader) (io.Reader, error) { return stdgzip.NewReader(r) })
	})
}

func benchmarkGunzip(b *testing.B, data []byte, size int64, open func(io.Reader) (io.Reader, error)) {
	b.SetBytes(size)
	buf := make([]byte, 256<<10)
	for b.Loop() {
		z, err := open(bytes.NewReader(data))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, z, buf); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen reads a compressed log to its end, checksum included.
func BenchmarkOpen(b *testing.B) {
	path := realLog(b, blueLog)
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
