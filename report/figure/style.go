package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths of the common look, in points.
const (
	margin     vg.Length = 6   // around the page
	gap        vg.Length = 5   // between title, plots, legend and notes, and between plots
	tickLength vg.Length = 3   // outside the frame
	inset      vg.Length = 4   // keeps markers at a limit inside the frame
	hairline   vg.Length = 0.4 // grid
	thin       vg.Length = 0.6 // frame, ticks
	medium     vg.Length = 1.1 // data
	radius     vg.Length = 2.6 // of markers
)

var (
	white     = color.Gray{Y: 0xFF}
	ink       = color.Gray{Y: 0x22}
	faded     = color.Gray{Y: 0x55}
	bandColor = color.Gray{Y: 0xF5}
	areaColor = color.Gray{Y: 0xE2}
	faintBlue = color.NRGBA{G: 0x72, B: 0xB2, A: 0x1F}

	gridLine   = draw.LineStyle{Color: color.Gray{Y: 0xDD}, Width: hairline}
	frameLine  = draw.LineStyle{Color: ink, Width: thin}
	zeroLine   = draw.LineStyle{Color: faded, Width: hairline, Dashes: []vg.Length{1, 2}}
	targetLine = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{4, 2}}
)

// okabe holds colours of [oi], ordered so that neighbours also differ in lightness when printed in
// grey: blue, orange, bluish green, reddish purple, black, sky blue, vermillion.
var okabe = hex(0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x000000, 0x56B4E9, 0xD55E00)

// dashes are the patterns of lines. The first two are solid, told apart in grey by their lightness:
// in a plot of bounds a gap means that there is no bound.
var dashes = [][]vg.Length{nil, nil, {5, 1.5}, {1.5, 1.5}, {7, 1.5, 1.5, 1.5}}

// glyphs are the shapes of markers, of about equal area.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, corners{1.22, 4, math.Pi / 4, 1}, corners{1.35, 3, math.Pi / 2, 1}, corners{1.3, 4, 0, 1},
	corners{1.35, 3, -math.Pi / 2, 1}, corners{1.5, 8, 0, 0.3}, corners{1.5, 8, math.Pi / 4, 0.3}, corners{1.5, 10, math.Pi / 2, 0.4},
}

// look is how one series is drawn.
type look struct {
	line  draw.LineStyle
	glyph draw.GlyphStyle
}

// lookOf returns the look of series i. Markers repeat later than colours, and colour, dashes and
// marker together much later.
func lookOf(i int) look {
	c := okabe[i%len(okabe)]
	return look{
		draw.LineStyle{Color: c, Width: medium, Dashes: dashes[i%len(dashes)]},
		draw.GlyphStyle{Color: c, Radius: radius, Shape: glyphs[i%len(glyphs)]},
	}
}

// corners is a filled polygon or star: its corners at so many radii, every other one at a share of
// that, the first at an angle.
type corners struct {
	size  float64
	n     int
	start float64
	dent  float64
}

// DrawGlyph implements draw.GlyphDrawer.
func (g corners) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	points := make([]vg.Point, g.n)
	for i := range points {
		r := float64(s.Radius) * g.size
		if i%2 == 1 {
			r *= g.dent
		}
		sin, cos := math.Sincos(g.start + 2*math.Pi*float64(i)/float64(g.n))
		points[i] = vg.Point{X: p.X + vg.Length(r*cos), Y: p.Y + vg.Length(r*sin)}
	}
	c.FillPolygon(s.Color, points)
}

// ramp is a scale of colours.
type ramp []color.Color

// Colors implements palette.Palette.
func (r ramp) Colors() []color.Color { return r }

// rising runs from few to many. Its colours are equally far apart in lightness (CIELAB, L* from 90
// to 16) and turn from green over blue to violet, so that they keep their order in grey and to
// every kind of colour vision.
var rising = hex(0xCFE9D5, 0x98D5BE, 0x53C0B3, 0x04A7AD, 0x058BA0, 0x03708F, 0x02577C, 0x023E6B, 0x1F2645)

// around runs from orange below a target to blue above it: a pair no kind of colour blindness
// confuses. L* falls from 97 in the middle in equal steps.
var around = hex(0xD3471B, 0xE37849, 0xEFA37B, 0xF7CCB3, 0xF6F6F6, 0xC6D8EF, 0x95BBE4, 0x5D9FD7, 0x0383C3)

func hex(colours ...uint32) (r ramp) {
	for _, c := range colours {
		r = append(r, color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF})
	}
	return r
}
