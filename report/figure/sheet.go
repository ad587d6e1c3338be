package figure

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sheet is a figure laid out from top to bottom: title, plots, legend, notes.
type sheet struct {
	width  vg.Length
	title  []string
	body   *body
	legend []plot.Legend // columns
	notes  []string
	data   func() [][]string // what the plots show: column names, then lines
}

// entry is one item of a legend.
type entry struct {
	name string
	sample
}

// newSheet wraps the texts of a figure to its width.
func newSheet(w Width, title string, b *body, legend []entry, notes []string, data func() [][]string) *sheet {
	inner := w.length() - 2*margin
	return &sheet{
		width: w.length(), title: wrap(titleText, title, inner), body: b, legend: columns(legend, inner),
		notes: wrap(smallText, strings.Join(notes, "\n"), inner), data: data,
	}
}

// sample draws a line, a marker, points or an area in a legend.
type sample struct {
	line  draw.LineStyle
	glyph draw.GlyphStyle
	other plot.Thumbnailer
	mark  bool // a marker alone
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
	entryLine   vg.Length = 2.2 // between entries of a column
)

// columns puts entries into as many legends side by side as fit into width, and then in the fewest
// that need no more rows.
func columns(entries []entry, width vg.Length) []plot.Legend {
	for rows := 1; rows <= len(entries); rows++ {
		var list []plot.Legend
		for chunk := range slices.Chunk(entries, rows) {
			l := plot.NewLegend()
			l.TextStyle, l.ThumbnailWidth, l.Padding, l.Left, l.Top = labelText, markWidth, entryLine, true, true
			for _, e := range chunk {
				if !e.mark {
					l.ThumbnailWidth = sampleWidth
				}
				l.Add(shorten(labelText, e.name, width-sampleWidth-entryGap), e.sample)
			}
			list = append(list, l)
		}
		if legendWidth(list) <= width || rows == len(entries) {
			return list
		}
	}
	return nil
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

// height is the sum of the parts.
func (s *sheet) height() vg.Length {
	return 2*margin + s.titleHeight() + s.body.height() + s.legendHeight() + s.notesHeight()
}

func (s *sheet) titleHeight() vg.Length {
	if len(s.title) == 0 {
		return 0
	}
	return vg.Length(len(s.title))*lineHeight(titleText) + gap
}

func (s *sheet) legendHeight() vg.Length {
	if len(s.legend) == 0 {
		return 0
	}
	return 2*gap + legendSize(&s.legend[0]).Y
}

func (s *sheet) notesHeight() vg.Length {
	if len(s.notes) == 0 {
		return 0
	}
	return gap + vg.Length(len(s.notes))*lineHeight(smallText)
}

// draw draws the sheet onto a canvas of its size, white first.
func (s *sheet) draw(c draw.Canvas) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	fillLines(&c, titleText, c.Min.X, c.Max.Y, s.title)
	c.Max.Y -= s.titleHeight()
	s.body.draw(draw.Crop(c, 0, 0, c.Size().Y-s.body.height(), 0))
	c.Max.Y -= s.body.height() + gap
	x := c.Center().X - legendWidth(s.legend)/2
	for i := range s.legend {
		column := c
		column.Min.X = x
		s.legend[i].Draw(column)
		x += legendSize(&s.legend[i]).X + entryGap
	}
	fillLines(&c, faint(smallText), c.Min.X, c.Min.Y+s.notesHeight()-gap, s.notes)
}

// body is the plots of a figure in rows and columns, with frames of one size.
type body struct {
	plots   []*plot.Plot
	columns int
	width   vg.Length // of all
	frame   vg.Point  // size of a frame
	xLabel  string
	yLabel  string
	side    *plot.Plot // key to colours, right of the others; nil: none
	key     []string   // lines of its label
}

// Room between and around frames, in points.
const (
	panelGap vg.Length = 4
	sideGap  vg.Length = 8
	barWidth vg.Length = 9
	barTall  vg.Length = 150 // at most
)

// fold chooses columns so that frames are at least least wide beside what stands left and right of
// them, with as few empty places as can be, and makes frames as wide as there is room for, up to
// most. It is called before axes are set, which need the width.
func (b *body) fold(n int, least, most, first, others, right vg.Length) {
	room := b.width - yLabelWidth(b.yLabel, 1) - first - right
	if b.side != nil {
		room -= b.sideWidth()
	}
	n = max(1, n)
	b.columns = max(1, min(n, int((room+others)/(least+others))))
	rows := (n + b.columns - 1) / b.columns
	b.columns = (n + rows - 1) / rows
	k := vg.Length(b.columns)
	b.frame.X = min(most, (room-(k-1)*others)/k)
}

