package boost

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// some makes rows of features and a number for each that depends on two of them, with many ties.
func some(seed uint64, n int) (rows [][]float32, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		row := []float32{float32(rng.IntN(5)), rng.Float32(), float32(math.Floor(rng.ExpFloat64() * 100)), -1}
		level := float64(row[0])
		if row[2] > 70 {
			level += 3
		}
		rows, y = append(rows, row), append(y, max(0, math.Floor(level+3*rng.NormFloat64())))
	}
	return rows, y
}

func loss(y, said, q float64) float64 { return max(q*(y-said), (q-1)*(y-said)) }

// One split between two values of a feature, by hand: the quantile of either side, and half of the
// way there at half the rate.
func TestStump(t *testing.T) {
	var rows [][]float32
	var y []float64
	for i := range 10 {
		rows = append(rows, []float32{7, 0}, []float32{7, 1})
		y = append(y, float64(1+i), float64(101+i))
	}
	for _, c := range []struct{ q, rate, low, high float64 }{
		{.5, 1, 5, 105}, {.9, 1, 9, 109}, {.91, 1, 10, 110}, {.05, 1, 1, 101},
		{.5, .5, 7.5, 57.5}, // from 10, the lower median of all
	} {
		m := Fit(Bin(rows), y, c.q, Options{Trees: 1, Depth: 1, Rate: c.rate, Least: 1})
		if low, high := m.At([]float32{7, 0}), m.At([]float32{7, 1}); low != c.low || high != c.high {
			t.Errorf("quantile %v at rate %v: %v and %v, want %v and %v", c.q, c.rate, low, high, c.low, c.high)
		}
	}
	// A leaf of fewer than Least rows is not made.
	if m := Fit(Bin(rows), y, .5, Options{Trees: 3, Depth: 4, Rate: 1, Least: 11}); m.At(rows[0]) != 10 || m.At(rows[1]) != 10 {
		t.Errorf("%v and %v, want 10", m.At(rows[0]), m.At(rows[1]))
	}
}

// Without trees, and without features that differ, it is the quantile of all: half of 1 to 1000 are
// up to 500.
func TestNoTrees(t *testing.T) {
	var rows [][]float32
	var y []float64
	for i := range 1000 {
		rows, y = append(rows, []float32{3}), append(y, float64((i*7)%1000+1))
	}
	for q, want := range map[float64]float64{.5: 500, .95: 950, .001: 1, .0001: 1, .9991: 1000} {
		for _, trees := range []int{0, 5} {
			if got := Fit(Bin(rows), y, q, Options{Trees: trees, Depth: 3, Rate: .1, Least: 1}).At(rows[0]); got != want {
				t.Errorf("%d trees: quantile %v is %v, want %v", trees, q, got, want)
			}
		}
	}
}

// With every tree the loss on the rows is no greater, and on others it ends near that of the truth.
func TestLossFalls(t *testing.T) {
	rows, y := some(1, 3000)
	others, of := some(2, 3000)
	for _, q := range []float64{.05, .5, .95} {
		last := math.Inf(1)
		for trees := range 40 {
			m := Fit(Bin(rows), y, q, Options{Trees: trees, Depth: 3, Rate: .3, Least: 20})
			sum := 0.0
			for i, row := range rows {
				sum += loss(y[i], m.At(row), q)
			}
			if sum > last*(1+1e-12) {
				t.Errorf("quantile %v: loss %v with %d trees, %v with one less", q, sum, trees, last)
			}
			last = sum
		}
		var constant, fitted float64
		first, m := Fit(Bin(rows), y, q, Options{}), Fit(Bin(rows), y, q, Options{Trees: 40, Depth: 3, Rate: .3, Least: 20})
		below := 0
		for i, row := range others {
			constant += loss(of[i], first.At(row), q)
			fitted += loss(of[i], m.At(row), q)
			if of[i] < m.At(row) {
				below++
			}
		}
		if fitted > .9*constant && q > .1 {
			t.Errorf("quantile %v: loss %v on others, %v without trees", q, fitted, constant)
		}
		if share := float64(below) / float64(len(others)); q > .1 && math.Abs(share-q) > .05 {
			t.Errorf("quantile %v covers %v of others", q, share)
		}
	}
}

