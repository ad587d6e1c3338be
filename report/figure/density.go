package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Density is a plot of actual against predicted waits, as figure 5 of [downey]: cells of equal
// ratio on logarithmic axes, coloured by the number of jobs in them. A panel per method makes small
// multiples with the same axes and colours.
//
// Waits below 1 s have a row, and predictions below 1 s a column, of their own. Where a logarithm is
// taken (mean, least squares), they count as 1 s, as package methods has it.
type Density struct {
	Title  string
	XLabel string
	YLabel string

	Panels []DensityPanel

	// Columns draws lines through the geometric means and the medians of the actual waits of jobs in
	// the same column of cells, where one has 10 jobs or more.
	Columns bool

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
	R                float64 // correlation of ln x and ln y
}

// String writes the equation: ln y = 0.60 ln x + 1.7, r = 0.48.
func (f *Fit) String() string {
	sign := "+"
	if f.Intercept < 0 {
		sign = "-"
	}
	return minus(fmt.Sprintf("ln y = %.2f ln x %s %.2f, r = %.2f", f.Slope, sign, math.Abs(f.Intercept), f.R))
}

// Lines over cells are edged in white, to be seen on light and dark ones.
var (
	identityLine = draw.LineStyle{Color: ink, Width: 0.8}
	fitLine      = draw.LineStyle{Color: okabe[6], Width: 1.3, Dashes: []vg.Length{5, 2}}
	meanLine     = draw.LineStyle{Color: okabe[1], Width: 1.3}
	medianLine   = draw.LineStyle{Color: okabe[3], Width: 1.3, Dashes: []vg.Length{1.5, 1.5}}
)

const (
	leastSquare vg.Length = 108 // sizes of panels, in points
	mostSquare  vg.Length = 185
	onlySquare  vg.Length = 225

	// finest is the number of cells in a decade, the most that leaves no row of them empty between
	// waits of 1 s, 2 s and 3 s, and coarse that where all panels have few jobs.
	finest, coarse = 6, 4
	fewJobs        = 3000

	leastInColumn = 10 // jobs that a mean or median needs
)

// density is a Density laid out.
type density struct {
	*Density
	panels    []*jobs
	hi        float64 // end of both axes, which begin at 1 s
	perDecade int     // cells
	most      int     // largest count of a cell
}

// jobs are those of one panel.
type jobs struct {
	*DensityPanel
	x, y         []float64 // what has a place; below 1 s became 0
	counts       [][]int   // [column][row]; 0 is for values below 1 s
	zeroX, zeroY int       // jobs in column 0, in row 0
	missing      int       // jobs with a NaN
	lost         int       // jobs negative or beyond largest in x or y
}

func (d *Density) heading() string { return d.Title }

func (d *Density) sheet() *sheet {
	m := &density{Density: d, hi: 10, perDecade: coarse, most: 1}
	panels := d.Panels
	if len(panels) == 0 {
		panels = []DensityPanel{{}}
	}
	for i := range panels {
		m.add(&panels[i])
	}
	s, wide := newSheet(d.Width, d.Title, d.XLabel, d.YLabel, len(panels), leastSquare, 32)
	if s.most = mostSquare; len(panels) == 1 {
		s.most = onlySquare
	}
	wide = min(wide, s.most)
	m.perDecade = max(1, min(m.perDecade, int(float64(wide)/2/math.Log10(m.hi))))
	m.hi = m.from(m.cell(m.hi) + 1)
	for _, j := range m.panels {
		m.count(j)
	}
	for _, j := range m.panels {
		f := &frame{name: j.Name, number: "n = " + output.Grouped(len(j.x)), empty: len(j.x) == 0}
		if j.Fit != nil {
			f.under = j.Fit.String()
		}
		s.place(m.plot(j, wide), f)
	}
	return s.finish(m.legend(), m.notes(), m.data)
}

// add takes the jobs of a panel that have a place on the axes.
func (m *density) add(p *DensityPanel) {
	j := &jobs{DensityPanel: p}
	below := func(v float64, zeros *int) float64 {
		if v >= 1 {
			m.hi = max(m.hi, v)
			return v
		}
		*zeros++
		return 0
	}
	for i, x := range p.X {
		switch y := p.Y[i]; {
		case math.IsNaN(x) || math.IsNaN(y):
			j.missing++
		case min(x, y) < 0 || max(x, y) > largest:
			j.lost++
		default:
			j.x, j.y = append(j.x, below(x, &j.zeroX)), append(j.y, below(y, &j.zeroY))
		}
	}
	m.panels = append(m.panels, j)
	if len(j.x) >= fewJobs {
		m.perDecade = finest
	}
}

