package figure

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Density is a plot of actual against predicted waits, as figure 5 of [downey]: points where panels
// have few jobs, else cells of equal ratio on logarithmic axes, coloured by the number of jobs in
// them. A panel per method makes small multiples with the same axes and colours. Both axes are in
// seconds, with minutes, hours and days marked beside.
//
// Waits below 1 s have a row, and predictions below 1 s a column, of their own: labelled 0, or <1
// where not all of them are 0. Where a logarithm is taken (mean, least squares), they count as 1 s,
// as package methods has it.
type Density struct {
	Title  string
	XLabel string // with the unit, s
	YLabel string // with the unit, s

	Panels []DensityPanel

	// Means and Medians draw a line through the geometric means and the medians of the actual waits
	// of jobs in the same column of cells, where one has 10 jobs or more.
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
	fitLine      = draw.LineStyle{Color: okabe[6], Width: 1.3, Dashes: []vg.Length{5, 2}}
	meanLine     = draw.LineStyle{Color: okabe[1], Width: 1.3}
	medianLine   = draw.LineStyle{Color: okabe[3], Width: 1.3, Dashes: []vg.Length{1.5, 1.5}}
)

// Sizes of panels and cells, in points.
const (
	leastSquare vg.Length = 108
	mostSquare  vg.Length = 185
	onlySquare  vg.Length = 225
	finestCell  vg.Length = 2
	coarseCell  vg.Length = 3.5 // where all panels have few jobs
	fewJobs               = 3000
	fewPoints             = 500 // jobs of panels that are drawn as points

	// mostPerDecade is the most that leaves no row of cells empty between waits of 1 s, 2 s and 3
	// s.
	mostPerDecade = 6
)

// density is a Density laid out.
type density struct {
	*Density
	panels     []*jobs
	across, up *axis // with the same limits, and a line for zero where it is needed
	size       vg.Length
	perDecade  int // cells
	most       int // largest count of a cell
	points     bool
}

func (d *Density) sheet() (*sheet, error) {
	panels := d.Panels
	if len(panels) == 0 {
		panels = []DensityPanel{{}}
	}
	m, cell := &density{Density: d, most: 1, points: true}, coarseCell
	for i, p := range panels {
		if len(p.X) != len(p.Y) {
			return nil, fmt.Errorf("panel %d (%s) has %d predicted and %d actual waits", i, p.Name, len(p.X), len(p.Y))
		}
		if p.Fit != nil && !(drawable(p.Fit.Slope, false) && drawable(p.Fit.Intercept, false)) {
			return nil, fmt.Errorf("panel %d (%s) has a fit of slope %v and intercept %v", i, p.Name, p.Fit.Slope, p.Fit.Intercept)
		}
		j := newJobs(p)
		m.panels = append(m.panels, j)
		m.points = m.points && len(j.x) <= fewPoints
		if len(j.x) >= fewJobs {
			cell = finestCell
		}
	}
	m.setAxes()
	b := &body{width: d.Width.length() - 2*margin, xLabel: d.XLabel, yLabel: d.YLabel}
	if !m.points {
		b.side, b.key = m.newKey(1000), []string{"jobs per cell"} // as wide as any
	}
	most := mostSquare
	if len(panels) == 1 {
		most = onlySquare
	}
	b.fold(len(panels), leastSquare, most, widestMark(m.up)+tickLength+3, panelGap+tickLength+2, tickLength+2+tickText.Width("10 min")+3)
	b.frame.Y, m.size = b.frame.X, b.frame.X
	m.across.sparse(m.size)
	m.up.fit(m.size)
	m.perDecade = max(1, min(mostPerDecade, int(m.size/vg.Length(m.up.to-m.up.from)/cell)))
	for _, j := range m.panels {
		j.fill(m)
		m.most = max(m.most, j.most)
	}
	if !m.points {
		b.side = m.newKey(m.most)
	}
	for i := range m.panels {
		p := m.plot(i, i%b.columns == b.columns-1, i+b.columns >= len(m.panels))
		if i%b.columns > 0 {
			unlabelled(&p.Y)
		}
		b.plots = append(b.plots, p)
	}
	return newSheet(d.Width, d.Title, b, m.legend(), m.notes(), m.data), nil
}