// Every split of the first tree is the best for its rows, by a slow search; and the order of rows
// makes no difference.
func TestBestSplits(t *testing.T) {
	const q, least = .8, 5
	for seed := range uint64(20) {
		rows, y := some(seed, 200)
		var all []int
		for i, row := range rows { // each value has a bin
			all, row[1], row[2] = append(all, i), float32(math.Floor(30*float64(row[1]))), min(row[2], 40)
		}
		o := Options{Trees: 1, Depth: 3, Rate: 1, Least: least}
		m, start := Fit(Bin(rows), y, q, o), Quantile(slices.Clone(y), q)
		gain := func(of []int, split func([]float32) bool) float64 {
			var sum, n [2]float64
			for _, i := range of {
				side := 0
				if split(rows[i]) {
					side = 1
				}
				n[side]++
				if sum[side] += q - 1; y[i] > start {
					sum[side]++
				}
			}
			all := sum[0] + sum[1]
			if n[0] < least || n[1] < least {
				return 0
			}
			return sum[0]*sum[0]/n[0] + sum[1]*sum[1]/n[1] - all*all/(n[0]+n[1])
		}
		var check func(at int32, of []int, depth int)
		check = func(at int32, of []int, depth int) {
			best, got := 0.0, 0.0
			for k := range rows[0] {
				for _, i := range of {
					best = max(best, gain(of, func(row []float32) bool { return row[k] > rows[i][k] }))
				}
			}
			n := m.nodes[at]
			if n.right > 0 {
				got = gain(of, func(row []float32) bool { return row[n.feature] > n.end })
			}
			if depth > 0 && math.Abs(got-best) > 1e-8 {
				t.Errorf("seed %d, %d rows: gain %v, best %v", seed, len(of), got, best)
			}
			if n.right > 0 {
				split := func(i int) bool { return rows[i][n.feature] > n.end }
				check(at+1, slices.DeleteFunc(slices.Clone(of), split), depth-1)
				check(n.right, slices.DeleteFunc(slices.Clone(of), func(i int) bool { return !split(i) }), depth-1)
			}
		}
		check(0, all, o.Depth)

		back, backY := slices.Clone(rows), slices.Clone(y)
		slices.Reverse(back)
		slices.Reverse(backY)
		o.Trees, o.Rate = 30, .1
		if a, b := Fit(Bin(rows), y, q, o), Fit(Bin(back), backY, q, o); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("seed %d: rows in another order make another model", seed)
		}
	}
}

// Features of many values are cut where about as many rows lie.
func TestBins(t *testing.T) {
	var rows [][]float32
	for i := range 6400 {
		rows = append(rows, []float32{float32(i), float32(i % 64), float32(min(i, 100))})
	}
	m := Bin(rows)
	counts := [3][bins]int{}
	for i, code := range m.codes {
		counts[i%3][code]++
	}
	for b := range bins {
		if counts[0][b] != 100 || counts[1][b] != 100 {
			t.Errorf("bin %d has %d and %d rows, want 100", b, counts[0][b], counts[1][b])
		}
	}
	if len(m.ends[2]) != 1 || counts[2][0] != 100 {
		t.Errorf("ends %v, %d rows in the first bin", m.ends[2], counts[2][0])
	}
}

func BenchmarkFit(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	rows, y := make([][]float32, 5000), make([]float64, 5000)
	for i := range rows {
		for range 90 {
			rows[i] = append(rows[i], rng.Float32())
		}
		y[i] = float64(rows[i][3]) + rng.NormFloat64()
	}
	for b.Loop() {
		Fit(Bin(rows), y, .95, Options{Trees: 100, Depth: 4, Rate: .1, Least: 20})
	}
}
