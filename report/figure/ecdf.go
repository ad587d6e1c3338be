package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ECDF is a plot of empirical distribution functions: for every value on the
// horizontal axis, the share of a series at or below it.
type ECDF struct {
	Title  string
	XLabel string // with the unit
	YLabel string // empty: share of jobs

	Series []ECDFSeries
	Models []ECDFModel

	// Log makes the horizontal axis logarithmic, with zero in a column of its own.
	Log bool

	// From and To limit the horizontal axis; where both are 0 it covers all
	// values. Values outside are not shown but count in the shares.
	From, To float64

	// Mark is a dashed vertical line at this value; NaN or 0 draws none.
	Mark     float64
	MarkName string // in the legend; empty: the value

	Note  string // text under the plot
	Width Width
}

// ECDFSeries is one step line.
type ECDFSeries struct {
	Name   string
	Values []float64 // in any order; NaN is missing and does not count
}

// ECDFModel is the straight line of a distribution that is uniform on the axis:
// log-uniform where the axis is logarithmic.
type ECDFModel struct {
	Name     string
	From, To float64 // least and largest value, From < To
}

const ecdfHeight vg.Length = 165

// distribution is an ECDF laid out, relative to the body of the page.
type distribution struct {
	*ECDF
	array  array
	across scale
	up     scale
	sorted [][]float64 // per series, without NaN; infinities stay
}

func (e *ECDF) page() (*page, error) {
	if e.From > e.To || !drawable(e.From, false) || !drawable(e.To, false) || e.Log && e.From <= 0 && e.To != 0 {
		return nil, fmt.Errorf("horizontal axis from %v to %v", e.From, e.To)
	}
	for _, m := range e.Models {
		if !(m.From < m.To) || !drawable(m.To, false) || e.Log && m.From < 1 {
			return nil, fmt.Errorf("model %q from %v to %v", m.Name, m.From, m.To)
		}
	}
	d := newDistribution(e)
	p := newPage(e.Width, e.Title, d.legend(), d.notes())
	p.body = d.draw
	p.data = d.data
	p.bodyHeight = d.array.height()
	return p, nil
}

func newDistribution(e *ECDF) *distribution {
	d := &distribution{ECDF: e, up: newScale([]float64{0, 1}, false)}
	for _, s := range e.Series {
		values := slices.DeleteFunc(slices.Clone(s.Values), math.IsNaN)
		slices.Sort(values)
		d.sorted = append(d.sorted, values)
	}
	a := &d.array
	a.width = e.Width.length() - 2*margin
	a.names = []string{""}
	a.size.Y = ecdfHeight
	a.xLabel = e.XLabel
	a.yLabel = wrap(faces().label, cmp.Or(e.YLabel, "share of jobs"), ecdfHeight*1.1)
	a.left = yLabelWidth(a.yLabel) + d.up.leftWidth()
	a.right = 8 // the middle of the last label may stand at the edge of the frame
	a.below = bottomHeight
	a.fold(a.width, a.width)
	d.across = d.horizontal().sparse(a.size.X)
	return d
}

// horizontal covers all values and the mark, or From to To.
func (d *distribution) horizontal() scale {
	values := []float64{d.From, d.To}
	if d.From == 0 && d.To == 0 {
		values = slices.Concat(d.sorted...)
		for _, m := range d.Models {
			values = append(values, m.From, m.To)
		}
		if d.hasMark() {
			values = append(values, d.Mark)
		}
	}
	if d.Log {
		return newScale(values, true)
	}
	return linearScale(values)
}

// hasMark tells whether the mark is to be drawn.
func (e *ECDF) hasMark() bool {
	within := e.From == 0 && e.To == 0 || e.From <= e.Mark && e.Mark <= e.To
	return e.Mark != 0 && drawable(e.Mark, e.Log) && within
}

// limits are the least and the largest value of the horizontal axis.
func (d *distribution) limits() (lo, hi float64) {
	if !d.Log {
		return d.across.lo, d.across.hi
	}
	const slack = 1e-9 // a logarithm and its power may not meet
	lo, hi = math.Pow(10, d.across.lo-slack), math.Pow(10, d.across.hi+slack)
	if d.across.zero {
		lo = 0
	}
	return lo, hi
}

