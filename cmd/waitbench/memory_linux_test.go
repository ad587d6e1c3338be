package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// BenchmarkMemory returns the memory that a run takes at its peak, outputs
// included, in bytes for each of a million jobs. About 100 MB of it do not grow
// with the log.
func BenchmarkMemory(b *testing.B) {
	const jobs = 1_000_000
	log := filepath.Join(b.TempDir(), "million.swf")
	f, err := os.Create(log)
	if err != nil {
		b.Fatal(err)
	}
	text := bufio.NewWriter(f) // not in memory, which would be that of a child at first
	rng, now := rand.New(rand.NewPCG(1, 1)), 0
	for i := range jobs {
		now += rng.IntN(120)
		wait, run := int(math.Exp(2*rng.NormFloat64()+5)), 1+rng.IntN(7200)
		fmt.Fprintf(text, "%d %d %d %d %d %.2f -1 -1 %d -1 1 %d -1 -1 %d -1 -1 -1\n", i+1, now, wait, run, 1<<rng.IntN(8),
			float64(run)*.9,
			3600*(1+rng.IntN(8)), rng.IntN(300), rng.IntN(4))
	}
	if err := errors.Join(text.Flush(), f.Close()); err != nil {
		b.Fatal(err)
	}
	for _, methods := range []string{"bmbp", "waits"} {
		b.Run("methods="+methods, func(b *testing.B) {
			var most int64
			for b.Loop() {
				cmd := program(b.Context(), "replay", log, "--methods", methods, "--quiet", "--force", "--out",
					filepath.Join(b.TempDir(), "run"))
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				most = max(most, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss<<10)
			}
			b.ReportMetric(float64(most)/jobs, "B/job")
		})
	}
}
