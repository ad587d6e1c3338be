package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"waitbench/replay/output"
)

// scale places values on an axis, linearly or by their logarithms, with room at both ends. On a
// logarithmic one zero, where it is among the values, has a line of its own below the others, which
// keeps it from plot's LogScale, where it panics. It implements plot.Normalizer.
type scale struct {
	log        bool
	foot, head float64 // shares of the frame below and above the values
	zeroAt     float64 // place of zero; -1: it has none
}

// Normalize implements plot.Normalizer.
func (s scale) Normalize(lo, hi, v float64) float64 {
	if s.log {
		if v < lo*(1-1e-9) {
			return s.zeroAt
		}
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return s.foot + (1-s.foot-s.head)*(v-lo)/(hi-lo)
}

// parting is the place of the line between the values and what is below them; 0 where nothing is.
func (s scale) parting() float64 { return s.foot - s.head }

// largest is the largest absolute value drawn on a linear axis.
const largest = 1e12

// drawable tells whether v has a place on an axis of the kind.
func drawable(v float64, log bool) bool {
	if log {
		return v >= 0 && !math.IsInf(v, 1)
	}
	return math.Abs(v) <= largest
}

// ruler says how an axis is scaled and marked.
type ruler struct {
	log    bool
	waits  bool      // logarithmic, of seconds: marks are units of time
	level  bool      // horizontal, its labels side by side
	length vg.Length // of the frame, about
	below  vg.Length // room at the lower end, for what a figure draws there
	zero   string    // label of the line of zero where it is not 0
}

// zeroRow is the room for the line of zero under a logarithmic axis.
const zeroRow vg.Length = 12

// set makes an axis cover all drawable values.
func (r ruler) set(a *plot.Axis, values ...float64) {
	r.log = r.log || r.waits
	s := scale{log: r.log, foot: float64((inset + r.below) / r.length), head: float64(inset / r.length), zeroAt: -1}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		switch {
		case !drawable(v, r.log):
		case r.log && v == 0:
			s.zeroAt = s.foot + float64(zeroRow/2/r.length) - s.head
		default:
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if s.zeroAt >= 0 {
		s.foot += float64(zeroRow / r.length)
	}
	var ticks []plot.Tick
	switch {
	case !r.log:
		a.Min, a.Max, ticks = steps(lo, hi, 5)
	case lo > hi: // nothing but zeros
		lo, hi = 1, 10
		fallthrough
	default:
		if hi < 6.25*lo { // so that 1, 2 or 5 times a power of ten is there twice
			lo, hi = max(lo/2.5, math.SmallestNonzeroFloat64), min(hi*2.5, math.MaxFloat64)
		}
		a.Min, a.Max = lo, hi
		if ticks = decades(lo, hi); r.waits {
			if u := unitTicks(lo, hi); len(u) > 1 {
				ticks = u
			}
		}
	}
	if s.zeroAt >= 0 {
		label := "0"
		if r.zero != "" {
			label = r.zero
		}
		ticks = append([]plot.Tick{{Value: 0, Label: label}}, ticks...)
	}
	a.Scale = s
	a.Tick.Marker = plot.ConstantTicks(r.apart(a, ticks))
}

// apart takes away the labels that would touch one before.
func (r ruler) apart(a *plot.Axis, ticks []plot.Tick) []plot.Tick {
	room := func(t plot.Tick) float64 {
		if r.level {
			return float64((tickText.Width(t.Label) + 4) / 2 / r.length)
		}
		return float64(lineHeight(tickText) / 2 / r.length)
	}
	for i, t := range ticks {
		for _, before := range ticks[:i] {
			if before.Label != "" && math.Abs(a.Norm(t.Value)-a.Norm(before.Value)) < room(t)+room(before) {
				ticks[i].Label = ""
			}
		}
	}
	return ticks
}

// steps marks a linear axis, with about so many steps, and rounds its limits outwards to marks.
// Limits too close for a float64 to count steps between them are moved apart.
func steps(lo, hi float64, about int) (from, to float64, ticks []plot.Tick) {
	if lo > hi {
		lo, hi = 0, 1
	}
	if least := max(1e-9*max(math.Abs(lo), math.Abs(hi)), 1e-9); hi-lo < least {
		room := max(0.1, math.Abs(lo)/10)
		lo, hi = lo-room, hi+room
	}
	const slack = 1e-9 // of a step: 0.95/0.05 must not round to 18
	step := niceStep((hi - lo) / float64(about))
	first, last := math.Floor(lo/step+slack), math.Ceil(hi/step-slack)
	for i := first; i <= last; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: minus(strconv.FormatFloat(i*step+0, 'f', decimals(step), 64))}) // + 0: no −0
	}
	return first * step, last * step, ticks
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

// decades marks powers of ten, and with labels 2 and 5 times them on a short axis.
func decades(lo, hi float64) (ticks []plot.Tick) {
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	for _, m := range []float64{1, 2, 5, 3, 4, 6, 7, 8, 9} { // in the order of who is labelled first
		for e := first; e <= last; e++ {
			t := plot.Tick{Value: m * math.Pow(10, e)}
			if t.Value < lo*(1-1e-9) || t.Value > hi*(1+1e-9) || m > 1 && hi/lo > 1e7 {
				continue
			}
			if m == 1 || m <= 5 && m != 3 && m != 4 && hi/lo < 100 {
				t.Label = powerLabel(t.Value, int(e))
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// powerLabel writes v, of the order 10^e.
func powerLabel(v float64, e int) string {
	if e < -6 || e > 6 {
		return minus(strconv.FormatFloat(v, 'g', 1, 64))
	}
	if e > 3 {
		return output.Grouped(int64(v))
	}
	return strconv.FormatFloat(v, 'f', max(0, -e), 64)
}

// units are the lengths of time that are marked on axes of waits, the most useful first.
var units = []struct {
	name    string
	seconds float64
}{
	{"1 s", 1}, {"1 min", 60}, {"1 h", hour}, {"1 d", day}, {"30 d", 30 * day}, {"1 y", 365 * day}, {"10 y", 3650 * day}, {"100 y", 36500 * day},
	{"10 s", 10}, {"10 min", 600}, {"6 h", 6 * hour}, {"1 week", 7 * day}, {"0.1 s", 0.1}, {"0.01 s", 0.01},
}

// unitTicks marks the units between two waits.
func unitTicks(lo, hi float64) (ticks []plot.Tick) {
	for _, u := range units {
		if u.seconds >= lo*(1-1e-9) && u.seconds <= hi*(1+1e-9) {
			ticks = append(ticks, plot.Tick{Value: u.seconds, Label: u.name})
		}
	}
	return ticks
}
