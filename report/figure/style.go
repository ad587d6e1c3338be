package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths of the common look, in points.
const (
	margin     vg.Length = 6   // around the page
	gap        vg.Length = 5   // between title, plots, legend and notes
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
	gridColor = color.Gray{Y: 0xDD}
	bandColor = color.Gray{Y: 0xF5}
	areaColor = color.Gray{Y: 0xE2}

	gridLine   = draw.LineStyle{Color: gridColor, Width: hairline}
	frameLine  = draw.LineStyle{Color: ink, Width: thin}
	zeroLine   = draw.LineStyle{Color: faded, Width: hairline, Dashes: []vg.Length{1, 2}}
	targetLine = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{4, 2}}
)

// okabe holds colours of [oi], ordered so that neighbours also differ in lightness when printed in
// grey.
var okabe = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}, // blue
	{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}, // orange
	{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}, // bluish green
	{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}, // reddish purple
	{R: 0x00, G: 0x00, B: 0x00, A: 0xFF}, // black
	{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}, // sky blue
	{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}, // vermillion
}

// dashes are the patterns of lines. The first two are solid, told apart in grey by their lightness:
// in a plot of bounds a gap means that there is no bound.
var dashes = [][]vg.Length{nil, nil, {5, 1.5}, {1.5, 1.5}, {7, 1.5, 1.5, 1.5}}

// glyphs are the shapes of markers, of about equal area.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, corners{1.22, 4, math.Pi / 4}, corners{1.35, 3, math.Pi / 2}, corners{1.3, 4, 0},
	corners{1.35, 3, -math.Pi / 2}, arms{0}, arms{math.Pi / 4}, hollow{draw.CircleGlyph{}},
	hollow{corners{1.22, 4, math.Pi / 4}}, hollow{corners{1.35, 3, math.Pi / 2}}, hollow{corners{1.3, 4, 0}},
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

// place is the look that a caller chose for series i, else i.
func place(looks []int, i int) int {
	if i < len(looks) {
		return looks[i]
	}
	return i
}

// corners is a filled regular polygon, its corners at so many radii, the first at an angle.
type corners struct {
	size  float64
	n     int
	start float64
}

// DrawGlyph implements draw.GlyphDrawer.
func (g corners) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	var points []vg.Point
	for i := range g.n {
		points = append(points, polar(p, s.Radius*vg.Length(g.size), g.start+2*math.Pi*float64(i)/float64(g.n)))
	}
	c.FillPolygon(s.Color, points)
}

// arms is a filled plus sign, turned by an angle.
type arms struct{ turn float64 }

// DrawGlyph implements draw.GlyphDrawer.
func (g arms) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	half := math.Atan2(0.32, 1) // half the width of an arm, seen from the centre
	var points []vg.Point
	for i := range 4 {
		a, r := g.turn+float64(i)*math.Pi/2, s.Radius*1.25
		points = append(points, polar(p, r, a-half), polar(p, r, a+half), polar(p, r*0.45, a+math.Pi/4))
	}
	c.FillPolygon(s.Color, points)
}

// hollow is a shape with a white one within.
type hollow struct{ draw.GlyphDrawer }

// DrawGlyph implements draw.GlyphDrawer.
func (g hollow) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	g.GlyphDrawer.DrawGlyph(c, s, p)
	s.Color, s.Radius = white, s.Radius*0.6
	c.SetColor(white)
	g.GlyphDrawer.DrawGlyph(c, s, p)
}

func polar(p vg.Point, r vg.Length, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: p.X + r*vg.Length(cos), Y: p.Y + r*vg.Length(sin)}
}

// ramp is a scale of colours.
type ramp []color.NRGBA

// rising runs from few to many. Its colours are equally far apart in lightness (CIELAB, L* from 90
// to 16) and turn from green over blue to violet, so that they keep their order in grey and to
// every kind of colour vision.
var rising = ramp{
	{0xCF, 0xE9, 0xD5, 0xFF}, {0x98, 0xD5, 0xBE, 0xFF}, {0x53, 0xC0, 0xB3, 0xFF}, {0x04, 0xA7, 0xAD, 0xFF},
	{0x05, 0x8B, 0xA0, 0xFF}, {0x03, 0x70, 0x8F, 0xFF}, {0x02, 0x57, 0x7C, 0xFF}, {0x02, 0x3E, 0x6B, 0xFF},
	{0x1F, 0x26, 0x45, 0xFF},
}

// around runs from orange below a target to blue above it: a pair no kind of colour blindness
// confuses. L* falls from 97 in the middle in equal steps.
var around = ramp{
	{0xD3, 0x47, 0x1B, 0xFF}, {0xE3, 0x78, 0x49, 0xFF}, {0xEF, 0xA3, 0x7B, 0xFF}, {0xF7, 0xCC, 0xB3, 0xFF},
	{0xF6, 0xF6, 0xF6, 0xFF},
	{0xC6, 0xD8, 0xEF, 0xFF}, {0x95, 0xBB, 0xE4, 0xFF}, {0x5D, 0x9F, 0xD7, 0xFF}, {0x03, 0x83, 0xC3, 0xFF},
}

// missingColor fills cells without a value.
var missingColor = color.NRGBA{R: 0xE4, G: 0xE4, B: 0xE4, A: 0xFF}

// at is the colour at a share in [0, 1] of the way, mixed from the two nearest.
func (r ramp) at(share float64) color.NRGBA {
	at := min(max(share, 0), 1) * float64(len(r)-1)
	i := min(int(at), len(r)-2)
	a, b, t := r[i], r[i+1], at-float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// rampColors is how many colours of a ramp a heat map uses.
const rampColors = 65

// Colors implements palette.Palette.
func (r ramp) Colors() []color.Color {
	var list []color.Color
	for i := range rampColors {
		list = append(list, r.at(float64(i)/(rampColors-1)))
	}
	return list
}

var _ palette.Palette = ramp(nil)

// tint mixes a colour with white, of which there is 1 - share.
func tint(c color.NRGBA, share float64) color.NRGBA {
	return ramp{{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}, c}.at(share)
}

// lightness is the CIELAB lightness L* of an sRGB colour, 0 to 100.
func lightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	y := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}