func (d *distribution) legend() []entry {
	var entries []entry
	for i, s := range d.Series {
		name := s.Name + ", n = " + thousands(len(d.sorted[i]))
		entries = append(entries, entry{name, lineWidth, lineSample(lookOf(i).line())})
	}
	for i, m := range d.Models {
		entries = append(entries, entry{m.Name, lineWidth, lineSample(modelLine(i))})
	}
	if d.hasMark() {
		entries = append(entries, entry{cmp.Or(d.MarkName, strconv.FormatFloat(d.Mark, 'g', -1, 64)), lineWidth, lineSample(targetLine)})
	}
	return entries
}

// notes count what is missing and what lies beyond the axis.
func (d *distribution) notes() []string {
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	lo, hi := d.limits()
	missing, left, right := 0, 0, 0
	for i, values := range d.sorted {
		missing += len(d.Series[i].Values) - len(values)
		for _, v := range values {
			if v < lo {
				left++
			} else if v > hi {
				right++
			}
		}
	}
	if left+right > 0 {
		notes = append(notes, fmt.Sprintf("Counted in the shares but beyond the axis: %s at the left, %s at the right.",
			count(left, "value"), thousands(right)))
	}
	if missing > 0 {
		notes = append(notes, count(missing, "missing value")+" left out.")
	}
	return notes
}

// draw draws the body of the page into r.
func (d *distribution) draw(c *draw.Canvas, r vg.Rectangle) {
	d.array.draw(c, r, func(_ int, at place) {
		p := plane{frame{at.Rectangle, d.up}, d.across}
		p.rules(c)
		p.verticals(c)
		if d.hasMark() {
			x := p.x(d.Mark)
			c.StrokeLine2(targetLine, x, p.Min.Y, x, p.Max.Y)
		}
		for i, values := range d.sorted {
			c.SetLineStyle(lookOf(i).line())
			for _, path := range pieces(d.steps(p, values)) {
				c.Stroke(path)
			}
		}
		for i, m := range d.Models {
			c.StrokeLines(modelLine(i), d.straight(p, m))
		}
		if len(slices.Concat(d.sorted...)) == 0 {
			p.noData(c)
		}
		p.outline(c)
		p.leftTicks(c, true)
		p.bottomTicks(c, true)
	})
}

// steps is the line of sorted values, across the whole frame: it starts at the
// share of values left of the axis and rises at each value on it.
func (d *distribution) steps(p plane, values []float64) []vg.Point {
	if len(values) == 0 {
		return nil
	}
	lo, hi := d.limits()
	share := func(n int) vg.Length { return p.y(float64(n) / float64(len(values))) }
	next := 0
	for next < len(values) && values[next] < lo {
		next++
	}
	line := []vg.Point{{X: p.Min.X, Y: share(next)}}
	for next < len(values) && values[next] <= hi {
		v, before := values[next], next
		for next < len(values) && values[next] == v {
			next++
		}
		x := p.x(v)
		line = append(line, vg.Point{X: x, Y: share(before)}, vg.Point{X: x, Y: share(next)})
	}
	line = append(line, vg.Point{X: p.Max.X, Y: share(next)})
	return downsampleLine(line, columnWidth)
}

// modelLine is the look of a model: grey, as it is no data.
func modelLine(i int) draw.LineStyle {
	return draw.LineStyle{Color: faded, Width: 1.3, Dashes: [][]vg.Length{{5, 2}, {1.5, 1.5}, {5, 2, 1.5, 2}}[i%3]}
}

// straight is the part of a model's line that lies on the axis.
func (d *distribution) straight(p plane, m ECDFModel) []vg.Point {
	lo, hi := d.limits()
	from, to := max(lo, m.From), min(hi, m.To)
	if from > to {
		return nil
	}
	place := func(v float64) float64 {
		if d.Log {
			return math.Log(v)
		}
		return v
	}
	share := func(v float64) float64 { return (place(v) - place(m.From)) / (place(m.To) - place(m.From)) }
	return []vg.Point{{X: p.x(from), Y: p.y(share(from))}, {X: p.x(to), Y: p.y(share(to))}}
}
