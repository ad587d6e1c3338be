package replay

import (
	"context"
	"errors"
	"math"
	"testing"

	"waitbench/swf"
)

// TestSDSCSP2 holds the replay against an independent implementation of the same rules.
func TestSDSCSP2(t *testing.T) {
	trace, err := Load("SDSC-SP2", realLog(t, "SDSC-SP2-1998-4.2-cln").Reader, swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		jobs, scored int
		correct      float64
	}{
		"express": {5038, 4535, .961},
		"normal":  {27070, 24363, .970},
	}
	series, _ := Group(trace, nil)
	for _, s := range series {
		w, ok := want[s.Queue]
		if !ok {
			continue
		}
		task := Task{Series: s, Method: mustFind("bmbp"), Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
		got, err := task.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got.Score.Jobs != w.jobs || got.Score.Scored != w.scored || math.Abs(got.Score.Correct-w.correct) > .0005 {
			t.Errorf("%s: %+v, want %+v", s.Queue, got.Score, w)
		}
		delete(want, s.Queue)
	}
	if len(want) > 0 {
		t.Errorf("no series for %v", want)
	}
}

func TestThunderIsRefused(t *testing.T) {
	_, err := Load("Thunder", realLog(t, "LLNL-Thunder-2007-1.1-cln").Reader, swf.Started, nil)
	if !errors.Is(err, ErrNoWaits) {
		t.Errorf("error %v, want ErrNoWaits", err)
	}
}

// BenchmarkTask is the cost of a job to the methods that need waits only; for those that watch the
// machine see BenchmarkWatch.
func BenchmarkTask(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s := random(1, n)
		for _, m := range bounding() {
			b.Run("method="+m.Name+"/jobs="+size(n), func(b *testing.B) {
				b.ReportAllocs()
				task := Task{Series: s, Method: m, Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
				for b.Loop() {
					if _, err := task.Run(context.Background()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/job")
			})
		}
	}
}

func size(n int) string {
	if n >= 1_000_000 {
		return "1M"
	}
	return map[int]string{10_000: "10k", 100_000: "100k"}[n]
}
