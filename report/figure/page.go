package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// page is a figure laid out from top to bottom: title, body, legend, notes.
type page struct {
	width      vg.Length
	title      []string
	body       func(c *draw.Canvas, r vg.Rectangle)
	bodyHeight vg.Length
	legend     [][]entry // rows
	notes      []string
	data       func() [][]string // what the body shows: column names, then lines
}

// entry is one item of a legend: a sample at the left, then its name.
type entry struct {
	name   string
	width  vg.Length                             // of the sample
	sample func(c *draw.Canvas, middle vg.Point) // draws it
}

// Room in a legend, in points.
const (
	markWidth  vg.Length = 6
	lineWidth  vg.Length = 18
	sampleGap  vg.Length = 4 // between sample and name
	entryGap   vg.Length = 14
	legendLine           = 1.15 // of a line of text
)

// newPage wraps the texts of a figure to its width.
func newPage(w Width, title string, legend []entry, notes []string) *page {
	p := &page{width: w.length()}
	inner := p.width - 2*margin
	p.title = wrap(faces().title, title, inner)
	p.legend = arrange(fit(legend, inner), inner)
	p.notes = wrap(faces().small, strings.Join(notes, "\n"), inner)
	return p
}

// arrange puts entries, row by row, into as many columns as fit into width,
// and then in the fewest that need no more rows, so that the last row is not
// left with a rest.
func arrange(entries []entry, width vg.Length) [][]entry {
	for n := len(entries); n > 0; n-- {
		rows := slices.Collect(slices.Chunk(entries, n))
		if n > 1 && sum(columnWidths(rows)) > width {
			continue
		}
		even := (len(entries) + len(rows) - 1) / len(rows)
		if rows := slices.Collect(slices.Chunk(entries, even)); sum(columnWidths(rows)) <= width {
			return rows
		}
		return rows
	}
	return nil
}

// columnWidths are the widths of the columns, with the gaps between them.
func columnWidths(rows [][]entry) []vg.Length {
	widths := make([]vg.Length, len(rows[0]))
	for _, row := range rows {
		for i, e := range row {
			w := e.fullWidth()
			if i+1 < len(widths) {
				w += entryGap
			}
			widths[i] = max(widths[i], w)
		}
	}
	return widths
}

func sum(widths []vg.Length) (total vg.Length) {
	for _, w := range widths {
		total += w
	}
	return total
}

func (e entry) fullWidth() vg.Length { return e.width + sampleGap + faces().label.Width(e.name) }

// fit makes names plain and cuts those that are wider than a row.
func fit(entries []entry, width vg.Length) []entry {
	out := slices.Clone(entries)
	for i, e := range out {
		out[i].name = shorten(faces().label, plain(e.name), width-e.width-sampleGap)
	}
	return out
}

// height is the sum of the parts.
func (p *page) height() vg.Length {
	return 2*margin + p.titleHeight() + p.bodyHeight + p.legendHeight() + p.notesHeight()
}

func (p *page) titleHeight() vg.Length {
	if len(p.title) == 0 {
		return 0
	}
	return vg.Length(len(p.title))*lineHeight(faces().title) + gap
}

func (p *page) legendHeight() vg.Length {
	if len(p.legend) == 0 {
		return 0
	}
	return gap + vg.Length(len(p.legend))*legendLine*lineHeight(faces().label)
}

func (p *page) notesHeight() vg.Length {
	if len(p.notes) == 0 {
		return 0
	}
	return gap + vg.Length(len(p.notes))*lineHeight(faces().small)
}

// draw draws the page onto a canvas of its size, white first.
func (p *page) draw(c *draw.Canvas) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())

	x, y := c.Min.X+margin, c.Max.Y-margin
	lines(c, faces().title, ink, x, y, left, p.title)
	y -= p.titleHeight()

	p.body(c, vg.Rectangle{
		Min: vg.Point{X: x, Y: y - p.bodyHeight},
		Max: vg.Point{X: c.Max.X - margin, Y: y},
	})
	y -= p.bodyHeight
	p.drawLegend(c, y-gap)
	y -= p.legendHeight()
	lines(c, faces().small, faded, x, y-gap, left, p.notes)
}

// drawLegend draws the rows of the legend, centred as a whole, from y downwards.
func (p *page) drawLegend(c *draw.Canvas, y vg.Length) {
	if len(p.legend) == 0 {
		return
	}
	f := faces().label
	widths := columnWidths(p.legend)
	for _, row := range p.legend {
		x := c.Center().X - sum(widths)/2
		y -= legendLine * lineHeight(f)
		for i, e := range row {
			at := vg.Point{X: x + e.width/2, Y: y + lineHeight(f)/2}
			e.sample(c, at)
			text(c, f, ink, vg.Point{X: x + e.width + sampleGap, Y: at.Y - middle(f)}, left, 0, e.name)
			x += widths[i]
		}
	}
}

// lineSample is the sample of a line.
func lineSample(s draw.LineStyle) func(*draw.Canvas, vg.Point) {
	return func(c *draw.Canvas, p vg.Point) {
		c.StrokeLine2(s, p.X-lineWidth/2, p.Y, p.X+lineWidth/2, p.Y)
	}
}
