package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Width is the printed width of a figure.
type Width int

const (
	TwoColumn Width = iota // 7.0 in, across both columns of a paper
	OneColumn              // 3.4 in, one column
)

func (w Width) length() vg.Length {
	if w == OneColumn {
		return 3.4 * vg.Inch
	}
	return 7 * vg.Inch
}

// Lengths of the common look, in points.
const (
	margin     vg.Length = 6   // around the page
	gap        vg.Length = 5   // between title, body, legend and notes
	tickLength vg.Length = 3   // outside the frame
	inset      vg.Length = 4   // keeps markers at a limit inside the frame
	zeroRow    vg.Length = 12  // height of the line for zero under a log axis
	hairline   vg.Length = 0.4 // grid
	thin       vg.Length = 0.6 // frame, ticks
	medium     vg.Length = 1.1 // data
)

var (
	white      = color.Gray{Y: 0xFF}
	ink        = color.Gray{Y: 0x22}
	faded      = color.Gray{Y: 0x55}
	gridColor  = color.Gray{Y: 0xDD}
	bandColor  = color.Gray{Y: 0xF5}
	otherColor = color.Gray{Y: 0xB4} // what is there for comparison
)

// palette holds colours of [oi], ordered so that neighbours also differ in
// lightness when printed in grey.
var palette = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}, // blue
	{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}, // orange
	{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}, // bluish green
	{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}, // reddish purple
	{R: 0x00, G: 0x00, B: 0x00, A: 0xFF}, // black
	{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}, // sky blue
	{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}, // vermillion
}

// dashes are the patterns of lines. The first two are solid, told apart in grey
// by their lightness: in a plot of bounds a gap means that there is no bound.
var dashes = [][]vg.Length{
	nil,
	nil,
	{5, 1.5},
	{1.5, 1.5},
	{7, 1.5, 1.5, 1.5},
}

// look is how one series is drawn.
type look struct {
	color  color.NRGBA
	dashes []vg.Length
	shape  func(at vg.Point, r vg.Length) vg.Path
	hollow bool
}

// lookOf returns the look of series i; the first 14 have different markers.
func lookOf(i int) look {
	n := len(palette)
	return look{
		color:  palette[i%n],
		dashes: dashes[i%len(dashes)],
		shape:  shapes[(i+i/(2*n))%len(shapes)],
		hollow: i/n%2 == 1,
	}
}

// line is the style of a data line.
func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: medium, Dashes: l.dashes}
}

// mark draws one marker of radius r points.
func (l look) mark(c *draw.Canvas, at vg.Point, r vg.Length) {
	path := l.shape(at, r)
	if !l.hollow {
		c.SetColor(l.color)
		c.Fill(path)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: l.color, Width: 0.9})
	c.Stroke(path)
}

// shapes are closed marker outlines of about equal area.
var shapes = []func(vg.Point, vg.Length) vg.Path{
	circle,
	func(p vg.Point, r vg.Length) vg.Path { return polygon(p, r*1.22, 4, math.Pi/4) },
	func(p vg.Point, r vg.Length) vg.Path { return polygon(p, r*1.35, 3, math.Pi/2) },
	func(p vg.Point, r vg.Length) vg.Path { return polygon(p, r*1.3, 4, 0) },
	func(p vg.Point, r vg.Length) vg.Path { return polygon(p, r*1.35, 3, -math.Pi/2) },
	func(p vg.Point, r vg.Length) vg.Path { return cross(p, r*1.25, 0) },
	func(p vg.Point, r vg.Length) vg.Path { return cross(p, r*1.25, math.Pi/4) },
}

func circle(p vg.Point, r vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: p.X + r, Y: p.Y})
	path.Arc(p, r, 0, 2*math.Pi)
	path.Close()
	return path
}

// polygon is regular, with n corners at distance r, the first at angle start.
func polygon(p vg.Point, r vg.Length, n int, start float64) vg.Path {
	var path vg.Path
	for i := range n {
		corner := polar(p, r, start+2*math.Pi*float64(i)/float64(n))
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}

// cross is the outline of a plus sign turned by angle turn.
func cross(p vg.Point, r vg.Length, turn float64) vg.Path {
	half := math.Atan2(0.32, 1) // half the width of an arm, seen from the centre
	var path vg.Path
	for i := range 4 {
		a := turn + float64(i)*math.Pi/2
		if i == 0 {
			path.Move(polar(p, r, a-half))
		} else {
			path.Line(polar(p, r, a-half))
		}
		path.Line(polar(p, r, a+half))
		path.Line(polar(p, r*0.45, a+math.Pi/4))
	}
	path.Close()
	return path
}

func polar(p vg.Point, r vg.Length, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: p.X + r*vg.Length(cos), Y: p.Y + r*vg.Length(sin)}
}
