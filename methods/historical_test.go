package methods

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHistoricalByTheLetter goes through all waits for every job.
func TestHistoricalByTheLetter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	log := LogInfo{Settings: level95, Levels: []Level{level95.Level}}
	h, err := newHistorical(log)
	if err != nil {
		t.Fatal(err)
	}
	rank := level95.rule().Rank
	var known, news []QueuedJob
	byTemplate := [4]int{}
	for n := range 4500 {
		j := QueuedJob{Query: Query{
			User: int64(rng.IntN(7)) - 1, Queue: int32(rng.IntN(2)), Procs: []int64{-1, 0, 1, 4, 5, 16, 17, 64, 65, 1 << 40}[rng.IntN(10)],
			Estimate: []float64{-1, 9, 10, 99.5, 100, 86400}[rng.IntN(6)],
		}}
		j.Start = math.Floor(math.Exp(10 * rng.Float64()))
		want := NoForecast
		for i, alike := range []func(k *QueuedJob) bool{
			func(k *QueuedJob) bool {
				return j.User >= 0 && k.User == j.User && k.Queue == j.Queue && sizeByHand(k.Procs) == sizeByHand(j.Procs)
			},
			func(k *QueuedJob) bool {
				return j.Estimate > 0 && k.Estimate > 0 && math.Floor(math.Log10(k.Estimate)) == math.Floor(math.Log10(j.Estimate)) &&
					k.Queue == j.Queue && sizeByHand(k.Procs) == sizeByHand(j.Procs)
			},
			func(k *QueuedJob) bool { return k.Queue == j.Queue && sizeByHand(k.Procs) == sizeByHand(j.Procs) },
			func(k *QueuedJob) bool { return k.Queue == j.Queue },
		} {
			var waits []float64
			for k := len(known) - 1; k >= 0 && len(waits) < 1000; k-- {
				if alike(&known[k]) {
					waits = append(waits, known[k].Start)
				}
			}
			slices.Sort(waits)
			if m := len(waits); m > 0 && math.IsNaN(want.Wait) {
				want.Wait = (waits[(m-1)/2] + waits[m/2]) / 2
			}
			if k := rank(len(waits)); k > 0 {
				want.Bounds = []float64{waits[k-1]}
				byTemplate[i]++
				break
			}
		}
		if got := h.Forecast(&j, nil); !same(got.Wait, want.Wait) || !same(boundOf(got), boundOf(want)) || !math.IsNaN(got.Turnaround) {
			t.Fatalf("job %d: %+v, want %+v", n, got, want)
		}
		news = append(news, j)
		h.Started(&j, nil)
		if rng.IntN(3) == 0 {
			h.Refit(0)
			known = append(known, news...)
			news = nil
		}
	}
	if slices.Contains(byTemplate[:], 0) {
		t.Errorf("bounds by template: %v", byTemplate)
	}
}

// sizeByHand is the range of processors, as the BMBP paper's tables 5 to 7 have
// it.
func sizeByHand(procs int64) string {
	switch {
	case procs < 1:
		return "unknown"
	case procs <= 4:
		return "1-4"
	case procs <= 16:
		return "5-16"
	case procs <= 64:
		return "17-64"
	}
	return "65+"
}

// same is equality, with NaN equal to itself.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
