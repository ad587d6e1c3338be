package figure

import (
	"math"
	"slices"
)

// step is a bound and the times between which it holds.
type step struct{ from, to, bound float64 }

// sample is a wait at its submit time.
type sample struct{ time, wait float64 }

// window is what a Bounds shows between two times.
type window struct {
	from, to float64
	open     bool        // the caller's To: a bound from then on is not shown
	steps    [][]step    // per line, in order of time
	bands    [][2][]step // per Band, its low and high steps, one above the other
	waits    [][]sample  // per Points
	zeros    int         // waits of 0 s
	lost     int         // bounds and waits without a place on the axes
}

// newWindow selects what is between From and To, or everything.
func newWindow(b *Bounds) *window {
	w := &window{from: b.From, to: b.To, open: b.From < b.To}
	if b.From == 0 && b.To == 0 {
		w.from, w.to = timeRange(b)
	}
	if w.from == w.to {
		w.from -= hour / 2
		w.to += hour / 2
	}
	for _, l := range b.Lines {
		w.steps = append(w.steps, w.stepsOf(l))
	}
	for _, band := range b.Bands {
		w.bands = append(w.bands, w.bandOf(b.Lines[band.Low], b.Lines[band.High]))
	}
	for _, p := range b.Waits {
		w.waits = append(w.waits, w.samplesOf(p))
	}
	return w
}

// bandOf are the steps of both lines where both can be drawn.
func (w *window) bandOf(low, high Line) (band [2][]step) {
	lost := w.lost // counted for the lines themselves
	for i, pair := range [2][2]Line{{low, high}, {high, low}} {
		line := Line{Times: pair[0].Times, Bound: slices.Clone(pair[0].Bound)}
		for k, other := range pair[1].Bound {
			if !drawable(other, true) {
				line.Bound[k] = math.NaN()
			}
		}
		band[i] = w.stepsOf(line)
	}
	w.lost = lost
	return band
}

// timeRange is from the first to the last time of b; 0 to 0 where it has none.
func timeRange(b *Bounds) (from, to float64) {
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

// samplesOf are the waits of p submitted in the window.
func (w *window) samplesOf(p Points) []sample {
	var shown []sample
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
			shown = append(shown, sample{t, wait})
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
	for _, s := range slices.Concat(w.waits...) {
		v = append(v, s.wait)
	}
	return v
}
