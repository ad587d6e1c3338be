package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// densityMap is a Density laid out.
type densityMap struct {
	*Density
	array     array
	panels    []*histogram
	across    scale
	up        scale
	bar       colorBar
	perDecade int
	most      int // largest count of all panels
}

// Sizes of panels and cells, in points.
const (
	leastSquare vg.Length = 108
	mostSquare  vg.Length = 185
	onlySquare  vg.Length = 225
	finestCell  vg.Length = 2
	coarseCell  vg.Length = 3.5 // where panels have few jobs
	fewJobs               = 3000
	unitsHeight vg.Length = 9 // names of units below a frame
)

func newDensityMap(d *Density) *densityMap {
	m := &densityMap{Density: d}
	panels := d.Panels
	if len(panels) == 0 {
		panels = []DensityPanel{{}}
	}
	few := true
	for _, p := range panels {
		h := newHistogram(p)
		m.panels = append(m.panels, h)
		few = few && len(h.x) < fewJobs
	}
	m.setScales()
	m.layOut(panels)
	size := finestCell
	if few {
		size = coarseCell
	}
	decade := plane{frame{vg.Rectangle{Max: m.array.size}, m.up}, m.across}.decade()
	m.perDecade = m.cellsPerDecade(decade, size)
	for _, h := range m.panels {
		h.fill(m.across.lo, m.across.hi, m.perDecade)
		m.most = max(m.most, h.most)
	}
	m.bar.scale = newScale([]float64{1, max(10, float64(m.most))}, true)
	return m
}

// decade is the length of a decade along the narrower axis.
func (p plane) decade() vg.Length {
	return min(p.height(1)-p.height(0), p.transposed().height(1)-p.transposed().height(0))
}

// cellsPerDecade is how many cells of at least a size fit into a decade. Six is
// the most that leaves no row empty between waits of 1 s, 2 s and 3 s.
func (m *densityMap) cellsPerDecade(decade, least vg.Length) int {
	most := 20
	for _, h := range m.panels {
		if h.whole {
			most = 6
		}
	}
	best := 1
	for _, n := range []int{2, 3, 4, 5, 6, 8, 10, 15, 20} {
		if n <= most && decade/vg.Length(n) >= least {
			best = n
		}
	}
	return best
}

// columnsPerDecade is that for means and medians: whole cells, six at most.
func (m *densityMap) columnsPerDecade() int {
	n := m.perDecade
	for cells := 2; n > 6; cells++ {
		if m.perDecade%cells == 0 {
			n = m.perDecade / cells
		}
	}
	return n
}

// setScales makes both axes cover all values, and 1 s where values below it
// have a line of their own: it is what they count as in a mean.
func (m *densityMap) setScales() {
	var all []float64
	var zeroX, zeroY, small bool
	for _, h := range m.panels {
		all = append(append(all, h.x...), h.y...)
		zeroX, zeroY, small = zeroX || h.zeroX > 0, zeroY || h.zeroY > 0, small || h.small
	}
	if zeroX || zeroY {
		all = append(all, 1)
	}
	m.across = newScale(all, true)
	if m.across.lo < 0 { // values so close to 1 s that the scale grew downwards
		m.across = newScale(append(all, 1, 10), true)
	}
	if small {
		m.across.rest = "<1"
	}
	m.up = m.across
	m.across.zero, m.up.zero = zeroX, zeroY
}

// layOut sets the sizes of panels and what stands around them.
func (m *densityMap) layOut(panels []DensityPanel) {
	a := &m.array
	a.width = m.Width.length() - 2*margin
	a.xLabel = m.XLabel
	m.bar = colorBar{scale: newScale([]float64{1, 1000}, true), color: m.color, label: []string{"jobs per cell"}}
	a.yLabel = wrap(faces().label, m.YLabel, mostSquare)
	a.left = yLabelWidth(a.yLabel) + m.up.leftWidth()
	a.right = tickLength + 2 + faces().tick.Width("10 min") + m.bar.width()
	a.below = bottomHeight + unitsHeight
	for i, p := range panels {
		a.names = append(a.names, p.Name)
		a.numbers = append(a.numbers, "n = "+thousands(len(m.panels[i].x)))
	}
	most := mostSquare
	if len(panels) == 1 {
		most = onlySquare
	}
	a.fold(leastSquare, most)
	a.size.Y = a.size.X
	a.yLabel = wrap(faces().label, m.YLabel, a.size.Y*1.1)
	if len(panels) > 1 {
		for _, p := range panels {
			var equation []string
			if p.Fit != nil {
				equation = wrap(faces().small, p.Fit.String(), a.size.X)
			}
			a.under = append(a.under, equation)
		}
	}
	m.across = m.across.sparse(a.size.X)
}

