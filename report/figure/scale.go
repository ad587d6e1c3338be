package figure

import (
	"math"
	"strconv"
)

// scale maps values to heights in a frame. On a logarithmic scale zero, where
// present, has a line of its own below the others.
type scale struct {
	log    bool
	zero   bool    // a line for zero under a logarithmic scale
	rest   string  // its label where it also holds values near zero
	lo, hi float64 // limits: values, or their base-10 logarithms
	ticks  []tick
}

// tick is a mark on an axis.
type tick struct {
	at    float64 // value, or its base-10 logarithm
	label string  // empty on a minor tick
	power string  // exponent, raised behind the label
}

// largest is the largest absolute value drawn on a linear scale.
const largest = 1e12

// drawable tells whether v has a place on a scale of the kind.
func drawable(v float64, log bool) bool {
	if log {
		return finite(v) && v >= 0
	}
	return math.Abs(v) <= largest
}

// newScale covers all drawable values.
func newScale(values []float64, log bool) scale {
	s := scale{log: log, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range values {
		switch {
		case !drawable(v, log):
			continue
		case log && v == 0:
			s.zero = true
			continue
		case log:
			v = math.Log10(v)
		}
		s.lo, s.hi = min(s.lo, v), max(s.hi, v)
	}
	if log {
		s.setDecades()
	} else {
		s.setFractions()
	}
	return s
}

// setFractions rounds the limits of a linear scale: down at the bottom, and to
// 1 at the top unless a value is larger.
func (s *scale) setFractions() {
	s.hi = max(s.hi, 1)
	s.lo = min(s.lo, s.hi)
	if s.lo == s.hi {
		s.lo -= 0.1
	}
	s.round()
}

// round rounds the limits of a linear scale outwards and marks it. Limits too
// close for a float64 to count steps between them are moved apart.
func (s *scale) round() {
	if least := 1e-9 * max(math.Abs(s.lo), math.Abs(s.hi)); s.hi-s.lo < least {
		s.lo -= least
	}
	step := niceStep((s.hi - s.lo) / 5)
	const slack = 1e-9 // of a step: 0.95/0.05 must not round to 18
	first, last := math.Floor(s.lo/step+slack), math.Ceil(s.hi/step-slack)
	digits := max(0, -int(math.Floor(math.Log10(step)+slack)))
	for i := first; i <= last; i++ {
		label := minus(strconv.FormatFloat(i*step+0, 'f', digits, 64)) // + 0: no −0
		s.ticks = append(s.ticks, tick{at: i * step, label: label})
	}
	s.lo, s.hi = first*step, last*step
}

// zeroLabel is the label of the line for zero.
func (s scale) zeroLabel() string {
	if s.rest != "" {
		return s.rest
	}
	return "0"
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is not below
// x > 0.
func niceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// setDecades rounds the limits of a logarithmic scale outwards to 1, 2 or 5
// times a power of ten and marks the decades, or 1, 2 and 5 on a short scale.
func (s *scale) setDecades() {
	if s.lo > s.hi { // nothing but zeros
		s.lo, s.hi = 0, 1
	}
	s.lo, s.hi = -roundUp125(-s.lo), roundUp125(s.hi)
	if s.hi-s.lo < 0.5 {
		s.lo, s.hi = -roundUp125(-s.lo+0.2), roundUp125(s.hi+0.2)
	}
	span := s.hi - s.lo
	every := int(math.Ceil(span / 8)) // decades between labels
	decimals := s.lo >= -4 && s.hi <= 3
	for e := int(math.Floor(s.lo)); e <= int(math.Ceil(s.hi)); e++ {
		for m := 1; m <= 9; m++ {
			t := tick{at: float64(e) + math.Log10(float64(m))}
			if t.at < s.lo-1e-9 || t.at > s.hi+1e-9 || m > 1 && span > 7 {
				continue
			}
			if m == 1 && e%every == 0 || span < 2 && (m == 2 || m == 5) {
				t.label, t.power = powerLabel(m, e, decimals)
			}
			s.ticks = append(s.ticks, t)
		}
	}
}

// roundUp125 rounds a base-10 logarithm up to that of 1, 2 or 5 times a power
// of ten; the three are symmetric, so -roundUp125(-x) rounds down.
func roundUp125(x float64) float64 {
	whole := math.Floor(x)
	for _, f := range []float64{0, math.Log10(2), math.Log10(5)} {
		if x-whole <= f+1e-9 {
			return whole + f
		}
	}
	return whole + 1
}

// powerLabel writes m times ten to the e, as a decimal or with an exponent.
func powerLabel(m, e int, decimal bool) (label, power string) {
	if decimal {
		s := strconv.FormatFloat(float64(m)*math.Pow10(e), 'f', max(0, -e), 64)
		return s, ""
	}
	label, power = "10", strconv.Itoa(e)
	switch {
	case e == 0:
		return strconv.Itoa(m), ""
	case e == 1:
		return strconv.Itoa(10 * m), ""
	case e < 0:
		power = "−" + strconv.Itoa(-e)
	}
	if m > 1 {
		label = strconv.Itoa(m) + "×10"
	}
	return label, power
}
