package figure

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sheet is a figure laid out from top to bottom: title, plots in rows and columns with frames of one
// size, legend, notes.
type sheet struct {
	width          vg.Length
	xLabel, yLabel string         // of all plots
	plots          [][]*plot.Plot // by rows, nil at the end of the last
	n, placed      int            // plots
	tall           vg.Length      // of a frame; 0: as tall as wide
	most           vg.Length      // width of a frame at most; 0: what there is room for
	legend         []plot.Legend
	data           func() [][]string // what the plots show: column names, then lines

	size                         vg.Point // of all plots
	title, xLines, yLines, notes []string // lines as they fit: yLines beside the plots, the others across the page
}

// newSheet begins a figure of n plots, whose frames are at least so wide beside marks of the given
// width. It returns about how wide they become.
func newSheet(w Width, title, xLabel, yLabel string, n int, least, marks vg.Length) (s *sheet, wide vg.Length) {
	s = &sheet{width: w.length(), xLabel: xLabel, yLabel: yLabel, n: max(1, n)}
	s.title = wrap(titleText, title, s.inner())
	room := s.inner() - marks - lineHeight(labelText)
	columns := max(1, min(s.n, int((room+2*gap)/(least+2*gap))))
	s.plots = make([][]*plot.Plot, (s.n+columns-1)/columns)
	columns = (s.n + len(s.plots) - 1) / len(s.plots)
	for j := range s.plots {
		s.plots[j] = make([]*plot.Plot, columns)
	}
	k := vg.Length(columns)
	return s, (room - (k-1)*2*gap) / k
}

func (s *sheet) inner() vg.Length { return s.width - 2*margin }

// newPlot is a plot in the common look: ticks outside a frame that a frame draws, no labels of
// axes, as the plots of a figure share these.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width, a.Padding = 0, 0
		a.Tick.LineStyle, a.Tick.Length = frameLine, tickLength
	}
	p.X.Tick.Label = aligned(tickText, draw.XCenter, draw.YTop)
	p.Y.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
	return p
}

// bare is a plotter whose range and glyphs do not move axes and frames, which are set for all plots
// of a figure together.
type bare struct{ plot.Plotter }

// add adds plotters that leave axes and frames where they are.
func add(p *plot.Plot, list ...plot.Plotter) {
	for _, x := range list {
		p.Add(bare{x})
	}
}

// place puts the next plot into the figure, with its frame. Marks that another plot of the row or
// column has are left out.
func (s *sheet) place(p *plot.Plot, f *frame) {
	p.Add(f)
	columns := len(s.plots[0])
	if s.placed%columns > 0 {
		unlabelled(&p.Y)
	}
	if s.placed+columns < s.n {
		unlabelled(&p.X)
	}
	s.plots[s.placed/columns][s.placed%columns] = p
	s.placed++
}

func unlabelled(a *plot.Axis) {
	ticks := slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	for i := range ticks {
		if !ticks[i].IsMinor() {
			ticks[i].Label = " "
		}
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
	a.Tick.Label.Font.Size = 1
}

// finish adds what stands below the plots, and finds the sizes of all.
func (s *sheet) finish(legend []entry, notes []string, data func() [][]string) *sheet {
	s.legend, s.data = columns(legend, s.inner()), data
	s.notes = wrap(smallText, strings.Join(notes, "\n"), s.inner())
	s.xLines = wrap(labelText, s.xLabel, s.inner()-80)
	s.yLines = wrap(labelText, s.yLabel, max(s.tall*vg.Length(len(s.plots)), 120))
	around, columns, rows := s.around(), vg.Length(len(s.plots[0])), vg.Length(len(s.plots))
	frame := vg.Point{X: (s.inner() - s.yRoom() - around.X) / columns, Y: s.tall}
	if s.most > 0 {
		frame.X = min(frame.X, s.most)
	}
	if s.tall == 0 {
		frame.Y = frame.X
	}
	s.size = vg.Point{X: around.X + columns*frame.X, Y: around.Y + rows*frame.Y}
	return s
}

// around is the room that plots take around and between their frames.
func (s *sheet) around() (sum vg.Point) {
	const side = 1000
	left, right := make([]vg.Length, len(s.plots[0])), make([]vg.Length, len(s.plots[0]))
	sum.Y = vg.Length(len(s.plots)-1) * gap
	for _, row := range s.plots {
		var below, above vg.Length
		for i, p := range row {
			if p != nil {
				d := p.DataCanvas(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: side, Y: side}}})
				left[i], right[i] = max(left[i], d.Min.X), max(right[i], side-d.Max.X)
				below, above = max(below, d.Min.Y), max(above, side-d.Max.Y)
			}
		}
		sum.Y += below + above
	}
	sum.X = vg.Length(len(left)-1) * gap
	for i := range left {
		sum.X += left[i] + right[i]
	}
	return sum
}

