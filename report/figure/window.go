package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
)

// step is a bound and the times between which it holds.
type step struct{ from, to, bound float64 }

// waits are the waits of a Points in a window.
type waits struct {
	all   plotter.XYs // times and seconds
	drawn plotter.XYs // of them
	marks squares
}

// thin chooses the waits that are drawn, half a point apart if there are many; wide is half a point
// of the time axis.
func (w *waits) thin(wide float64, up *axis, l look) {
	at := make(plotter.XYs, len(w.all))
	for i, p := range w.all {
		at[i] = plotter.XY{X: p.X, Y: up.at(p.Y)}
	}
	w.marks.color = l.line.Color.(color.NRGBA)
	for _, i := range thinPoints(at, wide, (up.to-up.from)*float64(2*columnWidth/boundsTall)) {
		w.drawn, w.marks.XYs = append(w.drawn, w.all[i]), append(w.marks.XYs, at[i])
	}
}

// window is what a Bounds shows between two times.
type window struct {
	from, to float64
	open     bool        // the caller's To: a bound from then on is not shown
	steps    [][]step    // per line, in order of time
	bands    [][2][]step // per Band, its low and high steps
	waits    []waits     // per Points
	zeros    int         // waits of 0 s
	lost     int         // bounds and waits without a place on the axes
}

// newWindow selects what is between From and To, or everything.
func newWindow(b *Bounds) *window {
	w := &window{from: b.From, to: b.To, open: b.From < b.To}
	if b.From == 0 && b.To == 0 {
		w.from, w.to = b.timeRange()
	}
	if w.from == w.to {
		w.from, w.to = w.from-hour/2, w.to+hour/2
	}
	for _, l := range b.Lines {
		w.steps = append(w.steps, w.stepsOf(l))
	}
	lost := w.lost // those of bands are counted for their lines
	for _, band := range b.Bands {
		low, high := b.Lines[band.Low], b.Lines[band.High]
		w.bands = append(w.bands, [2][]step{w.stepsOf(where(low, high)), w.stepsOf(where(high, low))})
	}
	w.lost = lost
	for _, p := range b.Waits {
		w.waits = append(w.waits, waits{all: w.waitsOf(p)})
	}
	return w
}

// where is a line with gaps where another has no bound.
func where(l, other Line) Line {
	l.Bound = slices.Clone(l.Bound)
	for i, v := range other.Bound {
		if !drawable(v, true) {
			l.Bound[i] = math.NaN()
		}
	}
	return l
}

// timeRange is from the first to the last time of b; 0 to 0 where it has none.
func (b *Bounds) timeRange() (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	include := func(times []float64) {
		for _, t := range times {
			if math.Abs(t) <= lastTime {
				from, to = min(from, t), max(to, t)
			}
		}
	}
	for _, l := range b.Lines {
		include(l.Times)
	}
	for _, p := range b.Waits {
		include(p.Times)
	}
	if from > to {
		return 0, 0
	}
	return from, to
}

// stepsOf are the bounds of l that hold at some time in the window.
func (w *window) stepsOf(l Line) []step {
	var all []step
	for i, t := range l.Times {
		if math.Abs(t) <= lastTime {
			all = append(all, step{t, w.to, l.Bound[i]})
		} else if !math.IsNaN(l.Bound[i]) {
			w.lost++
		}
	}
	var shown []step
	for i, s := range all {
		if i+1 < len(all) {
			s.to = min(s.to, all[i+1].from)
		}
		s.from = max(s.from, w.from)
		switch {
		case s.from > s.to || s.to == w.from || w.open && s.from == w.to || math.IsNaN(s.bound):
		case !drawable(s.bound, true):
			w.lost++
		default:
			shown = append(shown, s)
		}
	}
	return shown
}

// waitsOf are the waits of p submitted in the window.
func (w *window) waitsOf(p Points) plotter.XYs {
	var shown plotter.XYs
	for i, t := range p.Times {
		wait := p.Waits[i]
		switch {
		case t < w.from || t > w.to:
			if math.Abs(t) > lastTime {
				w.lost++
			}
		case math.IsNaN(t) || !drawable(wait, true):
			w.lost++
		default:
			shown = append(shown, plotter.XY{X: t, Y: wait})
			if wait == 0 {
				w.zeros++
			}
		}
	}
	return shown
}

// values are all bounds and waits shown.
func (w *window) values() []float64 {
	var v []float64
	for _, s := range slices.Concat(w.steps...) {
		v = append(v, s.bound)
	}
	for _, p := range w.waits {
		for _, at := range p.all {
			v = append(v, at.Y)
		}
	}
	return v
}
