package figure

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"waitbench/replay/output"
)

// scale is a kind of axis.
type scale int

const (
	linear      scale = iota
	logarithmic       // zeros are drawn at the lower end
	waits             // logarithmic seconds, marked in units of time; waits below 1 s count as 1 s
)

const (
	largest  = 1e12  // the largest absolute value that is drawn
	smallest = 1e-12 // the smallest value that a logarithmic axis does not show as 0
)

// drawable reports whether v has a position on an axis of this kind.
func (s scale) drawable(v float64) bool {
	return math.Abs(v) <= largest && (s == linear || v >= 0)
}

// tally counts the values on an axis that a figure does not show as they are.
type tally struct {
	scale
	lost, zeros int
}

// count counts a value, and reports whether it is drawn.
func (t *tally) count(v float64) bool {
	switch {
	case math.IsNaN(v): // missing
	case !t.drawable(v):
		t.lost++
	case t.scale == logarithmic && v < smallest, t.scale == waits && v < 1:
		t.zeros++
	}
	return t.drawable(v)
}

func (t *tally) notes() (notes []string) {
	switch {
	case t.zeros > 0 && t.scale == waits:
		notes = append(notes, output.Counted(t.zeros, "wait")+" below 1 s drawn at 1 s.")
	case t.zeros > 0:
		notes = append(notes, output.Counted(t.zeros, "value")+" of 0 drawn at the lower end.")
	}
	if t.lost > 0 {
		notes = append(notes, output.Counted(t.lost, "value")+
			" not drawn: infinite, negative or beyond 10^12.")
	}
	return notes
}

// set sets the scale of an axis, and its range to all drawable values with some
// space at both ends.
func (s scale) set(a *plot.Axis, values ...float64) {
	a.Tick.Marker = plot.TickerFunc(s.ticks)
	switch s {
	case linear:
		setLinear(a, values)
	case logarithmic:
		setLogarithmic(a, values)
	case waits:
		low, high := waits.extent(values)
		setDecades(a, max(low, 1), max(high, 1))
	}
}

// extent returns the least and the greatest of the drawable values, +Inf and
// -Inf for none.
func (s scale) extent(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if s.drawable(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}

// setLinear leaves space up to 0 and to a share of 1, not across. An axis with
// few ticks ends at ticks.
func setLinear(a *plot.Axis, values []float64) {
	low, high := linear.extent(values)
	if low > high {
		low, high = 0, 1
	}
	if high-low <= 1e-9*max(math.Abs(low), math.Abs(high)) { // too close for ticks
		low, high = low-max(0.1, math.Abs(low)/10), high+max(0.1, math.Abs(high)/10)
	}
	pad := 0.03 * (high - low)
	a.Min, a.Max = low-min(pad, math.Abs(low)), high+min(pad, math.Abs(1-high))
	if ticks := linearTicks(a.Min, a.Max, 0); len(ticks) < 4 {
		step := ticks[1].Value - ticks[0].Value
		a.Min, a.Max = math.Floor(a.Min/step)*step, math.Ceil(a.Max/step)*step
	}
}

// setLogarithmic leaves space for zeros at the lower end.
func setLogarithmic(a *plot.Axis, values []float64) {
	isZero := func(v float64) bool { return v >= 0 && v < smallest }
	positive := slices.DeleteFunc(slices.Clone(values), isZero)
	low, high := logarithmic.extent(positive)
	setDecades(a, low, high)
	if len(positive) < len(values) {
		a.Min /= 3
	}
}

// setDecades makes an axis logarithmic, over a factor of 4 or more.
func setDecades(a *plot.Axis, low, high float64) {
	if low > high {
		low, high = 1, 10
	}
	if pad := math.Pow(high/low, 0.03); high < 10*low {
		low, high = low/2, high*2
	} else {
		low, high = low/pad, high*pad
	}
	a.Min, a.Max, a.Scale = low, high, plot.LogScale{}
}

// linearTicks labels the multiples of 1, 2 or 5 times a power of ten, 7 at
// most, with equally many decimals, at least so many.
func linearTicks(lo, hi float64, decimals int) (ticks plot.ConstantTicks) {
	const slack = 1e-9 // of a step
	for e := int(math.Floor(math.Log10(hi-lo))) - 1; ; e++ {
		for _, m := range []float64{1, 2, 5} {
			step := m * math.Pow10(e)
			from, to := math.Ceil(lo/step-slack), math.Floor(hi/step+slack)
			if to-from > 6 {
				continue
			}
			for i := from; i <= to; i++ {
				v := i*step + 0 // not -0
				label := strconv.FormatFloat(v, 'f', max(decimals, -e), 64)
				ticks = append(ticks, plot.Tick{Value: v, Label: label})
			}
			return ticks
		}
	}
}

// ticks labels an axis: the units of time if two of them fit, or else powers of
// ten, and on a short logarithmic axis 2 and 5 times them too.
func (s scale) ticks(lo, hi float64) (ticks []plot.Tick) {
	if s == linear {
		return linearTicks(lo, hi, 0)
	}
	unit := ""
	if s == waits {
		for _, t := range waitTicks {
			if t.Value >= lo && t.Value <= hi {
				ticks = append(ticks, t)
			}
		}
		if len(ticks) > 1 {
			return ticks
		}
		ticks, unit = nil, " s"
	}
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for m := 1.0; m < 10; m++ {
			t := plot.Tick{Value: m * math.Pow(10, e)}
			if m == 1 || hi < 100*lo && (m == 2 || m == 5) {
				t.Label = strconv.FormatFloat(t.Value, 'g', 6, 64) + unit
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

var waitTicks = []plot.Tick{
	{Value: 1, Label: "1 s"}, {Value: minute, Label: "1 min"}, {Value: hour, Label: "1 h"},
	{Value: day, Label: "1 d"}, {Value: 30 * day, Label: "30 d"}, {Value: 365 * day, Label: "1 y"},
	{Value: 3650 * day, Label: "10 y"}, {Value: 36500 * day, Label: "100 y"},
}

// categories names the positions 0, 1, 2 ... along an axis. It returns the
// width of the longest name.
func categories(a *plot.Axis, names []string) (widest vg.Length) {
	var ticks plot.ConstantTicks
	for i, name := range names {
		name = shorten(name)
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		widest = max(widest, tickText.Width(name))
	}
	a.Min, a.Max = -0.5, float64(max(1, len(names)))-0.5
	a.Tick.Marker, a.Tick.Length = ticks, 2
	return widest
}
