package stat

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// rationalLevel has whole-number masses C(n,i) a^i b^(n-i) for q = a/(a+b).
type rationalLevel struct{ a, b, d, cNum, cDen *big.Int }

func newRationalLevel(q, c string) rationalLevel {
	rq, _ := new(big.Rat).SetString(q)
	rc, _ := new(big.Rat).SetString(c)
	return rationalLevel{rq.Num(), new(big.Int).Sub(rq.Denom(), rq.Num()), rq.Denom(), rc.Num(), rc.Denom()}
}

// ranks gives the upper and the lower rank of n waits by their definitions, in whole numbers.
func (l rationalLevel) ranks(n int) (upper, lower int) {
	total := new(big.Int).Exp(l.d, big.NewInt(int64(n)), nil)
	enough := func(sum *big.Int) bool {
		return new(big.Int).Mul(sum, l.cDen).Cmp(new(big.Int).Mul(total, l.cNum)) >= 0
	}
	mass := new(big.Int).Exp(l.b, big.NewInt(int64(n)), nil)
	sum := new(big.Int) // of the masses below j
	for j := 0; j <= n; j++ {
		if upper == 0 && j > 0 && enough(sum) {
			upper = j
		}
		if j > 0 && enough(new(big.Int).Sub(total, sum)) {
			lower = j
		}
		sum.Add(sum, mass)
		mass.Mul(mass, l.a).Mul(mass, big.NewInt(int64(n-j)))
		mass.Quo(mass, l.b).Quo(mass, big.NewInt(int64(j+1)))
	}
	return upper, lower
}

func TestRanksAgainstRationals(t *testing.T) {
	levels := [][2]string{
		{"0.95", "0.95"}, {"0.9", "0.95"}, {"0.99", "0.95"}, {"0.95", "0.99"}, {"0.95", "0.8"}, {"0.5", "0.95"},
		{"0.25", "0.95"}, {"0.25", "0.05"}, {"0.01", "0.95"}, {"0.05", "0.95"}, {"0.999", "0.1"}, {"0.3", "0.3"},
		{"0.5", "0.5"}, {"0.5", "0.75"}, {"0.75", "0.75"}, {"0.5", "0.0625"}, {"0.5", "0.9375"}, {"0.5", "0.6875"},
		{"0.2", "0.64"}, {"0.8", "0.36"}, {"0.9", "0.271"}, {"0.1", "0.729"}, {"0.3333333333333333", "0.6666666666666666"},
		{"0.6", "0.000001"}, {"0.6", "0.999999999999"}, {"0.7", "1e-30"},
	}
	for _, level := range levels {
		exact := newRationalLevel(level[0], level[1])
		q, c := number(t, level[0]), number(t, level[1])
		upper, lower := UpperRanks(q, c), LowerRanks(q, c)
		for n := 1; n <= 300; n += 1 + n/130*13 { // each up to 130, then one in 14
			wantUpper, wantLower := exact.ranks(n)
			if got := upper.Rank(n); got != wantUpper {
				t.Errorf("q=%v c=%v n=%d: upper rank %d, want %d", q, c, n, got, wantUpper)
			}
			if got := lower.Rank(n); got != wantLower {
				t.Errorf("q=%v c=%v n=%d: lower rank %d, want %d", q, c, n, got, wantLower)
			}
		}
	}
}

// The direct evaluation stays within the error it states, against whole numbers; far from any rank,
// where the mass underflows, it may not.
func TestTailErrorBound(t *testing.T) {
	for _, q := range []string{"0.95", "0.5", "0.01", "0.7"} {
		for _, c := range []float64{0.05, 0.95} {
			test := newTailTest(newDecimal("quantile", number(t, q)), newDecimal("confidence", c))
			exact := newRationalLevel(q, "0.5")
			for _, n := range []int{1, 2, 17, 59, 100, 300} {
				total := new(big.Int).Exp(exact.d, big.NewInt(int64(n)), nil)
				mass := new(big.Int).Exp(exact.b, big.NewInt(int64(n)), nil)
				sum := new(big.Int)
				for k := 1; k <= n; k++ {
					wantMass, _ := new(big.Rat).SetFrac(mass, total).Float64()
					sum.Add(sum, mass)
					value := new(big.Rat).SetFrac(sum, total)
					if test.upper {
						value.Sub(value, big.NewRat(1, 1))
					}
					want, _ := value.Float64()
					s := test.at(n, k)
					inRange := wantMass > 1e-290
					if inRange && math.Abs(s.value-want) > s.valueErr || math.Abs(s.mass-wantMass) > s.massErr*wantMass {
						t.Errorf("q=%v n=%d k=%d: tail %v ± %.2g, want %v; mass %v, want %v", q, n, k, s.value, s.valueErr, want, s.mass, wantMass)
					}
					mass.Mul(mass, exact.a).Mul(mass, big.NewInt(int64(n-k+1)))
					mass.Quo(mass, exact.b).Quo(mass, big.NewInt(int64(k)))
				}
			}
		}
	}
}

func BenchmarkTailExact(b *testing.B) {
	test := newTailTest(newDecimal("quantile", 0.95), newDecimal("confidence", 0.95))
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				test.exact(n, UpperRanks(0.95, 0.95).Rank(n))
			}
		})
	}
}
