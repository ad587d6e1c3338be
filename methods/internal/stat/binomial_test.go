package stat

import (
	"math/big"
	"testing"
)

// rationalLevel has integer masses C(n,i) a^i b^(n-i) for q = a/(a+b).
type rationalLevel struct{ a, b, d, cNum, cDen *big.Int }

func newRationalLevel(q, c string) rationalLevel {
	rq, _ := new(big.Rat).SetString(q)
	rc, _ := new(big.Rat).SetString(c)
	return rationalLevel{rq.Num(), new(big.Int).Sub(rq.Denom(), rq.Num()), rq.Denom(), rc.Num(), rc.Denom()}
}

// ranks returns the upper and the lower rank of n waits by their definitions,
// in integers.
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
