package stat

import (
	"fmt"
	"math/big"
	"strconv"
)

// decimal is a fraction in (0, 1) taken as the decimal it is written as: 0.95 is 19/20.
type decimal struct {
	rat   *big.Rat
	value float64 // rat, correctly rounded
	rest  float64 // 1 - rat, correctly rounded; 1 - value would lose digits near 1
}

// newDecimal takes x as the shortest decimal that reads back as x. It panics if x is not in (0, 1);
// name says what x is.
func newDecimal(name string, x float64) decimal {
	mustBeFraction(name, x)
	rat, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		panic(fmt.Sprintf("stat: %s %v has no decimal form", name, x))
	}
	rest, _ := new(big.Rat).Sub(big.NewRat(1, 1), rat).Float64()
	return decimal{rat: rat, value: x, rest: rest}
}

// mustBeFraction panics if x is not in (0, 1).
func mustBeFraction(name string, x float64) {
	if !(x > 0 && x < 1) {
		panic(fmt.Sprintf("stat: %s %v is not in (0, 1)", name, x))
	}
}

// complement is 1 - d.
func (d decimal) complement() decimal {
	return decimal{rat: new(big.Rat).Sub(big.NewRat(1, 1), d.rat), value: d.rest, rest: d.value}
}

// z is the standard normal quantile of d, from whichever of d and 1 - d is smaller.
func (d decimal) z() float64 {
	if d.value > d.rest {
		return -Quantile(d.rest)
	}
	return Quantile(d.value)
}