// color is that of a count of jobs, given as its base-10 logarithm.
func (m *densityMap) color(log float64) color.NRGBA {
	s := m.bar.scale
	return rising.at((log - s.lo) / (s.hi - s.lo))
}

// draw draws the body of the page into r.
func (m *densityMap) draw(c *draw.Canvas, r vg.Rectangle) {
	m.array.draw(c, r, func(i int, at place) {
		p := plane{frame{at.Rectangle, m.up}, m.across}
		m.drawPanel(c, p, i)
		p.leftTicks(c, at.first)
		p.bottomTicks(c, at.lowest)
		if at.lowest {
			p.unitsBelow(c)
		}
		if at.last {
			p.units(c)
		}
	})
	all := m.array.places(r)
	end, bottom := all[m.array.columns-1], all[len(all)-1].Min.Y
	m.bar.draw(c, end.Max.X+m.array.right-m.bar.width(), bottom, end.Max.Y)
}

// drawPanel draws what is inside a frame.
func (m *densityMap) drawPanel(c *draw.Canvas, p plane, i int) {
	p.rules(c)
	p.verticals(c)
	h := m.panels[i]
	if len(h.x) == 0 {
		p.noData(c)
	} else {
		m.drawCells(c, p, h)
		m.drawLines(c, p, i)
	}
	p.outline(c)
}

// drawCells draws the cells with jobs, one path for each of a number of colours.
// Cells of one colour side by side are one shape, and each reaches a
// pixel of 180 dpi to the right and up, so that no seams show between them.
func (m *densityMap) drawCells(c *draw.Canvas, p plane, h *histogram) {
	const colors, seam = 40, 0.4
	paths := make([]vg.Path, colors+1)
	s := m.bar.scale
	color := func(count int) int {
		if count == 0 {
			return -1
		}
		return int(math.Round((math.Log10(float64(count)) - s.lo) / (s.hi - s.lo) * colors))
	}
	for row := range h.counts[0] {
		y0, y1 := p.cellEdges(row, m.perDecade)
		for column := 0; column < len(h.counts); {
			level, from := color(h.counts[column][row]), column
			for column < len(h.counts) && color(h.counts[column][row]) == level && (from > 0 || column == 0) {
				column++
			}
			if level < 0 {
				continue
			}
			x0, _ := p.transposed().cellEdges(from, m.perDecade)
			_, x1 := p.transposed().cellEdges(column-1, m.perDecade)
			cells := vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1 + seam, Y: y1 + seam}}
			paths[level] = append(paths[level], cells.Path()...)
		}
	}
	for level, path := range paths {
		if len(path) > 0 {
			c.SetColor(m.color(s.lo + float64(level)/colors*(s.hi-s.lo)))
			c.Fill(path)
		}
	}
}

// cellEdges are the heights between which a row of cells lies.
func (f frame) cellEdges(i, perDecade int) (low, high vg.Length) {
	if i == 0 {
		const thick = zeroRow / 2
		return f.y(0) - thick/2, f.y(0) + thick/2
	}
	at := func(i int) vg.Length { return min(f.height(f.scale.lo+float64(i)/float64(perDecade)), f.top()) }
	return at(i - 1), at(i)
}

// top is the height of the upper limit, with the room above it.
func (f frame) top() vg.Length { return f.Max.Y - thin }

// drawLines draws the identity, the fit, and the means and medians of columns.
func (m *densityMap) drawLines(c *draw.Canvas, p plane, i int) {
	over := overlay{plane: p}
	over.straight(identityLine, 1, 0)
	if fit := m.Panels[i].Fit; fit != nil {
		slope, intercept := fit.decades()
		over.straight(fitLine, slope, intercept)
	}
	over.draw(c)
	over.lines = nil
	if m.Means || m.Medians {
		n := m.columnsPerDecade()
		columns := m.panels[i].columns(m.up.lo, n)
		if m.Means {
			over.steps(meanLine, columns, n, func(c column) float64 { return c.mean })
		}
		if m.Medians {
			over.steps(medianLine, columns, n, func(c column) float64 { return c.median })
		}
	}
	over.draw(c)
}

// unitsBelow names units of time under the labels of the horizontal axis.
func (p plane) unitsBelow(c *draw.Canvas) {
	face := faces().small
	f := p.transposed()
	for _, u := range f.unitsThatFit(func(name string) vg.Length { return face.Width(name) + 3 }) {
		x, half := f.y(u.seconds), face.Width(u.name)/2
		if x-half < p.Min.X-panelGap/2 || x+half > p.Max.X+panelGap/2 {
			continue
		}
		text(c, face, faded, vg.Point{X: x, Y: p.Min.Y - bottomHeight - 0.8*face.Font.Size}, center, 0, u.name)
	}
}
