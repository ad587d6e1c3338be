package figure

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"waitbench/replay/output"
)

// Bounds is a plot of bounds over time, as figures 1 and 2 of [bmbp]: a step
// line per queue or processor range, with the waits of its jobs as points. The
// vertical axis is logarithmic and marked in units of time. Waits and bounds
// below 1 s are drawn at 1 s.
type Bounds struct {
	Title  string
	YLabel string

	Lines []Line

	// From and To limit the time axis, in the units of the times; if both are 0
	// the axis covers all times. Waits outside are not drawn, and a bound from
	// before From is drawn from there on.
	From, To float64

	// Elapsed says that times are seconds since the start of the log, because
	// its date is not known. Otherwise they are Unix times, in seconds, and the
	// axis shows dates and times of day in Location (nil: UTC).
	Elapsed  bool
	Location *time.Location

	Note  string // part of the caption
	Width Width
}

// Line is one series of bounds, and the waits of its jobs.
type Line struct {
	Name  string
	Times []float64 // of submission, not decreasing
	Bound []float64 // s, from a time up to the next; NaN is no bound, and leaves a gap
	Waits []float64 // s, of the jobs submitted at the times; nil: none are drawn
}

func (b *Bounds) heading() string { return b.Title }

// window holds what a Bounds shows between two times.
type window struct {
	from, to float64
	runs     [][]plotter.XYs // of each line, its parts without gaps: a point where a bound begins, and the end
	points   []plotter.XYs   // of each line, the waits that are drawn
	jobs     []int           // of each line, the number of waits
	tally    tally           // of waits and bounds
}

// window selects what is between From and To, or everything.
func (b *Bounds) window() *window {
	w := &window{from: b.From, to: b.To}
	if b.From == b.To {
		var times [][]float64
		for _, l := range b.Lines {
			times = append(times, l.Times)
		}
		w.from, w.to = span(times...)
		if w.to++; w.to-w.from < hour {
			w.from, w.to = w.from-hour/2, w.to+hour/2
		}
	}
	for _, l := range b.Lines {
		var inside plotter.XYs
		for k, t := range l.Times {
			if t < w.from || t > w.to {
				continue
			}
			if !math.IsNaN(l.Bound[k]) && !waits.drawable(l.Bound[k]) {
				w.tally.lost++
			}
			if l.Waits == nil {
				continue
			}
			w.tally.count(waits, l.Waits[k])
			if waits.drawable(l.Waits[k]) {
				inside = append(inside, plotter.XY{X: t, Y: l.Waits[k]})
			}
		}
		w.runs = append(w.runs, l.runs(w.from, w.to))
		w.points = append(w.points, thinWaits(inside, w.from, w.to))
		w.jobs = append(w.jobs, len(inside))
	}
	return w
}

// runs returns the parts of a line between two times in which it has bounds.
func (l *Line) runs(from, to float64) (list []plotter.XYs) {
	var run plotter.XYs
	finish := func(t float64) {
		if run != nil {
			list, run = append(list, append(run, plotter.XY{X: t, Y: run[len(run)-1].Y})), nil
		}
	}
	for i, t := range l.Times {
		if t >= to {
			break
		}
		if i+1 < len(l.Times) && l.Times[i+1] <= from {
			continue
		}
		if t = max(t, from); waits.drawable(l.Bound[i]) {
			run = append(run, plotter.XY{X: t, Y: l.Bound[i]})
		} else {
			finish(t)
		}
	}
	finish(to)
	return list
}

func (b *Bounds) layout() *layout {
	w := b.window()
	l := &layout{title: b.Title, yLabel: b.YLabel, width: b.Width.length(), panelHeight: 210, columns: 1}
	p := newPanel(noData)
	l.xLabel = timeAxis(&p.X, w.from, w.to, b.Elapsed, b.Location, l.width)
	p.Add(grid())
	var shown []float64
	for i := range b.Lines {
		p.Add(squares(w.points[i], w.to-w.from, i))
		for _, xys := range append(w.runs[i], w.points[i]) {
			for _, at := range xys {
				shown = append(shown, at.Y)
			}
		}
	}
	for i, line := range b.Lines {
		for _, run := range w.runs[i] {
			xys := thin(run, (w.to-w.from)/400)
			for k := range xys {
				xys[k].Y = max(xys[k].Y, 1)
			}
			p.Add(&plotter.Line{XYs: xys, StepStyle: plotter.PostStep, LineStyle: lineOf(i)})
		}
		name := shorten(line.Name)
		if line.Waits != nil {
			name += ": bound and " + output.Counted(w.jobs[i], "wait")
		}
		l.explain(name, &plotter.Line{LineStyle: lineOf(i)})
	}
	waits.set(&p.Y, shown...)
	if len(shown) > 0 {
		p.Title.Text = ""
	}
	l.panels = []*plot.Plot{p}
	return l
}

