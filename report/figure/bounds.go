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
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Bounds is a plot of bounds over time, as figures 1 and 2 of [bmbp]: a step
// line per queue or processor range, with the waits of its jobs as points.
// Bounds that depend on the job are boxes of quartiles. The vertical axis is
// logarithmic and marked in units of time.
type Bounds struct {
	Title  string
	YLabel string

	Lines []Line

	// From and To limit the time axis. Waits outside are not drawn, and a bound
	// from before From is drawn from there on.
	From, To float64

	// Dates is the time zone of dates on the axis, of Unix times in seconds. Nil
	// means that times are seconds since the start of a log without dates.
	Dates *time.Location

	Note string // part of the caption
}

// Line is one series of bounds, and the waits of its jobs.
type Line struct {
	Name  string
	Times []float64 // of submission, not decreasing
	Bound []float64 // s, from a time up to the next; NaN is no bound, and leaves a gap
	Waits []float64 // s, of the jobs submitted at the times; nil: none are drawn

	PerJob bool // the bounds depend on the job: their quartiles are drawn, and no line
}

func (b *Bounds) heading() string { return b.Title }

// timeColumns is the number of columns of a time axis. Points in one column
// look like one.
const timeColumns = 400

// TimeParts is the number of equal parts of a time axis for which figures
// summarize bounds.
const TimeParts = 60

// begin returns the drawing without bounds and waits, and its panel.
func (b *Bounds) begin(width string) (*drawing, *plot.Plot) {
	d := newDrawing(width, b.Title, b.Note, 210, "series", "kind", timeColumn(b.Dates), "value_s")
	d.yLabel = b.YLabel
	return d, b.panel(d)
}

// panel adds a panel with the time axis.
func (b *Bounds) panel(d *drawing) *plot.Plot {
	p := d.panel("")
	d.xLabel = timeAxis(&p.X, b.From, b.To, b.Dates, d.width)
	p.Add(grid())
	return p
}

func (b *Bounds) draw(width string) *drawing {
	d, p := b.begin(width)
	s := &sketch{Bounds: b, drawing: d, waits: tally{scale: waits}, bounds: tally{scale: waits}}
	var lines []plot.Plotter
	for i, l := range b.Lines {
		points, thinned := s.points(&l)
		if d.explain(l.Name, &plotter.Line{LineStyle: lineOf(i)}); l.Waits != nil {
			d.legend[i].name += ": bound and " + output.Counted(len(points), "wait")
		}
		p.Add(squares(thinned, b.To-b.From, translucent(i, 0xB0)))
		boxes, above := s.bound(l, i, lineOf(i))
		if l.PerJob {
			d.legend[i].thumbnails = append(d.legend[i].thumbnails, boxes)
			p.Add(boxes)
		}
		lines = append(lines, above...)
		d.waitRows(l.Name, "wait", thinned)
	}
	p.Add(lines...) // above all waits
	s.end(p)
	return d
}

// sketch is what a figure of bounds over time shows of its lines.
type sketch struct {
	*Bounds
	*drawing
	shown         []float64 // waits and bounds
	waits, bounds tally
	all, drawn    int      // waits
	short         int      // bounds below 1 s
	without       []string // names of lines without bounds
	place, places int      // of the next boxes, in parts of the time; 0 places are 1
}

// points returns the waits of a line that can be drawn, and those of them that
// do not look like others.
func (s *sketch) points(l *Line) (points, thinned plotter.XYs) {
	points = l.points(l.Waits, s.From, s.To, &s.waits)
	thinned = thin(points, (s.To-s.From)/timeColumns)
	s.all, s.drawn = s.all+len(points), s.drawn+len(thinned)
	for _, at := range thinned {
		s.shown = append(s.shown, at.Y)
	}
	return points, thinned
}

// bound draws the bounds of a line in a style, and adds their numbers: boxes, to
// go below lines and marks.
func (s *sketch) bound(l Line, style int, drawn draw.LineStyle) (boxes *plotter.Polygon, above []plot.Plotter) {
	boxes = &plotter.Polygon{}
	var apart plotter.XYs // bounds that depend on the job
	if l.PerJob {
		apart, l.Bound = l.points(l.Bound, s.From, s.To, &s.bounds), nil
		var marks *plotter.Polygon
		boxes, marks = s.spread(style, l.Name, apart)
		if s.places > 1 {
			s.place++
		}
		above = append(above, marks)
		for _, corners := range boxes.XYs {
			s.shown = append(s.shown, corners[0].Y, corners[2].Y)
		}
	}
	runs := l.runs(s.From, s.To, &s.waits)
	for _, run := range runs {
		line := &plotter.Line{XYs: thin(run, (s.To-s.From)/timeColumns),
			StepStyle: plotter.PostStep, LineStyle: drawn}
		for k, at := range line.XYs {
			if at.Y < 1 && k+1 < len(line.XYs) {
				s.short++
			}
			line.XYs[k].Y = max(at.Y, 1)
			s.shown = append(s.shown, at.Y)
		}
		above = append(above, line)
	}
	if len(runs)+len(apart) == 0 {
		s.without = append(s.without, l.Name)
	}
	s.boundRows(l.Name, runs)
	return boxes, above
}

// waitRows appends waits.
func (d *drawing) waitRows(name, kind string, points plotter.XYs) {
	for _, at := range points {
		d.rows.Add(name, kind, at.X, at.Y)
	}
}

