package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Room for panels and markers, in points.
const (
	onlyPanelHeight  vg.Length = 150
	rowPanelHeight   vg.Length = 125 // panels in one row
	panelHeight      vg.Length = 92  // panels in several rows
	minPanelWidth    vg.Length = 92
	panelGap         vg.Length = 9
	panelTitleHeight vg.Length = 13
	markerRoom       vg.Length = 4.6 // per marker side by side
	minRadius        vg.Length = 0.9
	maxRadius        vg.Length = 2.6
)

// grid lays the panels of a dot plot out in rows and columns.
type grid struct {
	*Dots
	scale      scale
	panels     []Panel
	columns    int
	rows       int
	yLabel     []string
	names      categoryLabels
	leftMargin vg.Length
	frameWidth vg.Length
	tall       vg.Length // height of a frame
}

func (d *Dots) grid() *grid {
	g := &grid{Dots: d, scale: d.scale(), panels: d.Panels}
	if len(g.panels) == 0 {
		g.panels = []Panel{{}}
	}
	g.columns, g.rows, g.tall = 1, len(g.panels), panelHeight
	if g.rows == 1 {
		g.tall = onlyPanelHeight
	}
	g.yLabel = wrap(faces().label, d.YLabel, g.tall*1.1)
	g.leftMargin = g.axisWidth()
	room := d.Width.length() - 2*margin - g.leftMargin
	need := max(minPanelWidth, vg.Length(len(d.Categories)*len(d.Series)+len(d.Categories))*markerRoom)
	if most := int((room + panelGap) / (need + panelGap)); most > 1 {
		g.rows = (len(g.panels) + most - 1) / most
		g.columns = (len(g.panels) + g.rows - 1) / g.rows
	}
	if g.rows == 1 && g.columns > 1 {
		g.tall = rowPanelHeight
	}
	n := vg.Length(g.columns)
	g.frameWidth = (room - (n-1)*panelGap) / n
	g.names = newCategoryLabels(plainAll(d.Categories), g.frameWidth)
	if more := g.names.overhang() - g.leftMargin; more > 0 {
		g.leftMargin += more
		g.frameWidth -= more / n
		g.names = newCategoryLabels(plainAll(d.Categories), g.frameWidth)
	}
	return g
}

// titled tells whether panels have a line for their names.
func (g *grid) titled() bool {
	return slices.ContainsFunc(g.panels, func(p Panel) bool { return p.Name != "" })
}

// rowHeight is the distance between the tops of two rows.
func (g *grid) rowHeight() vg.Length {
	if g.titled() {
		return g.tall + panelTitleHeight + panelGap/2
	}
	return g.tall + panelGap
}

func (g *grid) height() vg.Length {
	h := vg.Length(g.rows-1)*g.rowHeight() + g.tall + g.names.height()
	if g.titled() {
		h += panelTitleHeight
	}
	if g.XLabel != "" {
		h += lineHeight(faces().label) + 2
	}
	return h
}

// draw draws all panels into r.
func (g *grid) draw(c *draw.Canvas, r vg.Rectangle) {
	top := r.Max.Y
	if g.titled() {
		top -= panelTitleHeight
	}
	x0 := r.Min.X + g.leftMargin
	for i, panel := range g.panels {
		column, row := i%g.columns, i/g.columns
		at := vg.Point{
			X: x0 + vg.Length(column)*(g.frameWidth+panelGap),
			Y: top - vg.Length(row)*g.rowHeight() - g.tall,
		}
		f := frame{vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: g.frameWidth, Y: g.tall})}, g.scale}
		g.drawPanel(c, f, panel)
		f.leftTicks(c, column == 0)
		if i+g.columns >= len(g.panels) {
			g.names.draw(c, f)
		}
	}
	bottom := top - vg.Length(g.rows-1)*g.rowHeight() - g.tall
	yLabel(c, g.yLabel, x0-g.axisWidth(), (top+bottom)/2)
	text(c, faces().label, ink, vg.Point{X: (x0 + r.Max.X) / 2, Y: r.Min.Y + 2}, center, 0,
		shorten(faces().label, plain(g.XLabel), r.Max.X-x0))
}

// axisWidth is the room of the vertical axis, without what slanted names
// need at the left.
func (g *grid) axisWidth() vg.Length {
	return yLabelWidth(g.yLabel) + g.scale.leftWidth()
}

// drawPanel draws what is inside a frame, and the panel's name above.
func (g *grid) drawPanel(c *draw.Canvas, f frame, p Panel) {
	text(c, faces().panel, ink, vg.Point{X: f.Min.X, Y: f.Max.Y + 4}, left, 0, shorten(faces().panel, plain(p.Name), g.frameWidth))
	slot := g.names.slot
	for j := range g.Categories {
		if j%2 == 1 {
			x := f.Min.X + vg.Length(j)*slot
			band := vg.Rectangle{Min: vg.Point{X: x, Y: f.Min.Y}, Max: vg.Point{X: x + slot, Y: f.Max.Y}}
			c.SetColor(bandColor)
			c.Fill(band.Path())
		}
	}
	f.rules(c)
	if g.hasTarget() {
		f.rule(c, f.y(g.Target), targetLine)
	}
	if !g.drawMarkers(c, f, p) {
		f.noData(c)
	}
	f.outline(c)
}

// drawMarkers draws the values and tells whether there were any.
func (g *grid) drawMarkers(c *draw.Canvas, f frame, p Panel) bool {
	some := false
	step := min(g.names.slot/vg.Length(len(g.Series)+1), 4*maxRadius)
	radius := max(minRadius, min(maxRadius, step/2.5)) // shapes are up to 2.5 radii wide
	for i, row := range p.Values {
		l := lookOf(i)
		dodge := (vg.Length(i) - vg.Length(len(g.Series)-1)/2) * step
		for j, v := range row {
			if !drawable(v, g.Log) {
				continue
			}
			some = true
			l.mark(c, vg.Point{X: f.Min.X + (vg.Length(j)+0.5)*g.names.slot + dodge, Y: f.y(v)}, radius)
		}
	}
	return some
}
