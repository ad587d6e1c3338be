package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Bounds is a plot of bounds over time, as figures 1 and 2 of [bmbp]: a step line per queue or
// processor range, with the waits of its jobs as points. The vertical axis is logarithmic and marked
// in seconds, minutes, hours and days; 0 s has a line of its own at the bottom.
type Bounds struct {
	Title  string
	YLabel string

	Lines []Line
	Bands []Band // shaded under the lines, darker where they overlap

	// From and To limit the time axis, in the units of the times; where both are 0 the axis covers
	// all times. Waits outside are not drawn, and a bound from before From is drawn from there on.
	From, To float64

	// Elapsed says that times are seconds since the start of the log, because its date is not
	// known. Otherwise they are Unix times, in seconds, and the axis shows dates and times of day
	// in Location (nil: UTC).
	Elapsed  bool
	Location *time.Location

	Note  string // text under the plot
	Width Width
}

// Line is one series of bounds, and the waits of its jobs.
type Line struct {
	Name  string
	Times []float64 // of submission, not decreasing
	Bound []float64 // s, from a time up to the next; NaN is no bound, and leaves a gap
	Waits []float64 // s, of the jobs submitted at the times; nil: none are drawn
}

// Band is the area between two lines of the same times, as places in Lines. It has gaps where
// either has no bound.
type Band struct{ Low, High int }

func (b *Bounds) heading() string { return b.Title }

const boundsTall vg.Length = 185

func (b *Bounds) sheet() *sheet {
	s, wide := newSheet(b.Width, b.Title, "", b.YLabel, 1, 0, 34)
	s.tall = boundsTall
	w, p := newWindow(b), newPlot()
	s.xLabel = timeAxis(&p.X, w.from, w.to, b.Elapsed, b.Location, wide)
	ruler{waits: true, length: s.tall}.set(&p.Y, w.values()...)
	column := (w.to - w.from) * float64(columnWidth(len(b.Lines), wide)/wide)
	for _, band := range b.Bands {
		area := &plotter.Polygon{Color: faintBlue}
		low, high := b.runs(w, band.Low, band.High), b.runs(w, band.High, band.Low)
		for k := range low {
			back := thinLine(high[k], column)
			slices.Reverse(back)
			area.XYs = append(area.XYs, append(thinLine(low[k], column), back...))
		}
		add(p, area)
	}
	add(p, grid())
	for i, waits := range w.waits {
		x, y := wide/vg.Length(w.to-w.from), s.tall
		places := make([]vg.Point, len(waits))
		for k, at := range waits {
			places[k] = vg.Point{X: vg.Length(at.X-w.from) * x, Y: vg.Length(p.Y.Norm(at.Y)) * y}
		}
		for _, k := range thinPoints(places, maxPoints*len(waits)/max(1, w.seen)+1) {
			w.drawn[i] = append(w.drawn[i], waits[k])
		}
		add(p, squares{w.drawn[i], lookOf(i).line.Color.(color.NRGBA)})
	}
	for i, runs := range w.runs {
		for _, run := range runs {
			run = thinLine(run, column)
			if last := &run[len(run)-1]; last.X-run[0].X < 2*column {
				last.X = run[0].X + 2*column // else nothing would be seen
			}
			add(p, lines(run, lookOf(i).line)...)
		}
	}
	s.place(p, &frame{empty: len(w.values()) == 0})
	return s.finish(b.legend(w), b.notes(w), func() [][]string { return b.data(w) })
}

// window is what a Bounds shows between two times.
type window struct {
	from, to     float64
	runs         [][]plotter.XYs // of each line, its parts without gaps, two corners for each bound
	waits, drawn []plotter.XYs   // of each line, those within and those of them that are drawn
	seen, zeros  int             // waits, and those of 0 s
	lost         int             // bounds and waits that are negative or infinite
}

// newWindow selects what is between From and To, or everything.
func newWindow(b *Bounds) *window {
	w := &window{from: b.From, to: b.To, drawn: make([]plotter.XYs, len(b.Lines))}
	if b.From == b.To {
		var times [][]float64
		for _, l := range b.Lines {
			times = append(times, l.Times)
		}
		if w.from, w.to = span(times...); w.from > w.to {
			w.from, w.to = 0, 0
		}
		if w.to++; w.to-w.from < hour {
			w.from, w.to = w.from-hour/2, w.to+hour/2
		}
	}
	for i, l := range b.Lines {
		w.runs = append(w.runs, b.runs(w, i, i))
		var shown plotter.XYs
		for k, wait := range l.Waits {
			t := l.Times[k]
			switch {
			case t < w.from || t > w.to || math.IsNaN(wait):
			case !drawable(wait, true):
				w.lost++
			default:
				shown = append(shown, plotter.XY{X: t, Y: wait})
				if wait == 0 {
					w.zeros++
				}
			}
		}
		w.waits, w.seen = append(w.waits, shown), w.seen+len(shown)
	}
	return w
}

