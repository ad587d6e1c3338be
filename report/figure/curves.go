package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"waitbench/replay/output"
)

// Curves is a plot of quantities that depend on another one: lines, single points, distribution
// functions (see [Shares]) with the straight lines of models, or what was achieved against what was
// asked for.
type Curves struct {
	Title  string
	XLabel string // with the unit
	YLabel string // with the unit

	Series []Curve

	// Log makes the horizontal axis logarithmic, with zero in a column of its own.
	Log bool

	// Diagonal draws a dashed line where both axes have the same value, in a square, and names it.
	Diagonal string

	// Low and High are values that the vertical axis has to cover besides those of the series;
	// where both are 0 it covers those of the series alone.
	Low, High float64

	Note  string // text under the plot
	Width Width
}

// Curve is one line through (X[i], Y[i]) in the order given. A NaN is missing and cuts the line.
type Curve struct {
	Name   string
	X, Y   []float64
	Marks  bool // markers at the points
	NoLine bool // only the markers
	Model  bool // in grey, as it is no data
}

func (v *Curves) heading() string { return v.Title }

// shareSteps is how many steps a distribution function has at most.
const shareSteps = 500

// Shares are the corners of an empirical distribution function: for every value, the share of the
// values at or below it, and of values less than a step of shares apart the first. NaN is missing
// and does not count.
func Shares(values []float64) (x, y []float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	n, last := len(sorted), -1
	for next := 0; next < n; {
		v, before := sorted[next], next
		for next < n && sorted[next] == v {
			next++
		}
		if step := next * shareSteps / n; step > last || next == n {
			x, y = append(x, v, v), append(y, float64(before)/float64(n), float64(next)/float64(n))
			last = step
		}
	}
	return x, y
}

const (
	curvesTall vg.Length = 165
	curvesWide vg.Length = 205 // with a diagonal
)

func (v *Curves) sheet() *sheet {
	parts, notes := v.parts()
	var xs, ys []float64
	for _, at := range slices.Concat(slices.Concat(parts...)...) {
		xs, ys = append(xs, at.X), append(ys, at.Y)
	}
	empty := len(xs) == 0
	if v.Low != 0 || v.High != 0 {
		ys = append(ys, v.Low, v.High)
	}
	s, wide := newSheet(v.Width, v.Title, v.XLabel, v.YLabel, 1, 0, 30)
	s.tall = curvesTall
	if v.Diagonal != "" {
		s.tall, s.most, wide = 0, curvesWide, min(wide, curvesWide)
		xs = append(xs, ys...)
		ys = xs
	}
	p := newPlot()
	ruler{log: v.Log, level: true, length: wide}.set(&p.X, xs...)
	ruler{length: max(s.tall, s.most)}.set(&p.Y, ys...)
	add(p, grid())
	if v.Diagonal != "" {
		add(p, &plotter.Line{XYs: plotter.XYs{{X: p.Y.Min, Y: p.Y.Min}, {X: p.Y.Max, Y: p.Y.Max}}, LineStyle: targetLine})
	}
	for i, c := range v.Series {
		l := c.look(i)
		for _, xys := range parts[i] {
			if !c.NoLine {
				add(p, lines(xys, l.line)...)
			}
			if c.Marks || c.NoLine {
				add(p, &plotter.Scatter{XYs: xys, GlyphStyle: l.glyph})
			}
		}
	}
	s.place(p, &frame{empty: empty})
	return s.finish(v.legend(), notes, v.data)
}

// parts are those of each series, which missing points cut, and notes say what is not drawn.
func (v *Curves) parts() (parts [][]plotter.XYs, notes []string) {
	missing, lost := 0, 0
	for _, s := range v.Series {
		list := []plotter.XYs{nil}
		for i, x := range s.X {
			switch y := s.Y[i]; {
			case math.IsNaN(x) || math.IsNaN(y):
				missing++
				list = append(list, nil)
			case !drawable(x, v.Log) || !drawable(y, false):
				lost++
				list = append(list, nil)
			default:
				list[len(list)-1] = append(list[len(list)-1], plotter.XY{X: x, Y: y})
			}
		}
		parts = append(parts, list)
	}
	notes = []string{v.Note}
	if missing > 0 {
		notes = append(notes, output.Counted(missing, "missing point")+" left out.")
	}
	if lost > 0 {
		notes = append(notes, output.Counted(lost, "point")+" without a place on the axes not drawn: infinite, negative or beyond 10^12.")
	}
	return parts, notes
}

// look is that of series i, or the grey of a model.
func (c *Curve) look(i int) look {
	l := lookOf(i)
	if c.Model {
		l.line.Color = faded
		l.line.Width, l.line.Dashes = 1.3, [][]vg.Length{{5, 2, 1.5, 2}, {5, 2}, {1.5, 1.5}}[i%3]
	}
	if c.NoLine {
		l.line.Width = 0
	} else if l.glyph.Radius = 2; !c.Marks {
		l.glyph.Radius = 0
	}
	return l
}

func (v *Curves) legend() (entries []entry) {
	for i, s := range v.Series {
		l := s.look(i)
		entries = append(entries, entry{s.Name, sample{line: l.line, glyph: l.glyph}})
	}
	if v.Diagonal != "" {
		entries = append(entries, entry{v.Diagonal, sample{line: targetLine}})
	}
	return entries
}

func (v *Curves) data() [][]string {
	lines := [][]string{{"series", "x", "y"}}
	for _, s := range v.Series {
		for i, x := range s.X {
			lines = append(lines, []string{s.Name, number(x), number(s.Y[i])})
		}
	}
	return lines
}
