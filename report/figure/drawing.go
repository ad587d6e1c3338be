package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// drawing is a figure from top to bottom: title, panels in rows and columns
// with common labels of the axes, legend. Notes and rows are the same in words
// and in numbers.
type drawing struct {
	title, xLabel, yLabel string
	width                 vg.Length
	panelHeight           vg.Length // height of a row of panels with their axes
	perRow                int       // panels in a row
	panels                []*plot.Plot
	legend                []legendItem
	notes                 []string   // sentences of the caption
	rows                  output.CSV // column names, then the numbers
}

// legendItem is a name in the legend; its thumbnails are drawn on each other.
type legendItem struct {
	name       string
	thumbnails []plot.Thumbnailer
}

const (
	gap vg.Length = 6 // between the parts of a figure, and around it

	// noData is the heading of a panel without data.
	noData = "no data"

	// longestName is the number of characters of a name that a figure shows.
	longestName = 40
)

// The widths of figures: of a page of a paper, of one of its two columns, and of
// the page of a run, where panels are side by side.
const (
	TwoColumn = "two-column"
	OneColumn = "one-column"
	onPage    = "page"
)

var inches = map[string]vg.Length{TwoColumn: 7 * vg.Inch, OneColumn: 3.4 * vg.Inch, onPage: 10 * vg.Inch}

// newDrawing returns a drawing of panels below each other, with the names of
// the columns of its numbers.
func newDrawing(width, title, note string, panelHeight vg.Length, columns ...string) *drawing {
	return &drawing{
		title: title, notes: []string{note}, rows: output.CSV{columns},
		width: inches[width], panelHeight: panelHeight, perRow: 1,
	}
}

func (d *drawing) explain(name string, thumbnails ...plot.Thumbnailer) {
	d.legend = append(d.legend, legendItem{shorten(name), thumbnails})
}

// Styles of text.
var (
	titleText = textStyle(9.5)
	labelText = textStyle(8)
	tickText  = textStyle(7.5)
	cellText  = textStyle(7)
)

func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color: color.Black, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		YAlign: draw.YTop, Handler: text.Plain{Fonts: font.DefaultCache},
	}
}

// aligned returns a style with another alignment.
func aligned(s text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	s.XAlign, s.YAlign = x, y
	return s
}

// panel adds an empty plot with a heading.
func (d *drawing) panel(name string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = shorten(name), gap
	p.Title.TextStyle = aligned(labelText, draw.XCenter, draw.YTop)
	p.X.Tick.Label = aligned(tickText, draw.XCenter, draw.YTop)
	p.Y.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
	p.X.Tick.Length, p.Y.Tick.Length = 4, 4
	p.X.Padding, p.Y.Padding = 2, 2
	d.panels = append(d.panels, p)
	return p
}

// grid returns the panels in rows. The last row ends with nil where there are
// too few.
func (d *drawing) grid() (rows [][]*plot.Plot) {
	if len(d.panels) == 0 {
		d.panel(noData).HideAxes()
	}
	for row := range slices.Chunk(d.panels, d.perRow) {
		rows = append(rows, append(slices.Clone(row), make([]*plot.Plot, d.perRow-len(row))...))
	}
	return rows
}

// size returns the width and height of the figure.
func (d *drawing) size() (width, height vg.Length) {
	_, legendHeight := d.legends()
	height = 3*gap + titleText.Font.Size + d.panelHeight*vg.Length(len(d.grid())) + legendHeight
	if d.xLabel != "" {
		height += labelText.Height(d.xLabel)
	}
	return d.width, height
}

// draw draws the figure on a canvas of its size.
func (d *drawing) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, gap, -gap, gap, -gap)
	title, style := output.Printable(d.title), titleText
	style.Font.Size *= min(1, c.Size().X/max(1, style.Width(title))) // so that it fits
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
	c.Max.Y -= titleText.Font.Size + gap
	legends, height := d.legends()
	for i, column := range legends {
		part := c
		part.Max.Y = c.Min.Y + height - gap
		part.Min.X += c.Size().X * vg.Length(i) / vg.Length(len(legends))
		column.Draw(part)
	}
	c.Min.Y += height
	if d.xLabel != "" {
		c.FillText(aligned(labelText, draw.XCenter, draw.YBottom),
			vg.Point{X: c.Center().X, Y: c.Min.Y}, d.xLabel)
		c.Min.Y += labelText.Height(d.xLabel)
	}
	if d.yLabel != "" {
		turned := aligned(labelText, draw.XCenter, draw.YTop)
		turned.Rotation = math.Pi / 2
		c.FillText(turned, vg.Point{X: c.Min.X, Y: c.Center().Y}, d.yLabel)
		c.Min.X += labelText.Height(d.yLabel) + 2
	}
	rows := d.grid()
	for j, canvases := range plot.Align(rows,
		draw.Tiles{Rows: len(rows), Cols: d.perRow, PadX: gap, PadY: 2 * gap}, c) {
		n := min(d.perRow, len(d.panels)-j*d.perRow)
		aside := vg.Length(0) // so that a row below fuller ones is in the middle
		if j > 0 {
			aside = (c.Size().X + gap) / vg.Length(d.perRow) * vg.Length(d.perRow-n) / 2
		}
		for i, p := range rows[j][:n] {
			canvases[i].Min.X += aside
			canvases[i].Max.X += aside
			p.Draw(canvases[i])
		}
	}
}

// legends returns the legend in columns of equal width, which items run down,
// and its height.
func (d *drawing) legends() (columns []plot.Legend, height vg.Length) {
	if len(d.legend) == 0 {
		return nil, 0
	}
	size := func(l plot.Legend) vg.Point { return l.Rectangle(draw.Canvas{}).Size() }
	fit := max(1, int((d.width-2*gap)/(size(newLegend(d.legend)).X+2*gap)))
	for column := range slices.Chunk(d.legend, (len(d.legend)+fit-1)/fit) {
		columns = append(columns, newLegend(column))
	}
	return columns, size(columns[0]).Y + 2*gap
}

func newLegend(items []legendItem) plot.Legend {
	l := plot.NewLegend()
	l.TextStyle = aligned(labelText, draw.XLeft, draw.YBottom)
	l.Top, l.Left, l.Padding = true, true, 2.5
	for _, item := range items {
		l.Add(item.name, item.thumbnails...)
	}
	return l
}

// shorten cuts the middle out of a long name, so that names that differ at
// their ends still do.
func shorten(name string) string {
	runes := []rune(output.Printable(name))
	if len(runes) <= longestName {
		return string(runes)
	}
	const half = longestName/2 - 1
	return string(runes[:half]) + "..." + string(runes[len(runes)-half:])
}

// across returns the line of a function over the whole panel. It is straight on
// the axes of the panel.
func across(f func(x float64) float64, s draw.LineStyle) *plotter.Function {
	return &plotter.Function{F: f, Samples: 2, LineStyle: s}
}

// horizontal returns a line across the panel at a height.
func horizontal(y float64, s draw.LineStyle) *plotter.Function {
	return across(func(float64) float64 { return y }, s)
}

// itself returns x, for a line of equal values on both axes.
func itself(x float64) float64 { return x }

// box returns the corners of a rectangle.
func box(left, right, low, high float64) plotter.XYs {
	return plotter.XYs{{X: left, Y: low}, {X: right, Y: low},
		{X: right, Y: high}, {X: left, Y: high}}
}
