package figure

import (
	"fmt"
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
// them. The panels, one for each method, have the same axes and colours. Waits
// below 1 s count as 1 s.
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
	return fmt.Sprintf("ln y = %.2f ln x %s %.2f, r = %.2f", f.Slope, sign,
		math.Abs(f.Intercept), f.R)
}

func (f *Fit) y(x float64) float64 {
	return min(max(math.Exp(f.Intercept+f.Slope*math.Log(x)), 1e-100), 1e100)
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

// cell returns the index of the cell of a wait. The slack keeps 1000 s, whose
// logarithm may be below 3, in the cell that begins there.
func cell(wait float64) int { return int(math.Log10(max(wait, 1))*perDecade + 1e-9) }

// edge returns the lower end of a cell, in seconds.
func edge(cell int) float64 { return math.Pow(10, float64(cell)/perDecade) }

// cells holds the number of jobs by column and row.
type cells map[[2]int]int

func (f *Density) heading() string { return f.Title }

func (f *Density) draw(width string) *drawing {
	d := newDrawing(width, f.Title, f.Note, 165, "panel", "x_from_s", "x_to_s", "y_from_s", "y_to_s",
		"jobs")
	if d.perRow = 3; len(f.Panels) < 3 {
		d.panelHeight, d.perRow = 240, 2
	}
	switch width {
	case OneColumn:
		d.panelHeight, d.perRow = 115, 1 // six panels fit a page
	case onPage:
		d.panelHeight, d.perRow = 190, min(4, max(2, len(f.Panels)))
	}
	d.xLabel, d.yLabel = f.XLabel, f.YLabel
	t := tally{scale: waits}
	missing := 0 // jobs
	var counts []cells
	fullest := 1 // jobs in a cell
	size, fitted := perDecade, false
	for _, panel := range f.Panels {
		c, jobs := cells{}, 0
		for i, x := range panel.X {
			y := panel.Y[i]
			if !waits.drawable(x) || !waits.drawable(y) {
				missing++
				continue
			}
			t.count(x)
			t.count(y)
			k := [2]int{cell(x), cell(y)}
			c[k]++
			jobs++
			fullest, size = max(fullest, c[k]), max(size, k[0]+1, k[1]+1)
		}
		counts = append(counts, c)
		p := d.panel(panel.Name)
		if p.Title.Text += ", n = " + output.Grouped(jobs); panel.Fit != nil {
			p.Title.Text += "\n" + panel.Fit.String()
			fitted = true
		}
	}
	for i, p := range d.panels {
		d.cells(p, f.Panels[i].Name, counts[i], size, fullest)
		p.Add(grid(), across(itself, identityLine))
		if fit := f.Panels[i].Fit; fit != nil {
			p.Add(across(fit.y, fitLine))
		}
		waits.set(&p.X, 1, edge(size))
		waits.set(&p.Y, 1, edge(size))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, edge(size), 1, edge(size) // whole cells
	}
	d.explain("actual = predicted", horizontal(0, identityLine))
	if fitted {
		d.explain("least squares", horizontal(0, fitLine))
	}
	for k := range class(fullest) + 1 {
		name := output.Grouped(classes[k]) + " or more"
		if k < class(fullest) {
			name = fmt.Sprintf("%s to %s jobs", output.Grouped(classes[k]),
				output.Grouped(classes[k+1]-1))
		}
		d.explain(name, &plotter.Polygon{Color: rising[k]})
	}
	d.notes = append(d.notes, fmt.Sprintf("Cells are 1/%d of a decade wide and high.", perDecade))
	d.notes = append(d.notes, t.notes()...)
	if missing > 0 {
		d.notes = append(d.notes, output.Counted(missing, "job")+
			" not drawn: a wait is missing, negative or beyond 10^12 s.")
	}
	return d
}

// cells draws the cells of a panel, a path for each class, and appends a row
// for each.
func (d *drawing) cells(p *plot.Plot, name string, c cells, size, fullest int) {
	areas := make([]*plotter.Polygon, class(fullest)+1)
	for k := range areas {
		areas[k] = &plotter.Polygon{Color: rising[k]}
		p.Add(areas[k])
	}
	text := func(cell int) string { return strconv.FormatFloat(edge(cell), 'g', 6, 64) }
	for x := range size {
		for y := range size {
			if n := c[[2]int{x, y}]; n > 0 {
				area := areas[class(n)]
				area.XYs = append(area.XYs, box(edge(x), edge(x+1), edge(y), edge(y+1)))
				d.rows.Add(name, text(x), text(x+1), text(y), text(y+1), n)
			}
		}
	}
}