// squares draws waits as small translucent squares in the colour of series i.
// One path for all keeps SVG files small. The figure covers so many seconds.
func squares(points plotter.XYs, seconds float64, i int) *plotter.Polygon {
	const share, factor = 1. / 450, 1.06 // half a square: of the time axis, and on the other
	r, g, b, _ := colourOf(i).RGBA()
	p := &plotter.Polygon{Color: color.NRGBA{R: uint8(r), G: uint8(g), B: uint8(b), A: 0xB0}}
	for _, at := range points {
		y := max(at.Y, 1)
		p.XYs = append(p.XYs, box(at.X-share*seconds, at.X+share*seconds, y/factor, y*factor))
	}
	return p
}

func (b *Bounds) notes() []string {
	w := b.window()
	notes := append([]string{b.Note}, w.tally.notes(waits)...)
	all := 0
	var without []string
	for i, n := range w.jobs {
		if all += n; len(w.runs[i]) == 0 {
			without = append(without, b.Lines[i].Name)
		}
	}
	if drawn := len(slices.Concat(w.points...)); drawn < all {
		notes = append(notes, output.Counted(all, "wait")+" drawn as "+output.Counted(drawn, "point")+": of those that lie close together some are left out.")
	}
	if len(without) > 0 {
		notes = append(notes, "No bound in this period: "+strings.Join(without, ", ")+".")
	}
	return notes
}

// thin leaves out points of a line that no reader can tell apart: of
// consecutive points in one column of the given width it keeps the first, the
// lowest, the highest and the last. x must not decrease.
func thin(line plotter.XYs, column float64) (out plotter.XYs) {
	for start := 0; start < len(line); {
		cell, low, high, end := math.Floor(line[start].X/column), start, start, start
		for ; end < len(line) && math.Floor(line[end].X/column) == cell; end++ {
			if line[end].Y < line[low].Y {
				low = end
			}
			if line[end].Y > line[high].Y {
				high = end
			}
		}
		kept := -1
		for _, i := range []int{start, min(low, high), max(low, high), end - 1} {
			if i > kept {
				out, kept = append(out, line[i]), i
			}
		}
		start = end
	}
	return out
}

// mostPoints is the number of waits that a line has at most as points.
const mostPoints = 1000

// thinWaits keeps one of the waits in each cell of a grid over the times from
// and to, which is as fine as mostPoints allow.
func thinWaits(waits plotter.XYs, from, to float64) (out plotter.XYs) {
	for columns := 400.0; ; columns /= 1.25 {
		out = nil
		taken := map[[2]int]bool{}
		for _, at := range waits {
			cell := [2]int{int((at.X - from) / (to - from) * columns), int(columns / 16 * math.Log10(max(at.Y, 1)))}
			if !taken[cell] {
				taken[cell] = true
				out = append(out, at)
			}
		}
		if len(out) <= mostPoints {
			return out
		}
	}
}

// data returns the bounds of each line where they change, an empty one at the
// begin of a gap, and the waits that are drawn.
func (b *Bounds) data() [][]string {
	w := b.window()
	lines := [][]string{{"series", "kind", timeColumn(b.Elapsed), "value_s"}}
	for i, runs := range w.runs {
		for k, run := range runs {
			end := len(run) - 1
			for j, at := range run[:end] {
				if j == 0 || at.Y != run[j-1].Y {
					lines = append(lines, []string{b.Lines[i].Name, "bound", number(at.X), number(at.Y)})
				}
			}
			if k+1 < len(runs) {
				lines = append(lines, []string{b.Lines[i].Name, "bound", number(run[end].X), ""})
			}
		}
	}
	for i, points := range w.points {
		for _, at := range points {
			lines = append(lines, []string{b.Lines[i].Name, "wait", number(at.X), number(at.Y)})
		}
	}
	return lines
}
