package main

import (
	"path/filepath"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// BenchmarkReplay is the whole of replay with all methods and outputs, from the log on the disk to
// the run directory. jobs/s counts the selected jobs of the log, each of which is replayed by queue
// and by range through every method.
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
	names := methods.Names()
	for _, c := range []struct{ name, methods string }{{"paper", "bmbp,lognormal,lognormal-trim"}, {"all", "all"}} {
		if c.name == "all" && strings.Join(names, ",") == "bmbp,lognormal,lognormal-trim" {
			continue // the same again
		}
		b.Run("methods="+c.name, func(b *testing.B) {
			dir, jobs := filepath.Join(b.TempDir(), "run"), selected(b, log)
			b.ReportAllocs()
			for b.Loop() {
				replayed(b, dir, log, "--methods", c.methods, "--quiet")
			}
			b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// selected counts the jobs of a log that are replayed.
func selected(b *testing.B, log string) int {
	b.Helper()
	f, err := swf.Open(log)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	jobs := 0
	for job, err := range f.All() {
		if err != nil {
			b.Fatal(err)
		}
		if swf.Started.Rule(&job) == swf.Selected {
			jobs++
		}
	}
	return jobs
}