// cell is the cell of a value: 0 for zero. The slack puts 1000 s, whose logarithm may come out
// below 3, into the cell that starts there.
func (m *density) cell(v float64) int {
	if v == 0 {
		return 0
	}
	return 1 + int(math.Log10(v)*float64(m.perDecade)+1e-9)
}

// from is the lower edge of a cell.
func (m *density) from(cell int) float64 {
	if cell == 0 {
		return 0
	}
	return math.Pow(10, float64(cell-1)/float64(m.perDecade))
}

// count counts the jobs of a panel in cells.
func (m *density) count(j *jobs) {
	j.counts = make([][]int, m.cell(m.hi)+1)
	for i := range j.counts {
		j.counts[i] = make([]int, len(j.counts))
	}
	for i, x := range j.x {
		n := &j.counts[m.cell(x)][m.cell(j.y[i])]
		*n++
		m.most = max(m.most, *n)
	}
}

// classes are the least counts of jobs that have a colour of their own.
var classes = [...]int{1, 3, 10, 30, 100, 300, 1000, 3000, 10000}

// class is the class of a count above 0.
func class(n int) int {
	k := len(classes) - 1
	for classes[k] > n {
		k--
	}
	return k
}

// colour is a line in the colour of a class.
func (m *density) colour(k int) draw.LineStyle {
	return draw.LineStyle{Color: rising[k*(len(rising)-1)/max(3, class(m.most))], Width: 6}
}

// plot draws a panel on a frame of about the given size.
func (m *density) plot(j *jobs, size vg.Length) *plot.Plot {
	p := newPlot()
	across, up := []float64{1, m.hi}, []float64{1, m.hi}
	for _, other := range m.panels {
		if other.zeroX > 0 {
			across = append(across, 0)
		}
		if other.zeroY > 0 {
			up = append(up, 0)
		}
	}
	r := ruler{waits: true, length: size, zero: "<1 s"}
	r.set(&p.Y, up...)
	r.level = true
	r.set(&p.X, across...)
	add(p, grid())
	if len(j.x) > 0 {
		add(p, paint(func(c draw.Canvas, p *plot.Plot) { m.tiles(&c, p, j) }))
		add(p, m.over(j)...)
	}
	return p
}

// tiles draws the cells of a panel. A plotter.HeatMap would leave seams between cells and have a path
// for each: here cells of a class side by side are one stroke, and each reaches a pixel of 180 dots
// per inch into the next.
func (m *density) tiles(c *draw.Canvas, p *plot.Plot, j *jobs) {
	const seam = 0.2
	edges := func(at func(float64) vg.Length, cell int) (lo, hi vg.Length) {
		if cell == 0 {
			return at(0) - (zeroRow-inset)/2 + seam, at(0) + (zeroRow-inset)/2 - seam
		}
		return at(m.from(cell)) - seam, at(m.from(cell+1)) + seam
	}
	x, y := p.Transforms(c)
	var strokes [2][len(classes)]bars // of row 0 and of the others, by class
	for row := range j.counts {
		low, high := edges(y, row)
		for k := 0; k < len(j.counts); k++ {
			if j.counts[k][row] == 0 {
				continue
			}
			of, first := class(j.counts[k][row]), k
			for first > 0 && k+1 < len(j.counts) && j.counts[k+1][row] > 0 && class(j.counts[k+1][row]) == of {
				k++
			}
			left, _ := edges(x, first)
			_, right := edges(x, k)
			strokes[min(row, 1)][of].add(left, right, (low+high)/2)
		}
	}
	for of := range class(m.most) + 1 {
		for row := range strokes {
			s := m.colour(of)
			low, high := edges(y, row)
			s.Width = high - low
			strokes[row][of].stroke(c, s)
		}
	}
}

// straight is the part of a line within the axes; it is empty where there is none.
func (m *density) straight(f *Fit) plotter.XYs {
	lo, hi, most := 0.0, math.Log(m.hi), math.Log(m.hi)
	switch {
	case f.Slope != 0:
		a, b := -f.Intercept/f.Slope, (most-f.Intercept)/f.Slope
		lo, hi = max(lo, min(a, b)), min(hi, max(a, b))
	case f.Intercept < 0 || f.Intercept > most:
		return nil
	}
	if lo >= hi {
		return nil
	}
	at := func(x float64) plotter.XY {
		return plotter.XY{X: math.Exp(x), Y: math.Exp(min(max(f.Intercept+f.Slope*x, 0), most))}
	}
	return plotter.XYs{at(lo), at(hi)}
}