// runs are the parts of a line within the window where it and another of the same times have bounds.
func (b *Bounds) runs(w *window, line, other int) (list []plotter.XYs) {
	l, o := b.Lines[line], b.Lines[other]
	var run plotter.XYs
	for i, t := range l.Times {
		end := w.to
		if i+1 < len(l.Times) {
			end = min(end, l.Times[i+1])
		}
		switch t = max(t, w.from); {
		case t > end || t >= w.to || end == w.from:
		case drawable(l.Bound[i], true) && drawable(o.Bound[i], true):
			run = append(run, plotter.XY{X: t, Y: l.Bound[i]}, plotter.XY{X: end, Y: l.Bound[i]})
		default:
			if line == other && !math.IsNaN(l.Bound[i]) {
				w.lost++
			}
			if run != nil {
				list, run = append(list, run), nil
			}
		}
	}
	if run != nil {
		list = append(list, run)
	}
	return list
}

// values are all bounds and waits shown.
func (w *window) values() (v []float64) {
	for _, xys := range slices.Concat(slices.Concat(w.runs...), w.waits) {
		for _, at := range xys {
			v = append(v, at.Y)
		}
	}
	return v
}

// squares are many points: translucent squares, smaller and fainter the more there are. They are
// dealt out to a few paths, so that some on one another are darker.
type squares struct {
	plotter.XYs
	color color.NRGBA
}

// Plot implements plot.Plotter.
func (s squares) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var points []vg.Point
	for _, at := range s.XYs {
		points = append(points, vg.Point{X: x(at.X), Y: y(at.Y)})
	}
	s.draw(&c, points)
}

func (s squares) draw(c *draw.Canvas, points []vg.Point) {
	const layers = 6 // how many points on one another still darken
	size, alpha := vg.Length(2.2), uint8(0xB0)
	switch n := len(points); {
	case n > 2000:
		size, alpha = 1.4, 0x59
	case n > 300:
		size, alpha = 1.8, 0x70
	}
	s.color.A = alpha
	for layer := range min(layers, len(points)) {
		var b bars
		for i := layer; i < len(points); i += layers {
			b.add(points[i].X-size/2, points[i].X+size/2, points[i].Y)
		}
		b.stroke(c, draw.LineStyle{Color: s.color, Width: size})
	}
}

// Thumbnail implements plot.Thumbnailer.
func (s squares) Thumbnail(c *draw.Canvas) {
	p := c.Center()
	s.draw(c, []vg.Point{p.Add(vg.Point{X: -5, Y: 3}), p.Add(vg.Point{X: 1, Y: -3}), p.Add(vg.Point{X: 6, Y: 3})})
}

// legend names the lines, and how many waits are drawn around each.
func (b *Bounds) legend(w *window) (entries []entry) {
	for i, l := range b.Lines {
		e := entry{l.Name, sample{line: lookOf(i).line}}
		if l.Waits != nil {
			e.name += ": bound and " + output.Counted(len(w.waits[i]), "wait")
			e.other = squares{color: lookOf(i).line.Color.(color.NRGBA)}
		}
		entries = append(entries, e)
	}
	return entries
}

// notes say what the eye cannot: how many points lie on one another, are left out, or have no
// place.
func (b *Bounds) notes(w *window) []string {
	notes := []string{b.Note}
	if w.zeros > 0 {
		notes = append(notes, fmt.Sprintf("Waits of 0 s, on the line at the bottom: %s of %s.", output.Grouped(w.zeros), output.Counted(w.seen, "wait")))
	}
	if drawn := len(slices.Concat(w.drawn...)); drawn < w.seen {
		notes = append(notes, fmt.Sprintf("%s drawn as %s: of those that lie close together some are left out.", output.Counted(w.seen, "wait"), output.Counted(drawn, "point")))
	}
	var without []string
	for i, l := range b.Lines {
		if len(w.runs[i]) == 0 {
			without = append(without, l.Name)
		}
	}
	if len(without) > 0 {
		notes = append(notes, "No bound in this period: "+strings.Join(without, ", ")+".")
	}
	if w.lost > 0 {
		notes = append(notes, output.Counted(w.lost, "value")+" not drawn: negative or infinite.")
	}
	return notes
}

// data gives the bounds of each line where they change, nothing where one ends without a next, and
// the waits drawn.
func (b *Bounds) data(w *window) [][]string {
	lines := [][]string{{"series", "kind", timeColumn(b.Elapsed), "value_s"}}
	for i, runs := range w.runs {
		for k, run := range runs {
			for j := 0; j < len(run); j += 2 {
				if j == 0 || run[j].Y != run[j-1].Y {
					lines = append(lines, []string{b.Lines[i].Name, "bound", number(run[j].X), number(run[j].Y)})
				}
			}
			if k+1 < len(runs) {
				lines = append(lines, []string{b.Lines[i].Name, "bound", number(run[len(run)-1].X), ""})
			}
		}
	}
	for i, waits := range w.drawn {
		for _, at := range waits {
			lines = append(lines, []string{b.Lines[i].Name, "wait", number(at.X), number(at.Y)})
		}
	}
	return lines
}