// end sets the vertical axis of the panel, and tells what it does not show.
func (s *sketch) end(p *plot.Plot) {
	s.waits.lost += s.bounds.lost
	s.finish(p, s.shown, &s.waits)
	if short := s.short + s.bounds.zeros; short > 0 {
		s.notes = append(s.notes, output.Counted(short, "bound")+" below 1 s drawn at 1 s.")
	}
	if s.drawn < s.all {
		s.notes = append(s.notes, output.Counted(s.all, "wait")+" drawn as "+
			output.Counted(s.drawn, "point")+
			": of those close together the first, the shortest, the longest and the last.")
	}
	if slices.ContainsFunc(s.Lines, func(l Line) bool { return l.PerJob }) {
		s.notes = append(s.notes, fmt.Sprintf("Bounds depend on the job: in each of %d equal parts "+
			"of the time, a mark is their median, and a box has their middle half.", TimeParts))
	}
	if len(s.without) > 0 {
		s.notes = append(s.notes, "No bound in this period: "+strings.Join(s.without, ", ")+".")
	}
}

// finish sets the vertical axis of the panel to the waits and bounds shown.
func (d *drawing) finish(p *plot.Plot, shown []float64, t *tally) {
	if waits.set(&p.Y, shown...); len(shown) == 0 {
		p.Title.Text = noData
	}
	d.notes = append(d.notes, t.notes()...)
}

// points returns the waits or bounds between two times that can be drawn, and
// counts the others.
func (l *Line) points(values []float64, from, to float64, t *tally) (points plotter.XYs) {
	for k, wait := range values {
		if at := l.Times[k]; at >= from && at <= to && t.count(wait) {
			points = append(points, plotter.XY{X: at, Y: wait})
		}
	}
	return points
}

// runs returns the parts of a line between two times in which it has bounds: a
// point where each bound begins, and the end. It counts the bounds that cannot
// be drawn.
func (l *Line) runs(from, to float64, t *tally) (runs []plotter.XYs) {
	var run plotter.XYs
	finish := func(end float64) {
		if run != nil {
			runs, run = append(runs, append(run, plotter.XY{X: end, Y: run[len(run)-1].Y})), nil
		}
	}
	for i, bound := range l.Bound {
		if l.Times[i] >= to {
			break
		}
		if i+1 < len(l.Times) && l.Times[i+1] <= from {
			continue
		}
		if at := max(l.Times[i], from); waits.drawable(bound) {
			run = append(run, plotter.XY{X: at, Y: bound})
		} else {
			finish(at)
		}
		if !math.IsNaN(bound) && !waits.drawable(bound) {
			t.lost++
		}
	}
	finish(to)
	return runs
}

// boundRows appends the bounds of a line where they change, and an empty one at
// the begin of a gap.
func (d *drawing) boundRows(name string, runs []plotter.XYs) {
	for k, run := range runs {
		end := len(run) - 1
		for j, at := range run[:end] {
			if j == 0 || at.Y != run[j-1].Y {
				d.rows.Add(name, "bound", at.X, at.Y)
			}
		}
		if k+1 < len(runs) {
			d.rows.Add(name, "bound", run[end].X, math.NaN())
		}
	}
}

// spread draws the quartiles of the bounds of series i: for each part of the
// time, a box between the outer ones and a mark at the median. It adds their
// numbers.
func (s *sketch) spread(i int, name string, bounds plotter.XYs) (boxes, marks *plotter.Polygon) {
	length := (s.To - s.From) / TimeParts
	wide := length / float64(max(1, s.places))
	boxes = &plotter.Polygon{Color: translucent(i, pale)}
	marks = &plotter.Polygon{Color: colourOf(i)}
	index := func(t float64) float64 { return min(math.Floor((t-s.From)/length), TimeParts-1) }
	for len(bounds) > 0 {
		k, values := index(bounds[0].X), []float64(nil)
		for len(bounds) > 0 && index(bounds[0].X) == k {
			values, bounds = append(values, bounds[0].Y), bounds[1:]
		}
		slices.Sort(values)
		from := s.From + k*length
		left := from + wide*float64(s.place)
		var y [3]float64
		for q, kind := range []string{"lower quartile", "median", "upper quartile"} {
			bound := values[(len(values)-1)*(q+1)/4]
			s.rows.Add(name, kind+" of bounds", from, bound)
			y[q] = max(bound, 1)
		}
		boxes.XYs = append(boxes.XYs, box(left, left+wide, y[0], y[2]))
		marks.XYs = append(marks.XYs, box(left, left+wide, y[1]/1.06, y[1]*1.06))
	}
	return boxes, marks
}

// squares draws waits as small squares of a colour, often translucent.
// One path for all keeps SVG files small. The figure covers so many seconds.
func squares(points plotter.XYs, seconds float64, c color.Color) *plotter.Polygon {
	const share, factor = 1. / 450, 1.06 // half a square: of the time axis, and on the other
	p := &plotter.Polygon{Color: c}
	for _, at := range points {
		y := max(at.Y, 1)
		p.XYs = append(p.XYs, box(at.X-share*seconds, at.X+share*seconds, y/factor, y*factor))
	}
	return p
}

// thin leaves out points that look like their neighbours: of consecutive points
// in one column of the given width it keeps the first, the lowest, the highest
// and the last. x must not decrease.
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