// yRoom is the room for the label of the vertical axes.
func (s *sheet) yRoom() vg.Length {
	if len(s.yLines) == 0 {
		return 0
	}
	return high(s.yLines, labelText) + 2
}

// high is the height of lines of text.
func high(lines []string, t draw.TextStyle) vg.Length { return vg.Length(len(lines)) * lineHeight(t) }

// parts are the heights of title, plots with their label, legend and notes.
func (s *sheet) parts() (title, plots, legend, notes vg.Length) {
	if len(s.title) > 0 {
		title = high(s.title, titleText) + gap
	}
	plots = s.size.Y + high(s.xLines, labelText)
	if len(s.legend) > 0 {
		legend = 2*gap + legendSize(&s.legend[0]).Y
	}
	if len(s.notes) > 0 {
		notes = gap + high(s.notes, smallText)
	}
	return title, plots, legend, notes
}

func (s *sheet) height() vg.Length {
	title, plots, legend, notes := s.parts()
	return 2*margin + title + plots + legend + notes
}

// draw draws the sheet onto a canvas of its size, white first.
func (s *sheet) draw(c draw.Canvas) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title, plots, _, notes := s.parts()
	fillLines(&c, titleText, vg.Point{X: c.Min.X, Y: c.Max.Y}, s.title)
	c.Max.Y -= title
	s.drawPlots(c)
	c.Max.Y -= plots + gap
	x := c.Center().X - legendWidth(s.legend)/2
	for i := range s.legend {
		column := c
		column.Min.X = x
		s.legend[i].Draw(column)
		x += legendSize(&s.legend[i]).X + entryGap
	}
	fillLines(&c, faint(smallText), vg.Point{X: c.Min.X, Y: c.Min.Y + notes - gap}, s.notes)
}

// drawPlots draws the plots and the labels of their axes at the top of the canvas.
func (s *sheet) drawPlots(c draw.Canvas) {
	label := s.yRoom()
	c.Min.X += max(0, (c.Size().X-label-s.size.X)/2)
	at := draw.Crop(c, label, 0, c.Size().Y-s.size.Y, 0)
	at.Max.X = at.Min.X + s.size.X
	var area vg.Rectangle
	for j, canvases := range plot.Align(s.plots, draw.Tiles{Cols: len(s.plots[0]), Rows: len(s.plots), PadX: gap, PadY: gap}, at) {
		for i, p := range s.plots[j] {
			if p == nil {
				continue
			}
			p.Draw(canvases[i])
			if d := p.DataCanvas(canvases[i]); i+j == 0 {
				area = d.Rectangle
			} else {
				area.Min.Y = d.Min.Y
				area.Max.X = max(area.Max.X, d.Max.X)
			}
		}
	}
	mid := vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: (area.Min.Y + area.Max.Y) / 2}
	text := aligned(labelText, draw.XCenter, draw.YTop)
	fillLines(&c, text, vg.Point{X: mid.X, Y: at.Min.Y - 1}, s.xLines)
	text.Rotation = math.Pi / 2
	for i, line := range s.yLines {
		c.FillText(text, vg.Point{X: c.Min.X + vg.Length(i)*lineHeight(text), Y: mid.Y}, line)
	}
}

// entry is one item of a legend.
type entry struct {
	name string
	sample
}

// sample draws a line, a marker, or what another draws in a legend.
type sample struct {
	line  draw.LineStyle
	glyph draw.GlyphStyle
	other plot.Thumbnailer
}

// Thumbnail implements plot.Thumbnailer.
func (s sample) Thumbnail(c *draw.Canvas) {
	part := draw.Crop(*c, 0, -sampleGap, 0, 0)
	if s.other != nil {
		s.other.Thumbnail(&part)
	}
	if s.line.Width > 0 {
		part.StrokeLine2(s.line, part.Min.X, c.Center().Y, part.Max.X, c.Center().Y)
	}
	if s.glyph.Radius > 0 {
		part.DrawGlyph(s.glyph, part.Center())
	}
}