// setAxes makes the axes cover all values, and 1 s where values below it have a line of their own:
// it is what they count as in a mean.
func (m *density) setAxes() {
	var all []float64
	zeroX, zeroY, small := false, false, false
	for _, j := range m.panels {
		all = append(append(all, j.x...), j.y...)
		zeroX, zeroY, small = zeroX || j.zeroX > 0, zeroY || j.zeroY > 0, small || j.small
	}
	if zeroX || zeroY {
		all = append(all, 1)
	}
	a := newAxis(true, all...)
	if a.lo < 0 { // values so close to 1 s that the axis grew downwards
		a = newAxis(true, append(all, 1, 10)...)
	}
	if small {
		a.rest = "<1"
	}
	across, up := *a, *a
	across.zero, up.zero = zeroX, zeroY
	m.across, m.up = &across, &up
}

// plot draws panel i; last of its row and lowest of its column are marked with units of time.
func (m *density) plot(i int, last, lowest bool) *plot.Plot {
	p, j := newPlot(), m.panels[i]
	m.across.mark(&p.X)
	m.up.mark(&p.Y)
	add(p, grid())
	if m.up.zero {
		add(p, level(p, m.up.parting, zeroLine))
	}
	if m.across.zero {
		add(p, upright(p, m.across.parting, zeroLine))
	}
	f := &frame{name: j.name, number: "n = " + thousands(len(j.x)), empty: len(j.x) == 0}
	switch {
	case f.empty:
	case m.points:
		s := squares{color: okabe[0]}
		for k, x := range j.x {
			s.XYs = append(s.XYs, plotter.XY{X: m.across.at(x), Y: m.up.at(j.y[k])})
		}
		add(p, s)
		add(p, m.over(i)...)
	default:
		add(p, tiles{m, j.counts})
		add(p, m.over(i)...)
	}
	if len(m.panels) > 1 {
		f.under = []string{""}
		if fit := m.Panels[i].Fit; fit != nil {
			f.under[0] = shorten(smallText, fit.String(), m.size+panelGap)
		}
	}
	if last {
		f.units = m.up.units(m.size, func(string) vg.Length { return lineHeight(tickText) })
	}
	if lowest {
		p.X.Label.Text, p.X.Label.TextStyle = " ", smallText // room for units
		f.below = m.across.units(m.size, func(name string) vg.Length { return smallText.Width(name) + 4 })
	} else {
		unlabelled(&p.X)
	}
	p.Add(f)
	return p
}

// over are the lines over the cells of panel i: the identity, the fit, and the means and medians of
// columns. Edges lie under all lines of a kind, so that none hides another.
func (m *density) over(i int) []plot.Plotter {
	var edges, list []plot.Plotter
	add := func(s draw.LineStyle, xys plotter.XYs) {
		if len(xys) > 1 {
			edges = append(edges, &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: white, Width: s.Width + 1}})
			list = append(list, &plotter.Line{XYs: xys, LineStyle: s})
		}
	}
	add(identityLine, m.up.straight(1, 0))
	if fit := m.Panels[i].Fit; fit != nil {
		add(fitLine, m.up.straight(fit.Slope, fit.Intercept/math.Ln10))
	}
	first := append(edges, list...)
	edges, list = nil, nil
	n := m.perDecade
	columns := m.panels[i].columns(m.across, n)
	steps := func(s draw.LineStyle, value func(column) float64) {
		var line plotter.XYs
		for k, col := range columns { // joined where columns are neighbours
			if k > 0 && (col.index != columns[k-1].index+1 || columns[k-1].index == 0) {
				add(s, line)
				line = nil
			}
			x0, x1 := m.across.edges(col.index, n)
			y := m.up.at(value(col))
			line = append(line, plotter.XY{X: x0, Y: y}, plotter.XY{X: x1, Y: y})
		}
		add(s, line)
	}
	if m.Means {
		steps(meanLine, func(c column) float64 { return c.mean })
	}
	if m.Medians {
		steps(medianLine, func(c column) float64 { return c.median })
	}
	return append(append(first, edges...), list...)
}

