package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
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
	curvesTall   vg.Length = 165
	curvesWide   vg.Length = 205 // with a diagonal
	markedRadius vg.Length = 2   // of a marker on a line
)

func (v *Curves) sheet() (*sheet, error) {
	for _, s := range v.Series {
		if len(s.X) != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d places and %d values", s.Name, len(s.X), len(s.Y))
		}
	}
	if !drawable(v.Low, false) || !drawable(v.High, false) {
		return nil, fmt.Errorf("vertical axis from %v to %v", v.Low, v.High)
	}
	xs, ys, notes := v.values()
	if v.Low != 0 || v.High != 0 {
		ys = append(ys, v.Low, v.High)
	}
	across, up := newAxis(v.Log, xs...), newAxis(false, ys...)
	b := &body{width: v.Width.length() - 2*margin, xLabel: v.XLabel, yLabel: v.YLabel, frame: vg.Point{Y: curvesTall}}
	most := b.width
	if v.Diagonal != "" {
		across = newAxis(false, slices.Concat(xs, ys)...)
		most, b.frame.Y = curvesWide, curvesWide
		up = newAxis(false, across.lo, across.hi)
	}
	b.fold(1, most, most, widestMark(up)+tickLength+3, 0, 9)
	across.sparse(b.frame.X)
	p := newPlot()
	across.on(&p.X, b.frame.X)
	up.on(&p.Y, b.frame.Y)
	add(p, grid())
	if across.zero {
		add(p, upright(p, across.parting, zeroLine))
	}
	if v.Diagonal != "" {
		add(p, &plotter.Line{XYs: plotter.XYs{{X: up.lo, Y: up.lo}, {X: up.hi, Y: up.hi}}, LineStyle: targetLine})
	}
	for i, s := range v.Series {
		s.parts(across, up, func(xys plotter.XYs) {
			l := s.look(i)
			if !s.NoLine {
				add(p, lines(thinLine(slices.Clone(xys), across.columns(b.frame.X)), l.line)...)
			}
			if s.Marks || s.NoLine {
				add(p, &plotter.Scatter{XYs: xys, GlyphStyle: l.glyph})
			}
		})
	}
	p.Add(&frame{empty: len(xs) == 0})
	b.plots = append(b.plots, p)
	return newSheet(v.Width, v.Title, b, v.legend(), notes, v.data), nil
}

// values are all that are drawn, and notes say what is not.
func (v *Curves) values() (xs, ys []float64, notes []string) {
	missing, lost := 0, 0
	for _, s := range v.Series {
		for i := range s.X {
			switch {
			case math.IsNaN(s.X[i]) || math.IsNaN(s.Y[i]):
				missing++
			case !drawable(s.X[i], v.Log) || !drawable(s.Y[i], false):
				lost++
			default:
				xs, ys = append(xs, s.X[i]), append(ys, s.Y[i])
			}
		}
	}
	if v.Note != "" {
		notes = append(notes, v.Note)
	}
	if missing > 0 {
		notes = append(notes, count(missing, "missing point")+" left out.")
	}
	if lost > 0 {
		notes = append(notes, count(lost, "point")+" without a place on the axes not drawn (infinite, negative or beyond 10^12).")
	}
	return xs, ys, notes
}

// parts hands the parts of a curve to part, which missing points cut.
func (s *Curve) parts(across, up *axis, part func(plotter.XYs)) {
	var xys plotter.XYs
	for k, x := range s.X {
		if drawable(x, across.log) && drawable(s.Y[k], false) {
			xys = append(xys, plotter.XY{X: across.at(x), Y: up.at(s.Y[k])})
			continue
		}
		part(xys)
		xys = nil
	}
	part(xys)
}

// look is that of series i, or the grey of a model.
func (s *Curve) look(i int) look {
	l := lookOf(i)
	if s.Model {
		l.line.Color = faded
		l.line.Width, l.line.Dashes = 1.3, [][]vg.Length{{5, 2, 1.5, 2}, {5, 2}, {1.5, 1.5}}[i%3]
	}
	if s.Marks && !s.NoLine {
		l.glyph.Radius = markedRadius
	}
	return l
}

func (v *Curves) legend() []entry {
	var entries []entry
	for i, s := range v.Series {
		l := s.look(i)
		if s.NoLine {
			l.line.Width = 0
		} else if !s.Marks {
			l.glyph.Radius = 0
		}
		entries = append(entries, entry{s.Name, sample{line: l.line, glyph: l.glyph, mark: s.NoLine}})
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