// over are the lines over the cells of a panel: the identity, the fit, and the means and medians of
// columns. Edges lie under all lines, so that none hides another.
func (m *density) over(j *jobs) []plot.Plotter {
	var edges, list []plot.Plotter
	add := func(s draw.LineStyle, xys plotter.XYs) {
		if len(xys) > 1 {
			edges = append(edges, &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: white, Width: s.Width + 1}})
			list = append(list, &plotter.Line{XYs: xys, LineStyle: s})
		}
	}
	add(identityLine, m.straight(&Fit{Slope: 1}))
	if j.Fit != nil {
		add(fitLine, m.straight(j.Fit))
	}
	waits := make([][]float64, len(j.counts))
	for i, x := range j.x {
		c := m.cell(x)
		waits[c] = append(waits[c], j.y[i])
	}
	steps := func(s draw.LineStyle, value func([]float64) float64) {
		var line plotter.XYs // joined where columns are neighbours; that of 0 has its place apart
		for c := 1; c < len(waits); c++ {
			if len(waits[c]) < leastInColumn {
				add(s, line)
				line = nil
				continue
			}
			y := value(waits[c])
			line = append(line, plotter.XY{X: m.from(c), Y: y}, plotter.XY{X: m.from(c + 1), Y: y})
		}
		add(s, line)
	}
	if m.Columns {
		steps(meanLine, geometricMean)
		steps(medianLine, median)
	}
	return append(edges, list...)
}

// geometricMean takes values below 1 as 1.
func geometricMean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += math.Log(max(v, 1))
	}
	return math.Exp(sum / float64(len(values)))
}

// median sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// legend names the lines and the classes of counts.
func (m *density) legend() []entry {
	entries := []entry{{"actual = predicted", sample{line: identityLine}}}
	if slices.ContainsFunc(m.Panels, func(p DensityPanel) bool { return p.Fit != nil }) {
		entries = append(entries, entry{"least squares", sample{line: fitLine}})
	}
	if m.Columns {
		entries = append(entries, entry{"geometric mean of column", sample{line: meanLine}}, entry{"median of column", sample{line: medianLine}})
	}
	for k := 0; k <= class(m.most); k++ {
		name := output.Grouped(classes[k])
		if k == class(m.most) {
			name += " or more jobs in a cell"
		} else {
			name += " to " + output.Grouped(classes[k+1]-1)
		}
		entries = append(entries, entry{name, sample{line: m.colour(k)}})
	}
	return entries
}

// notes say how large cells are, how many jobs lie in the row and column for 0, and what is not
// drawn.
func (m *density) notes() []string {
	cells := fmt.Sprintf("1/%d of a decade", m.perDecade)
	notes := []string{m.Note + " Cells are " + cells + " wide and high."}
	if m.Columns {
		notes[0] += fmt.Sprintf(" Columns of means and medians, of %s, have %d jobs or more.", cells, leastInColumn)
	}
	zeros, lost := "", ""
	for _, j := range m.panels {
		if j.zeroX+j.zeroY > 0 {
			zeros += fmt.Sprintf(" %s %d, %d.", j.Name, j.zeroX, j.zeroY)
		}
		if j.missing+j.lost > 0 {
			lost += fmt.Sprintf(" %s %d, %d.", j.Name, j.missing, j.lost)
		}
	}
	if zeros != "" {
		notes = append(notes, "Jobs below 1 s, at the edges (predicted, actual):"+zeros)
	}
	if lost != "" {
		notes = append(notes, "Jobs not drawn (without one of the waits, with one that is negative or beyond 10^12 s):"+lost)
	}
	return notes
}

// data gives the cells with jobs, by their lower and upper edges.
func (m *density) data() [][]string {
	lines := [][]string{{"panel", "x_from_s", "x_to_s", "y_from_s", "y_to_s", "jobs"}}
	edge := func(cell int) string { return strconv.FormatFloat(m.from(cell), 'g', 6, 64) }
	for _, j := range m.panels {
		for column, rows := range j.counts {
			for row, n := range rows {
				if n > 0 {
					lines = append(lines, []string{j.Name, edge(column), edge(column + 1), edge(row), edge(row + 1), strconv.Itoa(n)})
				}
			}
		}
	}
	return lines
}
