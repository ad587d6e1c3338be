package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// axis maps values to places on a plot.Axis. On a logarithmic one places are base-10 logarithms,
// and zero, where present, has a line of its own below the others, which keeps it from plot's
// LogScale, where it panics.
type axis struct {
	log, zero bool
	rest      string  // label of the line for zero where it also holds values near zero
	lo, hi    float64 // places that are covered, without zero
	from, to  float64 // places of the ends of the frame
	zeroAt    float64 // place of zero
	parting   float64 // place between zero and the rest
	ticks     []plot.Tick
	roomBelow vg.Length // at the lower end, for what a figure draws there
}

// largest is the largest absolute value drawn on a linear axis.
const largest = 1e12

// finite tells whether v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// drawable tells whether v has a place on an axis of the kind.
func drawable(v float64, log bool) bool {
	if log {
		return finite(v) && v >= 0
	}
	return math.Abs(v) <= largest
}

// newAxis covers all drawable values, and ends at round ones.
func newAxis(log bool, values ...float64) *axis {
	a := &axis{log: log, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range values {
		switch {
		case !drawable(v, log):
			continue
		case log && v == 0:
			a.zero = true
			continue
		case log:
			v = math.Log10(v)
		}
		a.lo, a.hi = min(a.lo, v), max(a.hi, v)
	}
	if log {
		a.setDecades()
	} else {
		a.setSteps()
	}
	return a
}

// shareAxis covers all values and ends at 1, or above where a value is larger.
func shareAxis(values ...float64) *axis {
	least, most := 1.0, 1.0
	for _, v := range values {
		if drawable(v, false) {
			least, most = min(least, v), max(most, v)
		}
	}
	if least == most {
		least -= 0.1
	}
	return newAxis(false, least, most)
}

// at is the place of a drawable value.
func (a *axis) at(v float64) float64 {
	switch {
	case !a.log:
		return v
	case v == 0:
		return a.zeroAt
	}
	return math.Log10(v)
}

// setSteps rounds the limits of a linear axis outwards and marks it. Limits too close for a float64
// to count steps between them are moved apart.
func (a *axis) setSteps() {
	switch {
	case a.lo > a.hi:
		a.lo, a.hi = 0, 1
	case a.lo == a.hi:
		room := max(0.1, math.Abs(a.lo)/10)
		a.lo, a.hi = a.lo-room, a.hi+room
	}
	if least := 1e-9 * max(math.Abs(a.lo), math.Abs(a.hi)); a.hi-a.lo < least {
		a.lo -= least
	}
	const slack = 1e-9 // of a step: 0.95/0.05 must not round to 18
	step := niceStep((a.hi - a.lo) / 5)
	first, last := math.Floor(a.lo/step+slack), math.Ceil(a.hi/step-slack)
	digits := decimals(step)
	for i := first; i <= last; i++ {
		a.ticks = append(a.ticks, plot.Tick{Value: i * step, Label: minus(strconv.FormatFloat(i*step+0, 'f', digits, 64))}) // + 0: no −0
	}
	a.lo, a.hi = first*step, last*step
}

// decimals is how many digits after the point multiples of a step need.
func decimals(step float64) int { return max(0, -int(math.Floor(math.Log10(step)+1e-9))) }

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is not below x > 0.
func niceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// setDecades rounds the limits of a logarithmic axis outwards to 1, 2 or 5 times a power of ten and
// marks the decades, or 1, 2 and 5 on a short axis.
func (a *axis) setDecades() {
	if a.lo > a.hi { // nothing but zeros
		a.lo, a.hi = 0, 1
	}
	a.lo, a.hi = -roundUp125(-a.lo), roundUp125(a.hi)
	if a.hi-a.lo < 0.5 {
		a.lo, a.hi = -roundUp125(-a.lo+0.2), roundUp125(a.hi+0.2)
	}
	span := a.hi - a.lo
	every := int(math.Ceil(span / 8)) // decades between labels
	asDecimals := a.lo >= -4 && a.hi <= 3
	for e := int(math.Floor(a.lo)); e <= int(math.Ceil(a.hi)); e++ {
		for m := 1; m <= 9; m++ {
			t := plot.Tick{Value: float64(e) + math.Log10(float64(m))}
			if t.Value < a.lo-1e-9 || t.Value > a.hi+1e-9 || m > 1 && span > 7 {
				continue
			}
			if m == 1 && e%every == 0 || span < 2 && (m == 2 || m == 5) {
				t.Label = powerLabel(m, e, asDecimals)
			}
			a.ticks = append(a.ticks, t)
		}
	}
}

// roundUp125 rounds a base-10 logarithm up to that of 1, 2 or 5 times a power of ten; the three are
// symmetric, so -roundUp125(-x) rounds down.
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
func powerLabel(m, e int, decimal bool) string {
	if decimal || e == 0 || e == 1 {
		return strconv.FormatFloat(float64(m)*math.Pow10(e), 'f', max(0, -e), 64)
	}
	power := raised + minus(strconv.Itoa(e))
	if m > 1 {
		return strconv.Itoa(m) + "×10" + power
	}
	return "10" + power
}

// Room for the line of zero under a logarithmic axis, in points.
const zeroRow vg.Length = 12

// fit sets the ends for a frame of the given length, so that nothing lies on its border.
func (a *axis) fit(length vg.Length) {
	below := inset + a.roomBelow
	if a.zero {
		below += zeroRow
	}
	unit := (a.hi - a.lo) / float64(length-below-inset)
	a.from, a.to = a.lo-float64(below)*unit, a.hi+float64(inset)*unit
	a.parting = a.lo - float64(inset)*unit
	a.zeroAt = a.parting - float64(zeroRow/2)*unit
}

// columns is the width of the columns that a line over a fitted axis is thinned to.
func (a *axis) columns(length vg.Length) float64 {
	return (a.to - a.from) * float64(columnWidth/length)
}

// on sets an axis of a plot whose frame has the given length.
func (a *axis) on(to *plot.Axis, length vg.Length) {
	a.fit(length)
	a.mark(to)
}

// mark sets the ends and ticks of an axis of a plot.
func (a *axis) mark(to *plot.Axis) {
	to.Min, to.Max = a.from, a.to
	to.Tick.Marker = plot.ConstantTicks(a.marks())
}

// marks are the ticks, with that of zero.
func (a *axis) marks() []plot.Tick {
	if !a.zero {
		return a.ticks
	}
	zero := plot.Tick{Value: a.zeroAt, Label: "0"}
	if a.rest != "" {
		zero.Label = a.rest
	}
	return append([]plot.Tick{zero}, a.ticks...)
}

// sparse takes labels away until they stand side by side on a horizontal axis of the given length:
// all but those at powers of ten, then all but every so many.
func (a *axis) sparse(length vg.Length) {
	a.fit(length)
	all := a.ticks
	for every := 0; every <= len(all); every++ {
		a.ticks = nil
		for i, t := range all {
			if every > 0 && !a.kept(t, i, every) {
				t.Label = ""
			}
			a.ticks = append(a.ticks, t)
		}
		if a.labelsFit(length) {
			return
		}
	}
}

// kept tells whether tick i is labelled when only every so many are.
func (a *axis) kept(t plot.Tick, i, every int) bool {
	if !a.log {
		return i%(every+1) == 0
	}
	whole := math.Round(t.Value)
	return math.Abs(t.Value-whole) < 1e-9 && int(whole)%every == 0
}

// labelsFit tells whether the labels of a horizontal axis stand clear of each other.
func (a *axis) labelsFit(length vg.Length) bool {
	const clear = 4
	last := vg.Length(math.Inf(-1))
	for _, t := range a.marks() {
		if t.Label == "" {
			continue
		}
		at, half := vg.Length((t.Value-a.from)/(a.to-a.from))*length, tickText.Width(t.Label)/2
		if at-half < last+clear {
			return false
		}
		if last = at + half; a.zero && t.Value == a.zeroAt {
			last -= 2 // the lines that part them tell them apart
		}
	}
	return true
}

// unit is a length of time.
type unit struct {
	name    string
	seconds float64
}

// units are those marked on axes of seconds, the most useful first.
var units = []unit{
	{"1 s", 1}, {"1 min", 60}, {"1 h", hour}, {"1 d", day}, {"1 week", 7 * day},
	{"10 s", 10}, {"10 min", 600}, {"6 h", 6 * hour}, {"30 d", 30 * day}, {"1 y", 365 * day},
}

// units are marks of units of time, as many as fit on a fitted axis of the given length; size is
// the room of a name along the axis.
func (a *axis) units(length vg.Length, size func(string) vg.Length) []plot.Tick {
	var marks []plot.Tick
	if a.zero && a.rest == "" {
		marks = append(marks, plot.Tick{Value: a.zeroAt, Label: "0 s"})
	}
	point := (a.to - a.from) / float64(length)
	for _, u := range units {
		t := plot.Tick{Value: math.Log10(u.seconds), Label: u.name}
		if t.Value < a.lo-1e-9 || t.Value > a.hi+1e-9 {
			continue
		}
		clear := true
		for _, m := range marks {
			clear = clear && math.Abs(m.Value-t.Value) >= float64(size(u.name)+size(m.Label))/2*point
		}
		if clear {
			marks = append(marks, t)
		}
	}
	return marks
}