// besides is the room that a plot takes around its frame: left, right, below, above.
func besides(p *plot.Plot) (left, right, below, above vg.Length) {
	c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: 1000, Y: 1000}}}
	d := p.DataCanvas(c)
	return d.Min.X, 1000 - d.Max.X, d.Min.Y, 1000 - d.Max.Y
}

// rows are the plots by rows, with nil at the end of the last.
func (b *body) rows() [][]*plot.Plot {
	var rows [][]*plot.Plot
	for row := range slices.Chunk(b.plots, b.columns) {
		rows = append(rows, append(slices.Clone(row), make([]*plot.Plot, b.columns-len(row))...))
	}
	return rows
}

// size is that of all plots without labels of axes.
func (b *body) size() (size vg.Point) {
	wide := make([][2]vg.Length, b.columns)
	for j, row := range b.rows() {
		var down, up vg.Length
		for i, p := range row {
			if p == nil {
				continue
			}
			left, right, below, above := besides(p)
			wide[i] = [2]vg.Length{max(wide[i][0], left), max(wide[i][1], right)}
			down, up = max(down, below), max(up, above)
		}
		size.Y += down + up + b.frame.Y
		if j > 0 {
			size.Y += panelGap
		}
	}
	size.X = vg.Length(b.columns)*b.frame.X + vg.Length(b.columns-1)*panelGap
	for _, w := range wide {
		size.X += w[0] + w[1]
	}
	return size
}

func (b *body) height() vg.Length {
	h := b.size().Y
	if b.xLabel != "" {
		h += vg.Length(len(b.xLines())) * lineHeight(labelText)
	}
	return h
}

func (b *body) xLines() []string { return wrap(labelText, b.xLabel, b.width) }

// yLines is the label of the vertical axes, which has about the height of the frames.
func (b *body) yLines(tall vg.Length) []string {
	return wrap(labelText, b.yLabel, max(tall, 100))
}

// yLabelWidth is the room for a label of vertical axes on so many lines.
func yLabelWidth(label string, lines int) vg.Length {
	if label == "" {
		return 0
	}
	return vg.Length(lines)*lineHeight(labelText) + 2
}

// sideWidth is the room for the key to colours.
func (b *body) sideWidth() vg.Length {
	left, _, _, _ := besides(b.side)
	return sideGap + yLabelWidth("key", len(b.key)) + left + barWidth + 1
}

// draw draws all plots into the canvas.
func (b *body) draw(c draw.Canvas) {
	size := b.size()
	lines := b.yLines(size.Y)
	label := yLabelWidth(b.yLabel, len(lines))
	used := label + size.X
	if b.side != nil {
		used += b.sideWidth()
	}
	c.Min.X += max(0, (c.Size().X-used)/2)
	rows := b.rows()
	at := draw.Crop(c, label, 0, c.Size().Y-size.Y, 0)
	at.Max.X = at.Min.X + size.X
	canvases := plot.Align(rows, draw.Tiles{Cols: b.columns, Rows: len(rows), PadX: panelGap, PadY: panelGap}, at)
	area := vg.Rectangle{Min: vg.Point{X: vg.Length(math.Inf(1)), Y: vg.Length(math.Inf(1))}, Max: vg.Point{X: at.Min.X}}
	area.Max.Y = -area.Min.Y
	for j, row := range rows {
		for i, p := range row {
			if p == nil {
				continue
			}
			p.Draw(canvases[j][i])
			d := p.DataCanvas(canvases[j][i])
			area.Min = vg.Point{X: min(area.Min.X, d.Min.X), Y: min(area.Min.Y, d.Min.Y)}
			area.Max = vg.Point{X: max(area.Max.X, d.Max.X), Y: max(area.Max.Y, d.Max.Y)}
		}
	}
	mid := vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: (area.Min.Y + area.Max.Y) / 2}
	fillLines(&c, aligned(labelText, draw.XCenter, draw.YTop), mid.X, at.Min.Y-1, b.xLines())
	fillUpwards(&c, c.Min.X, mid.Y, lines)
	if b.side != nil {
		_, _, below, above := besides(b.side)
		half := min(barTall, area.Max.Y-area.Min.Y) / 2
		fillUpwards(&c, at.Max.X+sideGap, mid.Y, b.key)
		b.side.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: at.Max.X + sideGap + yLabelWidth("key", len(b.key)), Y: mid.Y - half - below}, Max: vg.Point{X: at.Max.X + b.sideWidth() - 1, Y: mid.Y + half + above},
		}})
	}
}

// fillUpwards draws lines of a label of a vertical axis from x on, around a height.
func fillUpwards(c *draw.Canvas, x, y vg.Length, lines []string) {
	s := aligned(labelText, draw.XCenter, draw.YTop)
	s.Rotation = math.Pi / 2
	for i, line := range lines {
		c.FillText(s, vg.Point{X: x + vg.Length(i)*lineHeight(s), Y: y}, line)
	}
}
