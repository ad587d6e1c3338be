package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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

// tally counts the values that a figure does not show as they are.
type tally struct{ missing, lost, zeros int }

// count counts v, which is on an axis of scale s. It reports whether v is
// drawn.
func (t *tally) count(s scale, v float64) bool {
	switch {
	case math.IsNaN(v):
		t.missing++
	case !s.drawable(v):
		t.lost++
	case s == logarithmic && v < smallest, s == waits && v < 1:
		t.zeros++
	}
	return s.drawable(v)
}

// notes returns sentences for the caption of a figure with an axis of scale s.
// The caller reports missing values.
func (t *tally) notes(s scale) (notes []string) {
	switch {
	case t.zeros > 0 && s == waits:
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

// set sets the scale of an axis, and its range to all drawable values. It
// returns the value at which zeros are drawn.
func (s scale) set(a *plot.Axis, values ...float64) (zero float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	zeros := false
	for _, v := range values {
		if s == waits {
			v = max(v, 1)
		}
		if s == logarithmic && v >= 0 && v < smallest {
			zeros = true
		} else if s.drawable(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if s == linear {
		if lo > hi {
			lo, hi = 0, 1
		}
		if hi-lo <= 1e-9*max(math.Abs(lo), math.Abs(hi)) { // too close for ticks
			lo, hi = lo-max(0.1, math.Abs(lo)/10), hi+max(0.1, math.Abs(hi)/10)
		}
		a.Min, a.Max = lo, hi
		return 0
	}
	if lo > hi {
		lo, hi = 1, 10
	}
	if zeros {
		lo /= 3
	}
	if hi < 10*lo {
		lo, hi = lo/2, hi*2
	}
	a.Min, a.Max, a.Scale = lo, hi, plot.LogScale{}
	if a.Tick.Marker = plot.TickerFunc(logTicks); s == waits {
		a.Tick.Marker = plot.TickerFunc(waitTicks)
	}
	return lo
}

// stripTicks labels an axis from floor to 1 above a strip for less.
func stripTicks(floor, strip float64) (ticks plot.ConstantTicks) {
	for k := range 4 {
		v := floor + float64(k)/3*(1-floor)
		ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
	}
	return append(ticks, plot.Tick{Value: floor - strip/2, Label: "less"})
}

// logTicks labels powers of ten, and on a short axis 2 and 5 times them too.
func logTicks(lo, hi float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			t := plot.Tick{Value: v}
			if m == 1 || hi < 100*lo && (m == 2 || m == 5) {
				t.Label = strconv.FormatFloat(v, 'g', 3, 64)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// waitTicks labels units of time. On a short axis it falls back to logTicks.
func waitTicks(lo, hi float64) (ticks []plot.Tick) {
	for _, t := range []plot.Tick{
		{Value: 1, Label: "1 s"}, {Value: minute, Label: "1 min"}, {Value: hour, Label: "1 h"},
		{Value: day, Label: "1 d"}, {Value: 30 * day, Label: "30 d"},
		{Value: 365 * day, Label: "1 y"},
		{Value: 3650 * day, Label: "10 y"}, {Value: 36500 * day, Label: "100 y"},
	} {
		if t.Value >= lo && t.Value <= hi {
			ticks = append(ticks, t)
		}
	}
	if len(ticks) < 2 {
		return logTicks(lo, hi)
	}
	return ticks
}

// categories names the positions 0, 1, 2 ... along an axis of about the given
// length. Names that do not fit next to each other are turned. It returns the
// height of turned names.
func categories(a *plot.Axis, names []string, length vg.Length) (height vg.Length) {
	slot := length / vg.Length(max(1, len(names)))
	var ticks plot.ConstantTicks
	var widest vg.Length
	for i, name := range names {
		name = shorten(name)
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		widest = max(widest, tickText.Width(name))
	}
	a.Min, a.Max = -0.5, float64(max(1, len(names)))-0.5
	a.Tick.Marker = ticks
	if widest < slot-4 {
		return 0
	}
	a.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
	a.Tick.Label.Rotation = math.Pi / 2
	a.Tick.Label.Font.Size = min(tickText.Font.Size, slot)
	return widest
}
