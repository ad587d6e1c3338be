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

// layout is a figure from top to bottom: title, panels in rows and columns with
// common labels of the axes, legend.
type layout struct {
	title, xLabel, yLabel string
	width                 vg.Length
	panelHeight           vg.Length // height of a row of panels with their axes
	columns               int       // panels in a row
	panels                []*plot.Plot
	legend                []entry
}

// entry is one item of a legend; its samples are drawn on each other.
type entry struct {
	name    string
	samples []plot.Thumbnailer
}

// explain adds an item to the legend.
func (l *layout) explain(name string, samples ...plot.Thumbnailer) {
	l.legend = append(l.legend, entry{name, samples})
}

// gap is the space between the parts of a figure, and the margin around it.
const gap vg.Length = 6

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

// noData is the heading of a panel without data.
const noData = "no data"

// newPanel returns an empty plot with a heading.
func newPanel(name string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = shorten(name), 2
	p.Title.TextStyle = aligned(labelText, draw.XCenter, draw.YTop)
	p.X.Tick.Label = aligned(tickText, draw.XCenter, draw.YTop)
	p.Y.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
	p.X.Tick.Length, p.Y.Tick.Length = 4, 4
	p.X.Padding, p.Y.Padding = 2, 2
	return p
}

// rows returns the panels as gonum's Align expects them, nil where the last row
// ends early.
func (l *layout) rows() (rows [][]*plot.Plot) {
	for row := range slices.Chunk(l.panels, l.columns) {
		rows = append(rows, append(slices.Clone(row), make([]*plot.Plot, l.columns-len(row))...))
	}
	return rows
}

// size returns the width and height of the figure.
func (l *layout) size() (width, height vg.Length) {
	_, legendHeight := l.legendColumns()
	height = 3*gap + titleText.Font.Size + l.panelHeight*vg.Length(len(l.rows())) + legendHeight
	if l.xLabel != "" {
		height += labelText.Height(l.xLabel)
	}
	return l.width, height
}

// draw draws the figure on a canvas of its size.
func (l *layout) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, gap, -gap, gap, -gap)
	title, style := l.heading()
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
	c.Max.Y -= titleText.Font.Size + gap
	l.drawLegend(&c)
	if l.xLabel != "" {
		c.FillText(aligned(labelText, draw.XCenter, draw.YBottom), vg.Point{X: c.Center().X, Y: c.Min.Y}, l.xLabel)
		c.Min.Y += labelText.Height(l.xLabel)
	}
	if l.yLabel != "" {
		turned := aligned(labelText, draw.XCenter, draw.YTop)
		turned.Rotation = math.Pi / 2
		c.FillText(turned, vg.Point{X: c.Min.X, Y: c.Center().Y}, l.yLabel)
		c.Min.X += labelText.Height(l.yLabel) + 2
	}
	rows := l.rows()
	tiles := draw.Tiles{Rows: len(rows), Cols: l.columns, PadX: gap, PadY: gap}
	for j, canvases := range plot.Align(rows, tiles, c) {
		for i, p := range rows[j] {
			if p != nil {
				p.Draw(canvases[i])
			}
		}
	}
}

// legendColumns returns the legend in columns of equal width, which entries run
// down, and its height.
func (l *layout) legendColumns() (columns []plot.Legend, height vg.Length) {
	if len(l.legend) == 0 {
		return nil, 0
	}
	all := newLegend(l.legend)
	fit := int((l.width - 2*gap) / (all.Rectangle(draw.Canvas{}).Size().X + 2*gap))
	rows := (len(l.legend) + max(1, fit) - 1) / max(1, fit)
	for column := range slices.Chunk(l.legend, rows) {
		columns = append(columns, newLegend(column))
	}
	return columns, columns[0].Rectangle(draw.Canvas{}).Size().Y + 2*gap
}

func newLegend(entries []entry) plot.Legend {
	l := plot.NewLegend()
	l.TextStyle = aligned(labelText, draw.XLeft, draw.YBottom)
	l.Top, l.Left, l.Padding = true, true, 2.5
	for _, e := range entries {
		l.Add(e.name, e.samples...)
	}
	return l
}

// drawLegend draws the legend at the bottom of the canvas and cuts it off.
func (l *layout) drawLegend(c *draw.Canvas) {
	columns, height := l.legendColumns()
	for i, column := range columns {
		part := *c
		part.Max.Y = c.Min.Y + height - gap
		part.Min.X += c.Size().X * vg.Length(i) / vg.Length(len(columns))
		column.Draw(part)
	}
	c.Min.Y += height
}

// heading returns the title and a style in which it fits the figure.
func (l *layout) heading() (title string, s text.Style) {
	title, s = output.Printable(l.title), titleText
	s.Font.Size = min(s.Font.Size, s.Font.Size*(l.width-2*gap)/max(1, s.Width(title)))
	return title, s
}

// longestName is the number of characters of a name that a figure shows.
const longestName = 40

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

// plotFunc is a function that draws on a panel.
type plotFunc func(c draw.Canvas, p *plot.Plot)

// Plot implements plot.Plotter.
func (f plotFunc) Plot(c draw.Canvas, p *plot.Plot) { f(c, p) }

// level returns a line across the panel at a height.
func level(y float64, s draw.LineStyle) *plotter.Function {
	return &plotter.Function{F: func(float64) float64 { return y }, Samples: 2, LineStyle: s}
}

// box returns the corners of a rectangle.
func box(left, right, low, high float64) plotter.XYs {
	return plotter.XYs{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}}
}
