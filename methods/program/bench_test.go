package program

import (
	"context"
	"math"
	"os/exec"
	"testing"
	"time"
)

// BenchmarkProgram is the cost of a job through the protocol: its submission, its start, and the
// answers that are owed, of the examples in Go and Python; at ticks, with 20 jobs between two.
func BenchmarkProgram(b *testing.B) {
	longest := b.TempDir() + "/longest"
	if out, err := exec.Command("go", "build", "-o", longest, "waitbench/methods/examples/longest").CombinedOutput(); err != nil {
		b.Fatal(string(out))
	}
	for name, command := range map[string]string{"go/jobs": longest, "go/ticks": longest + " -ticks", "python/jobs": "exec python3 ../examples/bmbp.py"} {
		b.Run(name, func(b *testing.B) { benchmarkProgram(b, command) })
	}
}

func benchmarkProgram(b *testing.B, command string) {
	p := &Program{Command: command, Limit: 30 * time.Second}
	hello, err := p.Greet(context.Background())
	if err != nil {
		b.Skip(err)
	}
	q, err := p.Begin(Site{Log: "a", Queues: []string{"q"}, Range: "all", Levels: []Level{{.95, .95, "upper"}}})
	if err != nil {
		b.Fatal(err)
	}
	p.Cost()
	i, counts := 0, false
	for b.Loop() {
		now := float64(300 * i)
		if hello.Answers == Jobs || i%20 == 0 {
			q.Tick(now)
		}
		if hello.Answers == Ticks && i%20 == 0 {
			_, err = q.Bounds(now)
		}
		q.Submitted(Job{At: i, Submit: now, Queue: -1, Procs: 4, Estimate: 3600, User: 3, Executable: -1, Planned: math.NaN()})
		if err == nil && hello.Answers == Jobs {
			_, err = q.Job(i)
		}
		if err != nil {
			b.Fatal(err)
		}
		q.Started(i, now+7, 7, &counts)
		i++
	}
	if err := q.End(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(p.Cost().CPU.Nanoseconds())/float64(i), "program-ns/op")
	b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "jobs/s")
}
