package stat

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

// readReference returns the rows of a file of testdata below its head line.
func readReference(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestUpperRanksReference(t *testing.T) {
	for _, row := range readReference(t, "binomial-rank.csv") {
		n, q, c := int(number(t, row[0])), number(t, row[1]), number(t, row[2])
		want := 0
		if row[3] != "" {
			want = int(number(t, row[3]))
		}
		if got := UpperRanks(q, c).Rank(n); got != want {
			t.Errorf("q=%v c=%v n=%d: rank %d, want %d", q, c, n, got, want)
		}
	}
}

// For 0.95 the project's check values. Those of the lower side and of the ties
// follow by hand from 1/2, 3/4 and 1/20; lower ranks for 0.05 mirror upper ones
// for 0.95.
func TestRanksKnown(t *testing.T) {
	tests := []struct {
		ranks   *Ranks
		n, want int
	}{
		{UpperRanks(0.95, 0.95), 0, 0},
		{UpperRanks(0.95, 0.95), 58, 0},
		{UpperRanks(0.95, 0.95), 59, 59},
		{UpperRanks(0.95, 0.95), 92, 92},
		{UpperRanks(0.95, 0.95), 93, 92},
		{UpperRanks(0.95, 0.95), 100, 99},
		{UpperRanks(0.95, 0.95), 124, 122},
		{UpperRanks(0.95, 0.95), 1000, 962},
		{UpperRanks(0.5, 0.5), 1, 1},          // tie
		{UpperRanks(0.5, 0.5), 100001, 50001}, // tie
		{UpperRanks(0.5, 0.5), 100002, 50002},
		{UpperRanks(0.5, 0.75), 2, 2},   // tie 1-1/4
		{UpperRanks(0.5, 0.9375), 4, 4}, // tie 1-1/16
		{UpperRanks(0.5, 0.6875), 4, 3}, // tie 11/16
		{UpperRanks(0.05, 0.95), 1, 1},  // tie 1-1/20
		{UpperRanks(0.75, 0.25), 1, 1},  // tie 1-3/4
		{LowerRanks(0.5, 0.5), 1, 1},    // tie
		{LowerRanks(0.5, 0.5), 2, 1},
		{LowerRanks(0.5, 0.5), 3, 2},   // tie
		{LowerRanks(0.95, 0.95), 1, 1}, // tie 19/20
		{LowerRanks(0.75, 0.75), 1, 1}, // tie 3/4
		{LowerRanks(0.05, 0.95), 58, 0},
		{LowerRanks(0.05, 0.95), 59, 1},
		{LowerRanks(0.05, 0.95), 100, 2},
	}
	for _, tt := range tests {
		if got := tt.ranks.Rank(tt.n); got != tt.want {
			t.Errorf("%v: rank of n=%d is %d, want %d", tt.ranks.test, tt.n, got, tt.want)
		}
	}
}

// ln(1-c)/ln q, rounded up: by hand where 1-c is a power of q.
func TestSmallest(t *testing.T) {
	tests := []struct {
		ranks *Ranks
		want  int
	}{
		{UpperRanks(0.95, 0.95), 59},
		{UpperRanks(0.9, 0.95), 29},
		{UpperRanks(0.99, 0.95), 299},
		{UpperRanks(0.95, 0.99), 90},
		{UpperRanks(0.5, 0.75), 2},
		{UpperRanks(0.5, 0.9990234375), 10}, // 1-c = 2^-10
		{UpperRanks(0.9, 0.271), 3},         // 1-c = 0.9^3
		{UpperRanks(0.9, 0.2711), 4},
		{UpperRanks(0.01, 0.95), 1},
		{LowerRanks(0.01, 0.95), 299},
		{LowerRanks(0.1, 0.271), 3},
	}
	for _, tt := range tests {
		if got := tt.ranks.Smallest(); got != tt.want {
			t.Errorf("%v %v: smallest %d, want %d", tt.ranks.test.p, tt.ranks.test.level.c, got, tt.want)
		}
		if below, at := tt.ranks.Rank(tt.want-1), tt.ranks.Rank(tt.want); below != 0 || at == 0 {
			t.Errorf("%v: ranks %d and %d around the smallest", tt.want, below, at)
		}
	}
}

// The table, made by recurrence, agrees with direct evaluation at levels with
// and without ties, and with the arithmetic that decides ties.
func TestRanksTableAgainstDirect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	levels := []level{
		{.95, .95}, {.999, .95}, {.5, .95}, {.05, .95}, {.001, .95}, {.5, .5}, {.5, .75}, {.5, .9375}, {.5, .6875},
		{.75, .25},
		{.9, .271}, {.99, .05}, {.999999, .999}, {.000001, .5}, {.3, .6},
	}
	for range 20 {
		levels = append(levels, level{rng.Float64(), rng.Float64()})
	}
	for _, l := range levels {
		for _, mirrored := range []bool{false, true} {
			table := newRanks(l, mirrored)
			table.tabled = true
			direct := newRanks(l, mirrored)
			for n := 1; n <= 100_000; n += 1 + n/23 {
				k := table.Rank(n)
				if got := direct.Rank(n); got != k {
					t.Errorf("%v n=%d: rank %d by the table, %d directly", l, n, k, got)
				}
				if mirrored {
					k = n + 1 - k
				}
				if k > 1 && k <= n && n%8 == 0 && n < 20_000 && (!table.test.exact(n, k) || table.test.exact(n, k-1)) {
					t.Errorf("%v n=%d: %d is not the exact rank", l, n, k)
				}
			}
		}
	}
}

