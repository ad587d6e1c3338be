package qbets

import (
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods/history"
)

// rule95 bounds the 0.95 quantile.
var rule95 = history.Rule{Quantile: .95, Confidence: .95}

// sized is a job of a size, without an estimate.
func sized(procs int64) Attributes { return Attributes{procs, -1} }

// uncounted records a job of a size, submitted at 0, that counts for nothing.
func (p *Predictor) uncounted(procs int64, wait float64) {
	p.Started(sized(procs), wait, wait, history.Uncounted)
}

// shuffled is 1 to n in a fixed order without autocorrelation to speak of.
func shuffled(n int) (x []float64) {
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		x = append(x, float64(i+1))
	}
	return x
}

func thresholdOf(h *history.History) int { _, threshold := h.ChangePoints(); return threshold }

// TestQBETSClusteringTimes: at 59 entries, then whenever 100 are new and they
// are a twentieth of all: 104 after 1960, as 20 x 103 < 2063 and 20 x 104 >=
// 2064. At 159 entries there is no refit.
func TestQBETSClusteringTimes(t *testing.T) {
	p := New(rule95, Product)
	var times []int
	for n := 1; n < 2300; n++ {
		p.uncounted(int64(n%3), float64(n*7919%1000))
		if n%1000 == 159 {
			continue
		}
		p.Refit()
		if p.clustered == n {
			times = append(times, n)
		}
	}
	if len(times) < 3 || times[0] != 59 || times[1] != 160 || times[2] != 260 {
		t.Fatalf("clustered at %v entries", times)
	}
	if got, want := times[len(times)-4:], []int{1960, 2064, 2173, 2288}; !slices.Equal(got, want) {
		t.Errorf("the last times are %v, want %v", got, want)
	}
}

// TestQBETSThresholdWindow: a hundred long waits before the last 900 of a cell
// are within its last 1000, and correlate these; before the last 1000 they are
// not.
func TestQBETSThresholdWindow(t *testing.T) {
	for after, independent := range map[int]bool{900: false, 1000: true} {
		p, waits := New(rule95, Product), shuffled(1500)
		for i := 1400 - after; i < 1500-after; i++ {
			waits[i] += 20_000
		}
		for i, w := range waits {
			p.uncounted(1, w)
			p.uncounted(64, 40_000+float64(i))
		}
		p.EndTraining()
		p.Refit()
		if got := thresholdOf(p.cells[0]); len(p.cells) != 2 || (got == 3) != independent {
			t.Errorf("%d waits after the long ones: %d cells, threshold %d", after, len(p.cells), got)
		}
	}
}
