package methods

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var level95 = Settings{Level: Level{Quantile: .95, Confidence: .95}}

// feed observes waits that all have the same bound.
func feed(p Predictor, bound float64, waits ...float64) {
	for _, w := range waits {
		p.Observe(Event{Wait: w, Bound: bound, HasBound: true, Counts: true})
	}
}

func upTo(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

func TestBMBPAnyQuantile(t *testing.T) {
	p := newBMBP(level95, false)
	for _, w := range upTo(1000) {
		p.Observe(Event{Wait: w})
	}
	// P[Bin(1000, 1/2) <= 525] = .9468, <= 526] = .9532 (R pbinom); the lower
	// side is the mirror image.
	if got, ok := p.BoundAt(Query{}, Level{Quantile: .5, Confidence: .95}); !ok || got != 527 {
		t.Errorf("upper bound of the median: %v, %v, want 527", got, ok)
	}
	if got, ok := p.BoundAt(Query{}, Level{Quantile: .5, Confidence: .95, Side: Lower}); !ok || got != 474 {
		t.Errorf("lower bound of the median: %v, %v, want 474", got, ok)
	}
	if _, ok := newBMBP(level95, false).BoundAt(Query{}, Level{Quantile: .5, Confidence: .95}); ok {
		t.Error("a bound on an empty history")
	}
}

// P[Bin(203, .95) <= 197] = .9429, <= 198] = .9761 (exact fractions), so that the
// bound is wait 199; .95 203 + 1.6449 sqrt(.95 .05 203) = 197.96 rounds up to 198.
func TestBMBPByNormalRank(t *testing.T) {
	for name, want := range map[string]float64{"bmbp": 199, "bmbp:rank=exact": 199, "bmbp:rank=normal": 198} {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		p := m.Bound(level95)
		for _, w := range upTo(203) {
			p.Observe(Event{Wait: w})
		}
		p.Refit(0)
		if got, ok := p.Predict(Query{}); !ok || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, want)
		}
		if got, ok := p.(QuantileBounder).BoundAt(Query{}, level95.Level); !ok || got != want {
			t.Errorf("%s at the same level: %v, %v, want %v", name, got, ok, want)
		}
	}
}

// TestChangePoint follows the rule of the paper's section 4.1: with
// uncorrelated training waits the third consecutive miss leaves the last 59
// waits, of which the greatest is the bound.
func TestChangePoint(t *testing.T) {
	p := newBMBP(level95, false)
	for _, w := range shuffled(1000) {
		p.Observe(Event{Wait: w})
	}
	p.Observe(Event{Kind: TrainingEnded})
	if _, threshold := p.ChangePoints(); threshold != 3 {
		t.Fatalf("threshold %d for uncorrelated waits, want 3", threshold)
	}
	p.Refit(0)
	bound, _ := p.Predict(Query{})

	feed(p, bound, 5000, 5001)
	feed(p, bound, bound) // a tie is covered and restarts the count
	feed(p, bound, 5002, 5003)
	// no bound: neither counts nor resets
	p.Observe(Event{Wait: 9000, Counts: true})
	// started during training
	p.Observe(Event{Wait: 9001, Bound: bound, HasBound: true, Counts: false})
	if count, _ := p.ChangePoints(); count != 0 || p.history.Len() != 1007 {
		t.Fatalf("%d change points, %d waits before the third miss", count, p.history.Len())
	}
	feed(p, bound, 5004)
	if count, _ := p.ChangePoints(); count != 1 || p.history.Len() != 59 {
		t.Fatalf("%d change points, %d waits after the third miss", count, p.history.Len())
	}
	p.Refit(0)
	if got, ok := p.Predict(Query{}); !ok || got != 9001 {
		t.Errorf("bound %v, %v after the change point, want the greatest of the last 59 waits", got, ok)
	}
	feed(p, bound, 5005, 5006)
	if count, _ := p.ChangePoints(); count != 1 {
		t.Error("the misses before the change point count again")
	}
	feed(p, bound, 5007)
	if count, _ := p.ChangePoints(); count != 2 {
		t.Error("no second change point after three more misses")
	}
}

// shuffled is 1 to n in a fixed order without autocorrelation to speak of.
func shuffled(n int) (x []float64) {
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		x = append(x, float64(i+1))
	}
	return x
}

func TestLognormalByHand(t *testing.T) {
	// y = 0 and 2, thirty times each: mean 1, sum of squares 60, sd
	// sqrt(60/59). The tolerance factor for n = 60 lies between the factors of
	// Guttman's table for 59 (2.0259) and 100 (1.9265).
	p := newLognormal(level95.Level)
	for range 30 {
		p.Observe(Event{Wait: 0}) // counts as 1 s
		p.Observe(Event{Wait: math.Exp(2)})
	}
	p.Refit(0)
	got, ok := p.Predict(Query{})
	k := (math.Log(got) - 1) / math.Sqrt(60./59)
	if !ok || k < 2.02 || k > 2.0259 {
		t.Errorf("bound %v, %v: factor %v", got, ok, k)
	}
}

// TestLevelsNoLogBounds: a level whose bounds take more waits than a log has is
// refused with their number, ln 0.05 / ln q rounded up.
func TestLevelsNoLogBounds(t *testing.T) {
	for level, waits := range map[string]string{
		"0.99999999": "299573226", "0.9999999999999999": "29957322735539900", "1e-12l": "29957322",
		"1e-320l": "4611686018427387904",
	} {
		l, err := ParseLevel(level, .95)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Settings{Level: l}).Check(); err == nil || !strings.Contains(err.Error(), "at least "+waits) {
			t.Errorf("%s: error %v, want one with %s waits", level, err, waits)
		}
	}
}
