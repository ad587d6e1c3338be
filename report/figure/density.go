package figure

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Density is a plot of actual against predicted waits, as figure 5 of [downey],
// for so many jobs that points would cover each other: cells of equal ratio on
// logarithmic axes, coloured by the number of jobs in them. A panel per method
// makes small multiples with the same axes and colours. Both axes are in
// seconds, with minutes, hours and days marked beside.
//
// Waits below 1 s have a row, and predictions below 1 s a column, of their own:
// labelled 0, or <1 where not all of them are 0. Where a logarithm is taken
// (mean, least squares), they count as 1 s, as package methods has it.
type Density struct {
	Title  string
	XLabel string // with the unit, s
	YLabel string // with the unit, s

	Panels []DensityPanel

	// Means and Medians draw a line through the geometric means and the medians
	// of the actual waits of jobs with about the same prediction, in columns of
	// at most half a decade, where one has 10 jobs or more.
	Means, Medians bool

	Note  string // text under the plot
	Width Width
}

// DensityPanel holds the jobs of one panel: X[i] is predicted, Y[i] actual.
type DensityPanel struct {
	Name string
	X, Y []float64 // s; a job with NaN in either is not drawn
	Fit  *Fit      // nil: no line
}

// Fit is a least-squares line of ln y on ln x, with x and y in seconds:
//
//	ln y = Slope ln x + Intercept
type Fit struct {
	Slope, Intercept float64
	R                float64 // correlation of ln x and ln y; NaN is not written
}

// decades are slope and intercept for base-10 logarithms.
func (f *Fit) decades() (slope, intercept float64) { return f.Slope, f.Intercept / math.Ln10 }

// String writes the equation: ln y = 0.60 ln x + 1.7, r = 0.48.
func (f *Fit) String() string {
	sign, b := "+", f.Intercept
	if b < 0 {
		sign, b = "−", -b
	}
	digits := 1
	if b < 1 {
		digits = 2
	}
	s := fmt.Sprintf("ln y = %.2f ln x %s %.*f", f.Slope, sign, digits, b)
	if !math.IsNaN(f.R) {
		s += fmt.Sprintf(", r = %.2f", f.R)
	}
	return minus(s)
}

// Lines over cells are edged in white, to be seen on light and dark ones.
var (
	identityLine = draw.LineStyle{Color: ink, Width: 0.8}
	fitLine      = draw.LineStyle{Color: palette[6], Width: 1.3, Dashes: []vg.Length{5, 2}}
	meanLine     = draw.LineStyle{Color: palette[1], Width: 1.3}
	medianLine   = draw.LineStyle{Color: palette[3], Width: 1.3, Dashes: []vg.Length{1.5, 1.5}}
)

func (d *Density) page() (*page, error) {
	for i, p := range d.Panels {
		if len(p.X) != len(p.Y) {
			return nil, fmt.Errorf("panel %d (%s) has %d predicted and %d actual waits", i, p.Name, len(p.X), len(p.Y))
		}
		if p.Fit != nil && !(drawable(p.Fit.Slope, false) && drawable(p.Fit.Intercept, false)) {
			return nil, fmt.Errorf("panel %d (%s) has a fit of slope %v and intercept %v", i, p.Name, p.Fit.Slope, p.Fit.Intercept)
		}
	}
	m := newDensityMap(d)
	p := newPage(d.Width, d.Title, m.legend(), m.notes())
	p.body = m.draw
	p.data = m.data
	p.bodyHeight = m.array.height()
	return p, nil
}

// legend names the lines. The equation of the only panel stands here, those of
// several above their panels.
func (m *densityMap) legend() []entry {
	line := func(name string, s draw.LineStyle) entry { return entry{name, lineWidth, lineSample(s)} }
	entries := []entry{line("actual = predicted", identityLine)}
	fits := 0
	for _, p := range m.Panels {
		if p.Fit != nil {
			fits++
		}
	}
	switch {
	case fits > 0 && len(m.Panels) == 1:
		entries = append(entries, line("least squares: "+m.Panels[0].Fit.String(), fitLine))
	case fits > 0:
		entries = append(entries, line("least squares", fitLine))
	}
	if m.Means {
		entries = append(entries, line("geometric mean of column", meanLine))
	}
	if m.Medians {
		entries = append(entries, line("median of column", medianLine))
	}
	return entries
}

// notes say how large cells are, how many jobs lie in the row and column for 0,
// and what is not drawn.
func (m *densityMap) notes() []string {
	var notes []string
	if m.Note != "" {
		notes = append(notes, m.Note)
	}
	if m.most > 0 {
		s := fmt.Sprintf("Cells are 1/%d of a decade wide and high", m.perDecade)
		if m.Means || m.Medians {
			s += fmt.Sprintf("; columns of means and medians are 1/%d wide, and have %d jobs or more", m.columnsPerDecade(), leastInColumn)
		}
		notes = append(notes, s+".")
	}
	var zeros, lost, beyond []string
	for i, h := range m.panels {
		if i < len(m.Panels) && m.Panels[i].Fit != nil && len(h.x) > 0 {
			slope, intercept := m.Panels[i].Fit.decades()
			if _, _, some := m.up.crossing(slope, intercept); !some {
				beyond = append(beyond, cmp.Or(h.name, "the only panel"))
			}
		}
		if h.zeroX+h.zeroY > 0 {
			zeros = append(zeros, h.pair(h.zeroX, h.zeroY))
		}
		if h.missing+h.lost > 0 {
			lost = append(lost, h.pair(h.missing, h.lost))
		}
	}
	if len(zeros) > 0 {
		notes = append(notes, "Jobs below 1 s, at the edges (predicted, actual). "+strings.Join(zeros, "; ")+".")
	}
	if len(lost) > 0 {
		notes = append(notes, "Jobs not drawn (without one of the waits, with a negative or infinite one). "+strings.Join(lost, "; ")+".")
	}
	if len(beyond) > 0 {
		notes = append(notes, "Least-squares line beyond the axes: "+strings.Join(beyond, ", ")+".")
	}
	return notes
}
