package figure

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Density is a plot of actual against predicted waits, as figure 5 of [downey]:
// cells of equal ratio on logarithmic axes, coloured by the number of jobs in
// them. A panel per method makes small multiples with the same axes and
// colours. Waits below 1 s count as 1 s.
type Density struct {
	Title  string
	XLabel string
	YLabel string

	Panels []DensityPanel

	Note string // part of the caption
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
	R                float64 // correlation of ln x and ln y
}

// String returns the equation: ln y = 0.60 ln x + 1.7, r = 0.48.
func (f *Fit) String() string {
	sign := "+"
	if f.Intercept < 0 {
		sign = "-"
	}
	return fmt.Sprintf("ln y = %.2f ln x %s %.2f, r = %.2f", f.Slope, sign, math.Abs(f.Intercept), f.R)
}

var (
	identityLine = draw.LineStyle{Color: grey, Width: 0.8}
	fitLine      = draw.LineStyle{Color: okabe[6], Width: 1.3, Dashes: []vg.Length{5, 2}}
)

// perDecade is the number of cells in a decade.
const perDecade = 5

// classes are the least numbers of jobs that have a colour of their own.
var classes = [...]int{1, 3, 10, 30, 100, 300, 1000, 3000, 10000}

// class returns the class of a number of jobs above 0.
func class(n int) int {
	k := len(classes) - 1
	for classes[k] > n {
		k--
	}
	return k
}

// jobs holds the jobs of a panel that can be drawn.
type jobs struct {
	n, most int            // jobs, in all and in a cell
	cells   map[[2]int]int // number of jobs by column and row
}

// cells sorts the jobs of each panel into cells. It returns the number of
// columns and rows, and counts what is not drawn as it is.
func (d *Density) cells() (panels []jobs, size int, t tally) {
	for _, p := range d.Panels {
		j := jobs{cells: map[[2]int]int{}}
		for i, x := range p.X {
			y := p.Y[i]
			if !waits.drawable(x) || !waits.drawable(y) {
				t.missing++
				continue
			}
			t.count(waits, x)
			t.count(waits, y)
			at := [2]int{cell(x), cell(y)}
			j.n++
			j.cells[at]++
			j.most, size = max(j.most, j.cells[at]), max(size, at[0]+1, at[1]+1)
		}
		panels = append(panels, j)
	}
	return panels, size, t
}

// cell returns the index of the cell of a wait. The slack keeps 1000 s, whose
// logarithm may be below 3, in the cell that begins there.
func cell(wait float64) int { return int(math.Log10(max(wait, 1))*perDecade + 1e-9) }

// edge returns the lower end of a cell, in seconds.
func edge(cell int) float64 { return math.Pow(10, float64(cell)/perDecade) }

func (d *Density) heading() string { return d.Title }

func (d *Density) layout() *layout {
	l := &layout{title: d.Title, xLabel: d.XLabel, yLabel: d.YLabel, width: TwoColumn.length(), panelHeight: 165, columns: 3}
	if len(d.Panels) < 3 {
		l.panelHeight, l.columns = 240, 2
	}
	panels, size, _ := d.cells()
	most, fitted := 1, false
	for i, j := range panels {
		most, fitted = max(most, j.most), fitted || d.Panels[i].Fit != nil
	}
	for i, j := range panels {
		p := newPanel(d.Panels[i].Name)
		p.Title.Text += ", n = " + output.Grouped(j.n)
		d.draw(p, j, size, most)
		if fit := d.Panels[i].Fit; fit != nil {
			p.Title.Text += "\n" + fit.String()
			p.Add(fit.line())
		}
		l.panels = append(l.panels, p)
	}
	if len(panels) == 0 {
		l.panels = append(l.panels, newPanel(noData))
	}
	for _, p := range l.panels {
		waits.set(&p.X, 1, edge(max(size, perDecade)))
		waits.set(&p.Y, 1, edge(max(size, perDecade)))
	}
	l.explain("actual = predicted", level(0, identityLine))
	if fitted {
		l.explain("least squares", level(0, fitLine))
	}
	for k := range class(most) {
		l.explain(fmt.Sprintf("%s to %s jobs", output.Grouped(classes[k]), output.Grouped(classes[k+1]-1)), &plotter.Polygon{Color: classColour(k, most)})
	}
	k := class(most)
	l.explain(output.Grouped(classes[k])+" or more", &plotter.Polygon{Color: classColour(k, most)})
	return l
}

// classColour returns the colour of a class where most jobs are in one cell.
func classColour(k, most int) color.Color {
	return rising[k*(len(rising)-1)/max(3, class(most))]
}

// draw draws the cells of a panel, a path for each class.
func (d *Density) draw(p *plot.Plot, j jobs, size, most int) {
	areas := make([]*plotter.Polygon, class(most)+1)
	for k := range areas {
		areas[k] = &plotter.Polygon{Color: classColour(k, most)}
		p.Add(areas[k])
	}
	for x := range size {
		for y := range size {
			if n := j.cells[[2]int{x, y}]; n > 0 {
				area := areas[class(n)]
				area.XYs = append(area.XYs, box(edge(x), edge(x+1), edge(y), edge(y+1)))
			}
		}
	}
	p.Add(grid(), &plotter.Function{F: func(x float64) float64 { return x }, Samples: 2, LineStyle: identityLine})
}

// line returns the line of a fit, which is straight on logarithmic axes.
func (f *Fit) line() *plotter.Function {
	y := func(x float64) float64 { return min(max(math.Exp(f.Intercept+f.Slope*math.Log(x)), 1e-100), 1e100) }
	return &plotter.Function{F: y, Samples: 2, LineStyle: fitLine}
}

func (d *Density) notes() []string {
	_, _, t := d.cells()
	notes := append([]string{d.Note, fmt.Sprintf("Cells are 1/%d of a decade wide and high.", perDecade)}, t.notes(waits)...)
	if t.missing > 0 {
		notes = append(notes, output.Counted(t.missing, "job")+" not drawn: a wait is missing, negative or beyond 10^12 s.")
	}
	return notes
}

// data returns the cells with jobs, by their lower and upper edges.
func (d *Density) data() [][]string {
	lines := [][]string{{"panel", "x_from_s", "x_to_s", "y_from_s", "y_to_s", "jobs"}}
	text := func(cell int) string { return strconv.FormatFloat(edge(cell), 'g', 6, 64) }
	panels, size, _ := d.cells()
	for i, j := range panels {
		for x := range size {
			for y := range size {
				if n := j.cells[[2]int{x, y}]; n > 0 {
					lines = append(lines, []string{d.Panels[i].Name, text(x), text(x + 1), text(y), text(y + 1), strconv.Itoa(n)})
				}
			}
		}
	}
	return lines
}
