package figure

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	lineWidth vg.Length = 1.1
	radius    vg.Length = 2.6 // of markers

	pale = 0x38 // the opacity of a band around a line
)

var (
	grey      = color.Gray{Y: 0x55}
	lightGrey = color.Gray{Y: 0xE2}
	paleGrey  = color.Gray{Y: 0xF5}
	paleWaits = color.NRGBA{R: 0x55, G: 0x55, B: 0x55, A: 0x90}

	gridLine   = draw.LineStyle{Color: color.Gray{Y: 0xDD}, Width: 0.4}
	targetLine = draw.LineStyle{Color: color.Black, Width: 0.8, Dashes: []vg.Length{4, 2}}
)

// okabe holds the colours of [oi], ordered so that neighbours also differ in
// lightness when printed in grey: blue, orange, bluish green, reddish purple,
// black, sky blue, vermillion.
var okabe = colours(0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x000000, 0x56B4E9, 0xD55E00)

// rising holds colours from few to many. They are equally far apart in
// lightness (CIELAB, L* from 90 to 16), so that they keep their order in grey.
var rising = colours(0xCFE9D5, 0x98D5BE, 0x53C0B3, 0x04A7AD, 0x058BA0, 0x03708F,
	0x02577C, 0x023E6B, 0x1F2645)

// around holds colours from orange below a target to blue above it, a pair that
// no kind of colour blindness confuses. L* falls from 97 in the middle in equal
// steps.
var around = colours(0xD3471B, 0xE37849, 0xEFA37B, 0xF7CCB3, 0xF6F6F6, 0xC6D8EF,
	0x95BBE4, 0x5D9FD7, 0x0383C3)

func colours(codes ...uint32) (list []color.Color) {
	for _, c := range codes {
		list = append(list, color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF})
	}
	return list
}

// dashes are the patterns of lines. The first two are solid, because a gap in a
// plot of bounds means that there is no bound.
var dashes = [][]vg.Length{nil, nil, {5, 1.5}, {1.5, 1.5}, {7, 1.5, 1.5, 1.5}}

// glyphs are the shapes of markers, in the order of package page.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	polygon{{X: 0, Y: 1.3}, {X: 1.3, Y: 0}, {X: 0, Y: -1.3}, {X: -1.3, Y: 0}}, // diamond
	polygon{{X: -1.1, Y: 0.65}, {X: 1.1, Y: 0.65}, {X: 0, Y: -1.25}},          // triangle, down
}

// polygon is a filled marker, by its corners around 0, 0 for a radius of 1.
type polygon []vg.Point

func (g polygon) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	points := make([]vg.Point, len(g))
	for i, p := range g {
		points[i] = at.Add(p.Scale(s.Radius))
	}
	c.FillPolygon(s.Color, points)
}

func colourOf(i int) color.Color { return okabe[i%len(okabe)] }

// translucent returns the colour of series i with some opacity, 0 to 0xFF.
func translucent(i int, opacity uint8) color.Color {
	r, g, b, _ := colourOf(i).RGBA()
	return color.NRGBA{R: uint8(r), G: uint8(g), B: uint8(b), A: opacity}
}

func lineOf(i int) draw.LineStyle {
	return draw.LineStyle{Color: colourOf(i), Width: lineWidth, Dashes: dashes[i%len(dashes)]}
}

// glyphOf returns the marker of series i.
func glyphOf(i int) draw.GlyphStyle {
	if i < 0 { // black and grey, for series that are not methods
		return draw.GlyphStyle{Color: color.Gray{Y: uint8(-1-i) * 0x99}, Radius: radius,
			Shape: draw.CircleGlyph{}}
	}
	return draw.GlyphStyle{Color: colourOf(i), Radius: radius, Shape: glyphs[i%len(glyphs)]}
}

// grid returns lines at the labelled ticks.
func grid() *plotter.Grid { return &plotter.Grid{Vertical: gridLine, Horizontal: gridLine} }
