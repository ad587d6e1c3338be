package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newPlot is a plot in the common look: ticks outside a frame that a frame draws, no labels of
// axes, as the plots of a figure share these.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width, a.Padding = 0, 0
		a.Tick.LineStyle, a.Tick.Length = frameLine, tickLength
		a.Label.TextStyle = labelText
	}
	p.X.Tick.Label = aligned(tickText, draw.XCenter, draw.YTop)
	p.Y.Tick.Label = aligned(tickText, draw.XRight, draw.YCenter)
	return p
}

// unlabelled keeps the ticks of an axis that another plot of the row or column labels.
func unlabelled(a *plot.Axis) {
	ticks := a.Tick.Marker.Ticks(a.Min, a.Max)
	out := make(plot.ConstantTicks, len(ticks))
	for i, t := range ticks {
		if !t.IsMinor() {
			t.Label = " "
		}
		out[i] = t
	}
	a.Tick.Marker = out
	a.Tick.Label.Font.Size = 1
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

// grid is lines at the labelled ticks.
func grid() plot.Plotter { return &plotter.Grid{Vertical: gridLine, Horizontal: gridLine} }

// levels is lines at the labelled ticks of the vertical axis.
func levels() plot.Plotter { return &plotter.Grid{Horizontal: gridLine} }

// level is a line across the frame.
func level(p *plot.Plot, at float64, s draw.LineStyle) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: at}, {X: p.X.Max, Y: at}}, LineStyle: s}
}

// upright is a line from the bottom of the frame to the top.
func upright(p *plot.Plot, at float64, s draw.LineStyle) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: at, Y: p.Y.Min}, {X: at, Y: p.Y.Max}}, LineStyle: s}
}

// box is a filled rectangle.
func box(x0, x1, y0, y1 float64) *plotter.Polygon {
	return &plotter.Polygon{XYs: []plotter.XYs{{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}, Color: areaColor}
}

// mostInLine is the length of lines that are stroked at once: the time to fill in a stroke's pixels
// grows with the square of its length.
const mostInLine = 150

// lines cuts a long line into some that meet.
func lines(xys plotter.XYs, s draw.LineStyle) (list []plot.Plotter) {
	for len(xys) > 1 {
		n := min(mostInLine, len(xys))
		list = append(list, &plotter.Line{XYs: xys[:n], LineStyle: s})
		xys = xys[n-1:]
	}
	return list
}

// frame is the border of a plot and what stands around it. It is added last.
type frame struct {
	name   string      // above, at the left
	number string      // above, at the right
	under  []string    // lines between name and border
	units  []plot.Tick // marks at the right
	below  []plot.Tick // names of units under the labels of the horizontal axis
	empty  bool        // there is no data
}

// aboveHeight is the room over the border.
func (f *frame) aboveHeight() vg.Length {
	h := f.underHeight()
	if f.name != "" || f.number != "" {
		h += lineHeight(panelText) + 1
	}
	return h
}

// underHeight is the room of the lines between name and border.
func (f *frame) underHeight() vg.Length {
	if len(f.under) == 0 {
		return 0
	}
	return vg.Length(len(f.under))*lineHeight(smallText) + 2
}

// unitsWidth is the room for units right of the border.
func unitsWidth(units []plot.Tick) (w vg.Length) {
	for _, u := range units {
		w = max(w, tickLength+2+tickText.Width(u.Label))
	}
	return w
}

// GlyphBoxes implements plot.GlyphBoxer: it keeps room above and at the right of the frame.
func (f *frame) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{
		{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: 0, Y: f.aboveHeight()}}},
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: unitsWidth(f.units), Y: 0}}},
	}
}

// Plot implements plot.Plotter.
func (f *frame) Plot(c draw.Canvas, p *plot.Plot) {
	if f.empty {
		c.FillText(faint(aligned(labelText, draw.XCenter, draw.YCenter)), c.Center(), "no data")
	}
	c.SetLineStyle(frameLine)
	c.Stroke(c.Rectangle.Path())
	x, y := p.Transforms(&c)
	for _, u := range f.below {
		if u.Label == "0 s" {
			continue
		}
		at := vg.Point{X: x(u.Value), Y: c.Min.Y - tickLength - tickText.Height("0")}
		c.FillText(faint(aligned(smallText, draw.XCenter, draw.YTop)), at, u.Label)
	}
	for _, u := range f.units {
		at := y(u.Value)
		c.StrokeLine2(frameLine, c.Max.X, at, c.Max.X+tickLength, at)
		c.FillText(aligned(tickText, draw.XLeft, draw.YCenter), vg.Point{X: c.Max.X + tickLength + 2, Y: at + tickText.FontExtents().Descent}, u.Label)
	}
	fillLines(&c, faint(smallText), c.Min.X, c.Max.Y+f.underHeight(), f.under)
	bottom := c.Max.Y + 3 + f.underHeight()
	c.FillText(faint(aligned(smallText, draw.XRight, draw.YBottom)), vg.Point{X: c.Max.X, Y: bottom}, f.number)
	c.FillText(panelText, vg.Point{X: c.Min.X, Y: bottom}, shorten(panelText, f.name, c.Size().X-smallText.Width(f.number)-4))
}