// legend names the lines. The equation of the only panel stands here, those of several above their
// panels.
func (m *density) legend() []entry {
	entries := []entry{{"actual = predicted", sample{line: identityLine}}}
	for _, p := range m.Panels {
		if p.Fit != nil {
			name := "least squares"
			if len(m.Panels) == 1 {
				name += ": " + p.Fit.String()
			}
			entries = append(entries, entry{name, sample{line: fitLine}})
			break
		}
	}
	if m.Means {
		entries = append(entries, entry{"geometric mean of column", sample{line: meanLine}})
	}
	if m.Medians {
		entries = append(entries, entry{"median of column", sample{line: medianLine}})
	}
	return entries
}

// notes say how large cells are, how many jobs lie in the row and column for 0, and what is not
// drawn.
func (m *density) notes() []string {
	var notes []string
	if m.Note != "" {
		notes = append(notes, m.Note)
	}
	var cells []string
	if !m.points {
		cells = append(cells, fmt.Sprintf("Cells are 1/%d of a decade wide and high", m.perDecade))
	}
	if m.Means || m.Medians {
		cells = append(cells, fmt.Sprintf("columns of means and medians, of 1/%d of a decade, have %d jobs or more", m.perDecade, leastInColumn))
	}
	if s := strings.Join(cells, "; "); s != "" {
		notes = append(notes, strings.ToUpper(s[:1])+s[1:]+".")
	}
	var zeros, lost, beyond []string
	for i, j := range m.panels {
		if i < len(m.Panels) && m.Panels[i].Fit != nil && len(j.x) > 0 {
			fit := m.Panels[i].Fit
			if m.up.straight(fit.Slope, fit.Intercept/math.Ln10) == nil {
				beyond = append(beyond, cmp.Or(j.name, "the only panel"))
			}
		}
		if j.zeroX+j.zeroY > 0 {
			zeros = append(zeros, j.pair(j.zeroX, j.zeroY))
		}
		if j.missing+j.lost > 0 {
			lost = append(lost, j.pair(j.missing, j.lost))
		}
	}
	for _, list := range []struct {
		before string
		items  []string
		by     string
	}{
		{"Jobs below 1 s, at the edges (predicted, actual). ", zeros, "; "},
		{"Jobs not drawn (without one of the waits, with a negative or infinite one). ", lost, "; "},
		{"Least-squares line beyond the axes: ", beyond, ", "},
	} {
		if len(list.items) > 0 {
			notes = append(notes, list.before+strings.Join(list.items, list.by)+".")
		}
	}
	return notes
}

// data gives the cells with jobs, by their lower and upper edges.
func (m *density) data() [][]string {
	lines := [][]string{{"panel", "x_from_s", "x_to_s", "y_from_s", "y_to_s", "jobs"}}
	edges := func(i int) (from, to string) {
		if i == 0 {
			return "0", "1"
		}
		at := func(i int) string { return short(math.Pow(10, m.up.lo+float64(i)/float64(m.perDecade))) }
		return at(i - 1), at(i)
	}
	for _, j := range m.panels {
		for column, rows := range j.counts {
			for row, jobs := range rows {
				if jobs > 0 {
					x0, x1 := edges(column)
					y0, y1 := edges(row)
					lines = append(lines, []string{j.name, x0, x1, y0, y1, strconv.Itoa(jobs)})
				}
			}
		}
	}
	return lines
}
