package main

import (
	"path/filepath"
	"testing"

	"waitbench/replay/run"
)

// BenchmarkReplay is the whole of replay with all methods and outputs, from the
// log on the disk to the run directory. jobs/s counts the selected jobs of the
// log, each of which is replayed by queue and by range through every method.
func BenchmarkReplay(b *testing.B) {
	b.Run("log=demo", func(b *testing.B) {
		data, err := demoLog()
		if err != nil {
			b.Fatal(err)
		}
		benchmarkReplay(b, writeFile(b, filepath.Join(b.TempDir(), "demo.swf.gz"), string(data)))
	})
	b.Run("log=SDSC-BLUE", func(b *testing.B) { benchmarkReplay(b, realLog(b, "SDSC-BLUE-2000-4.2-cln")) })
}

func benchmarkReplay(b *testing.B, log string) {
	for name, methods := range map[string]string{"paper": "bmbp,lognormal,lognormal-trim", "all": "all"} {
		b.Run("methods="+name, func(b *testing.B) {
			dir := filepath.Join(b.TempDir(), "run")
			b.ReportAllocs()
			for b.Loop() {
				replayed(b, dir, log, "--methods", methods, "--quiet")
			}
			record, err := run.ReadRecord(filepath.Join(dir, run.RecordFile))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(record.Log.Selected*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