// Room in a legend, in points.
const (
	sampleWidth vg.Length = 21 // with the gap before the name
	markWidth   vg.Length = 8  // of samples without a line
	sampleGap   vg.Length = 2
	entryGap    vg.Length = 12
)

// columns puts entries into as many legends side by side as fit into width, and then in the fewest
// that need no more rows.
func columns(entries []entry, width vg.Length) (list []plot.Legend) {
	for rows := 1; rows <= len(entries); rows++ {
		list = nil
		for chunk := range slices.Chunk(entries, rows) {
			l := plot.NewLegend()
			l.TextStyle, l.ThumbnailWidth, l.Padding, l.Left, l.Top = labelText, markWidth, 2.2, true, true
			for _, e := range chunk {
				if e.line.Width > 0 || e.other != nil {
					l.ThumbnailWidth = sampleWidth
				}
				l.Add(shorten(labelText, e.name, width-sampleWidth-entryGap), e.sample)
			}
			list = append(list, l)
		}
		if legendWidth(list) <= width {
			break
		}
	}
	return list
}

// legendSize is the size of a column.
func legendSize(l *plot.Legend) vg.Point { return l.Rectangle(draw.Canvas{}).Size() }

func legendWidth(list []plot.Legend) vg.Length {
	w := -entryGap
	for i := range list {
		w += legendSize(&list[i]).X + entryGap
	}
	return w
}

// frame is the border of a plot and what stands around it.
type frame struct {
	name   string // above, at the left
	number string // above, at the right
	under  string // between name and border
	empty  bool   // there is no data
}

// above is the room over the border, and under its part below the name.
func (f *frame) above() (above, under vg.Length) {
	if f.under != "" {
		under = lineHeight(smallText) + 2
	}
	above = under
	if f.name != "" || f.number != "" {
		above += lineHeight(panelText) + 1
	}
	return above, under
}

// GlyphBoxes implements plot.GlyphBoxer: it keeps room above the frame.
func (f *frame) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	above, _ := f.above()
	return []plot.GlyphBox{{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: above}}}}
}

// Plot implements plot.Plotter: besides the border it draws the lines that part zero from the rest.
func (f *frame) Plot(c draw.Canvas, p *plot.Plot) {
	if f.empty {
		c.FillText(faint(aligned(labelText, draw.XCenter, draw.YCenter)), c.Center(), "no data")
	}
	if s, ok := p.Y.Scale.(scale); ok && s.parting() > 0 {
		c.StrokeLine2(zeroLine, c.Min.X, c.Y(s.parting()), c.Max.X, c.Y(s.parting()))
	}
	if s, ok := p.X.Scale.(scale); ok && s.parting() > 0 {
		c.StrokeLine2(zeroLine, c.X(s.parting()), c.Min.Y, c.X(s.parting()), c.Max.Y)
	}
	c.SetLineStyle(frameLine)
	c.Stroke(c.Rectangle.Path())
	_, under := f.above()
	fillLines(&c, faint(smallText), vg.Point{X: c.Min.X, Y: c.Max.Y + under}, []string{shorten(smallText, f.under, c.Size().X+gap)})
	bottom := c.Max.Y + 3 + under
	c.FillText(faint(aligned(smallText, draw.XRight, draw.YBottom)), vg.Point{X: c.Max.X, Y: bottom}, f.number)
	c.FillText(panelText, vg.Point{X: c.Min.X, Y: bottom}, shorten(panelText, f.name, c.Size().X-smallText.Width(f.number)-4))
}

// grid is lines at the labelled ticks.
func grid() plot.Plotter { return &plotter.Grid{Vertical: gridLine, Horizontal: gridLine} }

// level is a line across the frame.
func level(p *plot.Plot, at float64, s draw.LineStyle) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: at}, {X: p.X.Max, Y: at}}, LineStyle: s}
}

// paint is a plotter of its own kind.
type paint func(c draw.Canvas, p *plot.Plot)

// Plot implements plot.Plotter.
func (f paint) Plot(c draw.Canvas, p *plot.Plot) { f(c, p) }