// TestTableRounds: at a million waits the probability by recurrence is as good
// as a direct one. In holds 5e-11 counts as equal.
func TestTableRounds(t *testing.T) {
	for _, q := range []float64{0.5, 0.95, 0.999} {
		r := newRanks(level{q, 0.95}, false)
		r.tabled = true
		r.Rank(1_000_000)
		if direct := r.test.evaluate(r.state.n, r.state.k); math.Abs(r.state.value-direct.value) > 1e-12 {
			t.Errorf("q=%v: %v by recurrence, %v directly", q, r.state.value, direct.value)
		}
	}
}

func TestRanksInParallel(t *testing.T) {
	newShared := func() *Ranks {
		r := newRanks(level{0.9, 0.95}, false)
		r.tabled = true
		return r
	}
	alone, shared := newShared(), newShared()
	alone.Rank(60000)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 20000 {
				n := (i*(g+1) + g) % 60000
				if got, want := shared.Rank(n), alone.Rank(n); got != want {
					t.Errorf("n=%d: rank %d, want %d", n, got, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

// The first value is the example of [Brevik06], appendix, whose sample of "size
// 100" has 1000 values. The others follow by hand from 90 + 1.645*3, 10 + 0 and
// 7 + 0 with nothing to round, and 999990 + 5.2*3.2, which is above n =
// 1,000,000.
func TestNormalRank(t *testing.T) {
	tests := []struct {
		n       int
		q, c    float64
		want    int
		comment string
	}{
		{1000, 0.9, 0.95, 916, "example of the paper"},
		{100, 0.9, 0.95, 95, "n(1-q) is 10, just enough"},
		{100, 0.1, 0.95, 15, "nq is 10, just enough"}, // 10 + 1.645*3
		{99, 0.1, 0.95, 16, "nq is below 10: exact"},  // normal 9.9 + 1.645*2.98
		{99, 0.9, 0.95, UpperRanks(0.9, 0.95).Rank(99), "n(1-q) is below 10: exact"},
		{59, 0.95, 0.95, 59, "exact"},
		{58, 0.95, 0.95, 0, "exact, none"},
		{100, 0.1, 0.5, 10, "nq is whole"},
		{300, 0.07, 0.5, 21, "nq is whole, its float is not"},
		{1_000_000, 0.99999, 0.9999999, 0, "above n"},
	}
	for _, tt := range tests {
		if got := NormalRank(tt.n, tt.q, tt.c); got != tt.want {
			t.Errorf("n=%d q=%v c=%v: rank %d, want %d (%s)", tt.n, tt.q, tt.c, got, tt.want, tt.comment)
		}
	}
}
